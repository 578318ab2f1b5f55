-- Walk-in queues: what each one is set to. Its counters, tickets and events are the kernel's.

create table queue (
  org_id uuid not null,
  id uuid not null,
  settings jsonb not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);

-- Somebody who scans a poster knows the queue, not the organisation.
create unique index queue_by_id on queue (id);
