-- Bookings of several resources at once: see src/booking.
select 1;
