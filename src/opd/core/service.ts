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
import { asHolder, type SendingOn } from "./stations.ts";
import * as store from "./store.ts";
import { positionsOf, tokenView, type TokenView } from "./view.ts";

export interface OpdDeps {
  pool: pg.Pool;
  days: Days;
  secrets: Secrets;
  reports: OpdReports;
  sendingOn: SendingOn;
}

export interface TokenWish {
  patientId: string;
  doctorId: string;
  slotStart: number;
  source: Source;
  emergency: boolean;
  allowAlternative: boolean;
}

export type Verb =
  | "check-in"
  | "call"
  | "recall"
  | "skip"
  | "start"
  | "complete"
  | "cancel"
  | "no-show"
  | "put-back";

/** What is said with some of them. */
export interface Said {
  /** Why somebody counts as not come, before the grace is over. */
  reason?: string | undefined;
  /** Called although the slot has not begun. */
  early?: boolean | undefined;
}

const orderFor: Record<Verb, (by: CommandContext, token: Token, said: Said) => OpdOrder> = {
  "check-in": orders.checkIn,
  call: (by, token, { early = false }) =>
    orders.onToken(by, token, (at, change, now) => decisions.callOne(at, change, now, early)),
  recall: (by, token) => orders.onToken(by, token, decisions.recall),
  skip: (by, token) => orders.onToken(by, token, decisions.skip),
  start: (by, token) => orders.onToken(by, token, decisions.start),
  complete: (by, token) => orders.onToken(by, token, decisions.complete),
  cancel: (by, token) => orders.onToken(by, token, decisions.cancel),
  "no-show": (by, token, { reason = null }) =>
    orders.onToken(by, token, (at, change, now) => decisions.noShowByHand(at, change, now, reason)),
  "put-back": orders.putBack,
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
    const { answer, replayed } = await days.submitOn(by, doctor, date, order).catch((error) => {
      if ((error as { code?: string }).code === "NO_PLACE_FOR_EMERGENCY")
        reports.emergencyRefused(by, doctor.id, wish.slotStart);
      throw error;
    });
    const token = answer as Allocated;
    if (!replayed) reports.allocated(by, token, performance.now() - started);
    return { token: { ...token, secret: secrets.ticketSecret(by.orgId, token.id) }, replayed };
  }

  async act(by: CommandContext, tokenId: string, verb: Verb, said: Said = {}) {
    const token = await this.#token(by.orgId, tokenId);
    const { days } = this.#deps;
    const order = orderFor[verb](by, token, said);
    if (verb !== "put-back") return shown(await days.submit(by, order));
    // It may go to hours that were added since.
    const doctor = await days.doctor(by.orgId, token.data.doctorId);
    return shown(await days.submitOn(by, doctor, token.data.date, order));
  }

  /** The visit is over; with a queue they go on to that, and wait there. */
  async complete(by: CommandContext, tokenId: string, queueId: string | null | undefined) {
    if (!queueId) return this.act(by, tokenId, "complete");
    const token = await this.#token(by.orgId, tokenId);
    return this.#deps.sendingOn.send(by, token, queueId);
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
    const { pool, days } = this.#deps;
    const { doctorId, date } = token.data;
    const [tokens, open] = await Promise.all([
      store.activeTokens(pool, [dayOf(token)]),
      days.openSlots(orgId, doctorId, date),
    ]);
    return tokenView(token, positionsOf(tokens, open).get(id) ?? null);
  }

  /** With the way to the station that they went on to. */
  async tokenOfHolder(orgId: string, id: string): Promise<TokenView> {
    return asHolder(this.#deps.secrets, orgId, await this.token(orgId, id));
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
