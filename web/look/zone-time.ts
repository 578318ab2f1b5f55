// Dates and times as they are where a doctor is, which may not be where the screen is. A date is
// "2026-03-02", a time "09:30", both on the wall there; an instant is what the server speaks.

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function partsFormat(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone: timezone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
    formats.set(timezone, format);
  }
  return format;
}

export interface WallTime {
  date: string;
  time: string;
}

export function wallTime(instant: string | number, timezone: string): WallTime {
  const at: Record<string, string> = {};
  for (const { type, value } of partsFormat(timezone).formatToParts(new Date(instant))) {
    at[type] = value;
  }
  return {
    date: `${at["year"]}-${at["month"]}-${at["day"]}`,
    time: `${at["hour"]}:${at["minute"]}`,
  };
}

export const timeIn = (instant: string | number, timezone: string) =>
  wallTime(instant, timezone).time;

export const dateIn = (instant: string | number, timezone: string) =>
  wallTime(instant, timezone).date;

/**
 * The moment at which the clock there shows this. In an hour that comes twice it is the first; in one
 * that is jumped over, as much after the jump as it would have been after its start.
 */
export function instantOf(date: string, time: string, timezone: string): string {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutesOf(time) * 60_000;
  const offset = (at: number) => {
    const wall = wallTime(at, timezone);
    return Date.parse(`${wall.date}T${wall.time}:00Z`) - Math.floor(at / 60_000) * 60_000;
  };
  const before = offset(wanted - dayMs);
  const after = offset(wanted + dayMs);
  const fits = [before, after]
    .map((one) => wanted - one)
    .filter((at) => at + offset(at) === wanted);
  const at = fits.length > 0 ? Math.min(...fits) : wanted - before;
  return new Date(at).toISOString();
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

/** 0 = Monday. */
export function weekdayOf(date: string): number {
  return (new Date(date).getUTCDay() + 6) % 7;
}

export const mondayOf = (date: string) => addDays(date, -weekdayOf(date));

/** "10:30" in minutes since midnight; "24:00" is 1440. */
export function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}

export function timeOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** A date for people; it is the same one whatever the zone of the screen. */
export function dateText(date: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: "UTC" }).format(new Date(date));
}
