// SQL of merchants and of the box types they publish from.

import type pg from "pg";
import type { PriceDrops } from "../core/prices.ts";
import { defaultSelling, type MerchantDetails } from "../core/rules.ts";

type Db = pg.Pool | pg.ClientBase;

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
