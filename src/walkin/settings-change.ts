// Changing a queue's settings while people are in it: nobody's number is handed out twice, those of
// one priority keep their order, and nobody is left with a priority that is gone. Runs under the
// lock of the queue's line, in the transaction that saves the settings.

import type pg from "pg";
import { refuse } from "./refusals.ts";
import { periodAt } from "./calendar.ts";
import { ageingMsOf, type QueueSettings } from "./rules.ts";
import type { Queue } from "./store.ts";

export async function settleInto(
  tx: pg.ClientBase,
  queue: Queue,
  settings: QueueSettings,
  now: number,
): Promise<void> {
  if (!sameOrder(queue, settings)) {
    await refuseIfInUse(tx, queue, settings);
    await reorder(tx, queue, settings, now);
  }
  const { numberReset, timezone } = queue.settings;
  if (numberReset !== settings.numberReset || timezone !== settings.timezone) {
    await countOn(tx, queue, settings, now);
  }
}

function sameOrder(queue: Queue, settings: QueueSettings): boolean {
  const keysOf = ({ priorities }: QueueSettings) => priorities.map(({ key }) => key).join("\n");
  const sameKeys = keysOf(settings) === keysOf(queue.settings);
  return sameKeys && ageingMsOf(settings) === queue.line.ageingMs;
}

async function refuseIfInUse(
  tx: pg.ClientBase,
  queue: Queue,
  settings: QueueSettings,
): Promise<void> {
  const { rows } = await tx.query<{ priority: string }>(
    `select t.data->>'priority' as priority
       from waiting w join ticket t on t.org_id = w.org_id and t.id = w.ticket_id where w.line_id = $1
     union
     select data->>'priority' from ticket
      where line_id = $1 and state in ('holding', 'serving')`,
    [queue.id],
  );
  const missing = rows
    .map((row) => row.priority)
    .filter((used) => !settings.priorities.some(({ key }) => key === used));
  if (missing.length === 0) return;
  throw refuse("PRIORITY_IN_USE", `Somebody in the queue has the priority ${missing.join(", ")}`);
}

/** A rank without its head start is the moment it counts from; to that the new head start is added. */
async function reorder(
  tx: pg.ClientBase,
  queue: Queue,
  settings: QueueSettings,
  now: number,
): Promise<void> {
  const keys = settings.priorities.map(({ key }) => key);
  const ageingMs = ageingMsOf(settings);
  await tx.query(
    `update ticket t set version = t.version + 1, priority = n.priority,
       level = case when $3::bigint is null then n.priority else 0 end,
       rank = n.since + coalesce(n.priority * $3::bigint * 1000, 0)
     from (select w.org_id, w.ticket_id,
             array_position($2::text[], t.data->>'priority') - 1 as priority,
             w.rank - coalesce(t.priority * $4::bigint * 1000, 0) as since
             from waiting w join ticket t on t.org_id = w.org_id and t.id = w.ticket_id
            where w.line_id = $1) n
     where t.org_id = n.org_id and t.id = n.ticket_id`,
    [queue.id, keys, ageingMs, queue.line.ageingMs],
  );
  const { rows: people } = await tx.query<{ ticket_id: string }>(
    `delete from waiting where line_id = $1 returning ticket_id`,
    [queue.id],
  );
  await tx.query(
    `insert into waiting (org_id, line_id, level, rank, ticket_id)
     select org_id, line_id, level, rank, id from ticket where org_id = $1 and id = any($2::uuid[])`,
    [queue.orgId, people.map((row) => row.ticket_id)],
  );
  await tx.query(
    `with lanes as (
       select lane, count(w.ticket_id)::int as people, coalesce(min(w.rank), 0) as head
         from generate_series(0, $2::int - 1) as lane
         left join waiting w on w.line_id = $1 and w.level = lane group by lane)
     update line set ageing_ms = $3,
       waiting = (select array_agg(people order by lane) from lanes),
       heads = (select array_agg(head order by lane) from lanes),
       memory = (memory::jsonb || jsonb_build_object('reorderedAt', $4::bigint))::json
     where id = $1`,
    [queue.id, keys.length, ageingMs, now],
  );
}

/** In the new period one goes on after the highest number that was issued since it began. */
async function countOn(
  tx: pg.ClientBase,
  queue: Queue,
  settings: QueueSettings,
  now: number,
): Promise<void> {
  const period = periodAt(settings.numberReset, settings.timezone, now);
  // By the events, since tickets move between queues. Walks over the queue's whole stream
  // (event_pkey): rarely done, and an index would cost every join. No day or week reaches back to
  // what was removed because of its age.
  await tx.query(
    `update line l set period = $3, sequence = greatest(
       case when $4::float8 <= 0 then (select highest_removed from queue q where q.id = l.id) end,
       (select max(substring(e.after->>'number' from '\\d+$')::bigint) from event e
         where e.org_id = l.org_id and e.line_id = l.id and e.type = 'counter.joined'
           and e.at >= to_timestamp($4::float8 / 1000)), 0)
     where l.org_id = $1 and l.id = $2`,
    [queue.orgId, queue.id, period.name, period.from],
  );
}
