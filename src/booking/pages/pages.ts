// Pages on which the public asks for a booking, as an organisation sets them up, and as everybody sees them.

import type { RequestContext } from "../../http/request-context.ts";
import type pg from "pg";
import { auditedWrite } from "../../engine/audited-write.ts";
import type { Clock } from "../../infra/clock.ts";
import { newId } from "../../infra/ids.ts";
import { invalid, Refusal } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import type { Budgets } from "../../platform/budgets.ts";
import { partsFor, type Kinds, type KnownResource } from "../kinds/kinds.ts";
import * as store from "./page-store.ts";
import type { BookingPage, PageSettings } from "./page-store.ts";
import type { BookingService, Done } from "../core/service.ts";

export interface PageDeps {
  pool: pg.Pool;
  budgets: Pick<Budgets, "check">;
  clock: Clock;
  service: BookingService;
  kinds: Kinds;
  resources: { find(orgId: string, ids: readonly string[]): Promise<KnownResource[]> };
}

export interface OpenPage {
  page: BookingPage;
  open: boolean;
  noticeMs: number;
}

const minuteMs = 60_000;

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
    return (await this.open(id)).page.orgId;
  }

  /** For everybody who has the address. */
  async publicView(id: string) {
    const { page, open } = await this.open(id);
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
      confirmation: page.confirmation,
      waitlist: page.waitlist,
      forPatients: this.#deps.kinds.get(page.kind).needsPatient,
      asksExternalId: page.asksExternalId,
      resources: resources
        .filter(({ active }) => active)
        .map(({ id: resourceId, name }) => ({ id: resourceId, name })),
    };
  }

  /** Whether it takes requests now, and how long before they start. */
  async open(id: string): Promise<OpenPage> {
    const page = await store.findAnyPage(this.#deps.pool, id);
    if (!page) throw notThere();
    return this.#asItIs(page);
  }

  /** A page of the organisation, while it is there. */
  async find(orgId: string, id: string): Promise<OpenPage | null> {
    const page = await store.findPage(this.#deps.pool, orgId, id);
    return page && this.#asItIs(page);
  }

  async #asItIs(page: BookingPage): Promise<OpenPage> {
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

const notThere = () => refuse("NOT_FOUND", "There is no such page");
