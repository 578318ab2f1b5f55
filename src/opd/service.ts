// What one can do with OPD tokens. A day is opened when its first token comes; every change of it is
// an order for the engine under the lock of that day.

import type pg from "pg";
import { runEffect } from "../engine/effect.ts";
import type { Engine } from "../engine/engine.ts";
import type { Order } from "../engine/order.ts";
import type { Slot } from "../availability/schedule.ts";
import { approximateNow, type Clock } from "../infra/clock.ts";
import { newId } from "../infra/ids.ts";
import type { Secrets } from "../infra/secrets.ts";
import type { Line, Ticket } from "../kernel/line.ts";
import { refuse } from "../kernel/refusal.ts";
import * as decisions from "./decisions.ts";
import { SlotsMissing, type Wish } from "./decisions.ts";
import { dayLineId, slotLineId } from "./ids.ts";
import * as orders from "./orders.ts";
import type { Allocated, By } from "./orders.ts";
import { dayBounds, localDate } from "./policy.ts";
import type { OpdReports } from "./reports.ts";
import {
  compareScore,
  defaultRules,
  emptySlotMemory,
  isUncalled,
  levels,
  limitsOf,
  type Day,
  type DoctorLimits,
  type OpdRules,
  type Source,
  type Token,
} from "./rules.ts";
import * as store from "./store.ts";
import { positionsOf, slotView, tokenView, type SlotView, type TokenView } from "./view.ts";

export interface Doctor {
  id: string;
  name: string;
  timezone: string;
  active: boolean;
}

/** What OPD asks of availability; filled where everything is put together. */
export interface Doctors {
  doctor(orgId: string, id: string): Promise<Doctor | null>;
  /** For a board, which needs no account. */
  anyDoctor(id: string): Promise<(Doctor & { orgId: string }) | null>;
  doctors(orgId: string): Promise<Doctor[]>;
  slots(orgId: string, doctorId: string, from: Date, to: Date): Promise<Slot[]>;
}

export interface OpdDeps {
  pool: pg.Pool;
  engine: Engine;
  clock: Clock;
  doctors: Doctors;
  secrets: Secrets;
  reports: OpdReports;
}

export interface Request extends By {
  requestId: string;
  key?: string | undefined;
}

export interface TokenWish {
  patientId: string;
  doctorId: string;
  slotStart: number;
  source: Source;
  emergency: boolean;
  allowAlternative: boolean;
}

export type Verb = "check-in" | "start" | "complete" | "cancel" | "no-show";

const decisionFor = {
  "check-in": decisions.checkIn,
  start: decisions.start,
  complete: decisions.complete,
  cancel: decisions.cancel,
  "no-show": decisions.noShow,
} satisfies Record<Verb, unknown>;

export class OpdService {
  readonly #deps: OpdDeps;

  constructor(deps: OpdDeps) {
    this.#deps = deps;
  }

  // ---- tokens

  async allocate(
    by: Request,
    wish: TokenWish,
  ): Promise<{ token: Allocated & { secret: string }; replayed: boolean }> {
    const started = performance.now();
    const { pool, secrets, reports } = this.#deps;
    const [doctor, patient] = await Promise.all([
      this.#doctor(by.orgId, wish.doctorId),
      store.findPatient(pool, by.orgId, wish.patientId),
    ]);
    if (!patient) throw refuse("NOT_FOUND", "There is no such patient");
    const date = localDate(wish.slotStart, doctor.timezone);
    const whole: Wish = { ...wish, ticketId: newId(), patientName: patient.name };
    const order = orders.allocate(by, doctor.id, date, whole);
    const { answer, replayed } = await this.#onDay<Allocated>(by.orgId, doctor, date, order);
    const token = answer!;
    if (!replayed) reports.allocated(by, token, performance.now() - started);
    return { token: { ...token, secret: secrets.ticketSecret(by.orgId, token.id) }, replayed };
  }

  async act(
    by: Request,
    tokenId: string,
    verb: Verb,
  ): Promise<{ token: TokenView; replayed: boolean }> {
    const token = await this.#token(by.orgId, tokenId);
    return this.#change(by, verb, orders.onToken(by, token, decisionFor[verb]));
  }

  async move(
    by: Request,
    tokenId: string,
    to: { doctorId?: string | undefined; slotStart: number },
  ) {
    const token = await this.#token(by.orgId, tokenId);
    const doctor = await this.#doctor(by.orgId, to.doctorId ?? token.data.doctorId);
    const date = localDate(to.slotStart, doctor.timezone);
    await this.#openDay(by.orgId, doctor, date);
    return this.#change(by, "move", orders.move(by, token, doctor.id, date, to.slotStart));
  }

  /** null: nobody is left to call. */
  async callNext(
    by: Request,
    doctorId: string,
    date?: string,
  ): Promise<{ token: TokenView | null; replayed: boolean }> {
    const doctor = await this.#doctor(by.orgId, doctorId);
    const day = date ?? localDate(approximateNow(this.#deps.clock), doctor.timezone);
    const order = orders.callNext(by, doctorId, day);
    const { answer, replayed } = await this.#onDay<TokenView>(by.orgId, doctor, day, order);
    if (answer && !replayed) this.#deps.reports.called(by, answer);
    return { token: answer, replayed };
  }

  /** The grace after a call has run out. */
  async expire(ticket: Ticket): Promise<void> {
    const token = ticket as Token;
    const by = { orgId: ticket.orgId, actor: "system", requestId: "deadline" };
    const order = orders.onToken(by, token, (at, change, now) =>
      decisions.noShow(at, change, now, ticket.version),
    );
    await this.#change(by, "no-show", order);
  }

  /** A slot's reserve is due to be released, or it has ended. */
  async slotDue(line: Line): Promise<void> {
    const by = { orgId: line.orgId, actor: "system", requestId: "deadline" };
    await this.#deps.engine.submit(orders.slotDue(by, line.groupId, line.id));
  }

  async token(orgId: string, id: string): Promise<TokenView> {
    const token = await this.#token(orgId, id);
    return tokenView(token, await this.#positionOf(token));
  }

  async #positionOf(token: Token): Promise<number | null> {
    if (token.state !== "waiting" && !isUncalled(token)) return null;
    const dayId = dayLineId(token.data.doctorId, token.data.date);
    const tokens = await store.activeTokens(this.#deps.pool, [dayId]);
    return positionsOf(tokens).get(token.id) ?? null;
  }

  async #change(
    by: Request,
    verb: string,
    order: Order<Day>,
  ): Promise<{ token: TokenView; replayed: boolean }> {
    const { answer, replayed } = await this.#deps.engine.submit(order);
    const token = answer as TokenView | null;
    if (!token) throw new Error("an order on a token has no answer");
    if (replayed) this.#deps.reports.replayed(by);
    else this.#deps.reports.changed(by, verb, token);
    return { token, replayed };
  }

  // ---- slots and queues

  async slots(orgId: string, doctorId: string, date: string): Promise<SlotView[]> {
    const { pool, doctors } = this.#deps;
    const doctor = await this.#doctor(orgId, doctorId);
    const { from, to } = dayBounds(date, doctor.timezone);
    const dayId = dayLineId(doctorId, date);
    const [open, lines, tokens, rules, limits] = await Promise.all([
      doctors.slots(orgId, doctorId, from, to),
      store.slotLines(pool, [dayId]),
      store.activeTokens(pool, [dayId]),
      store.readRules(pool, orgId),
      store.readLimits(pool, orgId, [doctorId]),
    ]);
    const day = this.#day(doctor, date, open, rules, limits.get(doctorId));
    const known = new Map(lines.map((line) => [line.id, line]));
    const closed = lines.flatMap((line) => closedSlot(line, open, tokens));
    const positions = positionsOf(tokens);
    return [...open, ...closed]
      .toSorted((a, b) => a.start - b.start)
      .map((slot) => slotView(slot, lineAsSet(day, slot, orgId, known), tokens, positions));
  }

  #day(
    doctor: Doctor,
    date: string,
    slots: Slot[],
    rules: Partial<OpdRules>,
    limits?: DoctorLimits,
  ): Day {
    return {
      dayId: dayLineId(doctor.id, date),
      doctorId: doctor.id,
      doctorName: doctor.name,
      active: doctor.active,
      date,
      timezone: doctor.timezone,
      limits: { capacity: null, emergencyReserve: null, ...limits },
      rules: { ...defaultRules, ...rules },
      slots,
    };
  }

  async resize(
    by: Request,
    doctorId: string,
    slotStart: number,
    limits: { capacity: number; emergencyReserve: number },
  ): Promise<SlotView> {
    const doctor = await this.#doctor(by.orgId, doctorId);
    const date = localDate(slotStart, doctor.timezone);
    await this.#onDay(by.orgId, doctor, date, orders.resize(by, doctorId, date, slotStart, limits));
    const slots = await this.slots(by.orgId, doctorId, date);
    return slots.find((slot) => Date.parse(slot.start) === slotStart)!;
  }

  async liveQueue(
    orgId: string,
    doctorId: string,
    date?: string,
  ): Promise<{ date: string; items: TokenView[] }> {
    const doctor = await this.#doctor(orgId, doctorId);
    const day = date ?? localDate(approximateNow(this.#deps.clock), doctor.timezone);
    const tokens = await store.activeTokens(this.#deps.pool, [dayLineId(doctorId, day)]);
    const positions = positionsOf(tokens);
    const items = tokens
      .filter((token) => token.state !== "waiting")
      .toSorted(compareScore)
      .map((token) => tokenView(token, positions.get(token.id) ?? null));
    return { date: day, items };
  }

  // ---- settings

  async rules(orgId: string): Promise<OpdRules> {
    return { ...defaultRules, ...(await store.readRules(this.#deps.pool, orgId)) };
  }

  async changeRules(by: Request, patch: Partial<OpdRules>): Promise<OpdRules> {
    const effect = { ...by, lineId: by.orgId, operation: "opd.rules", clock: this.#deps.clock };
    const { answer } = await runEffect<OpdRules>(this.#deps.pool, effect, async (tx) => {
      const before = { ...defaultRules, ...(await store.readRules(tx, by.orgId)) };
      const after = { ...before, ...patch };
      await store.saveRules(tx, by.orgId, after);
      return { type: "opd.rules_changed", before, after, answer: after };
    });
    return answer;
  }

  async doctors(orgId: string): Promise<(Doctor & DoctorLimits)[]> {
    const all = await this.#deps.doctors.doctors(orgId);
    const limits = await store.readLimits(
      this.#deps.pool,
      orgId,
      all.map(({ id }) => id),
    );
    return all.map((doctor) => ({
      ...doctor,
      capacity: null,
      emergencyReserve: null,
      ...limits.get(doctor.id),
    }));
  }

  /** What a doctor's slots hold unless set for one of them; days with tokens follow at once. */
  async setLimits(
    by: Request,
    doctorId: string,
    limits: DoctorLimits,
  ): Promise<Doctor & DoctorLimits> {
    const { pool, clock, engine } = this.#deps;
    const doctor = await this.#doctor(by.orgId, doctorId);
    const effect = { ...by, lineId: doctorId, operation: "opd.limits", clock };
    await runEffect(pool, effect, async (tx) => {
      await store.saveLimits(tx, by.orgId, doctorId, limits);
      return { type: "opd.limits_changed", after: limits, answer: null };
    });
    const now = new Date(approximateNow(clock));
    const days = await store.daysIn(pool, by.orgId, doctorId, now, null, false);
    const { orgId, actor } = by;
    await Promise.all(
      days.map(({ dayId }) => engine.submit(orders.settle({ orgId, actor }, dayId))),
    );
    return { ...doctor, ...limits };
  }

  // ---- opening a day

  async #onDay<T>(
    orgId: string,
    doctor: Doctor,
    date: string,
    order: Order<Day>,
  ): Promise<{ answer: T | null; replayed: boolean }> {
    for (let tries = 0; ; tries++) {
      try {
        const { answer, replayed } = await this.#deps.engine.submit(order);
        return { answer: answer as T | null, replayed };
      } catch (error) {
        // The first token of a day, or of hours that were added since.
        const missing = error instanceof SlotsMissing || isUnopened(error);
        if (!missing || tries > 0) throw error;
        await this.#openDay(orgId, doctor, date);
      }
    }
  }

  async #openDay(orgId: string, doctor: Doctor, date: string): Promise<void> {
    const { pool, doctors } = this.#deps;
    const { from, to } = dayBounds(date, doctor.timezone);
    const slots = await doctors.slots(orgId, doctor.id, from, to);
    await store.openDay(pool, { orgId, doctorId: doctor.id, date, from, to, slots });
  }

  async #doctor(orgId: string, id: string): Promise<Doctor> {
    const doctor = await this.#deps.doctors.doctor(orgId, id);
    if (!doctor) throw refuse("NOT_FOUND", "There is no such doctor");
    return doctor;
  }

  async #token(orgId: string, id: string): Promise<Token> {
    const token = await store.findToken(this.#deps.pool, orgId, id);
    if (!token) throw refuse("NOT_FOUND", "There is no such token");
    return token;
  }
}

/** The day's line is not there: nobody has asked for this day yet. */
function isUnopened(error: unknown): boolean {
  return (error as { code?: string }).code === "NOT_FOUND";
}

/** A slot that is no longer open but has people in it is still shown. */
function closedSlot(line: Line, open: readonly Slot[], tokens: readonly Token[]): Slot[] {
  const { start, end } = line.memory as { start: number; end: number };
  if (
    open.some((slot) => slot.start === start) ||
    !tokens.some((token) => token.lineId === line.id)
  )
    return [];
  return [{ start, end, capacity: line.capacity ?? 0 }];
}

/** The line of a slot with what is set today, also when nobody has come yet. */
function lineAsSet(day: Day, slot: Slot, orgId: string, known: Map<string, Line>): Line {
  const id = slotLineId(day.doctorId, slot.start);
  const line = known.get(id) ?? blankLine(orgId, id, day.dayId, slot);
  const { capacity, reserve } = limitsOf(day, slot, line.memory as never);
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
    memory: emptySlotMemory(slot),
    deadlineAt: null,
  };
}
