// The same history once more, one order after another: in the order of commits, on a book that has
// everything, with nothing else going on. What the engine wrote and answered must be what comes of that.

import { decideAll, type Loaded } from "../src/engine/batch.ts";
import type { Rows, Sender } from "../src/engine/connection.ts";
import { ByKey, type Order } from "../src/engine/order.ts";
import { lineOf, ticketOf } from "../src/engine/rows.ts";
import type { EventRow } from "../src/engine/tables.ts";
import { Book } from "../src/kernel/book.ts";
import { compareOrder, type Line } from "../src/kernel/line.ts";
import type { Change } from "./faults.ts";
import type { Found, Request } from "./people.ts";
import { fateOf } from "./people.ts";
import type { SimulatedPostgres } from "./postgres/postgres.ts";
import {
  readLine,
  readTicket,
  type StoredLine,
  type StoredSettings,
  type StoredTicket,
} from "./postgres/tables.ts";
import { products, type Answer } from "./products.ts";

export interface Beginning {
  lines: StoredLine[];
  settings: StoredSettings[];
  tickets: StoredTicket[];
}

export function beginningOf({ tables }: SimulatedPostgres): Beginning {
  return {
    lines: [...tables.line.seen(null)],
    settings: [...tables.settings.seen(null)],
    tickets: [...tables.ticket.seen(null)],
  };
}

/** What is different, or null. */
export function compareWithReference(
  beginning: Beginning,
  postgres: SimulatedPostgres,
  requests: ReadonlyMap<string, Request>,
): string | null {
  const reference = new Reference(beginning);
  for (const { events, n } of postgres.commits) {
    for (const run of runsOf(events)) {
      const { actor, type, after } = run[0]!;
      if (type === "settings") {
        reference.set(JSON.parse(after!) as Change);
        continue;
      }
      const request = requests.get(actor)!;
      const problem = reference.replay(request, run);
      if (problem) return `${actor} (${request.what}) in commit ${n}: ${problem}`;
    }
  }
  return reference.compare(postgres);
}

/** Events of one order stand together. */
function runsOf(events: readonly EventRow[]): EventRow[][] {
  const runs: EventRow[][] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (last && last[0]!.actor === event.actor) last.push(event);
    else runs.push([event]);
  }
  return runs;
}

class Reference {
  readonly #book: Book;
  readonly #settings: Loaded["settings"] = new Map();
  readonly #productOf = new Map<string, string>();

  constructor({ lines, settings, tickets }: Beginning) {
    this.#book = new Book(
      lines.map((line) => lineOf(readLine(line))),
      tickets.map((ticket) => ticketOf(readTicket(ticket))),
    );
    for (const line of lines) this.#productOf.set(line.id, line.product);
    for (const { line_id, settings: text } of settings)
      this.set({ lineId: line_id, settings: text });
  }

  set({ lineId, settings }: Change): void {
    const product = products[this.#productOf.get(lineId)!]!;
    this.#settings.set(lineId, { ...product.parse(settings), dependsOn: new Map() });
  }

  readonly #look = (ticketId: string): Found | undefined => {
    const ticket = this.#book.ticket(ticketId);
    if (!ticket) return undefined;
    const { groupId, product } = this.#book.line(ticket.lineId)!;
    return {
      ticketId,
      product,
      groupId,
      lineId: ticket.lineId,
      state: ticket.state,
      version: ticket.version,
      level: ticket.level,
      rank: ticket.rank,
      formerLineId: ticket.previous?.lineId ?? null,
      deadlineAt: ticket.deadlineAt,
    };
  };

  replay(request: Request, events: readonly EventRow[]): string | null {
    const order = request.make(this.#look) as Order | null;
    if (!order) return "it is about a ticket that is not there";
    const { verdicts, writes } = decideAll([order], this.#loaded(order, events[0]!.at));
    const [verdict] = verdicts;
    if (verdict!.kind !== "done") {
      return `it should not have been done: ${JSON.stringify(verdict)}`;
    }
    const expected = eventsIn((sender) => writes.sendChanges(sender)).map(textOf);
    const written = events.map(textOf);
    if (expected.join("\n") !== written.join("\n")) {
      return `written\n  ${written.join("\n  ")}\nexpected\n  ${expected.join("\n  ")}`;
    }
    return this.#compareAnswers(request, verdict!.outcome.answer as Answer);
  }

  #compareAnswers({ submissions }: Request, expected: Answer): string | null {
    for (const { outcome } of submissions.filter((one) => fateOf(one) === "answered")) {
      const { answer } = outcome as { answer: Answer | null };
      if (answer === null) continue;
      // Where somebody stands is only answered when it was asked for the right place.
      const ahead = answer.ahead === null ? null : expected.ahead;
      const text = JSON.stringify({ ...expected, ...("ahead" in expected && { ahead }) });
      if (JSON.stringify(answer) !== text) {
        return `answered ${JSON.stringify(answer)}, expected ${text}`;
      }
    }
    return null;
  }

  #loaded(order: Order, now: number): Loaded {
    const book = this.#book;
    const lines = new Map<string, Line>([...book.lines()].map((line) => [line.id, line]));
    const { standing } = order;
    const place = standing && "rank" in standing.at ? standing.at : null;
    const ahead = place
      ? book
          .queue(standing!.lineId)
          .filter((one) => one.id !== standing!.ticketId)
          .filter((one) => compareOrder(one, { ...place, id: standing!.ticketId }) < 0).length
      : 0;
    return {
      lines,
      book,
      settings: this.#settings,
      now,
      isRead: true,
      replays: new ByKey(),
      groupOf: new Map(),
      uniqueKeys: new Map(),
      ahead: place ? new Map([[order, ahead]]) : new Map(),
      front: new Map(),
    };
  }

  /** What is stored at the end. */
  compare({ tables }: SimulatedPostgres): string | null {
    for (const stored of tables.ticket.seen(null)) {
      const ticket = ticketOf(readTicket(stored));
      const expected = this.#book.ticket(ticket.id);
      const [is, should] = [JSON.stringify(ticket), JSON.stringify(ordered(expected, ticket))];
      if (is !== should) return `a ticket is\n  ${is}\nand should be\n  ${should}`;
    }
    for (const stored of tables.line.seen(null)) {
      const line = lineOf(readLine(stored));
      const { eventSeq, heads } = line;
      const expected = { ...this.#book.line(line.id)!, eventSeq, heads };
      const [is, should] = [JSON.stringify(line), JSON.stringify(ordered(expected, line))];
      if (is !== should) return `a line is\n  ${is}\nand should be\n  ${should}`;
    }
    return null;
  }
}

/** With its fields in the order of another one's. */
function ordered<T extends object>(value: T | undefined, like: T): object | null {
  if (!value) return null;
  const known = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(like).map(([field, other]) => {
      const own = known[field];
      const isNested = own !== null && typeof own === "object" && !Array.isArray(own);
      return [field, isNested && other ? ordered(own, other as object) : own];
    }),
  );
}

function textOf({ lineId, type, ticketId, before, after }: EventRow): string {
  return [lineId, type, ticketId, before, after].join(" ");
}

function eventsIn(send: (sender: Sender) => unknown): EventRow[] {
  const events: EventRow[] = [];
  const none = () => Promise.resolve<Rows>([]);
  send({
    send: none,
    sendText: none,
    control: none,
    together: (work) => work(),
    insert(table, rows) {
      if (table.name === "event") events.push(...(rows as unknown as EventRow[]));
      return none();
    },
  });
  return events;
}
