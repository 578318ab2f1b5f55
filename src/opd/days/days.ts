// A doctor's day: opened when its first token comes, and brought up to date before anybody new gets a
// place in it. Every change of it is an order for the engine under the lock of that day.

import type { CommandContext } from "../../engine/command-context.ts";
import type pg from "pg";
import type { Engine } from "../../engine/engine.ts";
import type { Verdict } from "../../engine/batch-protocol.ts";
import type { Order, Outcome } from "../../engine/order.ts";
import { CommitUnknown, inTransaction, isDuplicate } from "../../engine/transaction.ts";
import { decideInTransaction } from "../../engine/decide-in-transaction.ts";
import type { Slot } from "../../availability/schedule.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { farthestAheadMs } from "../../kernel/horizon.ts";
import type { Transition } from "../../kernel/policy.ts";
import { invalid, refuse } from "../../kernel/refusal.ts";
import { doctorsWithoutCode, ensureCode } from "./doctor-codes.ts";
import { dayLineId } from "./ids.ts";
import type { FindRooms } from "./rooms.ts";
import * as orders from "../core/orders.ts";
import type { OpdOrder } from "../core/orders.ts";
import { SlotsMissing, WaitingFirst } from "./places.ts";
import { dayBounds, localDate } from "../core/policy.ts";
import type { OpdReports } from "../reports.ts";
import * as store from "../core/store.ts";

export interface Doctor {
  id: string;
  name: string;
  timezone: string;
  active: boolean;
  departmentId: string | null;
}

/** What OPD asks of availability; filled where everything is put together. */
export interface Doctors {
  doctor(orgId: string, id: string, db?: pg.ClientBase): Promise<Doctor | null>;
  /** For a board, which needs no account. */
  anyDoctor(id: string): Promise<(Doctor & { orgId: string }) | null>;
  doctors(orgId: string): Promise<Doctor[]>;
  rooms: FindRooms;
  slots(orgId: string, doctorId: string, from: Date, to: Date): Promise<Slot[]>;
}

export interface DayDeps {
  pool: pg.Pool;
  engine: Engine;
  clock: Clock;
  doctors: Doctors;
  reports: OpdReports;
}

const maxTries = 4;

export class Days {
  readonly #deps: DayDeps;

  constructor(deps: DayDeps) {
    this.#deps = deps;
  }

  /** `tx`: for a caller that has a transaction, and must not ask the pool for another connection. */
  async doctor(orgId: string, id: string, tx?: pg.ClientBase): Promise<Doctor> {
    const doctor = await this.#deps.doctors.doctor(orgId, id, tx);
    if (!doctor) throw refuse("NOT_FOUND", "There is no such doctor");
    return doctor;
  }

  today({ timezone }: Doctor): string {
    return localDate(approximateNow(this.#deps.clock), timezone);
  }

  /** The date of a slot, at the doctor's; no places are given out for one that is years ahead. */
  dateOf({ timezone }: Doctor, slotStart: number): string {
    const last = approximateNow(this.#deps.clock) + farthestAheadMs;
    if (slotStart > last) {
      const message = `must be within five years, before ${new Date(last).toISOString()}`;
      throw invalid([{ field: "slotStart", message }]);
    }
    return localDate(slotStart, timezone);
  }

  /** When the slots of a day begin that are in the doctor's hours. */
  async openSlots(orgId: string, doctorId: string, date: string): Promise<Set<number>> {
    const { from, to } = dayBounds(date, (await this.doctor(orgId, doctorId)).timezone);
    const slots = await this.#deps.doctors.slots(orgId, doctorId, from, to);
    return new Set(slots.map(({ start }) => start));
  }

  /** What was done is told after it was committed. */
  async submit(by: CommandContext, order: OpdOrder): Promise<Outcome> {
    const { engine, reports } = this.#deps;
    const observed = observe(order);
    const outcome = await engine.submit(observed.order);
    if (outcome.replayed) reports.replayed(by);
    else if (outcome.answer) reports.happened(by, observed.transitions());
    return outcome;
  }

  /**
   * With what another part decides, in one commit: all of it, or nothing. Rare enough to have a transaction of
   * its own; both locks are taken in the order of all.
   */
  async submitWith(
    by: CommandContext,
    order: OpdOrder,
    other: Order,
  ): Promise<{ outcome: Outcome; other: Outcome }> {
    const { pool, clock, reports } = this.#deps;
    const observed = observe(order);
    // Whether a commit whose answer was lost took place, the key tells.
    const again = (error: unknown) =>
      isDuplicate(error) || (error instanceof CommitUnknown && by.idem !== undefined);
    const [outcome, others] = await inTransaction(
      pool,
      async (tx) => (await decideInTransaction(tx, clock, [observed.order, other])).map(outcomeOf),
      again,
    );
    if (outcome!.replayed) reports.replayed(by);
    else reports.happened(by, observed.transitions());
    return { outcome: outcome!, other: others! };
  }

  async submitOn(
    by: CommandContext,
    doctor: Doctor,
    date: string,
    order: OpdOrder,
  ): Promise<Outcome> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.submit(by, order);
      } catch (error) {
        if (tries >= maxTries) throw error;
        if (error instanceof WaitingFirst) await this.#promote(by, order);
        // The first token of a day, or of hours that were added since.
        else if (error instanceof SlotsMissing || isUnopened(error))
          await this.open(by.orgId, doctor, date);
        else throw error;
      }
    }
  }

  async open(orgId: string, doctor: Doctor, date: string): Promise<void> {
    const { pool, doctors } = this.#deps;
    const { from, to } = dayBounds(date, doctor.timezone);
    const slots = await doctors.slots(orgId, doctor.id, from, to);
    const { id: doctorId, name: doctorName } = doctor;
    const day = { orgId, doctorId, doctorName, date, from, to, slots };
    // Else each booking of a consultation would wait for the doctor's line behind all others.
    if (!(await store.isOpen(pool, day))) await store.openDay(pool, day);
  }

  /** To doctors whose days are from a version without codes; their tokens keep the numbers they have. */
  async giveCodes(): Promise<void> {
    const { pool, doctors, clock } = this.#deps;
    const without = await doctorsWithoutCode(pool, new Date(approximateNow(clock)));
    for (const { orgId, id } of without) {
      const doctor = await doctors.doctor(orgId, id);
      if (doctor) await inTransaction(pool, (tx) => ensureCode(tx, orgId, doctor), isDuplicate);
    }
  }

  async #promote({ orgId, requestId }: CommandContext, { lineIds }: OpdOrder): Promise<void> {
    const by = { orgId, actor: "system", requestId };
    for (const dayId of lineIds) await this.submit(by, orders.settle(by, dayId));
  }
}

/** Decides for days inside a transaction that has locked them; returns what happened to tokens. */
export async function decideDays(
  tx: pg.ClientBase,
  clock: Clock,
  all: readonly OpdOrder[],
): Promise<Transition[]> {
  const observed = all.map(observe);
  const verdicts = await decideInTransaction(
    tx,
    clock,
    observed.map(({ order }) => order),
  );
  for (const verdict of verdicts) {
    if (verdict.kind === "failed") throw verdict.error;
    if (verdict.kind !== "done") throw new Error(`a day could not be changed: ${verdict.kind}`);
  }
  return observed.flatMap(({ transitions }) => transitions());
}

/** The day's line is not there: nobody has asked for this day yet. */
export function isUnopened(error: unknown): boolean {
  return (error as { code?: string }).code === "NOT_FOUND";
}

export const dayOf = (token: { data: { doctorId: string; date: string } }) =>
  dayLineId(token.data.doctorId, token.data.date);

/** Whoever is told no must not leave half of it behind: what is thrown ends the transaction. */
function outcomeOf(verdict: Verdict): Outcome {
  if (verdict.kind === "done") return verdict.outcome;
  if (verdict.kind === "refused") throw verdict.refusal;
  if (verdict.kind === "failed") throw verdict.error;
  throw refuse("BUSY", "This has just changed; try again", { retryAfterSeconds: 1 });
}

/** The order, and what its decision did. */
export function observe(order: OpdOrder) {
  let last: readonly Transition[] = [];
  const observed: OpdOrder = {
    ...order,
    answer(at, decision) {
      last = decision.transitions;
      return order.answer(at, decision);
    },
  };
  return { order: observed, transitions: () => [...last] };
}
