-- The first event of a commit carries an id that no other commit has. When the answer to COMMIT is lost,
-- it tells whether the commit took place: transaction ids cannot, since PostgreSQL gives some of them out
-- again after a crash.
alter table event add column batch uuid;
