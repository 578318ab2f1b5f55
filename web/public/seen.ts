// When and where a booking was, as this phone was shown it last: a change that somebody else made is noticed
// also later.

const placeOf = (bookingId: string) => `turnkeeper.seen.${bookingId}`;

export function seenAt(bookingId: string): string {
  try {
    return localStorage.getItem(placeOf(bookingId)) ?? "";
  } catch {
    return "";
  }
}

export function keepSeen(bookingId: string, what: string): void {
  try {
    localStorage.setItem(placeOf(bookingId), what);
  } catch {
    // Storage may be refused: then only what is shown now is known.
  }
}
