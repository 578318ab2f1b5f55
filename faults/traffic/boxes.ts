// Boxes: shoppers reserve one or two of few, wait for what comes back, confirm, cancel, pick up. When an
// inventory is sold out, the merchant offers another.

import type { Client } from "../client.ts";
import { made, type Traffic } from "./traffic.ts";

interface Shop {
  merchantId: string;
  date: string;
  inventories: string[];
}

interface Reservation {
  id: string;
  status: string;
  pickupCode: string | null;
}

const quantity = 20;
const most = 6;

export const boxes: Traffic<Shop> = {
  product: "boxes",
  people: 8,
  async open(client) {
    // Where it is about noon now, so that what is for today can be picked up now and at the run's end.
    const west = new Date().getUTCHours() - 12;
    const timezone = west === 0 ? "UTC" : `Etc/GMT${west > 0 ? "+" : ""}${west}`;
    const date = new Date(Date.now() - west * 3_600_000).toISOString().slice(0, 10);
    const merchant = { name: client.mark(), timezone, currency: "EUR" };
    const { id } = await made<{ id: string }>(client, "/v1/merchants", merchant);
    const shop: Shop = { merchantId: id, date, inventories: [] };
    await offer(client, shop);
    await offer(client, shop);
    return shop;
  },
  async visit(client, shop) {
    const { chance } = client;
    const inventoryId = chance.pick(shop.inventories.slice(-2));
    const reservation = await reserve(client, inventoryId);
    await client.think(150);
    if (!reservation) {
      const isOurs = client.name.endsWith("-0");
      if (isOurs && shop.inventories.at(-2) === inventoryId) await offer(client, shop);
      return;
    }
    const what = chance.below(4);
    if (what === 0 || reservation.status === "WAITLISTED") {
      return void (await act(client, reservation.id, "cancel"));
    }
    if (what < 3) await act(client, reservation.id, "confirm");
    if (what === 1) await act(client, reservation.id, "cancel");
    if (what === 2) await pickUp(client, shop, reservation);
  },
};

async function offer(client: Client, shop: Shop): Promise<void> {
  const path = `/v1/merchants/${shop.merchantId}/inventories`;
  const window = { pickupStart: "00:01", pickupEnd: "23:59" };
  const body = { title: client.mark(), date: shop.date, price: 450, quantity, ...window };
  const inventory = await client.done<{ id: string }>("offer", { path, body, subject: body.title });
  if (!inventory) return;
  shop.inventories.push(inventory.id);
  if (shop.inventories.length > most) shop.inventories.shift();
}

function reserve(client: Client, inventoryId: string): Promise<Reservation | undefined> {
  const { chance } = client;
  const path = `/v1/inventories/${inventoryId}/reservations`;
  const body = {
    userId: client.mark(),
    quantity: chance.between(1, 2),
    waitlist: chance.below(3) === 0,
  };
  return client.done<Reservation>("reserve", { path, body, subject: body.userId });
}

const act = (client: Client, id: string, verb: string) =>
  client.done<Reservation>(verb, { path: `/v1/reservations/${id}/${verb}`, subject: id });

const pickUp = (client: Client, { merchantId }: Shop, { id, pickupCode: code }: Reservation) =>
  client.done("pick-up", {
    path: `/v1/merchants/${merchantId}/pickups`,
    body: { code },
    subject: id,
  });
