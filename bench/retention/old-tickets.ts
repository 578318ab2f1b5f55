// A queue with many old tickets that are over, each with the events of being joined, called and served.

import type pg from "pg";

/** In the queue that people join meanwhile: its lock is wanted by both. */
export async function plantOldTickets(pool: pg.Pool, queueId: string, count: number) {
  await pool.query(
    `insert into organisation (id, name, slug, created_at)
     select org_id, 'Bench', org_id::text, now() from queue where id = $1`,
    [queueId],
  );
  const atOnce = 100_000;
  for (let from = 1; from <= count; from += atOnce) {
    const to = Math.min(from + atOnce - 1, count);
    await pool.query(
      `with old as (
         select q.org_id, q.id as line_id, n, gen_random_uuid() as id,
                now() - interval '500 days' + n * interval '1 second' as at
           from queue q, generate_series($2::int, $3::int) as n where q.id = $1
       ), tickets as (
         insert into ticket (org_id, id, line_id, state, status, priority, level, rank, sequence,
           number, version, joined_at, taken_at, started_at, ended_at, data)
         select org_id, id, line_id, 'done', 'SERVED', 0, 0, n, n, 'OLD-' || n, 4, at, at, at, at,
           '{"name":"Ada Lovelace","mobile":"+491700000000","partySize":1,"priority":"standard","desk":"1","calls":1}'
           from old)
       insert into event (org_id, line_id, seq, ticket_id, type, at, actor, after)
       select org_id, line_id, (n - 1) * 3 + step, id, types[step], at, 'key:bench',
         json_build_object('status', types[step], 'number', 'OLD-' || n, 'queueId', line_id)
         from old, generate_series(1, 3) as step,
           (select array['counter.joined', 'counter.called', 'counter.served'] as types) t`,
      [queueId, from, to],
    );
  }
  await pool.query(`update line set event_seq = $2, sequence = $3 where id = $1`, [
    queueId,
    3 * count,
    count,
  ]);
  // Otherwise what was planted is written to disk while somebody is measured.
  await pool.query(`vacuum (analyze)`);
  await pool.query(`checkpoint`);
}

export async function oldTickets(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from ticket where state = 'done'`,
  );
  return rows[0]!.n;
}
