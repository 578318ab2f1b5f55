-- Delegation of resources, calendar feeds and busy times from outside: see src/booking.
select 1;
