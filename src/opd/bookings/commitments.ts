// Tokens as availability sees them: commitments of a doctor's time that a change of hours must respect.

import type pg from "pg";
import type { Commitment, CommitmentPort, Settled } from "../../availability/commitments.ts";
import { slotsIn } from "../../availability/schedule.ts";
import type { Clock } from "../../infra/clock.ts";
import { decideDays } from "../days/days.ts";
import * as orders from "../core/orders.ts";
import type { OpdReports } from "../reports.ts";
import { compareScore, slotStats, type Token } from "../core/rules.ts";
import * as store from "../core/store.ts";
import { findSlotPlaces } from "./slot-places.ts";

export function opdCommitments(pool: pg.Pool, clock: Clock, reports: OpdReports): CommitmentPort {
  return {
    async lockAndList(tx, orgId, resourceId, from, to) {
      const days = await store.lockDays(tx, orgId, resourceId, from, to);
      const dayIds = days.map(({ dayId }) => dayId);
      const [tokens, lines, limits] = [
        await store.activeTokens(tx, dayIds),
        await store.slotLines(tx, dayIds),
        await store.readLimits(tx, orgId, [resourceId]),
      ];
      const usual = limits.get(resourceId)?.capacity ?? null;
      const set = new Map(lines.map((line) => [line.id, slotStats(line).override?.capacity]));
      return tokens
        .filter((token) => inRange(token, from, to))
        .toSorted(compareScore)
        .map((token) => commitmentOf(token, set.get(token.lineId) ?? usual));
    },

    async taken(orgId, resourceId, from, to) {
      const slots = await store.takenPlaces(pool, orgId, resourceId, from, to);
      return slots.map(({ start, end, places }) => ({
        start: new Date(start),
        end: new Date(end),
        places,
        exclusive: false,
      }));
    },

    places: {
      ofType: "doctor",
      find: (orgId, doctorId, from, to) =>
        findSlotPlaces(pool, clock, { orgId, doctorId, from, to }),
    },

    async settle(tx, change) {
      const { orgId, resourceId, actor } = change;
      const outside = change.outside.filter((commitment) => commitment.kind === "token");
      if (change.conflicts === "keep" || outside.length === 0) {
        return outside.map((commitment) => ({ commitment, outcome: "kept" as const }));
      }
      const from = new Date(Math.min(...outside.map(({ start }) => start.getTime())));
      const days = await store.lockDays(tx, orgId, resourceId, from, null);
      await addSlots(tx, orgId, change.schedule, days);
      const ids = new Set(outside.map(({ id }) => id));
      const vacated = days.map(({ dayId }) => orders.vacate({ orgId, actor }, dayId, ids));
      const transitions = await decideDays(tx, clock, vacated);
      if (!change.dryRun) reports.happened({ requestId: "hours", actor }, transitions);
      const after = new Map(transitions.map((one) => [one.after.id, one.after as Token]));
      return outside.map((commitment) => settled(commitment, after.get(commitment.id)));
    },

    async follow(tx, { orgId, resourceId, schedule, from, to, actor }) {
      const days = await store.lockDays(tx, orgId, resourceId, from, to);
      await addSlots(tx, orgId, schedule, days);
      const all = days.map(({ dayId }) => orders.settle({ orgId, actor }, dayId));
      reports.happened({ requestId: "hours", actor }, await decideDays(tx, clock, all));
    },
  };
}

/** Slots that came with the new hours. */
async function addSlots(
  tx: pg.ClientBase,
  orgId: string,
  schedule: Parameters<typeof slotsIn>[0],
  days: readonly store.DayRow[],
): Promise<void> {
  for (const { doctorId, date, from, to } of days) {
    const slots = slotsIn(schedule, from.getTime(), to.getTime());
    await store.addSlots(tx, { orgId, doctorId, date, slots });
  }
}

function settled(commitment: Commitment, token: Token | undefined): Settled {
  if (!token) return { commitment, outcome: "kept" };
  const start = new Date(token.data.slotStart);
  if (token.state === "waiting") return { commitment, outcome: "waiting", start };
  const moved = start.getTime() !== commitment.start.getTime();
  return moved ? { commitment, outcome: "moved", start } : { commitment, outcome: "kept" };
}

function inRange(token: Token, from: Date, to: Date | null): boolean {
  const { slotStart, slotEnd } = token.data;
  return slotEnd > from.getTime() && (to === null || slotStart < to.getTime());
}

function commitmentOf(token: Token, capacity: number | null): Commitment {
  return {
    ...(capacity === null ? {} : { capacity }),
    kind: "token",
    id: token.id,
    start: new Date(token.data.slotStart),
    end: new Date(token.data.slotEnd),
    places: token.state === "waiting" ? 0 : 1,
    label: token.number === "" ? "waiting" : `number ${token.number}`,
  };
}
