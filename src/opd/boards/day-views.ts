// What reception and doctors see of a day.

import type pg from "pg";
import type { Slot } from "../../availability/schedule.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import type { Line } from "../../kernel/line.ts";
import { compareScores, type Score } from "../../kernel/score.ts";
import type { Days, Doctor, Doctors } from "../days/days.ts";
import { dayLineId, slotLineId } from "../days/ids.ts";
import { dayBounds } from "../core/policy.ts";
import {
  compareCalling,
  compareScore,
  defaultRules,
  emptySlotStats,
  isUncalled,
  levels,
  limitsOf,
  scoreOf,
  slotStats,
  type Day,
  type Token,
} from "../core/rules.ts";
import * as store from "../core/store.ts";
import type { QueuedBooking } from "./queued-booking.ts";
import { positionsOf, slotView, tokenView, type SlotView, type TokenView } from "../core/view.ts";

export interface DayViewDeps {
  pool: pg.Pool;
  clock: Clock;
  days: Days;
  doctors: Doctors;
  /** Approved bookings of a doctor that begin in a range. */
  bookings(orgId: string, doctorId: string, from: Date, to: Date): Promise<QueuedBooking[]>;
}

export type QueuedToken = TokenView & { type: "token"; score: Score };

export class DayViews {
  readonly #deps: DayViewDeps;

  constructor(deps: DayViewDeps) {
    this.#deps = deps;
  }

  /** The slots of the hours, and those no longer in them where somebody is left. */
  async slots(orgId: string, doctorId: string, date: string): Promise<SlotView[]> {
    const { pool, days, clock } = this.#deps;
    const doctor = await days.doctor(orgId, doctorId);
    const dayId = dayLineId(doctorId, date);
    const [day, lines, tokens] = await Promise.all([
      this.#day(orgId, doctor, date),
      store.slotLines(pool, [dayId]),
      store.activeTokens(pool, [dayId]),
    ]);
    const now = approximateNow(clock);
    const known = new Map(lines.map((line) => [line.id, line]));
    const positions = positionsOf(tokens, new Set(day.slots.map(({ start }) => start)));
    const open = day.slots.map((slot) => {
      const id = slotLineId(doctorId, slot.start);
      const line = known.get(id) ?? blankLine(orgId, id, dayId, slot);
      return slotView(slot, asSet(day, slot, line, now), false, tokens, positions);
    });
    const closed = lines
      .filter((line) => isClosed(day, line, tokens))
      .map((line) =>
        slotView(slotStats(line), asSet(day, null, line, now), true, tokens, positions),
      );
    return [...open, ...closed].toSorted((a, b) => (a.start < b.start ? -1 : 1));
  }

  /** Everybody who has a place, by token or by booking, in the order of being seen. */
  async liveQueue(
    orgId: string,
    doctorId: string,
    asked?: string,
  ): Promise<{ date: string; next: string | null; items: (QueuedToken | QueuedBooking)[] }> {
    const { pool, days, clock, bookings } = this.#deps;
    const doctor = await days.doctor(orgId, doctorId);
    const date = asked ?? days.today(doctor);
    const { from, to } = dayBounds(date, doctor.timezone);
    const [tokens, booked] = await Promise.all([
      store.activeTokens(pool, [dayLineId(doctorId, date)]),
      bookings(orgId, doctorId, from, to),
    ]);
    const positions = positionsOf(tokens);
    const queued = tokens
      .filter((token) => token.state !== "waiting")
      .toSorted(compareScore)
      .map((token) => ({
        type: "token" as const,
        score: scoreOf(token),
        ...tokenView(token, positions.get(token.id) ?? null),
      }));
    const [next] = tokens.filter(isUncalled).toSorted(compareCalling(approximateNow(clock)));
    return {
      date,
      next: next?.id ?? null,
      items: [...queued, ...booked].toSorted((a, b) => compareScores(a.score, b.score)),
    };
  }

  /** Tokens of a day that ended without a visit, the last one first. */
  async ended(
    orgId: string,
    doctorId: string,
    asked?: string,
  ): Promise<{ items: (TokenView & { note: string | null })[]; nextCursor: null }> {
    const { pool, days } = this.#deps;
    const doctor = await days.doctor(orgId, doctorId);
    const tokens = await store.endedTokens(pool, dayLineId(doctorId, asked ?? days.today(doctor)));
    const items = tokens.map((token) => ({
      ...tokenView(token, null),
      note: token.data.note ?? null,
    }));
    return { items, nextCursor: null };
  }

  async #day(orgId: string, doctor: Doctor, date: string): Promise<Day> {
    const { pool, doctors } = this.#deps;
    const { from, to } = dayBounds(date, doctor.timezone);
    const [slots, rules, limits, booked] = await Promise.all([
      doctors.slots(orgId, doctor.id, from, to),
      store.readRules(pool, orgId),
      store.readLimits(pool, orgId, [doctor.id]),
      store.bookedTime(pool, orgId, doctor.id, from, to),
    ]);
    return {
      dayId: dayLineId(doctor.id, date),
      doctorId: doctor.id,
      doctorName: doctor.name,
      active: doctor.active,
      date,
      timezone: doctor.timezone,
      code: null,
      endsAt: to.getTime(),
      limits: { capacity: null, emergencyReserve: null, ...limits.get(doctor.id) },
      rules: { ...defaultRules, ...rules },
      slots,
      booked,
    };
  }
}

/** No longer in the hours, but with people in it. */
function isClosed(day: Day, line: Line, tokens: readonly Token[]): boolean {
  const { start } = slotStats(line);
  return (
    !day.slots.some((slot) => slot.start === start) &&
    tokens.some((token) => token.lineId === line.id)
  );
}

/** As the next decision will find it. */
function asSet(day: Day, slot: Slot | null, line: Line, now: number): Line {
  const { capacity, reserve } = limitsOf(day, slot, slotStats(line), now);
  return { ...line, capacity: Math.max(capacity, line.taken), reserve };
}

function blankLine(orgId: string, id: string, groupId: string, slot: Slot): Line {
  const zeros = Array.from({ length: levels }, () => 0);
  return {
    orgId,
    id,
    groupId,
    product: "opd",
    eventSeq: 0,
    sequence: 0,
    period: "",
    lastRank: 0,
    waiting: zeros,
    heads: zeros,
    ageingMs: null,
    capacity: slot.capacity,
    reserve: 0,
    taken: 0,
    stats: emptySlotStats(slot),
    deadlineAt: null,
  };
}
