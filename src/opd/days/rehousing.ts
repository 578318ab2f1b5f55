// Patients whose doctor is away get places with colleagues and on other days, many at once. A look says who would go
// where; doing it moves one patient after another, each in a commit of their own that takes the new place before it
// gives the old one back. Those who have nowhere to go stay as they are. Asking again moves nobody twice: somebody
// who has a place in the hours of a doctor keeps it.

import { Temporal } from "temporal-polyfill";
import type pg from "pg";
import type { CommandContext } from "../../engine/command-context.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { DayViews } from "../boards/day-views.ts";
import * as orders from "../core/orders.ts";
import { dayBounds } from "../core/policy.ts";
import { compareScore, defaultRules, isUncalled, uniqueKeyOf, type Token } from "../core/rules.ts";
import * as store from "../core/store.ts";
import type { Days, Doctor, Doctors } from "./days.ts";
import { nearestPlace, oneLess, type Target } from "./new-places.ts";

export interface RehousingDeps {
  pool: pg.Pool;
  clock: Clock;
  days: Days;
  doctors: Doctors;
  views: Pick<DayViews, "slots">;
}

export interface Rehousing {
  tokenIds: readonly string[];
  /** In the order in which they are preferred, where two places are equally near. */
  doctorIds: readonly string[];
  /** How many days ahead; 0: only the day of the token. */
  days: number;
  /** Not closed yet: what would be if the doctor were away then. */
  away?: { doctorId: string; start: number; end: number } | undefined;
}

export interface Rehoused {
  token: Token;
  /** null: nowhere to go, or nothing to do. */
  to: Target | null;
  outcome: "moved" | "nowhere" | "unchanged";
}

const maxRounds = 3;

export class Rehousings {
  readonly #deps: RehousingDeps;

  constructor(deps: RehousingDeps) {
    this.#deps = deps;
  }

  async preview({ orgId }: { orgId: string }, wanted: Rehousing): Promise<Rehoused[]> {
    const { homeless, others } = await this.#sorted(orgId, wanted);
    const plan = await this.#plan(orgId, homeless, wanted);
    return [...homeless.map((token) => rehoused(token, plan.get(token.id))), ...others];
  }

  async move(by: CommandContext, wanted: Rehousing): Promise<Rehoused[]> {
    const { homeless, others } = await this.#sorted(by.orgId, wanted);
    const done = new Map<string, Target>();
    let left = homeless;
    for (let round = 1; round <= maxRounds && left.length > 0; round++) {
      const plan = await this.#plan(by.orgId, left, wanted);
      // Somebody else may have been faster: who lost their place looks for another one.
      const lost: Token[] = [];
      for (const token of left) {
        const target = plan.get(token.id);
        if (!target) continue;
        if (await this.#moved(by, token, target)) done.set(token.id, target);
        else lost.push(token);
      }
      left = lost;
    }
    return [...homeless.map((token) => rehoused(token, done.get(token.id))), ...others];
  }

  /** A key would be the same for all of them; whom it moved already is not moved again. */
  async #moved({ orgId, actor, requestId }: CommandContext, token: Token, to: Target) {
    const { days } = this.#deps;
    const by = { orgId, actor, requestId };
    try {
      const doctor = await days.doctor(orgId, to.doctorId);
      const order = orders.move(by, token, doctor.id, to.date, to.start, "DOCTOR_AWAY");
      await days.submitOn(by, doctor, to.date, order);
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) return false;
      throw error;
    }
  }

  /** Those who need a place, the first to be seen in front; and those who have one or are not waiting any more. */
  async #sorted(orgId: string, { tokenIds, away }: Rehousing) {
    const tokens = await store.findTokens(this.#deps.pool, orgId, tokenIds);
    const homeless: Token[] = [];
    const others: Rehoused[] = [];
    for (const token of tokens.toSorted(compareScore)) {
      if (await this.#needsPlace(orgId, token, away)) homeless.push(token);
      else others.push({ token, to: null, outcome: "unchanged" });
    }
    return { homeless, others };
  }

  async #needsPlace(orgId: string, token: Token, away: Rehousing["away"]): Promise<boolean> {
    if (token.state === "waiting") return true;
    if (!isUncalled(token)) return false;
    const { doctorId, date, slotStart, slotEnd } = token.data;
    if (isWithin({ doctorId, start: slotStart, end: slotEnd }, away)) return true;
    const { doctors, days } = this.#deps;
    const { from, to } = dayBounds(date, (await days.doctor(orgId, doctorId)).timezone);
    const slots = await doctors.slots(orgId, doctorId, from, to);
    return !slots.some(({ start }) => start === slotStart);
  }

  async #plan(
    orgId: string,
    tokens: readonly Token[],
    { doctorIds, days, away }: Rehousing,
  ): Promise<Map<string, Target>> {
    const { pool } = this.#deps;
    const colleagues = await this.#active(orgId, doctorIds);
    const rules = { ...defaultRules, ...(await store.readRules(pool, orgId)) };
    const targetsOf = this.#places(orgId, colleagues, away);
    const minuteOf = await this.#minutes(orgId, tokens);
    const plan = new Map<string, Target>();
    const given = new Map<string, string>();
    const keyOn = (token: Token, date: string, doctorId: string) =>
      uniqueKeyOf({ rules, date, doctorId }, token.data.patientId);
    for (let ahead = 0; ahead <= days; ahead++) {
      const left = tokens.filter(({ id }) => !plan.has(id));
      if (left.length === 0) break;
      const keys = left.flatMap((token) =>
        doctorIds.map((doctorId) => keyOn(token, later(token.data.date, ahead), doctorId)),
      );
      for (const [key, id] of await store.keyHolders(pool, orgId, keys)) given.set(key, id);
      for (const token of left) {
        const date = later(token.data.date, ahead);
        const target = nearestPlace(await targetsOf(date), doctorIds, {
          isEmergency: token.priority === 0,
          minuteOfDay: minuteOf.get(token.id)!,
          mayHave: ({ doctorId, start }) =>
            (given.get(keyOn(token, date, doctorId)) ?? token.id) === token.id &&
            // What is left of the doctor's own day goes to others when it is closed.
            !(ahead === 0 && doctorId === away?.doctorId) &&
            !(doctorId === token.data.doctorId && start === token.data.slotStart),
        });
        if (!target) continue;
        oneLess(target);
        given.set(keyOn(token, date, target.doctorId), token.id);
        plan.set(token.id, target);
      }
    }
    return plan;
  }

  async #active(orgId: string, ids: readonly string[]): Promise<Doctor[]> {
    const { days } = this.#deps;
    const all = await Promise.all(ids.map((id) => days.doctor(orgId, id)));
    return all.filter(({ active }) => active);
  }

  /** Read once for each day, and fewer with each who gets one. */
  #places(orgId: string, colleagues: readonly Doctor[], away: Rehousing["away"]) {
    const { views, clock } = this.#deps;
    const known = new Map<string, Promise<Target[]>>();
    const now = approximateNow(clock);
    const read = async (date: string) => {
      const all: Target[] = [];
      for (const { id: doctorId, timezone } of colleagues) {
        for (const slot of await views.slots(orgId, doctorId, date)) {
          const [start, end] = [Date.parse(slot.start), Date.parse(slot.end)];
          const { open, openToEmergencies, closed } = slot;
          if (closed || end <= now || isWithin({ doctorId, start, end }, away)) continue;
          const minuteOfDay = minuteIn(start, timezone);
          all.push({ doctorId, date, start, end, minuteOfDay, open, openToEmergencies });
        }
      }
      return all;
    };
    return (date: string): Promise<Target[]> => {
      const found = known.get(date) ?? read(date);
      known.set(date, found);
      return found;
    };
  }

  async #minutes(orgId: string, tokens: readonly Token[]): Promise<Map<string, number>> {
    const minutes = new Map<string, number>();
    for (const { id, data } of tokens) {
      const { timezone } = await this.#deps.days.doctor(orgId, data.doctorId);
      minutes.set(id, minuteIn(data.slotStart, timezone));
    }
    return minutes;
  }
}

const rehoused = (token: Token, to: Target | undefined): Rehoused =>
  to ? { token, to, outcome: "moved" } : { token, to: null, outcome: "nowhere" };

function isWithin(
  slot: { doctorId: string; start: number; end: number },
  away: Rehousing["away"],
): boolean {
  return (
    away !== undefined &&
    slot.doctorId === away.doctorId &&
    slot.start < away.end &&
    away.start < slot.end
  );
}

const later = (date: string, days: number) =>
  Temporal.PlainDate.from(date).add({ days }).toString();

function minuteIn(instant: number, timezone: string): number {
  const { hour, minute } =
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);
  return hour * 60 + minute;
}
