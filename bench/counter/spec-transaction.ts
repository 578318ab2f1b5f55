// The baseline: the walk-in spec's own join transaction, as well as it can be done with its tables,
// its indexes and its steps. Prepared statements and plain `pg` instead of Prisma, READ COMMITTED,
// so whatever beats it beats the design and not the library.

import { randomUUID } from "node:crypto";
import pg from "pg";

const schema = `
  drop schema if exists spec cascade;
  create schema spec;
  create table spec.token_sequence (
    restaurant_id text primary key,
    current_value bigint not null
  );
  create table spec.queue_entry (
    id text primary key,
    restaurant_id text not null,
    token_number text not null,
    name text not null,
    mobile_number text not null,
    status text not null,
    position integer not null,
    idempotency_key text,
    created_at timestamptz(3) not null default now()
  );
  create unique index on spec.queue_entry (idempotency_key);
  create index on spec.queue_entry (restaurant_id, status, created_at);
  create index on spec.queue_entry (restaurant_id, created_at);
  create index on spec.queue_entry (restaurant_id, mobile_number, created_at);
`;

const findByKey = {
  name: "spec_key",
  text: "select * from spec.queue_entry where idempotency_key = $1",
};
const bumpSequence = {
  name: "spec_bump",
  text: `update spec.token_sequence set current_value = current_value + 1
         where restaurant_id = $1 returning current_value`,
};
const countWaiting = {
  name: "spec_count",
  text: `select count(*)::int as waiting from spec.queue_entry
         where restaurant_id = $1 and status = 'WAITING'`,
};
const insertEntry = {
  name: "spec_insert",
  text: `insert into spec.queue_entry
           (id, restaurant_id, token_number, name, mobile_number, status, position, idempotency_key)
         values ($1, $2, $3, $4, $5, 'WAITING', $6, $7) returning *`,
};
export interface SpecQueues {
  join(restaurant: number): Promise<unknown>;
  /** Empty tables with so many restaurants. The spec counts the waiting, so a phase must not inherit them. */
  reset(restaurants: number): Promise<void>;
  close(): Promise<void>;
}

export async function openSpecQueues(url: string, poolSize: number): Promise<SpecQueues> {
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  await pool.query(schema);

  async function inTransaction<T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
    const tx = await pool.connect();
    try {
      await tx.query("begin");
      const result = await work(tx);
      await tx.query("commit");
      return result;
    } finally {
      tx.release();
    }
  }

  return {
    join(restaurant) {
      const restaurantId = nameOf(restaurant);
      const key = randomUUID();
      return inTransaction(async (tx) => {
        const seen = await tx.query(findByKey, [key]);
        if (seen.rows[0]) return seen.rows[0];
        const bumped = await tx.query(bumpSequence, [restaurantId]);
        const token = `R${restaurantId}-${String(bumped.rows[0].current_value).padStart(6, "0")}`;
        const counted = await tx.query(countWaiting, [restaurantId]);
        const entry = [randomUUID(), restaurantId, token, "Ada Lovelace", "+491700000000"];
        const created = await tx.query(insertEntry, [...entry, counted.rows[0].waiting + 1, key]);
        return created.rows[0];
      });
    },

    async reset(restaurants) {
      await pool.query("truncate spec.queue_entry, spec.token_sequence");
      const names = Array.from({ length: restaurants }, (_, restaurant) => nameOf(restaurant));
      await pool.query("insert into spec.token_sequence select unnest($1::text[]), 0", [names]);
      await pool.query("analyze spec.token_sequence");
    },

    close: () => pool.end(),
  };
}

const nameOf = (restaurant: number): string => `DEMO${restaurant}`;
