// Tokens for bookings of a doctor's time: a consultation is a place in a slot. Everything happens in the
// booking's transaction, which has locked the day.

import type { CommandContext } from "../../engine/command-context.ts";
import type pg from "pg";
import { decideInTransaction } from "../../engine/decide-in-transaction.ts";
import type { Verdict } from "../../engine/batch-protocol.ts";
import { slotsIn, type Hours } from "../../availability/schedule.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/log.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import { observe, type Days, type Doctors } from "../days/days.ts";
import type { OpdReports } from "../reports.ts";
import * as decisions from "../core/decisions.ts";
import { dayLineId } from "../days/ids.ts";
import * as orders from "../core/orders.ts";
import type { Allocated, OpdOrder } from "../core/orders.ts";
import { findPatient } from "../patients/patient-store.ts";
import { addPublicPatient, identify } from "../patients/public-person.ts";
import { WaitingFirst } from "../days/places.ts";
import { leavingEvents, localDate } from "../core/policy.ts";
import {
  defaultRules,
  outOfReach,
  type DoctorLimits,
  type OpdRules,
  type Source,
  type Token,
} from "../core/rules.ts";
import * as store from "../core/store.ts";

export interface TokensDeps {
  pool: pg.Pool;
  clock: Clock;
  days: Days;
  doctors: Doctors;
  reports: OpdReports;
  log: Logger;
}

/** What is told when the booking's transaction is committed. */
type AfterCommit = (() => void)[];

interface Place {
  tokenId: string;
  doctorId: string;
  slotStart: number;
}

const dayMs = 86_400_000;

export class TokensForBookings {
  readonly slotsSql = store.slotsSql;
  readonly leavingEvents = leavingEvents;
  readonly identify = identify;
  readonly addPatient = addPublicPatient;
  readonly #deps: TokensDeps;

  constructor(deps: TokensDeps) {
    this.#deps = deps;
  }

  /** The line of every local day that the time touches. */
  dayIds(doctorId: string, timezone: string, from: number, to: number): string[] {
    const dates = new Set<string>();
    for (let at = from; at < to; at += dayMs) dates.add(localDate(at, timezone));
    dates.add(localDate(Math.max(from, to - 1), timezone));
    return [...dates].map((date) => dayLineId(doctorId, date));
  }

  othersIn(rows: readonly object[], hours: Hours, now: number) {
    const found = new Map<number, ReturnType<typeof outOfReach>>();
    for (const { from, to, limits, rules, slots } of rows as store.SlotsRow[]) {
      const day = {
        limits: {
          capacity: null,
          emergencyReserve: null,
          ...(parsed(limits) as DoctorLimits | null),
        },
        rules: { ...defaultRules, ...(parsed(rules) as Partial<OpdRules> | null) },
      };
      const inUse = new Map(
        (parsed(slots) as store.SlotInUse[] | null)?.map((slot) => [slot[0], slot]),
      );
      // Slots that are no longer in the hours may have somebody in them still.
      for (const [start, end, places] of inUse.values()) {
        found.set(start, { start, end, places, kept: 0 });
      }
      for (const slot of slotsIn(hours, from - dayMs, to + dayMs)) {
        if (slot.end <= from || to <= slot.start) continue;
        const [, , taken = 0, override = null] = inUse.get(slot.start) ?? [];
        found.set(slot.start, outOfReach(day, slot, { taken, override }, now));
      }
    }
    return [...found.values()].filter(({ places, kept }) => places !== 0 || kept !== 0);
  }

  /** Where the tokens of bookings are by now. */
  async placesOf(db: pg.Pool | pg.ClientBase, orgId: string, tokenIds: readonly string[]) {
    const tokens = await store.findTokens(db, orgId, tokenIds);
    return new Map(tokens.map((token) => [token.id, placeOf(token)]));
  }

  async knowsPatient(orgId: string, patientId: string): Promise<boolean> {
    return (await findPatient(this.#deps.pool, orgId, patientId)) !== null;
  }

  async prepare(orgId: string, doctorId: string, at: number): Promise<void> {
    const { doctors, days } = this.#deps;
    const doctor = await doctors.doctor(orgId, doctorId);
    if (doctor) await days.open(orgId, doctor, localDate(at, doctor.timezone));
  }

  async take(
    tx: pg.ClientBase,
    by: CommandContext,
    wish: Place & { patientId: string; source: Source; emergency: boolean },
    afterCommit: AfterCommit,
  ): Promise<Refusal | undefined> {
    const started = performance.now();
    const { tokenId: ticketId, doctorId, slotStart, source, emergency } = wish;
    const doctor = await this.#deps.days.doctor(by.orgId, doctorId, tx);
    const patient = await findPatient(tx, by.orgId, wish.patientId);
    if (!patient) return refuse("NOT_FOUND", "There is no such patient");
    const order = orders.allocate(by, doctorId, localDate(slotStart, doctor.timezone), {
      ticketId,
      patientId: patient.id,
      patientName: patient.name,
      slotStart,
      source,
      emergency,
      allowAlternative: false,
    });
    const result = await this.#decide(tx, by, order, afterCommit);
    if ("code" in result) return result;
    // Nobody who booked a time is told to wait for it.
    const token = result.answer as Allocated;
    if (token.status === "WAITING") return refuse("SLOT_FULL");
    const { reports } = this.#deps;
    afterCommit.push(() => reports.allocated(by, token, performance.now() - started));
    return undefined;
  }

  async move(
    tx: pg.ClientBase,
    by: CommandContext,
    to: Place,
    afterCommit: AfterCommit,
  ): Promise<Refusal | undefined> {
    const token = await store.findToken(tx, by.orgId, to.tokenId);
    if (!token) return refuse("NOT_FOUND", "There is no such token");
    const doctor = await this.#deps.days.doctor(by.orgId, to.doctorId, tx);
    const date = localDate(to.slotStart, doctor.timezone);
    const order = orders.move(by, token, to.doctorId, date, to.slotStart);
    const result = await this.#decide(tx, by, order, afterCommit);
    return "code" in result ? result : undefined;
  }

  /** One that has ended already has given its place back. */
  async cancel(
    tx: pg.ClientBase,
    by: CommandContext,
    tokenId: string,
    afterCommit: AfterCommit,
  ): Promise<Refusal | undefined> {
    const token = await store.findToken(tx, by.orgId, tokenId);
    if (!token || token.state === "done") return undefined;
    const order = orders.onToken(by, token, decisions.cancel);
    const result = await this.#decide(tx, by, order, afterCommit);
    return "code" in result ? result : undefined;
  }

  /** Those who wait for a place in these times may have one now; if that fails, the next token sees to it. */
  async freed(
    orgId: string,
    windows: readonly { resourceId: string; from: number; to: number }[],
  ): Promise<void> {
    const { pool, days, log } = this.#deps;
    const by = { orgId, actor: "system", requestId: "booking" };
    try {
      for (const dayId of await store.daysWithWaiting(pool, orgId, windows)) {
        await days.submit(by, orders.settle(by, dayId));
      }
    } catch (error) {
      log.warn({ reason: error }, "opd.promotion_failed");
    }
  }

  async #decide(
    tx: pg.ClientBase,
    by: CommandContext,
    order: OpdOrder,
    afterCommit: AfterCommit,
  ): Promise<Refusal | { answer: object | null }> {
    const { clock, reports } = this.#deps;
    const decided = async (all: OpdOrder[]) => {
      const observed = all.map(observe);
      const verdicts = await decideInTransaction(
        tx,
        clock,
        observed.map((one) => one.order),
      );
      if (verdicts.at(-1)!.kind === "done") {
        const transitions = observed.flatMap((one) => one.transitions());
        afterCommit.push(() => reports.happened(by, transitions));
      }
      return verdicts.at(-1)!;
    };
    const first = await decided([order]);
    if (first.kind !== "failed" || !(first.error instanceof WaitingFirst)) return settled(first);
    // Who waits moves up before anybody new gets a place.
    const moved = order.lineIds.map((dayId) => orders.settle(by, dayId));
    return settled(await decided([...moved, order]));
  }
}

const parsed = (text: string | null): unknown => JSON.parse(text ?? "null");

function placeOf({ status, data }: Token) {
  const { doctorId, slotStart: start, slotEnd: end, reason } = data;
  const over = status === "CANCELLED" || (status === "EXPIRED" && reason !== "DAY_ENDED");
  const active = status === "WAITING" || status === "ALLOCATED";
  const state = over ? ("over" as const) : active ? ("active" as const) : ("seen" as const);
  const byItself = reason === "NO_SHOW" || reason === "SLOT_ENDED";
  return { doctorId, start, end, state, ended: over && byItself ? reason : null };
}

function settled(verdict: Verdict): Refusal | { answer: object | null } {
  switch (verdict.kind) {
    case "done":
      return verdict.outcome;
    case "refused":
      return verdict.refusal;
    case "failed":
      throw verdict.error;
    default:
      throw new Error(`a token could not be decided: ${verdict.kind}`);
  }
}
