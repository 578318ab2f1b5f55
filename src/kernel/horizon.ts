// How far from now times may lie. Nothing is computed through millennia, and a year that was mistyped
// does not become somebody's place.

/** Of every date and instant that a caller names. */
export const horizon = { firstYear: 2000, lastYear: 2199 } as const;

/** How far ahead a place can be had: tokens and bookings alike. */
export const farthestAheadMs = 5 * 366 * 24 * 60 * 60_000;
