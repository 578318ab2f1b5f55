// Deadlines are columns; an instance that comes by sends the ordinary command for what has run out. Only one
// instance sweeps at a time, by a lease: one that stands still is replaced after some seconds. A command
// names the version it was decided on, so a late or doubled sweep changes nothing.

import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/log.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Line, Ticket } from "../kernel/line.ts";
import { Lease } from "./lease.ts";
import {
  lineColumns,
  lineOf,
  ticketColumns,
  ticketOf,
  type LineRow,
  type TicketRow,
} from "./rows.ts";

/** What a product does about what is overdue. */
export interface Overdue {
  ticket?(ticket: Ticket): Promise<unknown>;
  line?(line: Line): Promise<unknown>;
}

export interface DeadlineOptions {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  products: Record<string, Overdue>;
}

/** Something overdue, and what is done about it. */
interface Task {
  id: string;
  /** As exact as the database has it. */
  at: string;
  work: () => Promise<unknown>;
}

/** What was begun; nearly all of it is done by then. */
interface Sweep {
  begun: Promise<boolean>[];
}

/** The last one that was seen. */
type Seen = Pick<Task, "id" | "at">;
type ReadDue = (after: Seen) => Promise<Task[]>;

/** A few batches of the engine, so that it never waits for the next reading. */
const chunk = 2_000;
const everyMs = 500;
const minMs = 50;
/** What takes longer is left to itself, and the sweep goes on: a locked line holds up its own alone. */
const patienceMs = 2_000;
const maxUnderWay = 10 * chunk;
/** What is done about a line also asks the pool, which belongs to everybody who waits for an answer. */
const linesAtOnce = 4;
const first: Seen = { at: "-infinity", id: "00000000-0000-0000-0000-000000000000" };

export class Deadlines {
  readonly #options: DeadlineOptions;
  readonly #lease: Lease;
  readonly #underWay = new Map<string, Promise<boolean>>();
  readonly #oneOfFew = fewAtOnce(linesAtOnce);
  #timer: NodeJS.Timeout | null = null;
  #sweeping: Promise<Sweep> | null = null;

  constructor(options: DeadlineOptions) {
    this.#options = options;
    this.#lease = new Lease(options.pool, "deadlines");
  }

  start(): void {
    const run = () => {
      void this.#turn()
        .catch((error: Error) => {
          this.#options.log.warn({ reason: error }, "deadlines.failed");
          return everyMs;
        })
        .then((pauseMs) => {
          if (this.#timer) this.#timer = setTimeout(run, pauseMs);
        });
    };
    this.#timer = setTimeout(run, 0);
  }

  /** Nothing is written while nothing is due. Says how long until the next turn. */
  async #turn(): Promise<number> {
    let ms = await this.#untilNext();
    if (ms <= 0) {
      await this.#sweepOnce();
      ms = await this.#untilNext();
    }
    // Due and still there: somebody else is at it, or it failed.
    return ms <= 0 ? everyMs : Math.min(everyMs, Math.max(minMs, Math.ceil(ms)));
  }

  /** What falls due soon is met on time, not only when the next look happens to be. */
  async #untilNext(): Promise<number> {
    // Index: ticket_deadline, line_deadline.
    const { rows } = await this.#options.pool.query<{ ms: number | null }>(
      `select (extract(epoch from least(
          (select min(deadline_at) from ticket where deadline_at is not null),
          (select min(deadline_at) from line where deadline_at is not null))
          - coalesce($1::timestamptz, now())) * 1000)::float8 as ms`,
      [this.#options.clock.fixed()],
    );
    return rows[0]!.ms ?? everyMs;
  }

  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#sweeping?.catch(() => undefined);
    await Promise.all(this.#underWay.values());
  }

  /** Ends everything that is overdue now; says how many. */
  async sweep(): Promise<number> {
    const { begun } = await this.#sweepOnce();
    const ended = await Promise.all(begun);
    return ended.filter(Boolean).length;
  }

  #sweepOnce(): Promise<Sweep> {
    this.#sweeping ??= this.#sweepAll().finally(() => (this.#sweeping = null));
    return this.#sweeping;
  }

  async #sweepAll(): Promise<Sweep> {
    if (!(await this.#lease.take())) return { begun: [] };
    try {
      const tickets = await this.#sweepSome((after) => this.#dueTickets(after));
      const lines = await this.#sweepSome((after) => this.#dueLines(after));
      return { begun: [...tickets.begun, ...lines.begun] };
    } finally {
      // If that fails, it runs out by itself.
      await this.#lease.giveBack().catch(() => undefined);
    }
  }

  /** Chunk by chunk, past what fails: it is tried again with the next sweep. */
  async #sweepSome(read: ReadDue): Promise<Sweep> {
    const all: Promise<boolean>[] = [];
    for (let seen = first; this.#underWay.size < maxUnderWay;) {
      const tasks = await read(seen);
      const begun = tasks.map((task) => this.#end(task));
      all.push(...begun);
      await patiently(begun);
      if (tasks.length < chunk || !(await this.#lease.renew())) break;
      seen = tasks.at(-1)!;
    }
    return { begun: all };
  }

  #end({ id, work }: Task): Promise<boolean> {
    // From the sweep before, still.
    if (this.#underWay.has(id)) return Promise.resolve(false);
    const ending = this.#try(work).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, ending);
    return ending;
  }

  // Index: ticket_deadline.
  async #dueTickets(after: Seen): Promise<Task[]> {
    const { rows } = await this.#options.pool.query<TicketRow & { product: string; at: string }>(
      `select ${ticketColumns}, l.product, t.deadline_at::text as at
         from ticket t join line l on l.id = t.line_id
        where t.deadline_at <= coalesce($1::timestamptz, now())
          and (t.deadline_at, t.id) > ($2::timestamptz, $3::uuid)
        order by t.deadline_at, t.id limit ${chunk}`,
      [this.#options.clock.fixed(), after.at, after.id],
    );
    return rows.map(({ at, product, ...row }) => {
      const ticket = ticketOf(row);
      return { id: ticket.id, at, work: () => this.#overdue(product, "ticket")(ticket) };
    });
  }

  // Index: line_deadline.
  async #dueLines(after: Seen): Promise<Task[]> {
    const { rows } = await this.#options.pool.query<LineRow & { at: string }>(
      `select ${lineColumns}, deadline_at::text as at from line
        where deadline_at <= coalesce($1::timestamptz, now())
          and (deadline_at, id) > ($2::timestamptz, $3::uuid)
        order by deadline_at, id limit ${chunk}`,
      [this.#options.clock.fixed(), after.at, after.id],
    );
    return rows.map(({ at, ...row }) => {
      const line = lineOf(row);
      const work = () => this.#overdue(line.product, "line")(line);
      return { id: line.id, at, work: () => this.#oneOfFew(work) };
    });
  }

  #overdue<K extends keyof Overdue>(product: string, what: K): NonNullable<Overdue[K]> {
    const handler = this.#options.products[product]?.[what];
    if (!handler) throw new Error(`a ${what} of ${product} has no deadline`);
    return handler;
  }

  async #try(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      // Refused: somebody else was faster. Anything else is tried again with the next sweep.
      if (!(error instanceof Refusal)) this.#options.log.error({ err: error }, "deadlines.failed");
      return false;
    }
  }
}

async function patiently(all: readonly Promise<unknown>[]): Promise<void> {
  const enough = new AbortController();
  const timeout = pause(patienceMs, undefined, { signal: enough.signal }).catch(() => undefined);
  await Promise.race([Promise.all(all), timeout]);
  enough.abort();
}

/** The others wait for their turn. */
function fewAtOnce(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((begin) => waiting.push(begin));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
