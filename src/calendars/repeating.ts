// The times of a recurrence rule, as far as they matter. A rule that has held for twenty years is not stepped
// through from its beginning, and the search for a next time that never comes has an end.

import type ICAL from "ical.js";

/** On the wall, both ends included. */
export interface Range {
  from: ICAL.Time;
  to: ICAL.Time;
}

/** The rule is changed. `spend` is called for each step and throws when it was one too many. */
export function* timesOf(
  rule: ICAL.Recur,
  start: ICAL.Time,
  range: Range,
  spend: () => void,
): Generator<ICAL.Time> {
  const nearest = skippedTo(range.from, rule, start);
  if (!nearest) return;
  if (!rule.until || rule.until.compare(range.to) > 0) rule.until = range.to.clone();
  const steps = rule.iterator(nearest);
  // What it asks of each time that might be the next. Behind the range, any will do.
  const suits = steps.check_contracting_rules.bind(steps);
  steps.check_contracting_rules = () => {
    spend();
    return steps.last.compare(range.to) > 0 || suits();
  };
  for (let time = steps.next(); time; time = steps.next()) {
    spend();
    yield time;
  }
}

/** Days after which the rule is where it was, and how often it came true in them. */
const rounds: Partial<Record<string, { days: number; times: number }>> = {
  SECONDLY: { days: 1, times: 86_400 },
  MINUTELY: { days: 1, times: 1_440 },
  HOURLY: { days: 1, times: 24 },
  DAILY: { days: 1, times: 1 },
  WEEKLY: { days: 7, times: 1 },
  // The calendar repeats itself after 400 years, down to the weekdays.
  MONTHLY: { days: 146_097, times: 4_800 },
  YEARLY: { days: 146_097, times: 400 },
};

/** A start with the same future, shortly before `from`; null: all of its times were used up before. */
function skippedTo(from: ICAL.Time, rule: ICAL.Recur, start: ICAL.Time): ICAL.Time | null {
  const round = rounds[rule.freq];
  const parts = Object.keys(rule.parts);
  // Of a rule with a count and conditions nobody knows how many are left.
  if (!round || parts.includes("BYWEEKNO") || (rule.count && parts.length > 0)) return start;
  const days = round.days * rule.interval;
  const skipped = Math.floor((dayOf(from) - dayOf(start)) / days);
  if (skipped <= 0) return start;
  if (rule.count) {
    rule.count -= skipped * round.times;
    if (rule.count <= 0) return null;
  }
  const nearest = start.clone();
  nearest.adjust(skipped * days, 0, 0, 0);
  return nearest;
}

const dayOf = ({ year, month, day }: ICAL.Time) => Date.UTC(year, month - 1, day) / 86_400_000;
