// The use cases of OPD tokens.

import type { CommandContext } from "../../engine/command-context.ts";
import type pg from "pg";
import { newId } from "../../infra/ids.ts";
import type { Secrets } from "../../infra/secrets.ts";
import type { Line, Ticket } from "../../kernel/line.ts";
import { refuse } from "../../kernel/refusal.ts";
import { dayOf, isUnopened, type Days } from "../days/days.ts";
import { changesOf, type TokenChange } from "./changes.ts";
import * as decisions from "./decisions.ts";
import type { Wish } from "./decisions.ts";
import * as orders from "./orders.ts";
import type { Allocated, OpdOrder } from "./orders.ts";
import { findPatient } from "../patients/patient-store.ts";
import type { OpdReports } from "../reports.ts";
import { isUncalled, type SlotLimits, type Source, type Token } from "./rules.ts";
import * as store from "./store.ts";
import { positionsOf, tokenView, type TokenView } from "./view.ts";

export interface OpdDeps {
  pool: pg.Pool;
  days: Days;
  secrets: Secrets;
  reports: OpdReports;
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

const orderFor: Record<Verb, (by: CommandContext, token: Token) => OpdOrder> = {
  "check-in": orders.checkIn,
  start: (by, token) => orders.onToken(by, token, decisions.start),
  complete: (by, token) => orders.onToken(by, token, decisions.complete),
  cancel: (by, token) => orders.onToken(by, token, decisions.cancel),
  "no-show": (by, token) => orders.onToken(by, token, decisions.noShow),
};

export class OpdService {
  readonly #deps: OpdDeps;

  constructor(deps: OpdDeps) {
    this.#deps = deps;
  }

  async allocate(
    by: CommandContext,
    wish: TokenWish,
  ): Promise<{ token: Allocated & { secret: string }; replayed: boolean }> {
    const started = performance.now();
    const { pool, days, secrets, reports } = this.#deps;
    const [doctor, patient] = await Promise.all([
      days.doctor(by.orgId, wish.doctorId),
      findPatient(pool, by.orgId, wish.patientId),
    ]);
    if (!patient) throw refuse("NOT_FOUND", "There is no such patient");
    const date = days.dateOf(doctor, wish.slotStart);
    const { id: patientId, name: patientName } = patient;
    const whole: Wish = { ...wish, ticketId: newId(), patientId, patientName };
    const order = orders.allocate(by, doctor.id, date, whole);
    const { answer, replayed } = await days.submitOn(by, doctor, date, order);
    const token = answer as Allocated;
    if (!replayed) reports.allocated(by, token, performance.now() - started);
    return { token: { ...token, secret: secrets.ticketSecret(by.orgId, token.id) }, replayed };
  }

  async act(by: CommandContext, tokenId: string, verb: Verb) {
    const token = await this.#token(by.orgId, tokenId);
    return shown(await this.#deps.days.submit(by, orderFor[verb](by, token)));
  }

  async move(
    by: CommandContext,
    tokenId: string,
    to: { doctorId?: string | undefined; slotStart: number },
  ) {
    const { days } = this.#deps;
    const token = await this.#token(by.orgId, tokenId);
    const doctor = await days.doctor(by.orgId, to.doctorId ?? token.data.doctorId);
    const date = days.dateOf(doctor, to.slotStart);
    const order = orders.move(by, token, doctor.id, date, to.slotStart);
    return shown(await days.submitOn(by, doctor, date, order));
  }

  /** null: nobody is left to call. */
  async callNext(
    by: CommandContext,
    doctorId: string,
    { date, early = false }: { date?: string | undefined; early?: boolean | undefined } = {},
  ): Promise<{ token: TokenView | null; replayed: boolean }> {
    const { days } = this.#deps;
    const doctor = await days.doctor(by.orgId, doctorId);
    const order = orders.callNext(by, doctorId, date ?? days.today(doctor), early);
    try {
      const { answer, replayed } = await days.submit(by, order);
      return { token: answer as TokenView | null, replayed };
    } catch (error) {
      if (!isUnopened(error)) throw error;
      return { token: null, replayed: false };
    }
  }

  async resize(by: CommandContext, doctorId: string, slotStart: number, limits: SlotLimits) {
    const { days } = this.#deps;
    const doctor = await days.doctor(by.orgId, doctorId);
    const date = days.dateOf(doctor, slotStart);
    const order = orders.resize(by, doctorId, date, slotStart, limits);
    const { replayed } = await days.submitOn(by, doctor, date, order);
    return { date, replayed };
  }

  async token(orgId: string, id: string): Promise<TokenView> {
    const token = await this.#token(orgId, id);
    if (token.state !== "waiting" && !isUncalled(token)) return tokenView(token, null);
    const tokens = await store.activeTokens(this.#deps.pool, [dayOf(token)]);
    return tokenView(token, positionsOf(tokens).get(id) ?? null);
  }

  /** Why its number or slot is no longer what it was. */
  async changes(orgId: string, id: string): Promise<TokenChange[]> {
    return changesOf(this.#deps.pool, await this.#token(orgId, id));
  }

  /** For a slip that is printed again. */
  async secretOf(orgId: string, id: string): Promise<string> {
    const token = await this.#token(orgId, id);
    return this.#deps.secrets.ticketSecret(orgId, token.id);
  }

  /** The grace after a call has run out. */
  async expire(ticket: Ticket): Promise<void> {
    const order = orders.onToken(bySystem(ticket), ticket as Token, (at, change, now) =>
      decisions.noShow(at, change, now, ticket.version),
    );
    await this.#deps.days.submit(bySystem(ticket), order);
  }

  /** A slot's reserve is due to be released, or it has ended; or a day's bookings have to follow. */
  async lineDue(line: Line): Promise<void> {
    const order = orders.slotDue(bySystem(line), line.groupId, line.id);
    await this.#deps.days.submit(bySystem(line), order);
  }

  async #token(orgId: string, id: string): Promise<Token> {
    const token = await store.findToken(this.#deps.pool, orgId, id);
    if (!token) throw refuse("NOT_FOUND", "There is no such token");
    return token;
  }
}

function shown({ answer, replayed }: { answer: object | null; replayed: boolean }) {
  if (!answer) throw new Error("an order on a token has no answer");
  return { token: answer as TokenView, replayed };
}

const bySystem = ({ orgId }: { orgId: string }) => ({
  orgId,
  actor: "system",
  requestId: "deadline",
});
