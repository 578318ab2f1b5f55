// Deadlines are columns; whoever comes by sends the ordinary command for what has run out. Only one
// instance sweeps at a time (an advisory lock that dies with its connection), and a command names
// the version it was decided on, so a late or doubled sweep changes nothing.

import type pg from "pg";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/log.ts";
import { Refusal } from "../kernel/refusal.ts";
import { ticketColumns, ticketOf, type TicketRow } from "./rows.ts";
import type { Ticket } from "../kernel/line.ts";

export interface DeadlineOptions {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  /** Ends one overdue ticket, by product. */
  expire: Record<string, (ticket: Ticket) => Promise<unknown>>;
  everyMs?: number;
}

const chunk = 500;
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
      this.sweep()
        .catch((error: Error) =>
          this.#options.log.warn({ reason: error.message }, "deadlines.failed"),
        )
        .finally(() => {
          if (this.#timer) this.#timer = setTimeout(run, this.#options.everyMs ?? 500);
        });
    };
    this.#timer = setTimeout(run, 0);
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
        let ended = 0;
        for (;;) {
          const due = await this.#due(tx);
          const done = await Promise.all(due.map((one) => this.#expire(one.product, one.ticket)));
          ended += done.filter(Boolean).length;
          if (due.length < chunk || !done.includes(true)) return ended;
        }
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

  // Index: ticket_deadline.
  async #due(tx: pg.PoolClient): Promise<{ product: string; ticket: Ticket }[]> {
    const { rows } = await tx.query<TicketRow & { product: string }>(
      `select ${ticketColumns}, l.product from ticket t join line l on l.id = t.line_id
        where t.deadline_at <= coalesce($1::timestamptz, now()) order by t.deadline_at limit ${chunk}`,
      [this.#options.clock.fixed()],
    );
    return rows.map((row) => ({ product: row.product, ticket: ticketOf(row) }));
  }

  async #expire(product: string, ticket: Ticket): Promise<boolean> {
    try {
      const expire = this.#options.expire[product];
      if (!expire) throw new Error(`no product ${product} ends ticket ${ticket.id}`);
      await expire(ticket);
      return true;
    } catch (error) {
      // Refused: somebody else was faster. Anything else is tried again with the next sweep.
      if (!(error instanceof Refusal)) this.#options.log.error({ err: error }, "deadlines.failed");
      return false;
    }
  }
}
