// After everything has healed: nothing overdue, nothing locked, all servers there as they were started,
// with as many connections as configured; and every client was served again in time.

import type { Operation } from "../history.ts";
import type { Facts } from "./facts.ts";
import { shown } from "./promises.ts";

export function nothingIsOverdue(facts: Facts): string[] {
  return facts.overdue.map(({ what, count }) => `${count} ${what} are past their time`);
}

export function nothingIsLocked(facts: Facts): string[] {
  return facts.locked.map((what) => `a transaction was left open: ${what}`);
}

export function serversAreAlive(facts: Facts): string[] {
  return facts.instances.flatMap(({ n, endedByItself, ready, connections }) => [
    ...(endedByItself.length > 0
      ? [`server ${n} ended by itself ${endedByItself.length} times (${endedByItself.join(", ")})`]
      : []),
    ...(ready ? [] : [`server ${n} is not ready`]),
    ...(connections > facts.maxConnections
      ? [`server ${n} has ${connections} connections, ${facts.maxConnections} are configured`]
      : []),
  ]);
}

/** What the traffic may be told; anything else is nobody's doing but the fault's. */
const expectedCodes = new Set([
  "TAKEN",
  "WRONG_STATE",
  "HOLD_EXPIRED",
  "INSUFFICIENT_INVENTORY",
  "SAME_SLOT",
  "SLOT_FULL",
  "NO_PLACE_FOR_EMERGENCY",
  "NOT_FIT",
  "BUSY",
]);

/**
 * No answer blames the client for the fault, and no fault is a surprise. Nobody else touches a visitor's
 * place in a room: in a wrong state it is only if something that was told is forgotten.
 */
export function answersAreHonest(facts: Facts): string[] {
  const surprises = facts.operations.flatMap((operation) =>
    operation.attempts.flatMap(({ status, body }) => {
      if (status === 0 || status < 400 || status === 503) return [];
      const { code = "no code" } = (body ?? {}) as { code?: string };
      const isOwn = operation.product === "waitroom" && code === "WRONG_STATE";
      const isExpected = status < 500 && expectedCodes.has(code) && !isOwn;
      const what = `${operation.product} ${operation.name} was answered ${status} ${code}`;
      return isExpected ? [] : [{ what, operation }];
    }),
  );
  return [...Map.groupBy(surprises, ({ what }) => what)].map(
    ([what, all]) => `${what} ${all.length} times, such as ${shown(all[0]!.operation)}`,
  );
}

export const servedWithinMs = 5_000;

/**
 * From five seconds after a fault to the next one every request is answered. Those that began before
 * may still be lost.
 */
export function everybodyIsServedAgain(facts: Facts): string[] {
  const calm = facts.faults.map(({ kind, backMs }, i) => ({
    kind,
    fromMs: backMs + servedWithinMs,
    tillMs: facts.faults[i + 1]?.startMs ?? Infinity,
  }));
  return calm.flatMap(({ kind, fromMs, tillMs }) => {
    const late = facts.operations.filter((operation) => unanswered(operation, fromMs, tillMs));
    return late.length > 0
      ? [`${late.length} were not served five seconds after "${kind}", such as ${shown(late[0]!)}`]
      : [];
  });
}

function unanswered({ attempts }: Operation, fromMs: number, tillMs: number): boolean {
  return attempts.some(
    ({ startMs, endMs, status }) =>
      startMs >= fromMs && endMs <= tillMs && (status === 0 || status >= 500),
  );
}

/** Those who asked often enough got an answer in the end. */
export function everybodyHasAnAnswer(facts: Facts): string[] {
  const without = facts.operations.filter(({ attempts }) =>
    attempts.every(({ status }) => status === 0 || status >= 500),
  );
  return without.length > 0
    ? [`${without.length} never had an answer, such as ${shown(without[0]!)}`]
    : [];
}
