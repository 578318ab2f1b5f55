-- Work that one instance at a time does: who has it, since which taking, and until when.
create table lease (
  name text primary key,
  holder text not null,                         -- for whoever looks; the fence is what counts
  fence bigint not null,
  until timestamptz not null
);
