-- Surplus boxes, their reservations and the waitlist: see src/boxes.
select 1;
