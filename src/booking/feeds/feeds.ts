// Calendar feeds: the bookings of a resource, or of one person, at a secret address. A new address replaces
// it, and the old one stops at once. Names of patients are included only when somebody who may see them asks
// for it.

import type { RequestContext } from "../../http/request-context.ts";
import type pg from "pg";
import type { z } from "zod";
import { auditedWrite } from "../../engine/audited-write.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { newId } from "../../infra/ids.ts";
import type { Secrets } from "../../infra/secrets.ts";
import { refuse } from "../../kernel/refusal.ts";
import * as store from "./feed-store.ts";
import type { CalendarFeed, FeedOf } from "./feed-store.ts";
import { columnsOf } from "../core/batch.ts";
import type { TokenPort } from "../core/token-port.ts";
import { bookingIcs, feedIcs, type Entry, type SlotEntry } from "./ics.ts";
import type { Kinds, KnownResource } from "../kinds/kinds.ts";
import type { BookingService, Done } from "../core/service.ts";
import type { BookingView } from "../core/view.ts";
import type { feed } from "../schemas.ts";

export interface FeedDeps {
  pool: pg.Pool;
  clock: Clock;
  secrets: Secrets;
  service: BookingService;
  kinds: Kinds;
  tokens: Pick<TokenPort, "slotsSql" | "othersIn">;
  resources: { find(orgId: string, ids: readonly string[]): Promise<KnownResource[]> };
  patientNames(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Resources that belong to somebody. */
  ownedBy(orgId: string, userId: string): Promise<string[]>;
  publicUrl: string;
}

export type FeedView = z.infer<typeof feed>;

const dayMs = 86_400_000;
const daysBack = 30;
const daysAhead = 366;
const maxEntries = 2_000;
const maxResources = 50;

export class CalendarFeeds {
  readonly #deps: FeedDeps;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
  }

  async find(orgId: string, of: FeedOf): Promise<FeedView | null> {
    await this.#check(orgId, of);
    const feed = await store.feedOf(this.#deps.pool, orgId, of);
    return feed && this.#view(feed);
  }

  /** The address there was leads nowhere from then on. */
  async make(by: RequestContext, of: FeedOf, names: boolean): Promise<Done<FeedView>> {
    await this.#check(by.orgId, of);
    const { answer, replayed } = await this.#change(by, "makeFeed", async (tx, createdAt) => {
      const replaced = await store.deleteFeed(tx, by.orgId, of);
      const whose = { resourceId: null, userId: null, ...of };
      const feed: CalendarFeed = { orgId: by.orgId, id: newId(), ...whose, names, createdAt };
      await store.insertFeed(tx, feed, by.actor);
      const type = replaced ? "booking.feed_replaced" : "booking.feed_made";
      // The address itself is kept nowhere.
      const kept = { id: feed.id, ...whose, names, createdAt: createdAt.toISOString() };
      return { type, after: { ...whose, names }, answer: kept };
    });
    const feed = { ...answer, orgId: by.orgId, createdAt: new Date(answer.createdAt) };
    return { answer: this.#view(feed), replayed };
  }

  async stop(by: RequestContext, of: FeedOf): Promise<Done<null>> {
    await this.#check(by.orgId, of);
    return this.#change(by, "stopFeed", async (tx) => {
      if (!(await store.deleteFeed(tx, by.orgId, of))) {
        throw refuse("NOT_FOUND", "There is no such feed");
      }
      return { type: "booking.feed_stopped", after: { ...of }, answer: null };
    });
  }

  /** Which feed an address leads to; null when to none, or no longer. */
  async opened(secret: string): Promise<CalendarFeed | null> {
    const read = this.#deps.secrets.readFeedSecret(secret);
    return read && store.findFeed(this.#deps.pool, read.orgId, read.feedId);
  }

  async text(feed: CalendarFeed): Promise<string> {
    const { publicUrl } = this.#deps;
    const { orgId, resourceId, userId, names } = feed;
    const mine = resourceId === null ? await this.#deps.ownedBy(orgId, userId!) : [resourceId];
    const resourceIds = mine.slice(0, maxResources);
    const known = await this.#deps.resources.find(orgId, resourceIds);
    const bookings = await this.#bookings(orgId, resourceIds, userId);
    const summaryOf = await this.#summaries(orgId, bookings, names);
    const entries: Entry[] = bookings.flatMap((booking) => {
      const summary = summaryOf(booking);
      const parts = [...booking.resources.keys()].filter((part) =>
        resourceIds.includes(booking.resources[part]!.resourceId),
      );
      // Somebody's own bookings of other people's resources are in it as a whole.
      return parts.length === 0
        ? [{ booking, summary }]
        : parts.map((part) => ({ booking, summary, part }));
    });
    const tokens = await this.#tokens(orgId, known);
    const name = resourceId === null ? "My bookings" : (known[0]?.name ?? "Bookings");
    const shown = [...entries, ...tokens];
    return feedIcs(name, known[0]?.timezone ?? null, shown, publicUrl);
  }

  /** How many tokens each slot of these doctors has; nobody's name. */
  async #tokens(orgId: string, resources: readonly KnownResource[]): Promise<SlotEntry[]> {
    const { pool, tokens } = this.#deps;
    const doctors = resources.filter(({ type }) => type === "doctor");
    if (doctors.length === 0) return [];
    const { from, to } = this.#when();
    const windows = doctors.map(({ id: resourceId }) => ({ resourceId, from, to }));
    const columns = columnsOf(windows, new Map(doctors.map(({ id }) => [id, orgId])));
    const { rows } = await pool.query<{ resource_id: string }>(tokens.slotsSql, columns);
    return doctors.flatMap(({ id, timezone }) => {
      const own = rows.filter((row) => row.resource_id === id);
      // Without hours: only slots in which somebody has a place.
      const hours = { timezone, configurations: [], exceptions: [] };
      return tokens
        .othersIn(own, hours, approximateNow(this.#deps.clock))
        .map(({ start, end, places }) => ({ slotOf: id, start, end, tokens: places }));
    });
  }

  #when() {
    const now = approximateNow(this.#deps.clock);
    return { from: now - daysBack * dayMs, to: now + daysAhead * dayMs };
  }

  /** One booking as an attachment, with names for those who may see them. */
  async ofBooking(orgId: string, id: string, names: boolean): Promise<string> {
    const booking = await this.#deps.service.get(orgId, id);
    const summaryOf = await this.#summaries(orgId, [booking], names);
    return bookingIcs(booking, summaryOf(booking), this.#deps.publicUrl);
  }

  async #bookings(
    orgId: string,
    resourceIds: readonly string[],
    userId: string | null,
  ): Promise<BookingView[]> {
    const filter = { ...this.#when(), status: ["approved", "canceled"] as const };
    const list = (more: object) =>
      this.#deps.service.list(orgId, { ...filter, ...more }, null, maxEntries);
    const [used, made] = await Promise.all([
      resourceIds.length === 0 ? [] : list({ resourceIds }),
      userId === null ? [] : list({ bookedBy: `user:${userId}` }),
    ]);
    const all = new Map([...used, ...made].map((booking) => [booking.id, booking]));
    return [...all.values()].toSorted((a, b) => (a.start < b.start ? -1 : 1)).slice(0, maxEntries);
  }

  /** Without names only what kind of booking it is: a title may have a name in it, too. */
  async #summaries(orgId: string, bookings: readonly BookingView[], names: boolean) {
    const ids = bookings.flatMap(({ patientId }) => patientId ?? []);
    const known = names ? await this.#deps.patientNames(orgId, [...new Set(ids)]) : new Map();
    return (booking: BookingView): string => {
      const { title } = this.#deps.kinds.get(booking.kind);
      if (!names) return title;
      const who = known.get(booking.patientId ?? "") ?? booking.contact?.name;
      return [title, booking.title, who].filter(Boolean).join(": ");
    };
  }

  #view({ orgId, id, names, createdAt }: CalendarFeed): FeedView {
    const { secrets, publicUrl } = this.#deps;
    const url = `${publicUrl}/v1/calendar-feeds/${secrets.feedSecret(orgId, id)}.ics`;
    return { url, names, createdAt: createdAt.toISOString() };
  }

  async #check(orgId: string, of: FeedOf): Promise<void> {
    if (!("resourceId" in of)) return;
    const [found] = await this.#deps.resources.find(orgId, [of.resourceId]);
    if (!found) throw refuse("NOT_FOUND", "There is no such resource");
  }

  async #change<T>(
    by: RequestContext,
    name: string,
    work: Parameters<typeof auditedWrite<T>>[2],
  ): Promise<Done<T>> {
    const { orgId, actor, key, fingerprint } = by;
    const operation = `booking.${name}`;
    const write = { orgId, lineId: orgId, actor, operation, key, fingerprint };
    return auditedWrite(this.#deps.pool, { ...write, clock: this.#deps.clock }, work);
  }
}
