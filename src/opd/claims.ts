// Tokens as availability sees them: claims on a doctor's time that a change of hours must respect.

import type pg from "pg";
import type { Claim, ClaimPort } from "../availability/claims.ts";
import { decideWithin } from "../engine/within.ts";
import type { Clock } from "../infra/clock.ts";
import type { Decision } from "../kernel/book.ts";
import * as orders from "./orders.ts";
import type { OpdReports } from "./reports.ts";
import { compareScore, slotMemory, type Token } from "./rules.ts";
import * as store from "./store.ts";

export function opdClaims(pool: pg.Pool, clock: Clock, reports: OpdReports): ClaimPort {
  return {
    async lockAndList(tx, orgId, resourceId, from, to) {
      const days = await store.daysIn(tx, orgId, resourceId, from, to, true);
      const dayIds = days.map(({ dayId }) => dayId);
      const [tokens, lines, limits] = [
        await store.activeTokens(tx, dayIds),
        await store.slotLines(tx, dayIds),
        await store.readLimits(tx, orgId, [resourceId]),
      ];
      const usual = limits.get(resourceId)?.capacity ?? null;
      const set = new Map(lines.map((line) => [line.id, slotMemory(line).override?.capacity]));
      return tokens
        .filter((token) => inRange(token, from, to))
        .toSorted(compareScore)
        .map((token) => claimOf(token, set.get(token.lineId) ?? usual));
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

    async settle(tx, { orgId, resourceId, outside, conflicts, actor }) {
      const mine = outside.filter((claim) => claim.kind === "token");
      if (conflicts === "keep" || mine.length === 0) {
        return mine.map((claim) => ({ claim, outcome: "kept" as const }));
      }
      const from = new Date(Math.min(...mine.map((claim) => claim.start.getTime())));
      const days = await store.daysIn(tx, orgId, resourceId, from, null, true);
      const after = new Map<string, Token>();
      const gather = (decision: Decision) => {
        for (const happening of decision.happenings)
          after.set(happening.after.id, happening.after as Token);
      };
      const all = days.map(({ dayId }) => orders.vacate({ orgId, actor }, dayId, gather));
      for (const verdict of await decideWithin(tx, clock, all)) {
        if (verdict.kind !== "done") throw new Error(`tokens could not be moved: ${verdict.kind}`);
      }
      reports.relocated(after.size, "doctor_away");
      return mine.map((claim) => {
        const token = after.get(claim.id);
        if (!token) return { claim, outcome: "kept" as const };
        const start = new Date(token.data.slotStart);
        return {
          claim,
          outcome: token.state === "waiting" ? ("waiting" as const) : ("moved" as const),
          start,
        };
      });
    },
  };
}

function inRange(token: Token, from: Date, to: Date | null): boolean {
  const { slotStart, slotEnd } = token.data;
  return slotEnd > from.getTime() && (to === null || slotStart < to.getTime());
}

function claimOf(token: Token, capacity: number | null): Claim {
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
