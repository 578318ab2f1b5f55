-- Keys and claims are looked up by what tells them apart, the organisation comes second. With the
-- organisation first PostgreSQL could take another index that begins with it, and did so as long as
-- its statistics were those of an empty table: every lookup then read all that the organisation has.
drop index event_idem;
create unique index event_idem on event (idem, org_id) where idem is not null;

drop index ticket_claim;
create unique index ticket_claim on ticket (claim, org_id) where claim is not null;
