// Work that one instance at a time does. The one that takes the lease has it for some seconds by the
// database's clock, and has to renew it: one that stands still loses it to the others. Each taking has
// a number of its own, the fence: one that wakes up late finds that it is not the last one any more.

import { hostname } from "node:os";
import type pg from "pg";

const holder = `${hostname()} ${process.pid}`;

export class Lease {
  readonly #pool: pg.Pool;
  readonly #name: string;
  readonly #lastsMs: number;
  #fence = 0;

  constructor(pool: pg.Pool, name: string, lastsMs = 5_000) {
    this.#pool = pool;
    this.#name = name;
    this.#lastsMs = lastsMs;
  }

  /** False while somebody else has it. */
  async take(): Promise<boolean> {
    const { rows } = await this.#pool.query<{ fence: number }>(
      `insert into lease (name, holder, fence, until)
       values ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond')
       on conflict (name) do update
         set holder = excluded.holder, fence = lease.fence + 1, until = excluded.until
         where lease.until <= clock_timestamp()
       returning fence`,
      [this.#name, holder, this.#lastsMs],
    );
    this.#fence = rows[0]?.fence ?? 0;
    return rows.length > 0;
  }

  /** False when somebody else has taken it since. */
  async renew(): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update lease set until = clock_timestamp() + $3 * interval '1 millisecond'
        where name = $1 and fence = $2`,
      [this.#name, this.#fence, this.#lastsMs],
    );
    return rowCount === 1;
  }

  /** For the next one at once. Without it the lease runs out by itself. */
  async giveBack(): Promise<void> {
    await this.#pool.query(
      `update lease set until = clock_timestamp() where name = $1 and fence = $2`,
      [this.#name, this.#fence],
    );
  }
}
