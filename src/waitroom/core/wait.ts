// How long somebody will still wait, from what was measured: how fast people are admitted, and how
// many of those ahead leave by themselves. Shown as a range, wide until enough was seen.

import { admissible, refilled, type RoomRules, type RoomState } from "./rules.ts";

export interface WaitRange {
  fromSeconds: number;
  toSeconds: number;
}

/** A room at a moment, as much as an estimate needs. */
export interface Pace {
  rules: RoomRules;
  state: RoomState;
  held: number;
  now: number;
}

const maxSeconds = 366 * 86_400;

export function waitRange(ahead: number, pace: Pace): WaitRange | null {
  const { rules, state, held, now } = pace;
  if (rules.state === "paused") return null;
  const { rate, trust } = rateOf(pace);
  const startsAt = Math.max(rules.opensAtMs ?? 0, state.quarantineUntil, now);
  const untilStart = (startsAt - now) / 1_000;
  const atOnce = admissible(refilled(state, rules, startsAt), rules, held);
  const before = Math.max(0, ahead + 1 - atOnce);
  if (before > 0 && rate <= 0) return null;
  const middle = before === 0 ? 0 : secondsUntil(before, rate, state.leavingRate);
  const chance = before === 0 ? 0 : (1.5 * Math.sqrt(before)) / rate;
  const doubt = 0.1 + 0.4 * (1 - trust);
  const from = middle * (1 - doubt) - Math.min(chance, middle / 2);
  const to = middle * (1 + doubt) + Math.min(chance, middle);
  // Nobody can say what will be in a year.
  if (!(untilStart + to < maxSeconds)) return null;
  return {
    fromSeconds: Math.max(0, Math.round(untilStart + from)),
    toSeconds: Math.max(1, Math.round(untilStart + to)),
  };
}

/** Those ahead go in at a steady rate, while a share of them leaves every second. */
function secondsUntil(people: number, rate: number, leavingRate: number): number {
  if (leavingRate * people < rate * 1e-6) return people / rate;
  return Math.log(1 + (leavingRate * people) / rate) / leavingRate;
}

/** What is set and how long sessions last says what to expect; what is measured takes over. */
function rateOf({ rules, state }: Pace): { rate: number; trust: number } {
  const sessionSeconds =
    state.sessionsTotal > 0
      ? Math.max(1, state.sessionMsTotal / state.sessionsTotal / 1_000)
      : rules.sessionMinutes * 30;
  const expected = Math.min(rules.admitPerSecond, rules.maxActive / sessionSeconds);
  const trust = Math.min(1, state.observedMs / 1_000 / Math.max(60, sessionSeconds));
  return { rate: trust * state.admissionRate + (1 - trust) * expected, trust };
}
