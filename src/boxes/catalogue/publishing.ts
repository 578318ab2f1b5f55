// Box types publish by themselves: each one's line has the moment of its next publication as its
// deadline, so any instance publishes it. Once: under the merchant's lock, with one
// inventory per type and date.

import { Temporal } from "temporal-polyfill";
import type pg from "pg";
import { auditedWrite } from "../../engine/audited-write.ts";
import type { Clock } from "../../infra/clock.ts";
import { newId } from "../../infra/ids.ts";
import type { Line } from "../../kernel/line.ts";
import { refuse } from "../../kernel/refusal.ts";
import * as inventories from "./inventory-store.ts";
import type { NewInventory } from "./inventory-store.ts";
import * as store from "./merchant-store.ts";
import type { BoxType, Merchant, Template } from "./merchant-store.ts";
import { instantOf, localDate, windowOf } from "./windows.ts";

export interface Publication {
  date: string;
  at: number;
}

/** The first date of the week's that was not published and whose window is not over. */
export function nextPublication(
  template: Template,
  publishedTo: string | null,
  timezone: string,
  now: number,
): Publication | null {
  if (!template.active || template.weekdays.length === 0) return null;
  const today = Temporal.PlainDate.from(localDate(now, timezone));
  // Two weeks: a date of this week may be published or over, and so may one that a clock skips.
  for (let days = 0; days < 14; days++) {
    const day = today.add({ days });
    const date = day.toString();
    const wanted = template.weekdays.includes(day.dayOfWeek - 1);
    if (!wanted || (publishedTo !== null && date <= publishedTo)) continue;
    const window = windowOf(date, template, timezone);
    if (!window || window.endsAt <= now) continue;
    return { date, at: Math.max(now, instantOf(day, template.publishAt, timezone)) };
  }
  return null;
}

export interface Published {
  /** null: nothing more was to be done for the date. */
  inventoryId: string | null;
  date: string;
}

export async function publishDue(pool: pg.Pool, clock: Clock, line: Line): Promise<Published> {
  const { orgId, id: boxTypeId } = line;
  const known = await store.findBoxType(pool, orgId, boxTypeId);
  if (!known) throw new Error(`there is no box type ${boxTypeId}`);
  const { merchantId } = known;
  const write = { orgId, lineId: merchantId, actor: "system", operation: "publish", clock };
  const { answer } = await auditedWrite<Published>(pool, write, async (tx, now) => {
    const boxType = (await store.findBoxType(tx, orgId, boxTypeId))!;
    const merchant = (await store.findMerchant(tx, orgId, merchantId))!;
    const { date, isOver } = dueNow(boxType, merchant, now.getTime());
    const inventoryId = isOver ? null : await publish(tx, boxType, merchant, date, now);
    const after = isOver ? boxType : { ...boxType, publishedTo: date };
    await store.saveBoxType(tx, withNextPublication(after, merchant, now.getTime()));
    const said = { boxTypeId, date, inventoryId };
    const type = inventoryId ? "boxes.published" : "boxes.publication_skipped";
    return { type, after: said, answer: { inventoryId, date } };
  });
  return answer;
}

/** Somebody else may have been faster, or the template was changed meanwhile. */
function dueNow(boxType: BoxType, merchant: Merchant, now: number) {
  const { template, publishedTo, nextPublicationAt } = boxType;
  const { timezone } = merchant.details;
  const dueAt = nextPublicationAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (dueAt > now) throw refuse("WRONG_STATE", "It is no longer due");
  const next = nextPublication(template, publishedTo, timezone, now);
  if (next && next.at <= now) return { date: next.date, isOver: false };
  // No instance came by before its window was over: it is skipped, or it would stay due.
  return { date: localDate(dueAt, timezone), isOver: true };
}

async function publish(
  tx: pg.ClientBase,
  { orgId, id, merchantId, template }: BoxType,
  merchant: Merchant,
  date: string,
  now: Date,
): Promise<string | null> {
  if (await inventories.isPublished(tx, orgId, id, date)) return null;
  const inventory = { orgId, merchantId, boxTypeId: id, createdAt: now, id: newId(), date };
  const whole = inventoryFrom(template, merchant, inventory);
  return (await inventories.insertInventory(tx, whole)) ? whole.id : null;
}

export function inventoryFrom(
  template: Omit<Template, "weekdays" | "publishAt" | "active">,
  merchant: Merchant,
  about: Pick<NewInventory, "orgId" | "id" | "merchantId" | "boxTypeId" | "date" | "createdAt">,
): NewInventory {
  const { title, description, value, quantity, price, priceDrops } = template;
  const { pickupStart, pickupEnd } = template;
  const window = windowOf(about.date, template, merchant.details.timezone);
  if (!window) {
    const errors = [{ field: "pickupEnd", message: "on that date the clock skips this window" }];
    throw refuse("INVALID", "The window is empty", { errors });
  }
  return {
    ...about,
    title,
    details: { description, value, pickupStart, pickupEnd },
    startsAt: new Date(window.startsAt),
    endsAt: new Date(window.endsAt),
    quantity,
    price,
    priceDrops,
  };
}

export function withNextPublication(boxType: BoxType, merchant: Merchant, now: number): BoxType {
  const { template, publishedTo } = boxType;
  const next = nextPublication(template, publishedTo, merchant.details.timezone, now);
  return { ...boxType, nextPublicationAt: next && new Date(next.at) };
}
