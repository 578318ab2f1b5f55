// What was promised in answers: everything acknowledged is there, nothing is done twice for one key,
// what was refused was not done, and the same key has the same answer.

import { answerOf, outcomeOf, type Operation } from "../history.ts";
import { traceOf, tracesIn } from "./effects.ts";
import type { Facts } from "./facts.ts";

interface Named {
  id?: string;
  number?: string | null;
}

export function acknowledgedAreThere(facts: Facts): string[] {
  const there = tracesIn(facts);
  const numbers = new Map(facts.tickets.map(({ id, number }) => [id, number]));
  return facts.operations.flatMap((operation) => {
    const trace = traceOf(operation);
    const answer = answerOf(operation) as Named | null | undefined;
    if (!trace || !answer) return [];
    const ids = there.get(trace) ?? [];
    const { id, number } = answer;
    const wanted = operation.name === "pick-up" ? operation.subject : id;
    if (!(wanted ? ids.includes(wanted) : ids.length > 0)) {
      return [`${shown(operation)} was acknowledged (${wanted}) and is not there: ${trace}`];
    }
    // Queues alone never number anew.
    const isNumbered = operation.product === "counter" && id && number;
    return isNumbered && numbers.get(id) !== number
      ? [`${shown(operation)} was told ${number}, and has ${numbers.get(id)}`]
      : [];
  });
}

export function nothingIsDoneTwice(facts: Facts): string[] {
  const there = tracesIn(facts);
  const most = new Map<string, number>();
  for (const operation of facts.operations) {
    const trace = traceOf(operation);
    if (!trace) continue;
    const may = outcomeOf(operation) === "refused" || foundNobody(operation) ? 0 : 1;
    most.set(trace, (most.get(trace) ?? 0) + may);
  }
  return [...most].flatMap(([trace, times]) => {
    const done = there.get(trace)?.length ?? 0;
    return done > times ? [`${trace}: ${done} times, asked for ${times} times`] : [];
  });
}

/** Answered, for certain, that there is nothing to do. */
function foundNobody(operation: Operation): boolean {
  const { attempts } = operation;
  return attempts.every(({ status }) => status === 204);
}

export function oneKeyOneAnswer(facts: Facts): string[] {
  return facts.operations.flatMap((operation) => {
    const done = operation.attempts.filter(({ status }) => status === 200 || status === 201);
    const ids = new Set(done.map(({ body }) => (body as Named | null)?.id));
    return ids.size > 1 ? [`${shown(operation)} has several answers: ${[...ids].join(", ")}`] : [];
  });
}

export function shown({ n, product, name, subject, attempts }: Operation): string {
  const tried = attempts.map(({ status, instance }) => `${status || "none"}@${instance}`);
  const few = tried.length > 6 ? [...tried.slice(0, 3), "…", ...tried.slice(-3)] : tried;
  return `#${n} ${product} ${name} ${subject} [${few.join(" ")}]`;
}
