// Merchants, their box types and their inventories: making them, changing them, looking at them.

import type { CommandContext } from "../../engine/command-context.ts";
import { randomBytes } from "node:crypto";
import type pg from "pg";
import { auditedWrite } from "../../engine/audited-write.ts";
import type { Engine } from "../../engine/engine.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { newId } from "../../infra/ids.ts";
import { refuse } from "../refusals.ts";
import type { Budgets } from "../../platform/budgets.ts";
import type { InventoryChange } from "../core/decisions.ts";
import * as orders from "../core/orders.ts";
import type { PaymentDesk } from "../ports.ts";
import { wrongDrops, type PriceDrops } from "../core/prices.ts";
import { inventoryFrom, withNextPublication } from "./publishing.ts";
import { withoutUndefined } from "../../http/patch.ts";
import type { MerchantDetails } from "../core/rules.ts";
import type { Stock } from "../rush/stock.ts";
import * as inventories from "./inventory-store.ts";
import type { InventoryRow, Near } from "./inventory-store.ts";
import * as store from "./merchant-store.ts";
import type { BoxType, Merchant, Template } from "./merchant-store.ts";
import {
  boxTypeView,
  dayInventoryView,
  inventoryView,
  merchantView,
  type BoxTypeView,
  type DayInventoryView,
  type InventoryView,
  type MerchantView,
} from "../core/view.ts";
import { daysBefore, endOfDay, localDate } from "./windows.ts";

export interface MerchantsDeps {
  pool: pg.Pool;
  engine: Engine;
  clock: Clock;
  stock: Stock;
  budgets: Pick<Budgets, "check">;
  payments: Pick<PaymentDesk, "areOn">;
}

export interface InventoryWish {
  boxTypeId?: string | undefined;
  date: string;
  title?: string | undefined;
  description?: string | null | undefined;
  value?: number | null | undefined;
  quantity?: number | undefined;
  price?: number | undefined;
  priceDrops?: PriceDrops | null | undefined;
  pickupStart?: string | undefined;
  pickupEnd?: string | undefined;
}

interface Owner {
  orgId: string;
  merchantId: string;
  endsAt: number;
}

const maxDaysAhead = 366;
const maxOfADay = 200;
const maxOpen = 100;
const maxKnown = 100_000;

export class Merchants {
  readonly #deps: MerchantsDeps;
  /** Whose an inventory is never changes, nor does its window. */
  readonly #owners = new Map<string, Promise<Owner>>();

  constructor(deps: MerchantsDeps) {
    this.#deps = deps;
  }

  // ---- merchants

  async create(by: CommandContext, details: MerchantDetails) {
    const { pool, clock, budgets } = this.#deps;
    this.#checkPayment(details);
    const id = newId();
    const write = { ...by, lineId: id, operation: "createMerchant", clock };
    const { answer, replayed } = await auditedWrite<MerchantView>(pool, write, async (tx, now) => {
      await budgets.check(tx, by.orgId, "merchants");
      const merchant = { orgId: by.orgId, id, details, codeKey: randomBytes(32), createdAt: now };
      await store.insertMerchant(tx, merchant);
      return { type: "boxes.merchant_created", after: details, answer: merchantView(merchant) };
    });
    return { merchant: answer, replayed };
  }

  async change(by: CommandContext, id: string, patch: Partial<MerchantDetails>) {
    const { pool, clock } = this.#deps;
    await this.merchant(by.orgId, id);
    this.#checkPayment(patch);
    const write = { ...by, lineId: id, operation: "changeMerchant", clock };
    const { answer, replayed } = await auditedWrite<MerchantView>(pool, write, async (tx) => {
      const merchant = await found(store.findMerchant(tx, by.orgId, id));
      const { details: before } = merchant;
      const details = { ...before, ...patch };
      await store.saveMerchant(tx, { orgId: by.orgId, id, details });
      const view = merchantView({ ...merchant, details });
      return { type: "boxes.merchant_changed", before, after: details, answer: view };
    });
    return { merchant: answer, replayed };
  }

  async merchant(orgId: string, id: string): Promise<Merchant> {
    return found(store.findMerchant(this.#deps.pool, orgId, id));
  }

  async view(orgId: string, id: string): Promise<MerchantView> {
    return merchantView(await this.merchant(orgId, id));
  }

  async list(orgId: string, after: string | null, limit: number): Promise<MerchantView[]> {
    return (await store.listMerchants(this.#deps.pool, orgId, after, limit)).map(merchantView);
  }

  // ---- box types

  async createBoxType(by: CommandContext, merchantId: string, template: Template) {
    const { pool, clock, budgets } = this.#deps;
    const { orgId } = by;
    await this.merchant(orgId, merchantId);
    const id = newId();
    const write = { ...by, lineId: merchantId, operation: "createBoxType", clock };
    const { answer, replayed } = await auditedWrite<BoxTypeView>(pool, write, async (tx, now) => {
      const merchant = await found(store.findMerchant(tx, orgId, merchantId));
      await budgets.check(tx, orgId, "boxTypes");
      const bare = { orgId, id, merchantId, template, publishedTo: null, createdAt: now };
      const boxType = withNextPublication({ ...bare, nextPublicationAt: null }, merchant, +now);
      await store.insertBoxType(tx, boxType);
      const view = boxTypeView(boxType);
      return { type: "boxes.box_type_created", after: { id, ...template }, answer: view };
    });
    return { boxType: answer, replayed };
  }

  async changeBoxType(by: CommandContext, id: string, patch: Partial<Template>) {
    const { pool, clock } = this.#deps;
    const { orgId } = by;
    const { merchantId } = await this.#boxType(orgId, id);
    const write = { ...by, lineId: merchantId, operation: "changeBoxType", clock };
    const { answer, replayed } = await auditedWrite<BoxTypeView>(pool, write, async (tx, now) => {
      const merchant = await found(store.findMerchant(tx, orgId, merchantId));
      const boxType = (await store.findBoxType(tx, orgId, id))!;
      const { template: before } = boxType;
      const template = { ...before, ...patch };
      checkDrops(template.price, template.priceDrops);
      const changed = withNextPublication({ ...boxType, template }, merchant, now.getTime());
      await store.saveBoxType(tx, changed);
      const after = { id, ...template };
      return { type: "boxes.box_type_changed", before, after, answer: boxTypeView(changed) };
    });
    return { boxType: answer, replayed };
  }

  async boxTypes(orgId: string, merchantId: string, after: string | null, limit: number) {
    await this.merchant(orgId, merchantId);
    const all = await store.listBoxTypes(this.#deps.pool, orgId, merchantId, after, limit);
    return all.map(boxTypeView);
  }

  async boxType(orgId: string, id: string): Promise<BoxTypeView> {
    return boxTypeView(await this.#boxType(orgId, id));
  }

  async #boxType(orgId: string, id: string): Promise<BoxType> {
    const boxType = await store.findBoxType(this.#deps.pool, orgId, id);
    if (!boxType) throw refuse("NOT_FOUND", "There is no such box type");
    return boxType;
  }

  // ---- inventories

  async createInventory(by: CommandContext, merchantId: string, wish: InventoryWish) {
    const { pool, clock } = this.#deps;
    const { orgId } = by;
    await this.merchant(orgId, merchantId);
    const id = newId();
    const write = { ...by, lineId: merchantId, operation: "createInventory", clock };
    const { answer, replayed } = await auditedWrite<{ id: string }>(
      pool,
      write,
      async (tx, now) => {
        const merchant = await found(store.findMerchant(tx, orgId, merchantId));
        const template = await templateOf(tx, orgId, merchantId, wish);
        const boxTypeId = wish.boxTypeId ?? null;
        const about = { orgId, id, merchantId, boxTypeId, date: wish.date, createdAt: now };
        const inventory = inventoryFrom(template, merchant, about);
        checkTime(inventory.startsAt, inventory.endsAt, now);
        if (boxTypeId && (await inventories.isPublished(tx, orgId, boxTypeId, wish.date))) {
          throw refuse("ALREADY_PUBLISHED");
        }
        if (!(await inventories.insertInventory(tx, inventory)))
          throw refuse("TOO_MANY_INVENTORIES");
        const { title, date, quantity, price } = inventory;
        const after = { id, title, date, quantity, price };
        return { type: "boxes.inventory_created", after, answer: { id } };
      },
    );
    return { inventory: await this.inventory(answer.id), replayed };
  }

  async changeInventory(by: CommandContext, id: string, wanted: InventoryChange) {
    await this.inventoryOf(by.orgId, id);
    const order = orders.changeInventory(by, id, wanted);
    const { replayed } = await this.#deps.engine.submit(order);
    return { inventory: await this.day(by.orgId, id), replayed };
  }

  /** Whose it is, for somebody who knows only its id. A rush of newcomers looks it up once. */
  ownerOf(id: string): Promise<Owner> {
    const known = this.#owners.get(id);
    if (known) return known;
    const looking = this.#anyInventory(id).then(({ orgId, merchantId, endsAt }) => {
      return { orgId, merchantId, endsAt: endsAt.getTime() };
    });
    if (this.#owners.size >= maxKnown) this.#owners.clear();
    this.#owners.set(id, looking);
    looking.catch(() => this.#owners.delete(id));
    return looking;
  }

  async inventory(id: string): Promise<InventoryView> {
    return inventoryView(await this.#anyInventory(id), this.#now());
  }

  async inventoryOf(orgId: string, id: string): Promise<InventoryRow> {
    const [row] = await inventories.findInventories(this.#deps.pool, [id]);
    if (row?.orgId !== orgId) throw refuse("NOT_FOUND", "There is no such box");
    return row;
  }

  async #anyInventory(id: string): Promise<InventoryRow> {
    const row = await this.#deps.stock.find(id);
    if (!row) throw refuse("BOX_NOT_FOUND");
    return row;
  }

  /** One inventory as its merchant sees it. */
  async day(orgId: string, id: string): Promise<DayInventoryView> {
    return dayInventoryView(await this.inventoryOf(orgId, id), this.#now());
  }

  /** A merchant's inventories of some dates; unless said today's, with what is still open of yesterday's. */
  async inventories(
    orgId: string,
    merchantId: string,
    dates: { from?: string | undefined; to?: string | undefined },
  ): Promise<DayInventoryView[]> {
    const { details } = await this.merchant(orgId, merchantId);
    const now = this.#now();
    const from = dates.from ?? dates.to ?? localDate(now, details.timezone);
    const to = dates.to ?? from;
    const stillOpenAt = dates.from || dates.to ? null : new Date(now);
    const rows = await inventories.inventoriesOfMerchant(
      this.#deps.pool,
      orgId,
      merchantId,
      { from, to, stillOpenAt },
      maxOfADay,
    );
    return rows.map((row) => dayInventoryView(row, now));
  }

  /** Milliseconds until the date changes where the merchant is. */
  async leftOfToday(orgId: string, merchantId: string): Promise<number> {
    const { details } = await this.merchant(orgId, merchantId);
    const now = this.#now();
    return endOfDay(now, details.timezone) - now;
  }

  /** What happened to the boxes, day by day; the last four weeks unless said. */
  async history(
    orgId: string,
    merchantId: string,
    dates: { from?: string | undefined; to?: string | undefined },
  ): Promise<inventories.DayTotals[]> {
    const { details } = await this.merchant(orgId, merchantId);
    const to = dates.to ?? localDate(this.#now(), details.timezone);
    const from = dates.from ?? daysBefore(to, 27);
    if (from < daysBefore(to, maxDaysAhead)) {
      const errors = [{ field: "from", message: `is more than ${maxDaysAhead} days before to` }];
      throw refuse("INVALID", "The range is too long", { errors });
    }
    return inventories.totalsByDate(this.#deps.pool, orgId, merchantId, from, to);
  }

  /** What is open now, for everybody. */
  async open(orgId: string, near: Near) {
    const now = this.#now();
    const rows = await inventories.openInventories(
      this.#deps.pool,
      orgId,
      near,
      new Date(now),
      maxOpen,
    );
    return rows.map((row) => ({ ...inventoryView(row, now), distanceKm: row.distanceKm }));
  }

  towns(orgId: string): Promise<string[]> {
    return store.listTowns(this.#deps.pool, orgId);
  }

  /** What the shop's page shows, of one town or of all. */
  async shop(orgId: string, town: string | null) {
    const near = { town, latitude: null, longitude: null, radiusKm: 0 };
    const [boxes, towns] = await Promise.all([this.open(orgId, near), this.towns(orgId)]);
    return { town, towns, boxes };
  }

  /** Where nobody can pay online, asking for it would sell nothing. */
  #checkPayment({ payment }: Partial<MerchantDetails>): void {
    if (payment === undefined || payment === "at_pickup" || this.#deps.payments.areOn) return;
    throw refuse("PAYMENTS_OFF", "This server takes no payments online");
  }

  #now(): number {
    return approximateNow(this.#deps.clock);
  }
}

async function templateOf(
  tx: pg.ClientBase,
  orgId: string,
  merchantId: string,
  wish: InventoryWish,
): Promise<Omit<Template, "weekdays" | "publishAt" | "active">> {
  const { boxTypeId } = wish;
  const given = withoutUndefined(wish);
  const empty = { description: null, value: null, priceDrops: null };
  const boxType = boxTypeId ? await store.findBoxType(tx, orgId, boxTypeId) : null;
  if (boxTypeId && boxType?.merchantId !== merchantId) {
    throw refuse("NOT_FOUND", "There is no such box type");
  }
  const template = { ...empty, ...boxType?.template, ...given } as Template;
  checkDrops(template.price, template.priceDrops);
  return template;
}

function checkDrops(price: number, drops: PriceDrops | null): void {
  const wrong = wrongDrops(price, drops);
  if (wrong) {
    throw refuse("INVALID", wrong, { errors: [{ field: "priceDrops", message: wrong }] });
  }
}

function checkTime(startsAt: Date, endsAt: Date, now: Date): void {
  if (endsAt <= now) throw refuse("PICKUP_WINDOW_CLOSED", "This window is already over");
  if (startsAt.getTime() - now.getTime() > maxDaysAhead * 86_400_000) {
    const errors = [{ field: "date", message: "is too far ahead" }];
    throw refuse("INVALID", `At most ${maxDaysAhead} days ahead`, { errors });
  }
}

async function found(looking: Promise<Merchant | null>): Promise<Merchant> {
  const merchant = await looking;
  if (!merchant) throw refuse("NOT_FOUND", "There is no such merchant");
  return merchant;
}
