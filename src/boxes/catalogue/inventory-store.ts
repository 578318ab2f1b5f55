// SQL of inventories: what a merchant sells in one pickup window. An inventory is a line; how many boxes of it are
// left is written by the engine alone.

import type pg from "pg";
import { lineColumns, lineOf, type LineRow } from "../../engine/rows.ts";
import type { Line } from "../../kernel/line.ts";
import { inventoriesPerMerchant } from "../core/codes.ts";
import type { PriceDrops } from "../core/prices.ts";
import {
  defaultSelling,
  noBoxes,
  type InventoryStats,
  type MerchantDetails,
} from "../core/rules.ts";

type Db = pg.Pool | pg.ClientBase;

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
