// Times as the clock at the doctor's shows them, written as on the slip. Small: a phone has to load it.

export function timeThere(instant: string | number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(instant));
}

export function dayThere(instant: string | number, timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, {
    timeZone,
    weekday: "long",
    day: "numeric",
    month: "long",
  }).format(new Date(instant));
}

/** As the reader is used to write it. */
export function clockTime(instant: string | number, timeZone?: string): string {
  const format = new Intl.DateTimeFormat(undefined, {
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  });
  return format.format(new Date(instant));
}
