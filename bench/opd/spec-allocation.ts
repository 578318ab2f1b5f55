// The baseline: the spec's own allocation, as well as it can be done with its steps: validate (is the
// doctor active, is it one of their slots, has the patient a token already), take the slot's lock, count
// who is allocated, take the highest number plus one, insert, commit, give the lock back: not before the
// commit, or the next one would not see this token. Its Redis lock is a PostgreSQL advisory lock here,
// which saves it a round trip to a second server.

import { randomUUID } from "node:crypto";
import pg from "pg";

const schema = `
  drop schema if exists spec cascade;
  create schema spec;
  create table spec.doctor (id integer primary key, active boolean not null);
  create table spec.slot (doctor_id integer, slot integer, primary key (doctor_id, slot));
  insert into spec.doctor select n, true from generate_series(0, 99) n;
  insert into spec.slot select d, s from generate_series(0, 99) d, generate_series(0, 99) s;
  create table spec.token (
    id text primary key,
    doctor_id integer not null,
    visit_date date not null,
    slot integer not null,
    status text not null,
    patient_id text not null,
    token_number integer not null,
    priority integer not null,
    created_at timestamptz not null default now()
  );
  create index on spec.token (doctor_id, visit_date, slot, status);
  create index on spec.token (patient_id, visit_date, status);
`;

const statement = (name: string, text: string) => ({ name: `spec_${name}`, text });
const lock = statement("lock", "select pg_advisory_lock($1, $2)");
const unlock = statement("unlock", "select pg_advisory_unlock($1, $2)");
const doctorOf = statement("doctor", "select 1 from spec.doctor where id = $1 and active");
const slotOf = statement("slot", "select 1 from spec.slot where doctor_id = $1 and slot = $2");
const active = statement(
  "active",
  `select 1 from spec.token where patient_id = $1 and visit_date = '2030-01-07'
     and status in ('WAITING', 'ALLOCATED', 'IN_PROGRESS') limit 1`,
);
const count = statement(
  "count",
  `select count(*)::int as taken from spec.token
    where doctor_id = $1 and visit_date = '2030-01-07' and slot = $2 and status = 'ALLOCATED'`,
);
const highest = statement(
  "highest",
  `select coalesce(max(token_number), 0)::int as number from spec.token
    where doctor_id = $1 and visit_date = '2030-01-07' and slot = $2`,
);
const insert = statement(
  "insert",
  `insert into spec.token (id, doctor_id, visit_date, slot, status, patient_id, token_number, priority)
   values ($1, $2, '2030-01-07', $3, 'ALLOCATED', $4, $5, 3)`,
);

export interface SpecSlots {
  reset(): Promise<void>;
  /** False when the slot is full. */
  allocate(doctor: number, slot: number): Promise<boolean>;
  /** The most tokens that any slot has. */
  fullest(): Promise<number>;
  close(): Promise<void>;
}

export async function openSpecSlots(
  url: string,
  poolSize: number,
  capacity: number,
): Promise<SpecSlots> {
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  return {
    async reset() {
      await pool.query(schema);
    },
    async allocate(doctor, slot) {
      const connection = await pool.connect();
      try {
        const patient = randomUUID();
        await connection.query("begin");
        await connection.query(doctorOf, [doctor]);
        await connection.query(slotOf, [doctor, slot]);
        await connection.query(active, [patient]);
        await connection.query(lock, [doctor, slot]);
        try {
          const taken = await connection.query<{ taken: number }>(count, [doctor, slot]);
          if (taken.rows[0]!.taken >= capacity) return false;
          const last = await connection.query<{ number: number }>(highest, [doctor, slot]);
          const number = last.rows[0]!.number + 1;
          await connection.query(insert, [randomUUID(), doctor, slot, patient, number]);
          return true;
        } finally {
          await connection.query("commit");
          await connection.query(unlock, [doctor, slot]);
        }
      } finally {
        connection.release();
      }
    },
    async fullest() {
      const { rows } = await pool.query<{ most: number }>(
        `select coalesce(max(n), 0)::int as most from
           (select count(*) as n from spec.token group by doctor_id, slot) slots`,
      );
      return rows[0]!.most;
    },
    close: () => pool.end(),
  };
}
