// Free times are shown as the clock of the visitor shows them; when that is not the clock of the
// place, the place's own time stands beside it. Small: a phone has to load it.

export function visitorZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Two zones that show the same time then need not be told apart. */
export function showsSameTime(instant: string | number, a: string, b: string): boolean {
  return a === b || wall(instant, a) === wall(instant, b);
}

function wall(instant: string | number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
  }).format(new Date(instant));
}

/** "Kolkata (GMT+5:30)" */
export function zoneName(timeZone: string, instant: string | number): string {
  const city = timeZone.slice(timeZone.lastIndexOf("/") + 1).replace(/_/g, " ");
  const offset = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "short" })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === "timeZoneName")?.value;
  return !offset || /^(GMT|UTC)/.test(city) ? city : `${city} (${offset})`;
}
