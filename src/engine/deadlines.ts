// Deadlines are columns; whoever comes by sends the ordinary command for what has run out. Only one
// instance sweeps at a time (an advisory lock that dies with its connection), and a command names
// the version it was decided on, so a late or doubled sweep changes nothing.

import type pg from "pg";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/log.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Line, Ticket } from "../kernel/line.ts";
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

/** A few batches of the engine, so that it never waits for the next reading. */
const chunk = 2_000;
const everyMs = 500;
const leastMs = 50;
const sweepLock = 0x54_4b_44_4c; // any number nobody else uses

export class Deadlines {
  readonly #options: DeadlineOptions;
  #timer: NodeJS.Timeout | null = null;
  #sweeping: Promise<number> | null = null;

  constructor(options: DeadlineOptions) {
    this.#options = options;
  }

  start(): void {
    const run = () => {
      void this.sweep()
        .then(() => this.#untilNext())
        .catch((error: Error) => {
          this.#options.log.warn({ reason: error.message }, "deadlines.failed");
          return everyMs;
        })
        .then((pauseMs) => {
          if (this.#timer) this.#timer = setTimeout(run, pauseMs);
        });
    };
    this.#timer = setTimeout(run, 0);
  }

  /** What falls due soon is met on time, not only when the next look happens to be. */
  async #untilNext(): Promise<number> {
    // Index: ticket_deadline, line_deadline.
    const { rows } = await this.#options.pool.query<{ ms: number | null }>(
      `select (extract(epoch from least(
          (select min(deadline_at) from ticket where deadline_at is not null),
          (select min(deadline_at) from line where deadline_at is not null)) - now()) * 1000)::float8 as ms`,
    );
    const ms = rows[0]!.ms;
    // Due and still there: somebody else is at it, or it failed.
    return ms === null || ms <= 0 ? everyMs : Math.min(everyMs, Math.max(leastMs, Math.ceil(ms)));
  }

  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#sweeping?.catch(() => undefined);
  }

  /** Ends everything that is overdue now; says how many. */
  sweep(): Promise<number> {
    this.#sweeping ??= this.#sweepAll().finally(() => (this.#sweeping = null));
    return this.#sweeping;
  }

  async #sweepAll(): Promise<number> {
    const tx = await this.#options.pool.connect();
    let broken: Error | undefined;
    try {
      const { rows } = await tx.query<{ mine: boolean }>(
        `select pg_try_advisory_lock($1) as mine`,
        [sweepLock],
      );
      if (!rows[0]!.mine) return 0;
      try {
        const tickets = await this.#sweepSome(tx, (tx) => this.#dueTickets(tx));
        return tickets + (await this.#sweepSome(tx, (tx) => this.#dueLines(tx)));
      } finally {
        await tx.query(`select pg_advisory_unlock($1)`, [sweepLock]);
      }
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      tx.release(broken);
    }
  }

  /** Chunk by chunk, as long as that leads anywhere. */
  async #sweepSome(
    tx: pg.PoolClient,
    due: (tx: pg.PoolClient) => Promise<(() => Promise<unknown>)[]>,
  ): Promise<number> {
    let ended = 0;
    for (;;) {
      const work = await due(tx);
      const done = await Promise.all(work.map((one) => this.#try(one)));
      ended += done.filter(Boolean).length;
      if (work.length < chunk || !done.includes(true)) return ended;
    }
  }

  // Index: ticket_deadline.
  async #dueTickets(tx: pg.PoolClient): Promise<(() => Promise<unknown>)[]> {
    const { rows } = await tx.query<TicketRow & { product: string }>(
      `select ${ticketColumns}, l.product from ticket t join line l on l.id = t.line_id
        where t.deadline_at <= coalesce($1::timestamptz, now()) order by t.deadline_at limit ${chunk}`,
      [this.#options.clock.fixed()],
    );
    return rows.map((row) => () => {
      const { ticket } = this.#product(row.product);
      if (!ticket) throw new Error(`tickets of ${row.product} have no deadline`);
      return ticket(ticketOf(row));
    });
  }

  // Index: line_deadline.
  async #dueLines(tx: pg.PoolClient): Promise<(() => Promise<unknown>)[]> {
    const { rows } = await tx.query<LineRow>(
      `select ${lineColumns} from line
        where deadline_at <= coalesce($1::timestamptz, now()) order by deadline_at limit ${chunk}`,
      [this.#options.clock.fixed()],
    );
    return rows.map((row) => () => {
      const { line } = this.#product(row.product);
      if (!line) throw new Error(`lines of ${row.product} have no deadline`);
      return line(lineOf(row));
    });
  }

  #product(name: string): Overdue {
    const product = this.#options.products[name];
    if (!product) throw new Error(`there is no product ${name}`);
    return product;
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
