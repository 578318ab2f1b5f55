// What the public does on a page: asks for a time or books it, waits for one, and moves what it has.

import type pg from "pg";
import { wasDone } from "../../events/stored-events.ts";
import type { RequestContext } from "../../http/request-context.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import type { Secrets } from "../../infra/secrets.ts";
import { invalid, Refusal } from "../../kernel/refusal.ts";
import { isPhone } from "../../people/phone.ts";
import type { BookingService, Done } from "../core/service.ts";
import type { PublicPerson } from "../core/token-port.ts";
import type { BookingView } from "../core/view.ts";
import type { Kinds } from "../kinds/kinds.ts";
import { refuse } from "../refusals.ts";
import type { Waits } from "../waitlist/waits.ts";
import { dayMs, minuteMs, type FreeTime, type FreeTimesOfPages } from "./free-times.ts";
import type { HeldView } from "./held-view.ts";
import type { BookingPages, OpenPage } from "./pages.ts";

export interface AskingDeps {
  pool: pg.Pool;
  clock: Clock;
  kinds: Kinds;
  secrets: Secrets;
  pages: BookingPages;
  free: FreeTimesOfPages;
  service: BookingService;
  waits: Waits;
  held: HeldView;
  publicUrl: string;
}

/** Who asks, as they say. */
interface Visitor {
  name: string;
  phone?: string | null | undefined;
  email?: string | null | undefined;
  externalId?: string | null | undefined;
  note?: string | null | undefined;
}

export interface PublicWish extends Visitor {
  start: number;
  resourceId?: string | undefined;
}

export interface PublicWait extends Visitor {
  earliest: number;
  latest: number;
  resourceId?: string | undefined;
}

type Anybody = Omit<RequestContext, "orgId">;

/** Somebody was faster, or the hours have changed; another resource may still be free. */
const goneMeanwhile = new Set([
  "TAKEN",
  "SLOT_FULL",
  "SLOT_ENDED",
  "INVALID_SLOT",
  "OUTSIDE_HOURS",
  "RESOURCE_INACTIVE",
  "DOCTOR_INACTIVE",
]);

export class PublicAsking {
  readonly #deps: AskingDeps;

  constructor(deps: AskingDeps) {
    this.#deps = deps;
  }

  /** Times that can be had, each with the resources that have it. */
  async free(id: string, asked: { from: number; to: number; resourceId?: string | undefined }) {
    const page = await this.#deps.pages.open(id);
    return page.open ? (await this.#deps.free.between(page, asked)).map(timeView) : [];
  }

  /** With whichever resource is free unless one is named. */
  async request(by: Anybody, id: string, wish: PublicWish) {
    const { pool, pages, publicUrl, held, service } = this.#deps;
    const open = await pages.open(id);
    const { page } = open;
    const asker: RequestContext = { ...by, orgId: page.orgId };
    // A retry is answered from the record: the time it got is not free any more.
    const again = by.idem !== undefined && (await wasDone(pool, page.orgId, by.idem));
    if (!again && !open.open) throw refuse("PAGE_CLOSED");
    const person = this.#personOf(page.kind, wish);
    const candidates = again ? page.resourceIds : await this.#candidates(open, wish);
    const end = wish.start + page.minutes * minuteMs;
    const create = (resourceId: string, confirmed: boolean) =>
      service.create(asker, {
        kind: page.kind,
        person,
        contact: contactOf(wish, page.id),
        start: wish.start,
        end,
        resources: [{ resourceId }],
        request: !confirmed,
        confirmed,
      });
    const { answer, replayed } = await this.#firstOf(candidates, open, wish, async (resourceId) => {
      if (page.confirmation === "request") return create(resourceId, false);
      // Whoever has a place that day already is not told so: anybody may have typed their name.
      return create(resourceId, true).catch((error: unknown) => {
        if (codeOf(error) !== "DUPLICATE_TOKEN") throw error;
        return create(resourceId, false);
      });
    });
    const followUrl = `${publicUrl}/booking/${answer.id}#${answer.secret}`;
    const shown = await held.of(page.orgId, answer);
    return { answer: { ...shown, secret: answer.secret, followUrl }, replayed };
  }

  /** For a time that becomes free between two moments, with one of the page's resources. */
  async wait(by: Anybody, id: string, wish: PublicWait) {
    const { pool, clock, pages, waits, publicUrl } = this.#deps;
    const open = await pages.open(id);
    const { page, noticeMs } = open;
    const again = by.idem !== undefined && (await wasDone(pool, page.orgId, by.idem));
    if (!again && !open.open) throw refuse("PAGE_CLOSED");
    if (!again && !page.waitlist) throw refuse("NO_WAITLIST");
    const resourceId = wish.resourceId ?? page.resourceIds[0]!;
    if (wish.resourceId === undefined && page.resourceIds.length > 1) {
      throw invalid([{ field: "resourceId", message: "must name one of this page's" }]);
    }
    this.#checkResource(open, resourceId);
    const now = approximateNow(clock);
    const latest = Math.min(wish.latest, now + page.daysAhead * dayMs);
    const { answer, replayed } = await waits.join(
      { ...by, orgId: page.orgId },
      {
        kind: page.kind,
        person: this.#personOf(page.kind, wish),
        contact: contactOf(wish, page.id),
        resources: [{ resourceId }],
        earliest: Math.max(wish.earliest, now + noticeMs),
        latest,
        minutes: page.minutes,
      },
    );
    const { id: waitId, status, earliest, secret } = answer;
    const followUrl = `${publicUrl}/waitlist/${waitId}#${secret}`;
    const shown = { id: waitId, status, earliest, latest: answer.latest, minutes: answer.minutes };
    return { answer: { ...shown, secret, followUrl }, replayed };
  }

  /** To another time of its page. What a clinic has approved moves only where it lets people book. */
  async reschedule(
    by: RequestContext,
    id: string,
    to: { start: number; resourceId?: string | undefined },
  ) {
    const { pool, clock, pages, held, service } = this.#deps;
    const booking = await service.get(by.orgId, id);
    const pageId = booking.contact?.pageId;
    const open = pageId ? await pages.find(by.orgId, pageId) : null;
    if (!open) throw refuse("NOT_MOVABLE");
    const again = by.idem !== undefined && (await wasDone(pool, by.orgId, by.idem));
    if (!again) {
      if (!open.open) throw refuse("PAGE_CLOSED");
      if (Date.parse(booking.start) <= approximateNow(clock)) throw refuse("TIME_PASSED");
      if (!isMovable(booking, open)) throw refuse("NOT_MOVABLE");
    }
    const now = booking.resources[0]!.resourceId;
    const candidates = again ? open.page.resourceIds : await this.#candidates(open, to);
    // The same doctor, if that is free.
    const sorted = candidates.toSorted((a, b) => Number(b === now) - Number(a === now));
    const end = to.start + open.page.minutes * minuteMs;
    const { answer, replayed } = await this.#firstOf(sorted, open, to, (resourceId) =>
      service.reschedule(by, id, { start: to.start, end, resources: [{ resourceId }] }),
    );
    return { answer: await held.of(by.orgId, answer), replayed };
  }

  async #candidates(open: OpenPage, wish: Pick<PublicWish, "start" | "resourceId">) {
    const { page, noticeMs } = open;
    const now = approximateNow(this.#deps.clock);
    const end = wish.start + page.minutes * minuteMs;
    if (wish.resourceId !== undefined) this.#checkResource(open, wish.resourceId);
    if (wish.start < now + noticeMs) throw refuse("NOTICE_TOO_SHORT");
    if (end > now + page.daysAhead * dayMs) {
      const message = `must be within ${page.daysAhead} days`;
      throw invalid([{ field: "start", message }]);
    }
    return this.#deps.free.having(open, wish.start, wish.resourceId);
  }

  async #firstOf<T>(
    candidates: readonly string[],
    open: OpenPage,
    wish: Pick<PublicWish, "start" | "resourceId">,
    attempt: (resourceId: string) => Promise<Done<T>>,
  ): Promise<Done<T>> {
    for (const resourceId of candidates) {
      try {
        return await attempt(resourceId);
      } catch (error) {
        if (!goneMeanwhile.has(codeOf(error) ?? "")) throw error;
      }
    }
    const alternatives = await this.#deps.free.nearest(open, wish.start, wish.resourceId);
    const [start, end] = [wish.start, wish.start + open.page.minutes * minuteMs].map(iso);
    throw refuse("TAKEN", "This time is not free", {
      conflicts: [{ start, end }],
      alternatives: alternatives.map(timeView),
      waitlist: open.page.waitlist,
    });
  }

  #checkResource({ page }: OpenPage, resourceId: string): void {
    if (page.resourceIds.includes(resourceId)) return;
    throw invalid([{ field: "resourceId", message: "is not one of this page's" }]);
  }

  /** A patient is found again by a number, so there has to be one. */
  #personOf(kind: string, { name, phone, externalId }: Visitor): PublicPerson | undefined {
    if (!this.#deps.kinds.get(kind).needsPatient) return undefined;
    if (!phone) throw invalid([{ field: "phone", message: "is needed to book for a patient" }]);
    if (!isPhone(phone)) throw invalid([{ field: "phone", message: "must be a phone number" }]);
    return { name, phone, externalId: externalId ?? null };
  }
}

export function isMovable({ status }: BookingView, { page }: OpenPage): boolean {
  return status === "requested" || (status === "approved" && page.confirmation === "instant");
}

function contactOf(wish: Visitor, pageId: string) {
  const { name, phone = null, email = null, externalId = null, note = null } = wish;
  return { name, phone, email, note, ...(externalId !== null && { externalId }), pageId };
}

const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : null);

const iso = (at: number) => new Date(at).toISOString();

const timeView = ({ start, end, resourceId }: FreeTime) => ({
  start: iso(start),
  end: iso(end),
  resourceId,
});
