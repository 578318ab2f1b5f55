// The baseline: the spec's own way to book, as well as it can be done with its steps: a lock row for each
// resource, taken with NOWAIT in a transaction of its own, then the check for overlaps and the booking,
// then the lock rows given back (which the spec's sample forgets, so that it would stop after one booking
// a minute). A client that finds a row locked asks again.

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

const schema = `
  drop schema if exists spec cascade;
  create schema spec;
  create table spec.schedule_lock (
    resource_id integer primary key,
    is_locked boolean not null default false,
    locked_at timestamptz
  );
  create table spec.booking (
    id text primary key,
    start_datetime timestamptz not null,
    end_datetime timestamptz not null,
    booked_by text not null,
    status text not null,
    resources_used_json json not null
  );
  create table spec.booking_resource (
    booking_id text not null,
    resource_id integer not null,
    start_datetime timestamptz not null,
    end_datetime timestamptz not null
  );
  create index on spec.booking_resource (resource_id, start_datetime);
`;

const statement = (name: string, text: string) => ({ name: `spec_${name}`, text });
const make = statement(
  "make",
  `insert into spec.schedule_lock (resource_id) select unnest($1::int[]) on conflict do nothing`,
);
const lockRows = statement(
  "lock",
  `select 1 from spec.schedule_lock where resource_id = any($1::int[])
     and (not is_locked or locked_at < now() - interval '1 minute') for update nowait`,
);
const mark = statement(
  "mark",
  `update spec.schedule_lock set is_locked = true, locked_at = now()
    where resource_id = any($1::int[])`,
);
const overlap = statement(
  "overlap",
  `select 1 from spec.booking_resource where resource_id = any($1::int[])
     and start_datetime < $3 and end_datetime > $2 limit 1`,
);
const insertBooking = statement(
  "booking",
  `insert into spec.booking values ($1, $2, $3, 'bench', 'approved', $4)`,
);
const insertResources = statement(
  "resources",
  `insert into spec.booking_resource select $1, unnest($2::int[]), $3, $4`,
);
const unmark = statement(
  "unmark",
  `update spec.schedule_lock set is_locked = false, locked_at = null
    where resource_id = any($1::int[])`,
);

export interface SpecBookings {
  reset(): Promise<void>;
  /** False when the time is taken. */
  book(resources: readonly number[], start: Date, end: Date): Promise<boolean>;
  close(): Promise<void>;
}

export async function openSpecBookings(url: string, poolSize: number): Promise<SpecBookings> {
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  // When a run fails its servers are stopped first; what went wrong is told after that.
  pool.on("error", () => undefined);

  async function inTransaction(work: (tx: pg.PoolClient) => Promise<void>): Promise<boolean> {
    const tx = await pool.connect();
    try {
      await tx.query("begin");
      await work(tx);
      await tx.query("commit");
      return true;
    } catch (error) {
      await tx.query("rollback");
      const { code } = error as { code?: string };
      if (code === "55P03" || error instanceof Locked) return false;
      throw error;
    } finally {
      tx.release();
    }
  }

  async function lock(resources: readonly number[]): Promise<boolean> {
    return inTransaction(async (tx) => {
      const { rowCount } = await tx.query(lockRows, [resources]);
      if (rowCount !== resources.length) throw new Locked();
      await tx.query(mark, [resources]);
    });
  }

  return {
    async reset() {
      await pool.query(schema);
    },
    async book(resources, start, end) {
      await pool.query(make, [resources]);
      // Not at once: callers that only asked again kept each other from ever getting all of their rows.
      while (!(await lock(resources))) await pause(1 + Math.random() * 9);
      try {
        const { rows } = await pool.query(overlap, [resources, start, end]);
        if (rows.length > 0) return false;
        const id = randomUUID();
        return await inTransaction(async (tx) => {
          await tx.query(insertBooking, [id, start, end, JSON.stringify(resources)]);
          await tx.query(insertResources, [id, resources, start, end]);
        });
      } finally {
        await pool.query(unmark, [resources]);
      }
    },
    close: () => pool.end(),
  };
}

class Locked extends Error {}
