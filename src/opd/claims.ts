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
      const tokens = await store.activeTokens(
        tx,
        days.map(({ dayId }) => dayId),
      );
      return tokens.filter((token) => inRange(token, from, to)).map(claimOf);
    },

    async taken(orgId, resourceId, from, to) {
      const days = await store.daysIn(pool, orgId, resourceId, from, to, false);
      const lines = await store.slotLines(
        pool,
        days.map(({ dayId }) => dayId),
      );
      return lines
        .filter((line) => line.taken > 0)
        .map((line) => {
          const { start, end } = line.memory as { start: number; end: number };
          return {
            start: new Date(start),
            end: new Date(end),
            places: line.taken,
            exclusive: false,
          };
        });
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
    label: token.number === "" ? "waiting" : `number ${token.number}`,
  };
}
