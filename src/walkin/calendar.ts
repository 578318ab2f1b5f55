// Which period a number belongs to, in the queue's own time zone. Asked for every ticket, so the
// answer is cached until the period ends.

import { Temporal } from "temporal-polyfill";

export type NumberReset = "never" | "daily" | "weekly";

interface Period {
  /** The local date for daily, the Monday of the week for weekly, empty for never. */
  name: string;
  from: number;
  until: number;
}

const always: Period = {
  name: "",
  from: Number.NEGATIVE_INFINITY,
  until: Number.POSITIVE_INFINITY,
};
const known = new Map<string, Period>();
const maxKnown = 5_000;

export function periodAt(reset: NumberReset, timezone: string, now: number): Period {
  if (reset === "never") return always;
  const key = `${reset} ${timezone}`;
  const period = known.get(key);
  if (period && now >= period.from && now < period.until) return period;
  const fresh = compute(reset, timezone, now);
  if (known.size >= maxKnown) known.clear();
  known.set(key, fresh);
  return fresh;
}

/** The date on the wall calendar of the queue. */
export function dateAt(timezone: string, now: number): string {
  return periodAt("daily", timezone, now).name;
}

function compute(reset: "daily" | "weekly", timezone: string, now: number): Period {
  const today = Temporal.Instant.fromEpochMilliseconds(Math.floor(now))
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  const first = reset === "daily" ? today : today.subtract({ days: today.dayOfWeek - 1 });
  const next = first.add({ days: reset === "daily" ? 1 : 7 });
  return {
    name: first.toString(),
    from: first.toZonedDateTime(timezone).epochMilliseconds,
    until: next.toZonedDateTime(timezone).epochMilliseconds,
  };
}
