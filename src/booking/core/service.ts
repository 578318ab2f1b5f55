// The use cases of bookings and holds.

import type { RequestContext } from "../../http/request-context.ts";
import type { CommandContext } from "../../engine/command-context.ts";
import type pg from "pg";
import { auditedWrite } from "../../engine/audited-write.ts";
import type { Outcome } from "../../engine/order.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { newId } from "../../infra/ids.ts";
import type { Secrets } from "../../infra/secrets.ts";
import { invalid, Refusal, refuse } from "../../kernel/refusal.ts";
import type { Source } from "../../kernel/score.ts";
import type { Draft, Window } from "./batch-state.ts";
import type { Booking, Contact } from "./booking.ts";
import * as decisions from "./decisions.ts";
import type { conflictView, WishedPart } from "./conflicts.ts";
import * as holds from "./holds.ts";
import type { HeldPart } from "./holds.ts";
import type { BookingCommands } from "./commands.ts";
import {
  faultsOfTime,
  partsOutside,
  type Kind,
  type Kinds,
  type KindSettings,
} from "../kinds/kinds.ts";
import { windowsOf } from "./parts.ts";
import type { Permissions, Right } from "../permissions.ts";
import { followToken, isWithToken } from "./rehousing.ts";
import type { BookingReports } from "../reports.ts";
import * as store from "./store.ts";
import type { PublicPerson, TokenPlace, TokenPort } from "./token-port.ts";
import { bookingView, holdView, type BookingView, type HoldView } from "./view.ts";

export interface BookingDeps {
  pool: pg.Pool;
  clock: Clock;
  commands: BookingCommands;
  kinds: Kinds;
  tokens: TokenPort;
  permissions: Permissions;
  secrets: Secrets;
  reports: BookingReports;
}

export interface BookingWish {
  kind: string;
  patientId?: string | null | undefined;
  title?: string | null | undefined;
  contact?: Contact | null | undefined;
  start: number;
  end: number;
  resources: readonly WishedPart[];
  holdId?: string | null | undefined;
  statusMessage?: string | null | undefined;
  source?: Source | null | undefined;
  emergency?: boolean | undefined;
  /** Only ask, although the caller may book. */
  request?: boolean;
  /** Somebody from the public, in place of a patient. */
  person?: PublicPerson | undefined;
  /** Booked at once, although the caller is the public: the page says so. */
  confirmed?: boolean;
}

export interface NewTimes {
  start?: number | undefined;
  end?: number | undefined;
  resources?: readonly WishedPart[] | undefined;
  holdId?: string | null | undefined;
  statusMessage?: string | null | undefined;
}

export interface Done<T> {
  answer: T;
  replayed: boolean;
}

export class BookingService {
  readonly #deps: BookingDeps;

  constructor(deps: BookingDeps) {
    this.#deps = deps;
  }

  // ---- holds

  async hold(
    by: RequestContext,
    resources: readonly HeldPart[],
    ttlSeconds: number,
    kindName?: string,
  ): Promise<Done<HoldView>> {
    const { commands, kinds, reports } = this.#deps;
    const kind = kindName === undefined ? null : kinds.get(kindName);
    const start = Math.min(...resources.map((part) => part.start));
    const end = Math.max(...resources.map((part) => part.end));
    this.#checkTimes(start, end, resources);
    const id = newId();
    const windows = this.windowsFor(kindName ?? null, start, end, resources);
    const done = await this.#done<HoldView>(
      by,
      commands.submit({
        by,
        windows,
        decide: (draft) => shown(holds.hold(draft, id, kind, resources, ttlSeconds), holdView),
      }),
    );
    if (!done.replayed) reports.hold(by, "held", done.answer);
    return done;
  }

  async extend(by: RequestContext, id: string, ttlSeconds: number): Promise<Done<HoldView>> {
    const { commands, reports } = this.#deps;
    const hold = await this.#hold(by, id);
    const done = await this.#done<HoldView>(
      by,
      commands.submit({
        by,
        windows: windowsOf(hold.parts),
        holdIds: [id],
        decide: (draft) => shown(holds.extend(draft, id, ttlSeconds), holdView),
      }),
    );
    if (!done.replayed) reports.hold(by, "extended", done.answer);
    return done;
  }

  async release(by: RequestContext, id: string): Promise<void> {
    const { commands, reports } = this.#deps;
    const hold = await this.#hold(by, id);
    const windows = windowsOf(hold.parts);
    await commands.submit({
      by,
      windows,
      holdIds: [id],
      decide: (draft) => holds.release(draft, id),
    });
    reports.hold(by, "released", { id });
    await this.freed(by.orgId, windows);
  }

  /** A hold is for its creator, and for anybody who may book anyway. */
  async #hold(by: RequestContext, id: string) {
    const hold = await store.findHold(this.#deps.pool, by.orgId, id);
    if (!hold) throw refuse("NOT_FOUND", "There is no such hold");
    if (hold.heldBy !== by.actor) {
      const ids = hold.parts.map(({ resourceId }) => resourceId);
      if (!(await this.may(by, "book", ids))) {
        throw refuse("NOT_FOUND", "There is no such hold");
      }
    }
    return hold;
  }

  // ---- bookings

  async create(
    by: RequestContext,
    wish: BookingWish,
  ): Promise<Done<BookingView & { secret: string }>> {
    const started = performance.now();
    const { commands, kinds, tokens, secrets, reports } = this.#deps;
    const kind = kinds.get(wish.kind);
    const { start, end, resources, holdId = null } = wish;
    this.#checkTimes(start, end, resources);
    await this.checkPatient(by.orgId, wish.patientId ?? null);
    const ids = resources.map(({ resourceId }) => resourceId);
    const { person, confirmed = false } = wish;
    const approved = confirmed || (!wish.request && (await this.may(by, "book", ids)));
    const whole: decisions.Wish = {
      ...aboutOf(wish),
      id: newId(),
      kind,
      start,
      end,
      parts: resources,
      holdId,
      seriesId: null,
      statusMessage: wish.statusMessage ?? null,
      tokenId: newId(),
      source: wish.source ?? null,
      emergency: wish.emergency ?? false,
      approved,
      withNotice: confirmed,
    };
    const withToken = kind.takesToken && approved;
    if (withToken) await prepareTokens(tokens, by.orgId, kind, start, ids);
    const done = await this.#done<BookingView>(
      by,
      commands.submit({
        by,
        windows: this.windowsFor(kind.name, start, end, resources),
        holdIds: holdId === null ? [] : [holdId],
        decide: (draft, found) =>
          shown(
            decisions.create(draft, { ...whole, patientId: found ?? whole.patientId }),
            bookingView,
          ),
        person,
        withToken,
      }),
    );
    const { answer, replayed } = done;
    if (!replayed) reports.booking(by, answer.status, answer, performance.now() - started);
    const secret = secrets.ticketSecret(by.orgId, answer.id);
    return { answer: { ...answer, secret }, replayed };
  }

  async approve(
    by: RequestContext,
    id: string,
    message?: string | null,
  ): Promise<Done<BookingView>> {
    const booking = await this.find(by.orgId, id);
    await this.require(by, "approve", idsOf(booking));
    const kind = this.#deps.kinds.get(booking.kind);
    const tokenId = newId();
    if (kind.takesToken) {
      const doctors = idsOf(booking);
      await prepareTokens(this.#deps.tokens, by.orgId, kind, booking.start, doctors);
    }
    return this.act(by, booking, "approved", kind.takesToken, (draft) =>
      decisions.approve(draft, kind, id, tokenId, message ?? null),
    );
  }

  /** Whether it could be approved now, and what is in its way; nothing is changed. */
  async previewApproval(by: RequestContext, id: string) {
    const booking = await this.find(by.orgId, id);
    const { kinds, tokens } = this.#deps;
    const kind = kinds.get(booking.kind);
    const { idem: _key, ...anew } = by;
    if (kind.takesToken) {
      await prepareTokens(tokens, by.orgId, kind, booking.start, idsOf(booking));
    }
    try {
      await this.#deps.commands.submit({
        by: anew,
        windows: windowsOf(booking.parts),
        bookingIds: [id],
        decide: (draft) => shown(decisions.approve(draft, kind, id, newId(), null), bookingView),
        dryRun: true,
      });
      return { fits: true, code: null, conflicts: [] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { conflicts } = error.extra as {
        conflicts?: ReturnType<typeof conflictView>[];
      };
      const ofResources = conflicts?.filter(({ resourceId }) => resourceId !== undefined) ?? [];
      return { fits: false, code: error.code, conflicts: ofResources };
    }
  }

  async deny(by: RequestContext, id: string, message?: string | null): Promise<Done<BookingView>> {
    const booking = await this.find(by.orgId, id);
    await this.require(by, "approve", idsOf(booking));
    return this.#end(by, booking, "deny", message ?? null);
  }

  /** By people who may book, by the person who booked it, and by the holder of its secret. */
  async cancel(
    by: RequestContext,
    id: string,
    message?: string | null,
  ): Promise<Done<BookingView>> {
    const booking = await this.find(by.orgId, id);
    if (by.caller.kind !== "ticket" && booking.bookedBy !== by.actor) {
      await this.require(by, "book", idsOf(booking));
    }
    return this.#end(by, booking, "cancel", message ?? null);
  }

  async reschedule(by: RequestContext, id: string, to: NewTimes): Promise<Done<BookingView>> {
    const booking = await this.find(by.orgId, id);
    const kind = this.#deps.kinds.get(booking.kind);
    const { start, end, parts } = decisions.movedTo(booking, { ...to, parts: to.resources });
    this.#checkTimes(start, end, parts);
    const ids = [...idsOf(booking), ...parts.map(({ resourceId }) => resourceId)];
    const isHolder = by.caller.kind === "ticket";
    const own = isHolder || (booking.bookedBy === by.actor && booking.status === "requested");
    if (!own && !(await this.may(by, "book", ids))) throw mayNot("book");
    const withToken = kind.takesToken && booking.status === "approved";
    if (withToken) await prepareTokens(this.#deps.tokens, by.orgId, kind, start, ids);
    const rescheduling: decisions.Rescheduling = {
      start: to.start,
      end: to.end,
      parts: to.resources,
      holdId: to.holdId ?? null,
      tokenId: newId(),
      statusMessage: to.statusMessage ?? null,
    };
    const more = this.windowsFor(kind.name, start, end, parts);
    const done = await this.act(
      by,
      booking,
      "rescheduled",
      withToken,
      (draft) => decisions.reschedule(draft, kind, id, rescheduling),
      { windows: more, holdIds: rescheduling.holdId === null ? [] : [rescheduling.holdId] },
    );
    if (!done.replayed) await this.freed(by.orgId, windowsOf(booking.parts));
    return done;
  }

  async #end(
    by: RequestContext,
    booking: Booking,
    verb: "deny" | "cancel",
    message: string | null,
  ) {
    const kind = this.#deps.kinds.get(booking.kind);
    const what = verb === "deny" ? "denied" : "canceled";
    const done = await this.act(by, booking, what, booking.tokenId !== null, (draft) =>
      decisions.end(draft, kind, booking.id, verb, message),
    );
    if (!done.replayed) await this.freed(by.orgId, windowsOf(booking.parts));
    return done;
  }

  /** One more step of a booking. */
  async act(
    by: RequestContext,
    booking: Booking,
    what: string,
    withToken: boolean,
    decide: (draft: Draft) => Booking | Refusal,
    more: { windows: readonly Window[]; holdIds: readonly string[] } = { windows: [], holdIds: [] },
  ): Promise<Done<BookingView>> {
    const started = performance.now();
    const done = await this.#done<BookingView>(
      by,
      this.#deps.commands.submit({
        by,
        windows: [...windowsOf(booking.parts), ...more.windows],
        bookingIds: [booking.id],
        holdIds: more.holdIds,
        decide: (draft) => shown(decide(draft), bookingView),
        withToken,
      }),
    );
    if (!done.replayed) {
      this.#deps.reports.booking(by, what, done.answer, performance.now() - started);
    }
    return done;
  }

  /** Some of these tokens were moved or have ended: the bookings that took them follow. */
  async followTokens(orgId: string, tokenIds: readonly string[]): Promise<void> {
    const { pool, tokens } = this.#deps;
    const bookings = await store.approvedWithTokens(pool, orgId, tokenIds);
    const places = await tokens.placesOf(
      pool,
      orgId,
      bookings.map(({ tokenId }) => tokenId!),
    );
    for (const booking of bookings) {
      const place = places.get(booking.tokenId!);
      if (place && !isWithToken(booking, place)) await this.#followToken(booking, place);
    }
  }

  async #followToken(booking: Booking, place: TokenPlace): Promise<void> {
    const { commands, reports } = this.#deps;
    const { orgId } = booking;
    const started = performance.now();
    const by: CommandContext = { orgId, actor: "system", requestId: "token" };
    const there = { resourceId: place.doctorId, from: place.start, to: place.end };
    const { answer } = await commands.submit({
      by,
      windows: [...windowsOf(booking.parts), there],
      bookingIds: [booking.id],
      decide: (draft) => {
        const after = followToken(draft, booking.id, place);
        return after ? bookingView(after) : {};
      },
    });
    const after = answer as BookingView;
    const what = after.status === "canceled" ? "canceled" : "rescheduled";
    if (after.id) reports.booking(by, what, after, performance.now() - started);
  }

  async get(orgId: string, id: string): Promise<BookingView> {
    return bookingView(await this.find(orgId, id));
  }

  async list(
    orgId: string,
    filter: store.BookingFilter,
    after: store.Place | null,
    limit: number,
  ): Promise<BookingView[]> {
    const found = await store.listBookings(this.#deps.pool, orgId, filter, after, limit);
    return found.map(bookingView);
  }

  // ---- kinds

  async kinds(orgId: string): Promise<{ kind: Kind; settings: KindSettings }[]> {
    const set = await store.readSettings(this.#deps.pool, orgId);
    return this.#deps.kinds
      .all()
      .map((kind) => ({ kind, settings: { ...kind.settings, ...set.get(kind.name) } }));
  }

  async kindSettings(orgId: string, name: string): Promise<KindSettings> {
    const kind = this.#deps.kinds.get(name);
    const set = await store.readSettings(this.#deps.pool, orgId);
    return { ...kind.settings, ...set.get(kind.name) };
  }

  async setKind(
    by: RequestContext,
    name: string,
    patch: Partial<KindSettings>,
  ): Promise<Done<{ kind: Kind; settings: KindSettings }>> {
    const { pool, clock, kinds } = this.#deps;
    const kind = kinds.all().find((each) => each.name === name);
    if (!kind) throw refuse("NOT_FOUND", "There is no such kind of booking");
    const { orgId, actor, key, fingerprint } = by;
    const write = { orgId, lineId: orgId, actor, key, fingerprint, clock };
    const operation = "booking.setKind";
    const done = await auditedWrite(pool, { ...write, operation }, async (tx) => {
      const set = (await store.readSettings(tx, orgId)).get(name) ?? {};
      const settings = { ...kind.settings, ...set, ...patch };
      await store.saveSettings(tx, orgId, name, settings);
      const after = { kind: name, ...settings };
      const before = { kind: name, ...kind.settings, ...set };
      return { type: "booking.kind_changed", before, after, answer: settings };
    });
    return { answer: { kind, settings: done.answer }, replayed: done.replayed };
  }

  // ---- shared

  /** What has to be known to decide on these parts: as much as the kind may need around them. */
  windowsFor(
    kindName: string | null,
    start: number,
    end: number,
    parts: readonly WishedPart[],
  ): Window[] {
    const none = { beforeMs: 0, afterMs: 0 };
    const around = kindName === null ? none : this.#deps.kinds.around(kindName);
    return parts.map((part) => ({
      resourceId: part.resourceId,
      from: (part.start ?? start) - around.beforeMs,
      to: (part.end ?? end) + around.afterMs,
    }));
  }

  async may(by: RequestContext, right: Right, resourceIds: readonly string[]): Promise<boolean> {
    const { caller } = by;
    if (caller.kind !== "key" && caller.kind !== "user") return false;
    return this.#deps.permissions.may(caller, right, [...new Set(resourceIds)]);
  }

  async checkPatient(orgId: string, patientId: string | null): Promise<void> {
    if (patientId === null) return;
    const known = await this.#deps.tokens.knowsPatient(orgId, patientId);
    if (!known) throw refuse("NOT_FOUND", "There is no such patient");
  }

  /** Doctors' tokens may have room now. */
  async freed(orgId: string, windows: readonly Window[]): Promise<void> {
    await this.#deps.tokens.freed(orgId, windows);
  }

  /** What is wrong whatever the resources say; before anything is locked. */
  #checkTimes(start: number, end: number, parts: readonly WishedPart[]): void {
    const [...faults] = partsOutside(start, end, parts);
    if (faults.length > 0) throw invalid(faults);
    const refusal = faultsOfTime(start, end, approximateNow(this.#deps.clock));
    if (refusal) throw refusal;
  }

  async require(by: RequestContext, right: Right, resourceIds: readonly string[]): Promise<void> {
    if (!(await this.may(by, right, resourceIds))) throw mayNot(right);
  }

  async find(orgId: string, id: string): Promise<Booking> {
    const booking = await store.findBooking(this.#deps.pool, orgId, id);
    if (!booking) throw refuse("NOT_FOUND", "There is no such booking");
    return booking;
  }

  async #done<T>(by: RequestContext, outcome: Promise<Outcome>): Promise<Done<T>> {
    const { answer, replayed } = await outcome;
    if (replayed) this.#deps.reports.replayed(by);
    return { answer: answer as T, replayed };
  }
}

export function aboutOf(wish: Pick<BookingWish, "patientId" | "title" | "contact">) {
  const { patientId = null, title = null, contact = null } = wish;
  return { patientId, title, contact };
}

export const idsOf = ({ parts }: Booking) => parts.map(({ resourceId }) => resourceId);

const mayNot = (right: Right) =>
  refuse("FORBIDDEN", `This needs the right to ${right} on all of its resources`);

/** The slots of the doctors' days are there before a token is asked for. */
export async function prepareTokens(
  tokens: TokenPort,
  orgId: string,
  kind: Kind,
  at: number,
  resourceIds: readonly string[],
): Promise<void> {
  if (!kind.takesToken) return;
  for (const id of new Set(resourceIds)) await tokens.prepare(orgId, id, at);
}

export function shown<T>(result: T | Refusal, view: (made: T) => object): object | Refusal {
  return result instanceof Refusal ? result : view(result);
}
