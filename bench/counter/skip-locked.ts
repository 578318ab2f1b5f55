// The floor under call-next: FOR UPDATE SKIP LOCKED, one caller at a time, at its best. The spec's
// select and update travel as one statement (4 round trips: half of this), and of the spec's
// indexes only the one that serves it is there: next to (restaurant, created_at) the planner takes
// that one, walks over everybody already called and falls to a quarter.

import pg from "pg";

const schema = `
  drop schema if exists floor cascade;
  create schema floor;
  create table floor.queue_entry (
    id text primary key,
    restaurant_id text not null,
    token_number text not null,
    name text not null,
    mobile_number text not null,
    status text not null,
    created_at timestamptz(3) not null,
    called_at timestamptz(3)
  );
  create index on floor.queue_entry (restaurant_id, status, created_at);
`;

const callNext = {
  name: "floor_call_next",
  text: `update floor.queue_entry set status = 'CALLED', called_at = now()
         where id = (select id from floor.queue_entry
                     where restaurant_id = $1 and status = 'WAITING'
                     order by created_at asc limit 1 for update skip locked)
         returning *`,
  values: ["DEMO"],
};

export interface SkipLockedQueue {
  callNext(): Promise<void>;
  /** A fresh queue with so many people, and statistics as autovacuum would have left them. */
  fill(waiting: number): Promise<void>;
  close(): Promise<void>;
}

export async function openSkipLockedQueue(url: string, poolSize: number): Promise<SkipLockedQueue> {
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  await pool.query(schema);
  return {
    async callNext() {
      const called = await pool.query(callNext);
      if (called.rowCount !== 1) throw new Error("nobody was left to call");
    },
    async fill(waiting) {
      await pool.query("truncate floor.queue_entry");
      await pool.query(
        `insert into floor.queue_entry
           select gen_random_uuid()::text, 'DEMO', 'R-' || n, 'Ada Lovelace', '+49170' || n, 'WAITING',
                  now() - interval '1 hour' + n * interval '1 millisecond'
           from generate_series(1, $1::int) n`,
        [waiting],
      );
      await pool.query("vacuum (analyze) floor.queue_entry");
    },
    close: () => pool.end(),
  };
}
