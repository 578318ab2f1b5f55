// SQL of boxes: merchants, templates, inventories, and reading reservations for views. Reservations are
// written by the engine alone.

import type pg from "pg";
import { lineColumns, lineOf, ticketColumns, ticketOf } from "../../engine/rows.ts";
import type { LineRow, TicketRow } from "../../engine/rows.ts";
import type { Line } from "../../kernel/line.ts";
import { inventoriesPerMerchant } from "./codes.ts";
import type { PriceDrops } from "./prices.ts";
import {
  defaultSelling,
  noBoxes,
  type InventoryStats,
  type MerchantDetails,
  type Reservation,
} from "./rules.ts";

type Db = pg.Pool | pg.ClientBase;

// ---- merchants

export interface Merchant {
  orgId: string;
  id: string;
  details: MerchantDetails;
  codeKey: Buffer;
  createdAt: Date;
}

const merchantColumns = `m.org_id as "orgId", m.id, m.details, m.code_key as "codeKey",
  m.created_at as "createdAt"`;

export async function insertMerchant(tx: pg.ClientBase, merchant: Merchant): Promise<void> {
  const { orgId, id, details, codeKey, createdAt } = merchant;
  await tx.query(
    `insert into line (org_id, id, group_id, product) values ($1, $2, $2, 'merchants')`,
    [orgId, id],
  );
  await tx.query(
    `insert into merchant (org_id, id, details, town, code_key, created_at)
     values ($1, $2, $3, lower($4), $5, $6)`,
    [orgId, id, JSON.stringify(details), details.town, codeKey, createdAt],
  );
}

export async function saveMerchant(
  tx: pg.ClientBase,
  { orgId, id, details }: Omit<Merchant, "codeKey" | "createdAt">,
): Promise<void> {
  await tx.query(
    `update merchant set details = $3, town = lower($4) where org_id = $1 and id = $2`,
    [orgId, id, JSON.stringify(details), details.town],
  );
}

export async function findMerchant(db: Db, orgId: string, id: string): Promise<Merchant | null> {
  const { rows } = await db.query<Merchant>(
    `select ${merchantColumns} from merchant m where m.org_id = $1 and m.id = $2`,
    [orgId, id],
  );
  return rows[0] ? complete(rows[0]) : null;
}

/** Index: merchant_pkey. */
export async function listMerchants(
  db: Db,
  orgId: string,
  after: string | null,
  limit: number,
): Promise<Merchant[]> {
  const { rows } = await db.query<Merchant>(
    `select ${merchantColumns} from merchant m
      where m.org_id = $1 and ($2::uuid is null or m.id > $2) order by m.id limit $3`,
    [orgId, after, limit],
  );
  return rows.map(complete);
}

/** Towns that have a merchant, for the shop page to choose from. Index: merchant_by_town. */
export async function listTowns(db: Db, orgId: string): Promise<string[]> {
  const { rows } = await db.query<{ town: string }>(
    `select min(details->>'town') as town from merchant
      where org_id = $1 and town is not null group by merchant.town order by merchant.town limit 500`,
    [orgId],
  );
  return rows.map(({ town }) => town);
}

const complete = (merchant: Merchant): Merchant => ({
  ...merchant,
  details: { ...defaultSelling, ...merchant.details },
});

// ---- box types

export interface Template {
  title: string;
  description: string | null;
  value: number | null;
  quantity: number;
  price: number;
  priceDrops: PriceDrops | null;
  pickupStart: string;
  pickupEnd: string;
  /** 0 = Monday; published by itself on these. */
  weekdays: number[];
  /** When on the day, where the merchant is. */
  publishAt: string;
  active: boolean;
}

export interface BoxType {
  orgId: string;
  id: string;
  merchantId: string;
  template: Template;
  publishedTo: string | null;
  nextPublicationAt: Date | null;
  createdAt: Date;
}

const boxTypeColumns = `b.org_id as "orgId", b.id, b.merchant_id as "merchantId", b.template,
  b.published_to::text as "publishedTo", b.created_at as "createdAt",
  l.deadline_at as "nextPublicationAt"`;

export async function insertBoxType(tx: pg.ClientBase, boxType: BoxType): Promise<void> {
  const { orgId, id, merchantId, template, nextPublicationAt, createdAt } = boxType;
  await tx.query(
    `insert into line (org_id, id, group_id, product, deadline_at) values ($1, $2, $2, 'box-types', $3)`,
    [orgId, id, nextPublicationAt],
  );
  await tx.query(
    `insert into box_type (org_id, id, merchant_id, template, created_at) values ($1, $2, $3, $4, $5)`,
    [orgId, id, merchantId, JSON.stringify(template), createdAt],
  );
}

export async function saveBoxType(
  tx: pg.ClientBase,
  { orgId, id, template, publishedTo, nextPublicationAt }: BoxType,
): Promise<void> {
  await tx.query(
    `update box_type set template = $3, published_to = $4 where org_id = $1 and id = $2`,
    [orgId, id, JSON.stringify(template), publishedTo],
  );
  await tx.query(`update line set deadline_at = $3 where org_id = $1 and id = $2`, [
    orgId,
    id,
    nextPublicationAt,
  ]);
}

export async function findBoxType(db: Db, orgId: string, id: string): Promise<BoxType | null> {
  const { rows } = await db.query<BoxType>(
    `select ${boxTypeColumns} from box_type b join line l on l.org_id = b.org_id and l.id = b.id
      where b.org_id = $1 and b.id = $2`,
    [orgId, id],
  );
  return rows[0] ?? null;
}

/** Index: box_type_by_merchant. */
export async function listBoxTypes(
  db: Db,
  orgId: string,
  merchantId: string,
  after: string | null,
  limit: number,
): Promise<BoxType[]> {
  const { rows } = await db.query<BoxType>(
    `select ${boxTypeColumns} from box_type b join line l on l.org_id = b.org_id and l.id = b.id
      where b.org_id = $1 and b.merchant_id = $2 and ($3::uuid is null or b.id > $3)
      order by b.id limit $4`,
    [orgId, merchantId, after, limit],
  );
  return rows;
}

// ---- inventories

export interface NewInventory {
  orgId: string;
  id: string;
  merchantId: string;
  boxTypeId: string | null;
  title: string;
  details: InventoryDetails;
  date: string;
  startsAt: Date;
  endsAt: Date;
  quantity: number;
  price: number;
  priceDrops: PriceDrops | null;
  createdAt: Date;
}

export interface InventoryDetails {
  description: string | null;
  value: number | null;
  pickupStart: string;
  pickupEnd: string;
}

export interface InventoryRow {
  orgId: string;
  id: string;
  merchantId: string;
  merchant: MerchantDetails;
  boxTypeId: string | null;
  title: string;
  details: InventoryDetails;
  date: string;
  startsAt: Date;
  endsAt: Date;
  line: Line;
}

/**
 * Under the merchant's lock. Its part of the merchant's pickup codes is one that no open inventory has;
 * those that closed a day ago are open no more. False: there is no such part left.
 */
export async function insertInventory(tx: pg.ClientBase, one: NewInventory): Promise<boolean> {
  // Index: box_inventory_by_date.
  const { rows } = await tx.query<{ ordinal: number }>(
    `select n::int as ordinal from generate_series(0, $4 - 1) as n
      where n not in (select ordinal from box_inventory
        where org_id = $1 and merchant_id = $2 and ends_at > $3::timestamptz - interval '1 day')
      order by random() limit 1`,
    [one.orgId, one.merchantId, one.createdAt, inventoriesPerMerchant],
  );
  if (!rows[0]) return false;
  const stats: InventoryStats = {
    price: one.price,
    drops: one.priceDrops,
    paused: false,
    boxes: noBoxes,
    takings: 0,
  };
  await tx.query(
    `insert into line (org_id, id, group_id, product, capacity, memory)
     values ($1, $2, $2, 'boxes', $3, $4)`,
    [one.orgId, one.id, one.quantity, JSON.stringify(stats)],
  );
  await tx.query(
    `insert into box_inventory (org_id, id, merchant_id, box_type_id, title, details, date, starts_at,
       ends_at, ordinal, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      one.orgId,
      one.id,
      one.merchantId,
      one.boxTypeId,
      one.title,
      JSON.stringify(one.details),
      one.date,
      one.startsAt,
      one.endsAt,
      rows[0].ordinal,
      one.createdAt,
    ],
  );
  return true;
}

/** Whether this type has boxes for the date. Index: box_inventory_published. */
export async function isPublished(
  tx: pg.ClientBase,
  orgId: string,
  boxTypeId: string,
  date: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select 1 from box_inventory where org_id = $1 and box_type_id = $2 and date = $3`,
    [orgId, boxTypeId, date],
  );
  return rowCount === 1;
}

const lineOfInventory = lineColumns
  .split(", ")
  .map((column) => `l.${column}`)
  .join(", ");

const inventoryColumns = `i.merchant_id as "merchantId", i.box_type_id as "boxTypeId", i.title,
  i.details, i.date::text as date, i.starts_at as "startsAt", i.ends_at as "endsAt",
  m.details as merchant, ${lineOfInventory}`;

const inventoryTables = `box_inventory i
  join merchant m on m.org_id = i.org_id and m.id = i.merchant_id
  join line l on l.org_id = i.org_id and l.id = i.id`;

type InventoryAsRead = LineRow & Omit<InventoryRow, "line" | "orgId">;

function inventoryOf(row: InventoryAsRead): InventoryRow {
  const { merchantId, merchant, boxTypeId, title, details, date, startsAt, endsAt } = row;
  return {
    orgId: row.org_id,
    id: row.id,
    merchantId,
    merchant: { ...defaultSelling, ...merchant },
    boxTypeId,
    title,
    details,
    date,
    startsAt,
    endsAt,
    line: lineOf(row),
  };
}

/** Index: box_inventory_by_id. */
export async function findInventories(db: Db, ids: readonly string[]): Promise<InventoryRow[]> {
  const { rows } = await db.query<InventoryAsRead>(
    `select ${inventoryColumns} from ${inventoryTables} where i.id = any($1::uuid[])`,
    [ids],
  );
  return rows.map(inventoryOf);
}

/**
 * A merchant's, from one date to another, in order of time; and what is still open of the day before,
 * when a window went past midnight. Index: box_inventory_by_date.
 */
export async function inventoriesOfMerchant(
  db: Db,
  orgId: string,
  merchantId: string,
  dates: { from: string; to: string; stillOpenAt: Date | null },
  limit: number,
): Promise<InventoryRow[]> {
  const { rows } = await db.query<InventoryAsRead>(
    `select ${inventoryColumns} from ${inventoryTables}
      where i.org_id = $1 and i.merchant_id = $2 and i.date between $3::date - 1 and $4
        and (i.date >= $3 or i.ends_at > $5)
      order by i.date, i.starts_at, i.id limit $6`,
    [orgId, merchantId, dates.from, dates.to, dates.stillOpenAt, limit],
  );
  return rows.map(inventoryOf);
}

export interface DayTotals {
  date: string;
  quantity: number;
  pickedUp: number;
  notCollected: number;
  lapsed: number;
  cancelled: number;
  takings: number;
}

/** What happened to a merchant's boxes, day by day, the newest first. Index: box_inventory_by_date. */
export async function totalsByDate(
  db: Db,
  orgId: string,
  merchantId: string,
  from: string,
  to: string,
): Promise<DayTotals[]> {
  const boxes = (where: string) => `sum((l.memory->'boxes'->>'${where}')::int)::int as "${where}"`;
  const { rows } = await db.query<DayTotals>(
    `select i.date::text as date, sum(l.capacity)::int as quantity, ${boxes("pickedUp")},
            ${boxes("notCollected")}, ${boxes("lapsed")}, ${boxes("cancelled")},
            sum((l.memory->>'takings')::bigint)::bigint as takings
       from box_inventory i join line l on l.org_id = i.org_id and l.id = i.id
      where i.org_id = $1 and i.merchant_id = $2 and i.date between $3 and $4
      group by i.date order by i.date desc`,
    [orgId, merchantId, from, to],
  );
  return rows;
}

export interface Near {
  town: string | null;
  latitude: number | null;
  longitude: number | null;
  radiusKm: number;
}

/** Kilometres over the globe between what was asked for and the merchant. */
const distance = `6371 * 2 * asin(least(1, sqrt(
    power(sin(radians((m.details->>'latitude')::float8 - $4) / 2), 2)
    + cos(radians($4)) * cos(radians((m.details->>'latitude')::float8))
      * power(sin(radians((m.details->>'longitude')::float8 - $5) / 2), 2))))`;

/**
 * What can be picked up from now on, the nearest first, else what closes first. Index:
 * box_inventory_by_end: what is over never comes into it.
 */
export async function openInventories(
  db: Db,
  orgId: string,
  near: Near,
  now: Date,
  limit: number,
): Promise<(InventoryRow & { distanceKm: number | null })[]> {
  const { rows } = await db.query<InventoryAsRead & { distanceKm: number | null }>(
    `select * from (
       select ${inventoryColumns}, case when $4::float8 is null or $5::float8 is null then null
         else ${distance} end as "distanceKm"
         from ${inventoryTables}
        where i.org_id = $1 and i.ends_at > $2 and ($3::text is null or m.town = lower($3))) open
      where $4::float8 is null or "distanceKm" <= $6
      order by "distanceKm" nulls last, "endsAt", id limit $7`,
    [orgId, now, near.town, near.latitude, near.longitude, near.radiusKm, limit],
  );
  return rows.map((row) => ({ ...inventoryOf(row), distanceKm: row.distanceKm }));
}

// ---- reservations

export async function findReservation(
  db: Db,
  orgId: string,
  id: string,
): Promise<Reservation | null> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from ticket t join box_inventory i on i.id = t.line_id
      where t.org_id = $1 and t.id = $2`,
    [orgId, id],
  );
  return rows[0] ? (ticketOf(rows[0]) as Reservation) : null;
}

/** The reservation of an inventory with this number. Index: ticket_present, waiting_pkey, ticket_past. */
export async function findByNumber(
  db: Db,
  merchant: { orgId: string; id: string },
  { ordinal, sequence }: { ordinal: number; sequence: number },
  now: Date,
): Promise<Reservation | null> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from box_inventory i
       join ticket t on t.line_id = i.id and t.state in ('holding', 'done') and t.sequence = $4
      where i.org_id = $1 and i.merchant_id = $2 and i.ordinal = $3
        and i.ends_at > $5::timestamptz - interval '1 day'
      order by i.ends_at desc limit 1`,
    [merchant.orgId, merchant.id, ordinal, sequence, now],
  );
  return rows[0] ? (ticketOf(rows[0]) as Reservation) : null;
}

/** Those who wait in an inventory, by their place in line. Index: waiting_pkey. */
export async function positionsIn(db: Db, inventoryId: string): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; position: number }>(
    `select ticket_id as id, row_number() over (order by level, rank, ticket_id)::int as position
       from waiting where line_id = $1`,
    [inventoryId],
  );
  return new Map(rows.map(({ id, position }) => [id, position]));
}

export async function findReservations(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Reservation[]> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from ticket t where t.org_id = $1 and t.id = any($2::uuid[])`,
    [orgId, ids],
  );
  return rows.map((row) => ticketOf(row) as Reservation);
}

/**
 * Reservations of a merchant's date, the newest first. Index: box_inventory_by_date, ticket_present,
 * waiting_pkey, ticket_past.
 */
export async function reservationsOfDate(
  db: Db,
  asked: {
    orgId: string;
    merchantId: string;
    date: string;
    statuses: readonly string[] | null;
    before: string | null;
  },
  limit: number,
): Promise<Reservation[]> {
  const { orgId, merchantId, date, statuses, before } = asked;
  const { rows } = await db.query<TicketRow>(
    `with mine as (select id from box_inventory
       where org_id = $1 and merchant_id = $2 and date = $3)
     select * from (
       select ${ticketColumns} from mine join ticket t on t.line_id = mine.id
          and t.state in ('holding', 'serving')
       union all
       select ${ticketColumns} from mine join ticket t on t.line_id = mine.id and t.state = 'done'
       union all
       select ${ticketColumns} from mine join waiting w on w.line_id = mine.id
         join ticket t on t.org_id = w.org_id and t.id = w.ticket_id) t
      where ($4::text[] is null or t.status = any($4)) and ($5::uuid is null or t.id < $5)
      order by t.id desc limit $6`,
    [orgId, merchantId, date, statuses, before, limit],
  );
  return rows.map((row) => ticketOf(row) as Reservation);
}

/** How long the oldest of what is over has been over. Index: ticket_deadline. */
export async function overdueSeconds(db: Db, now: Date | null): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    `select coalesce(extract(epoch from coalesce($1::timestamptz, now()) - min(t.deadline_at)), 0)::float8
              as seconds
       from ticket t join line l on l.org_id = t.org_id and l.id = t.line_id
      where t.deadline_at <= coalesce($1::timestamptz, now()) and l.product = 'boxes'`,
    [now],
  );
  return rows[0]!.seconds;
}
