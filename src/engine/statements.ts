// Every statement of a batch. The first group is sent with BEGIN in one round trip, the second with
// COMMIT in another. They are named, so that PostgreSQL parses and plans each once per connection.

import { lineColumns, ticketColumns } from "./rows.ts";

const time = `extract(epoch from clock_timestamp()) * 1000 as now`;

export const statements = {
  // ---- first round trip: lock, then read. Each runs on a snapshot taken after the lock was had.

  // Always in id order, so that two batches cannot wait for each other. Index: line_by_id.
  // With the time of the decision.
  lock: `select *, ${time}
    from (select ${lineColumns} from line where id = any($1::uuid[]) order by id for update) l`,

  lockIfFree: `select *, ${time}
    from (select ${lineColumns} from line where id = any($1::uuid[]) order by id
      for update skip locked) l`,

  // Index: event_idem. Looked up one by one, which is said with limit, and by what tells them apart: the
  // organisation is compared in a way that no index serves. While the tables are new, an index that
  // begins with it, or a walk through all of the right one, looks as good to PostgreSQL.
  replays: `select e.org_id, e.idem, e.actor, e.fingerprint, e.answer
    from unnest($1::uuid[], $2::uuid[]) as want(org_id, idem)
    cross join lateral (select * from event e
      where e.idem = want.idem and e.org_id is not distinct from want.org_id limit 1) e`,

  // The other lines of the groups. Index: line_by_group.
  members: `select ${lineColumns} from line where group_id = any($1::uuid[]) and group_id <> id`,

  // Index: ticket_pkey, line_by_id.
  tickets: `select ${ticketColumns}, l.group_id from unnest($1::uuid[], $2::uuid[]) as want(org_id, id)
    join ticket t on t.org_id = want.org_id and t.id = want.id
    join line l on l.id = t.line_id`,

  // Everybody who has a place in the groups, or waits for one. Index: line_by_group,
  // ticket_present, waiting_pkey.
  everybody: `select ${ticketColumns}
    from line l join ticket t on t.line_id = l.id and t.state in ('holding', 'serving')
    where l.group_id = any($1::uuid[]) and l.group_id <> l.id
    union all
    select ${ticketColumns}
    from line l join waiting w on w.line_id = l.id
    join ticket t on t.org_id = w.org_id and t.id = w.ticket_id
    where l.group_id = any($1::uuid[]) and l.group_id <> l.id`,

  // Index: ticket_claim, in the same way.
  uniqueKeys: `select t.claim, t.id, t.deadline_at from unnest($1::uuid[], $2::text[]) as want(org_id, claim)
    cross join lateral (select t.claim, t.id, t.deadline_at from ticket t
      where t.claim = want.claim and t.org_id is not distinct from want.org_id limit 1) t`,

  // The first n who wait, tier by tier. The remembered head spares walking over the dead entries
  // that an old snapshot keeps at the front of the index. Index: waiting_pkey.
  front: `select ${ticketColumns}
    from unnest($1::uuid[], $2::int[]) as want(line_id, n)
    join line l on l.id = want.line_id
    cross join lateral unnest(l.heads, l.waiting) with ordinality as tier(head, people, ordinal)
    cross join lateral (
      select w.org_id, w.ticket_id from waiting w
      where w.line_id = l.id and w.level = tier.ordinal - 1 and w.rank >= tier.head
      order by w.rank, w.ticket_id limit want.n
    ) first
    join ticket t on t.org_id = first.org_id and t.id = first.ticket_id
    where tier.people > 0`,

  // The next n behind somebody who waits. Index: waiting_pkey.
  onward: `select ${ticketColumns} from (
      select w.org_id, w.ticket_id from waiting w
      where w.line_id = $1 and (w.level, w.rank, w.ticket_id) > ($2::smallint, $3::bigint, $4::uuid)
      order by w.level, w.rank, w.ticket_id limit $5
    ) next join ticket t on t.org_id = next.org_id and t.id = next.ticket_id`,

  // How many wait ahead of a place, for the few orders that no counter can answer. Without a rank
  // it is the place of somebody who comes now. Index: waiting_pkey.
  ahead: `select want.n, (
      select count(*) from waiting w where w.line_id = l.id and w.ticket_id <> want.ticket_id
      and (w.level, w.rank, w.ticket_id) < (want.level, coalesce(want.rank,
        greatest(l.last_rank + 1,
          coalesce($7::bigint, floor(extract(epoch from clock_timestamp()) * 1000)::bigint * 1000))
        + want.priority * l.ageing_ms * 1000), want.ticket_id)
    )::int as ahead
    from unnest($1::int[], $2::uuid[], $3::uuid[], $4::smallint[], $5::bigint[], $6::int[])
      as want(n, line_id, ticket_id, level, rank, priority)
    join line l on l.id = want.line_id where want.rank is not null or l.ageing_ms is not null`,

  // ---- second round trip: write what changed; what is new goes with COPY (see writes.ts)

  // A step that leaves the place in line as it is: most of them. Fenced as below.
  progressTickets: `update ticket t set state = n.state, status = n.status,
      version = n.version + 0 / (t.version = n.from_version)::int,
      taken_at = n.taken_at, started_at = n.started_at, ended_at = n.ended_at,
      deadline_at = n.deadline_at, data = n.data, previous = n.previous
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::int[], $6::int[],
      $7::timestamptz[], $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::json[],
      $12::json[])
    as n(org_id, id, state, status, from_version, version, taken_at, started_at, ended_at,
      deadline_at, data, previous)
    where t.org_id = n.org_id and t.id = n.id`,

  // The division is the fence: a row that is not as it was decided on fails the whole batch.
  updateTickets: `update ticket t set state = n.state, status = n.status,
      version = n.version + 0 / (t.version = n.from_version)::int,
      taken_at = n.taken_at, started_at = n.started_at, ended_at = n.ended_at,
      deadline_at = n.deadline_at, data = n.data, previous = n.previous, line_id = n.line_id,
      priority = n.priority, level = n.level, rank = n.rank, sequence = n.sequence,
      number = n.number, claim = n.claim
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::int[], $6::int[],
      $7::timestamptz[], $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::json[],
      $12::json[], $13::uuid[], $14::smallint[], $15::smallint[], $16::bigint[], $17::bigint[],
      $18::text[], $19::text[])
    as n(org_id, id, state, status, from_version, version, taken_at, started_at, ended_at,
      deadline_at, data, previous, line_id, priority, level, rank, sequence, number, claim)
    where t.org_id = n.org_id and t.id = n.id`,

  deleteWaiting: `delete from waiting w
    using unnest($1::uuid[], $2::smallint[], $3::bigint[], $4::uuid[]) as d(line_id, level, rank, ticket_id)
    where w.line_id = d.line_id and w.level = d.level and w.rank = d.rank and w.ticket_id = d.ticket_id`,

  // Arrays of arrays cannot be ragged, so the tiers travel as text. Fenced as above.
  updateLines: `update line l set event_seq = n.event_seq + 0 / (l.event_seq = n.from_seq)::int,
      sequence = n.sequence, period = n.period, last_rank = n.last_rank,
      waiting = n.waiting::int[], heads = n.heads::bigint[], capacity = n.capacity,
      reserve = n.reserve, taken = n.taken, memory = n.memory,
      deadline_at = n.deadline_at
    from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[],
      $7::text[], $8::text[], $9::int[], $10::int[], $11::int[], $12::json[], $13::timestamptz[])
    as n(id, from_seq, event_seq, sequence, period, last_rank, waiting, heads, capacity, reserve,
      taken, memory, deadline_at)
    where l.id = n.id`,

  // The same for other lines of a group in which only counts have changed, behind the fence of its first.
  countLines: `update line l set sequence = n.sequence, last_rank = n.last_rank, taken = n.taken,
      memory = n.memory
    from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::int[], $5::json[])
    as n(id, sequence, last_rank, taken, memory)
    where l.id = n.id`,

  // What was decided from the cache is held against these lines once its own are locked. Fenced as above.
  checkDependencies: `select 0 / coalesce(l.event_seq = want.seq, false)::int
    from unnest($1::uuid[], $2::bigint[]) as want(id, seq) left join line l on l.id = want.id`,

  // ---- what became of commits whose answer was lost, once their lines are locked (see lost.ts)

  // Index: event_pkey.
  written: `select want.batch from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::uuid[])
      as want(org_id, line_id, seq, batch)
    join event e on e.org_id = want.org_id and e.line_id = want.line_id and e.seq = want.seq
      and e.batch = want.batch`,

  // What was sent and not written must find another state when it arrives after all.
  skipNumbers: `update line set event_seq = event_seq + 1 where id = any($1::uuid[])`,

  // A transaction that notifies holds a lock on the whole server from before its COMMIT until after it:
  // nobody else's commit could share its flush to disk. So a batch sends this right behind its COMMIT.
  notify: `select pg_notify('turnkeeper_events', news) from unnest($1::text[]) as news`,
};

export type Statements = typeof statements;
