// The use cases of reservations.

import type { CommandContext } from "../../engine/command-context.ts";
import type pg from "pg";
import type { Engine } from "../../engine/engine.ts";
import { wasDone } from "../../events/stored-events.ts";
import type { Limiter } from "../../http/public-writes.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { newId } from "../../infra/ids.ts";
import type { Secrets } from "../../infra/secrets.ts";
import type { Line, Ticket } from "../../kernel/line.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import { readPickupCode } from "./codes.ts";
import type { Wish } from "./decisions.ts";
import type { Merchants } from "../catalogue/merchants.ts";
import * as orders from "./orders.ts";
import type { BoxOrder, Decided } from "./orders.ts";
import type { BoxMetrics } from "../metrics.ts";
import type { Attempt, Attempts, Outcome, PaymentDesk, Shield } from "../ports.ts";
import type { Reservation, Status } from "./rules.ts";
import type { SoldOut } from "../rush/sold-out.ts";
import { findInventories } from "../catalogue/inventory-store.ts";
import * as store from "./store.ts";
import { factsOf, reservationView, type ReservationView } from "./view.ts";
import { localDate } from "../catalogue/windows.ts";

export interface BoxesDeps {
  pool: pg.Pool;
  engine: Engine;
  clock: Clock;
  merchants: Merchants;
  secrets: Secrets;
  limiter: Limiter;
  /** Reservations of guests that one network may make at a merchant while the longest hold lasts. */
  guestHolds: number;
  soldOut: SoldOut;
  shield: Shield;
  attempts: Attempts;
  payments: PaymentDesk;
  metrics: BoxMetrics;
}

export type ReservationWish = Omit<Wish, "ticketId">;

export type Verb = "confirm" | "accept" | "decline" | "cancel" | "undo";

const wrongCodes = { most: 10, withinMs: 5 * 60_000 };
const retryAfterMs = 2_000;
const longestHoldMs = 30 * 60_000;
const nothingTaken = { giveBack: () => Promise.resolve() };

export interface ReserveContext extends CommandContext {
  requestId: string;
  /** The network a guest comes from; a guest's own id is anybody's choice. */
  network?: string | undefined;
}

export class BoxesService {
  readonly #deps: BoxesDeps;

  constructor(deps: BoxesDeps) {
    this.#deps = deps;
  }

  async reserve(
    by: ReserveContext,
    inventoryId: string,
    wish: ReservationWish,
  ): Promise<{ reservation: ReservationView & { secret: string }; replayed: boolean }> {
    const { merchants, attempts, soldOut } = this.#deps;
    const startedAt = performance.now();
    const { orgId, merchantId } = await merchants.ownerOf(inventoryId);
    if (orgId !== by.orgId) throw refuse("BOX_NOT_FOUND");
    const { userId, guest, quantity, waitlist } = wish;
    const { requestId, actor, idem } = by;
    const about = { orgId, inventoryId, merchantId, userId, guest, quantity, waitlist };
    const attempt: Attempt = { ...about, requestId, actor, idem };
    const told = (outcome: Outcome) =>
      attempts.made(attempt, outcome, performance.now() - startedAt);
    try {
      const { reservation, replayed } = await this.#reserve(by, attempt, wish);
      told(replayed ? "REPLAYED" : reservation.status);
      const secret = this.#deps.secrets.ticketSecret(orgId, reservation.id);
      return { reservation: { ...reservation, secret }, replayed };
    } catch (error) {
      const refusal = asReserving(error);
      soldOut.learn(inventoryId, refusal);
      told(refusal?.code ?? "INTERNAL");
      throw refusal ?? error;
    }
  }

  async #reserve(by: ReserveContext, attempt: Attempt, wish: ReservationWish) {
    const { engine, shield, merchants, soldOut } = this.#deps;
    const { inventoryId: id, merchantId } = attempt;
    const entered = await shield.enter(attempt);
    try {
      await soldOut.check({ id, ...(await merchants.ownerOf(id)) }, by, wish);
      const order = orders.reserve(by, { id, merchantId }, { ...wish, ticketId: newId() });
      const hold = await this.#countHold(by, merchantId);
      const { answer, replayed } = await engine.submit(order).catch(async (error: unknown) => {
        await hold.giveBack();
        throw error;
      });
      if (replayed) await hold.giveBack();
      return { reservation: (answer as Decided).reservation, replayed };
    } finally {
      await entered.leave();
    }
  }

  /**
   * A guest may have one reservation, and somebody who makes up ids has as many as they like: so a network may
   * have only so many within the time that the longest hold lasts.
   */
  async #countHold({ orgId, network, idem }: ReserveContext, merchantId: string) {
    if (network === undefined) return nothingTaken;
    const { limiter, pool, guestHolds } = this.#deps;
    const subject = `${merchantId} ${network}`;
    const taken = await limiter.take("guest holds", subject, guestHolds, longestHoldMs);
    if (taken.allowed) return taken;
    // Those who have theirs and only ask again are answered the same again.
    if (idem !== undefined && (await wasDone(pool, orgId, idem))) return nothingTaken;
    throw refuse("TOO_MANY_HOLDS", undefined, {
      retryAfterSeconds: Math.max(1, taken.resetSeconds),
    });
  }

  async act(by: CommandContext, id: string, verb: Verb, who: "holder" | "merchant") {
    const reservation = await this.#reservation(by.orgId, id);
    switch (verb) {
      case "confirm":
        return this.#submit(orders.confirm(by, reservation), reservation);
      case "accept":
        return this.#submit(orders.accept(by, reservation), reservation);
      case "decline":
        return this.#submit(orders.decline(by, reservation), reservation);
      case "cancel":
        return this.#end(orders.cancel(by, reservation, who), reservation);
      case "undo":
        return this.#submit(orders.undoPickUp(by, reservation), reservation);
    }
  }

  /** Over the counter. Wrong codes are counted, so that nobody finds one by trying. */
  async pickUp(by: CommandContext, merchantId: string, code: string) {
    const { pool, clock, merchants, limiter } = this.#deps;
    const merchant = await merchants.merchant(by.orgId, merchantId);
    const { most, withinMs } = wrongCodes;
    const subject = `${merchantId} ${by.actor}`;
    const taken = await limiter.take("wrong pickup codes", subject, most, withinMs);
    if (!taken.allowed) {
      throw refuse("RATE_LIMITED", "Too many wrong codes; wait a little", {
        retryAfterSeconds: Math.max(1, taken.resetSeconds),
      });
    }
    const number = readPickupCode(merchant.codeKey.toString("base64"), code);
    const now = new Date(approximateNow(clock));
    const reservation = number && (await store.findByNumber(pool, merchant, number, now));
    // Those who have no box were never told the code.
    if (!reservation || reservation.status === "OFFERED") throw refuse("PICKUP_CODE_UNKNOWN");
    await taken.giveBack();
    return this.#end(orders.pickUp(by, reservation), reservation);
  }

  async reservation(orgId: string, id: string): Promise<ReservationView> {
    const reservation = await this.#reservation(orgId, id);
    const { pool } = this.#deps;
    const inventory = await this.#deps.merchants.inventoryOf(orgId, reservation.lineId);
    const positions =
      reservation.state === "waiting" ? await store.positionsIn(pool, inventory.id) : null;
    return reservationView(reservation, factsOf(inventory), positions?.get(id) ?? null);
  }

  /** A merchant's of one date, the newest first. */
  async list(
    asked: {
      orgId: string;
      merchantId: string;
      date: string | undefined;
      statuses: readonly Status[] | null;
      before: string | null;
    },
    limit: number,
  ): Promise<ReservationView[]> {
    const { pool, clock, merchants } = this.#deps;
    const { orgId, merchantId } = asked;
    const { details } = await merchants.merchant(orgId, merchantId);
    const date = asked.date ?? localDate(approximateNow(clock), details.timezone);
    const found = await store.reservationsOfDate(pool, { ...asked, date }, limit);
    const ids = [...new Set(found.map(({ lineId }) => lineId))];
    const rows = new Map((await findInventories(pool, ids)).map((row) => [row.id, row]));
    const waited = [...new Set(found.filter(isWaiting).map(({ lineId }) => lineId))];
    const positions = await Promise.all(waited.map((one) => store.positionsIn(pool, one)));
    const position = (id: string) => positions.find((all) => all.has(id))?.get(id) ?? null;
    return found.map((one) =>
      reservationView(one, factsOf(rows.get(one.lineId)!), position(one.id)),
    );
  }

  /** A hold, an offer, the window or a cool-down has run out, or money is owed. */
  async expire(ticket: Ticket): Promise<void> {
    const { engine, clock, payments, metrics } = this.#deps;
    const { orgId, id, data } = ticket as Reservation;
    // Before its deadline is taken away: an instance that dies in between leaves it to the next.
    if (data.paymentStatus === "REFUND_DUE") await payments.ended(orgId, id);
    const order = orders.expire(bySystem(ticket), ticket as Reservation);
    await engine.submit(order);
    metrics.expired(approximateNow(clock) - ticket.deadlineAt!);
  }

  /** Somebody waits, and there are boxes that the last look could not give them. */
  async lineDue(line: Line): Promise<void> {
    await this.#deps.engine.submit(orders.lookAgain(bySystem(line), line.id));
  }

  /** Nobody should pay for what is over: its page is closed as soon as possible. */
  async #end(order: BoxOrder, reservation: Reservation) {
    const ended = await this.#submit(order, reservation);
    const { orgId, id } = reservation;
    // What is owed is safe already; a page left open closes itself when the hold would have ended.
    await this.#deps.payments.ended(orgId, id).catch(() => undefined);
    return ended;
  }

  async #submit(order: BoxOrder, { orgId, id }: Reservation) {
    const { answer, replayed } = await this.#deps.engine.submit(order);
    // Nothing was to be done: it is as it was.
    if (!answer) return { reservation: await this.reservation(orgId, id), replayed };
    return { reservation: (answer as Decided).reservation, replayed };
  }

  async #reservation(orgId: string, id: string): Promise<Reservation> {
    const reservation = await store.findReservation(this.#deps.pool, orgId, id);
    if (!reservation) throw refuse("NOT_FOUND", "There is no such reservation");
    return reservation;
  }
}

/** In the words of the spec: no decision in time is a lock that could not be had. */
function asReserving(error: unknown): Refusal | null {
  if (!(error instanceof Refusal)) return null;
  if (error.code === "NOT_FOUND") return refuse("BOX_NOT_FOUND");
  if (error.code !== "BUSY") return error;
  return refuse("LOCK_ACQUISITION_FAILED", undefined, {
    retryAfter: retryAfterMs,
    retryAfterSeconds: retryAfterMs / 1000,
  });
}

const isWaiting = ({ state }: Reservation) => state === "waiting";

const bySystem = ({ orgId }: { orgId: string }) => ({ orgId, actor: "system" });
