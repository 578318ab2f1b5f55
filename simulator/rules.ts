// What must hold in every history, whatever went wrong: held against every answer that was given, every
// commit, and what is stored at the end. None of it uses the rules that decided it.

import type { EventRow } from "../src/engine/tables.ts";
import { fateOf, type Request } from "./people.ts";
import type { Commit, SimulatedPostgres } from "./postgres/postgres.ts";
import type { StoredTicket } from "./postgres/tables.ts";
import { seriesOf, type Answer, type Rules } from "./products.ts";

export const ruleNames = [
  "an acknowledged change is there",
  "an order takes effect once",
  "a refused order changes nothing",
  "the same key has the same answer",
  "no capacity is passed",
  "no two have one unique key",
  "no number is issued twice",
  "the first in line is first",
  "every place is counted once",
  "events are numbered in the order of commits",
  "nothing stays locked",
  "everybody is answered",
  "nobody waits for each other",
  "nobody is told of a fault inside",
  "it is as if one order came after another",
] as const;

export type RuleName = (typeof ruleNames)[number];

export class Violation extends Error {
  readonly rule: RuleName;

  constructor(rule: RuleName, detail: string) {
    super(`${rule}: ${detail}`);
    this.rule = rule;
  }
}

/** Throws what is found; with `only`, of one rule alone. */
export class Findings {
  readonly #only: RuleName | null;

  constructor(only: RuleName | null) {
    this.#only = only;
  }

  add(rule: RuleName, detail: string): void {
    if (this.#only === null || this.#only === rule) throw new Violation(rule, detail);
  }
}

interface Described {
  lineId: string;
  state: string;
  level: number;
  rank: number;
  number: string;
  version: number;
}

/** Whether a ticket uses places of its line. */
function occupies({ state, status }: StoredTicket, product: string): boolean {
  if (state === "done") return status === "DONE" && product !== "desk";
  return state !== "waiting";
}

/** Right after each commit. */
export class CommitRules {
  readonly #lastSeq = new Map<string, number>();
  readonly #numbers = new Map<string, string>();
  readonly #tickets = new Map<string, Described>();
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** Those who are there at the beginning. */
  begin(tickets: Iterable<StoredTicket>): void {
    for (const { id, line_id: lineId, state, level, rank, number, version } of tickets) {
      this.#tickets.set(id, { lineId, state, level, rank, number, version });
      this.#numbers.set(number, id);
    }
  }

  check({ tables }: SimulatedPostgres, commit: Commit): void {
    for (const event of commit.events) {
      this.#checkNumbering(event);
      if (event.ticketId !== null) this.#follow(event, JSON.parse(event.after!) as Described);
    }
    const claims = new Set<string>();
    const taken = new Map<string, number>();
    for (const ticket of tables.ticket.seen(null)) {
      const { claim, line_id, places } = ticket;
      if (claim !== null && claims.has(claim)) {
        this.#findings.add("no two have one unique key", claim);
      }
      if (claim !== null) claims.add(claim);
      if (!occupies(ticket, tables.line.seenAt(line_id, null)!.product)) continue;
      taken.set(line_id, (taken.get(line_id) ?? 0) + places);
    }
    for (const line of tables.line.seen(null)) {
      const places = taken.get(line.id) ?? 0;
      if (line.capacity !== null && places > line.capacity) {
        this.#findings.add("no capacity is passed", `${places} of ${line.capacity} in ${line.id}`);
      }
      if (line.taken !== places) {
        const detail = `${line.id} says ${line.taken} taken, it is ${places}`;
        this.#findings.add("every place is counted once", detail);
      }
    }
  }

  #checkNumbering({ lineId, seq }: EventRow): void {
    const last = this.#lastSeq.get(lineId) ?? 0;
    if (seq <= last) {
      const detail = `${seq} was written after ${last} in ${lineId}`;
      this.#findings.add("events are numbered in the order of commits", detail);
    }
    this.#lastSeq.set(lineId, seq);
  }

  #follow({ type, ticketId, before }: EventRow, after: Described): void {
    const id = ticketId!;
    const owner = after.number && this.#numbers.get(after.number);
    if (owner && owner !== id) {
      this.#findings.add("no number is issued twice", `${after.number} of ${owner} and ${id}`);
    }
    if (after.number) this.#numbers.set(after.number, id);
    if (type === "taken" || type === "promoted") {
      this.#checkFirst(id, JSON.parse(before!) as Described);
    }
    this.#tickets.set(id, after);
  }

  #checkFirst(id: string, called: Described): void {
    for (const [other, ticket] of this.#tickets) {
      const { lineId, state, level, rank } = ticket;
      if (other === id || lineId !== called.lineId || state !== "waiting") continue;
      const isAhead =
        level - called.level || rank - called.rank || (other < id ? -1 : other > id ? 1 : 0);
      if (isAhead < 0) this.#findings.add("the first in line is first", `${id} before ${other}`);
    }
  }
}

/** When all is over. */
export function checkEnd(
  findings: Findings,
  postgres: SimulatedPostgres,
  requests: readonly Request[],
): void {
  const { tables, commits, open, sessions } = postgres;
  if (open.size + sessions.size > 0) {
    const names = [...sessions].map(({ name }) => name).join(", ");
    findings.add("nothing stays locked", `${open.size} open transactions of ${names}`);
  }
  if (postgres.circles > 0) {
    findings.add("nobody waits for each other", `${postgres.circles} times`);
  }
  const effects = effectsOf(commits);
  for (const request of requests) checkRequest(findings, request, effects.get(request.id) ?? []);
  const waiting = new Map<string, number>();
  for (const { line_id, level } of tables.waiting.seen(null)) {
    const tier = `${line_id} ${level}`;
    waiting.set(tier, (waiting.get(tier) ?? 0) + 1);
  }
  for (const line of tables.line.seen(null)) {
    for (const [level, people] of line.waiting.entries()) {
      const found = waiting.get(`${line.id} ${level}`) ?? 0;
      if (found === people) continue;
      const detail = `${line.id} says ${people} wait in tier ${level}, it is ${found}`;
      findings.add("every place is counted once", detail);
    }
  }
  const waits = [...tables.ticket.seen(null)].filter(({ state }) => state === "waiting").length;
  const entries = [...tables.waiting.seen(null)].length;
  if (waits !== entries) {
    findings.add("every place is counted once", `${waits} wait, ${entries} are listed`);
  }
  checkSeries(findings, postgres);
}

/** Numbers of a line without gaps. */
function checkSeries(findings: Findings, { tables, commits }: SimulatedPostgres): void {
  const issued = new Map<string, Set<number>>();
  const note = (number: string) => {
    const [, prefix, sequence] = /^(.*-)(\d+)$/.exec(number) ?? [];
    if (prefix) issued.set(prefix, (issued.get(prefix) ?? new Set()).add(Number(sequence)));
  };
  for (const { number } of tables.ticket.seen(null)) note(number);
  // A token that is moved gets another one.
  for (const { events } of commits) {
    for (const { ticketId, after } of events) {
      if (ticketId !== null) note((JSON.parse(after!) as Described).number);
    }
  }
  for (const { line_id, settings } of tables.settings.seen(null)) {
    const rules = JSON.parse(settings) as Rules;
    const own = rules.slots.map((id, slot) => [id, seriesOf(rules, slot)] as const);
    for (const [id, prefix] of own.length > 0 ? own : [[line_id, rules.prefix] as const]) {
      const { sequence } = tables.line.seenAt(id, null)!;
      const count = issued.get(prefix)?.size ?? 0;
      if (count === sequence) continue;
      const detail = `${count} numbers of ${prefix}, the last is ${sequence}`;
      findings.add("no number is issued twice", detail);
    }
  }
}

interface Effect {
  commit: number;
  event: EventRow;
}

function effectsOf(commits: readonly Commit[]): Map<string, Effect[]> {
  const effects = new Map<string, Effect[]>();
  for (const { n, events } of commits) {
    for (const event of events) {
      const own = effects.get(event.actor);
      if (own) own.push({ commit: n, event });
      else effects.set(event.actor, [{ commit: n, event }]);
    }
  }
  return effects;
}

function checkRequest(findings: Findings, request: Request, effects: readonly Effect[]): void {
  const { id, what, submissions } = request;
  const about = `${id} (${what})`;
  const fates = submissions.map(fateOf);
  if (submissions.some((one) => fateOf(one) === "open" && one.host.state !== "dead")) {
    findings.add("everybody is answered", about);
  }
  const broken = submissions.find((one) => fateOf(one) === "broken");
  if (broken) {
    const { error } = broken.outcome as { error: Error };
    findings.add("nobody is told of a fault inside", `${about}: ${error.stack}`);
  }
  // A move is told in two streams: it is one step of the ticket for all that.
  const roots = new Set(
    effects
      .filter(({ event }) => event.type === request.root)
      .map(({ event: { ticketId, after } }) => `${ticketId} ${after}`),
  );
  if (new Set(effects.map(({ commit }) => commit)).size > 1 || roots.size > 1) {
    findings.add("an order takes effect once", `${about} did so ${roots.size} times`);
  }
  const answers = submissions.flatMap(({ outcome }) =>
    outcome && "answer" in outcome && outcome.answer ? [outcome.answer] : [],
  );
  if (new Set(answers.map((answer) => JSON.stringify(answer))).size > 1) {
    findings.add("the same key has the same answer", `${about}: ${JSON.stringify(answers)}`);
  }
  if (answers.length > 0 && !isThere(answers[0]!, effects)) {
    findings.add("an acknowledged change is there", `${about} is not`);
  }
  const isRefused = fates.every((fate) => fate === "answered" || fate === "refused");
  if (isRefused && answers.length === 0 && effects.length > 0) {
    findings.add("a refused order changes nothing", about);
  }
}

function isThere({ ticketId, version }: Answer, effects: readonly Effect[]): boolean {
  if (ticketId === undefined) return effects.length > 0;
  return effects.some(
    ({ event }) =>
      event.ticketId === ticketId && (JSON.parse(event.after!) as Described).version === version,
  );
}
