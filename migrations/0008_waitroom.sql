-- Waiting rooms and the positions in them: see src/waitroom.
select 1;
