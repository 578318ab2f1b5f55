// Pages on which the public asks for a booking: what an organisation opens, which times are free (never who
// has the others), asking for one, and what its holder sees afterwards.

import type { RequestContext } from "../../http/request-context.ts";
import type pg from "pg";
import { auditedWrite } from "../../engine/audited-write.ts";
import { wasDone } from "../../events/stored-events.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { newId } from "../../infra/ids.ts";
import { invalid, Refusal } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import type { Budgets } from "../../platform/budgets.ts";
import { startsIn, type UsedSlot } from "./free-starts.ts";
import { partsFor, type Kind, type Kinds, type KnownResource } from "../kinds/kinds.ts";
import * as store from "./page-store.ts";
import type { BookingPage, PageSettings } from "./page-store.ts";
import type { BookingService, Done } from "../core/service.ts";
import type { BookingView } from "../core/view.ts";

export interface PageDeps {
  pool: pg.Pool;
  budgets: Pick<Budgets, "check">;
  clock: Clock;
  service: BookingService;
  kinds: Kinds;
  resources: { find(orgId: string, ids: readonly string[]): Promise<KnownResource[]> };
  hours: {
    slots(orgId: string, id: string, range: { from: string; to: string }): Promise<UsedSlot[]>;
  };
  /** For kinds that are for a patient: the one who asks becomes one. */
  newPatient(
    by: NewPatientBy,
    person: { name: string; phone: string | null },
  ): Promise<{ id: string }>;
  publicUrl: string;
}

interface NewPatientBy {
  orgId: string;
  actor: string;
  requestId: string;
  key?: string | undefined;
  fingerprint?: string | undefined;
}

export interface PublicWish {
  start: number;
  resourceId?: string | undefined;
  name: string;
  phone?: string | null | undefined;
  email?: string | null | undefined;
  note?: string | null | undefined;
}

const maxFree = 5_000;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export class BookingPages {
  readonly #deps: PageDeps;

  constructor(deps: PageDeps) {
    this.#deps = deps;
  }

  list(orgId: string): Promise<BookingPage[]> {
    return store.listPages(this.#deps.pool, orgId);
  }

  async get(orgId: string, id: string): Promise<BookingPage> {
    const page = await store.findPage(this.#deps.pool, orgId, id);
    if (!page) throw notThere();
    return page;
  }

  async create(by: RequestContext, settings: PageSettings): Promise<Done<BookingPage>> {
    await this.#check(by.orgId, settings);
    return this.#change(by, "createPage", async (tx, now) => {
      await this.#deps.budgets.check(tx, by.orgId, "bookingPages");
      const page = { orgId: by.orgId, id: newId(), ...settings };
      await store.insertPage(tx, page, now);
      return { type: "booking.page_created", after: page, answer: page };
    });
  }

  async change(
    by: RequestContext,
    id: string,
    patch: Partial<PageSettings>,
  ): Promise<Done<BookingPage>> {
    const found = await this.get(by.orgId, id);
    await this.#check(by.orgId, { ...found, ...patch });
    return this.#change(by, "changePage", async (tx) => {
      const before = await store.findPage(tx, by.orgId, id);
      if (!before) throw notThere();
      const page = { ...before, ...patch };
      await store.savePage(tx, page);
      return { type: "booking.page_changed", before, after: page, answer: page };
    });
  }

  async remove(by: RequestContext, id: string): Promise<Done<null>> {
    return this.#change(by, "removePage", async (tx) => {
      const before = await store.findPage(tx, by.orgId, id);
      if (!before) throw notThere();
      await store.deletePage(tx, by.orgId, id);
      return { type: "booking.page_removed", before, after: null, answer: null };
    });
  }

  async ownerOf(id: string): Promise<string> {
    return (await this.#open(id)).page.orgId;
  }

  /** For everybody who has the address. */
  async publicView(id: string) {
    const { page, open } = await this.#open(id);
    const resources = await this.#resourcesOf(page);
    return {
      id: page.id,
      title: page.title,
      organisation: await store.organisationName(this.#deps.pool, page.orgId),
      kind: page.kind,
      minutes: page.minutes,
      timezone: resources[0]?.timezone ?? "UTC",
      open,
      message: page.message,
      daysAhead: page.daysAhead,
      resources: resources
        .filter(({ active }) => active)
        .map(({ id: resourceId, name }) => ({ id: resourceId, name })),
    };
  }

  /** Times that one can ask for, each with the resources that have it. */
  async free(id: string, asked: { from: number; to: number; resourceId?: string | undefined }) {
    const { page, open, noticeMs } = await this.#open(id);
    if (!open) return [];
    const now = approximateNow(this.#deps.clock);
    const from = Math.max(asked.from, now + noticeMs);
    const to = Math.min(asked.to, now + page.daysAhead * dayMs);
    const found = await this.#freeOf(page, asked.resourceId, from, to);
    return found.slice(0, maxFree).map(({ resourceId, start, end }) => ({
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      resourceId,
    }));
  }

  /** Asks for a time, with whichever resource is free unless one is named. */
  async request(by: Omit<RequestContext, "orgId">, id: string, wish: PublicWish) {
    const { page, open, noticeMs } = await this.#open(id);
    const asker: RequestContext = { ...by, orgId: page.orgId };
    const end = wish.start + page.minutes * minuteMs;
    // A retry is answered from the record: the time it got is not free any more.
    const again = by.idem !== undefined && (await wasDone(this.#deps.pool, page.orgId, by.idem));
    if (!again && !open) throw refuse("PAGE_CLOSED");
    const candidates = again ? page.resourceIds : await this.#candidates(page, wish, noticeMs);
    const { name, phone = null, email = null, note = null } = wish;
    const needsPatient = this.#deps.kinds.get(page.kind).needsPatient && !again;
    const patientId = needsPatient ? await this.#patient(asker, { name, phone }) : null;
    const contact = { name, phone, email, note, pageId: page.id };
    let refused: Refusal | null = null;
    for (const resourceId of candidates) {
      try {
        const { answer, replayed } = await this.#deps.service.create(asker, {
          kind: page.kind,
          patientId,
          contact,
          start: wish.start,
          end,
          resources: [{ resourceId }],
          request: true,
        });
        const followUrl = `${this.#deps.publicUrl}/booking/${answer.id}#${answer.secret}`;
        const shown = await this.shown(page.orgId, answer);
        return { answer: { ...shown, secret: answer.secret, followUrl }, replayed };
      } catch (error) {
        // Somebody was faster; another one may still be free.
        if (!(error instanceof Refusal) || error.code !== "TAKEN") throw error;
        refused = error;
      }
    }
    throw refused ?? taken(wish.start, end);
  }

  /** A retry that comes before the booking is made finds the same one. */
  async #patient(
    asker: RequestContext,
    person: { name: string; phone: string | null },
  ): Promise<string> {
    const { orgId, actor, requestId, key, fingerprint } = asker;
    const own = key === undefined ? {} : { key: `${key} patient`, fingerprint };
    const { id } = await this.#deps.newPatient({ orgId, actor, requestId, ...own }, person);
    return id;
  }

  /** What the holder of its secret sees of a booking. */
  async shown(orgId: string, booking: BookingView) {
    const { pool, resources, kinds } = this.#deps;
    const pageId = booking.contact?.pageId ?? null;
    const [page, organisation, known] = await Promise.all([
      pageId === null ? null : store.findPage(pool, orgId, pageId),
      store.organisationName(pool, orgId),
      resources.find(
        orgId,
        booking.resources.map(({ resourceId }) => resourceId),
      ),
    ]);
    const { id, status, statusMessage, start, end } = booking;
    return {
      id,
      status,
      statusMessage,
      start,
      end,
      minutes: (Date.parse(end) - Date.parse(start)) / minuteMs,
      title: page?.title ?? kinds.get(booking.kind).title,
      organisation,
      timezone: known[0]?.timezone ?? "UTC",
      resources: booking.resources.map(({ name }) => ({ name })),
      pageId: page?.id ?? null,
    };
  }

  async #candidates(page: BookingPage, wish: PublicWish, noticeMs: number): Promise<string[]> {
    const now = approximateNow(this.#deps.clock);
    const end = wish.start + page.minutes * minuteMs;
    if (wish.resourceId !== undefined && !page.resourceIds.includes(wish.resourceId)) {
      throw invalid([{ field: "resourceId", message: "is not one of this page's" }]);
    }
    if (wish.start < now + noticeMs) throw refuse("NOTICE_TOO_SHORT");
    if (end > now + page.daysAhead * dayMs) {
      const message = `must be within ${page.daysAhead} days`;
      throw invalid([{ field: "start", message }]);
    }
    const free = await this.#freeOf(page, wish.resourceId, wish.start, end + dayMs);
    const fitting = free.filter(({ start }) => start === wish.start);
    if (fitting.length === 0) throw taken(wish.start, end);
    return fitting.map(({ resourceId }) => resourceId);
  }

  async #freeOf(page: BookingPage, only: string | undefined, from: number, to: number) {
    if (to <= from) return [];
    const kind = this.#deps.kinds.get(page.kind);
    const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    const ids = page.resourceIds.filter((id) => only === undefined || id === only);
    const known = await this.#deps.resources.find(page.orgId, ids);
    const all = await Promise.all(
      known.map(async (resource) => {
        const slots = await this.#deps.hours.slots(page.orgId, resource.id, range);
        return startsIn(slots, page.minutes, isAlone(kind, resource)).map((time) => ({
          ...time,
          resourceId: resource.id,
        }));
      }),
    );
    const place = new Map(page.resourceIds.map((id, i) => [id, i]));
    return all
      .flat()
      .toSorted((a, b) => a.start - b.start || place.get(a.resourceId)! - place.get(b.resourceId)!);
  }

  async #open(id: string): Promise<{ page: BookingPage; open: boolean; noticeMs: number }> {
    const page = await store.findAnyPage(this.#deps.pool, id);
    if (!page) throw notThere();
    const settings = await this.#deps.service.kindSettings(page.orgId, page.kind);
    return {
      page,
      open: page.open && settings.publicRequests,
      noticeMs: Math.max(page.noticeMinutes, settings.noticeMinutes) * minuteMs,
    };
  }

  async #resourcesOf(page: BookingPage): Promise<KnownResource[]> {
    const found = await this.#deps.resources.find(page.orgId, page.resourceIds);
    const byId = new Map(found.map((resource) => [resource.id, resource]));
    return page.resourceIds.flatMap((id) => byId.get(id) ?? []);
  }

  /** Each resource alone must be enough for a booking of the kind and length. */
  async #check(orgId: string, settings: PageSettings): Promise<void> {
    const kind = this.#deps.kinds.get(settings.kind);
    const found = await this.#deps.resources.find(orgId, settings.resourceIds);
    const byId = new Map(found.map((resource) => [resource.id, resource]));
    for (const [i, id] of settings.resourceIds.entries()) {
      const resource = byId.get(id);
      if (!resource) throw invalid([{ field: `resourceIds.${i}`, message: "is no resource here" }]);
      const end = settings.minutes * minuteMs;
      const parts = [{ resource, start: 0, end }];
      const fits = partsFor(kind, { start: 0, end, parts, patientId: id });
      if (!(fits instanceof Refusal)) continue;
      const [fault] = fits.extra.errors ?? [];
      const field = fault?.field === "end" ? "minutes" : `resourceIds.${i}`;
      throw invalid([{ field, message: fault?.message ?? fits.detail }]);
    }
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

function isAlone(kind: Kind, { type }: KnownResource): boolean {
  const need = kind.needs.find(({ types }) => (types as readonly string[]).includes(type));
  return need?.whole ?? false;
}

const notThere = () => refuse("NOT_FOUND", "There is no such page");

function taken(start: number, end: number): Refusal {
  const interval = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
  return refuse("TAKEN", "This time is not free", { conflicts: [interval] });
}
