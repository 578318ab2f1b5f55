// Which columns this computer showed last: a desk in the theatre wing wants theatres.

const place = "turnkeeper.calendar.shown";

export function lastShown(): string[] {
  try {
    return (localStorage.getItem(place) ?? "").split(",");
  } catch {
    return [];
  }
}

export function rememberShown(ids: string[]): void {
  try {
    localStorage.setItem(place, ids.join(","));
  } catch {
    // Storage may be refused: the address still has it.
  }
}
