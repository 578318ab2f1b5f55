// A shop whose pickup window is open, whatever the time of day when the tests run: it stands where it
// is evening now.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { dateIn } from "../web/look/zone-time.ts";
import type { Box, BoxType, DayBox, MadeReservation, Reservation } from "../web/wire/boxes.ts";
import { zoneWhereItIs } from "./clinic.ts";
import type { Stage } from "./stage.ts";

export interface TestShop {
  id: string;
  name: string;
  timezone: string;
  date: string;
  /** 5 boxes of bread for 4.50 from 17:00 to 21:00, unless said. */
  putOut(more?: object): Promise<Box>;
  template(more?: object): Promise<BoxType>;
  change(box: Box, change: object): Promise<void>;
  settings(change: object): Promise<void>;
  reserve(box: Box, more?: object): Promise<MadeReservation>;
  act(reservation: { id: string }, verb: string): Promise<Reservation>;
  pickUp(code: string | null): Promise<Reservation>;
  day(): Promise<DayBox[]>;
  /** The hold, the offer or the window is over now. */
  runOut(reservation: { id: string }): Promise<void>;
}

let shops = 0;

export async function newShop(stage: Stage, details: object = {}): Promise<TestShop> {
  const timezone = zoneWhereItIs(18);
  const date = dateIn(Date.now(), timezone);
  const asked = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await stage.api(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  shops += 1;
  const { id, name } = await asked<{ id: string; name: string }>("POST", "/v1/merchants", {
    name: `Bakery ${shops}`,
    timezone,
    currency: "EUR",
    ...details,
  });
  const bread = {
    title: "Bread box",
    quantity: 5,
    price: 450,
    pickupStart: "17:00",
    pickupEnd: "21:00",
  };
  return {
    id,
    name,
    timezone,
    date,
    putOut: (more = {}) =>
      asked("POST", `/v1/merchants/${id}/inventories`, { ...bread, date, ...more }),
    template: (more = {}) => asked("POST", `/v1/merchants/${id}/box-types`, { ...bread, ...more }),
    async change(box, change) {
      await asked("PATCH", `/v1/inventories/${box.id}`, change);
    },
    async settings(change) {
      await asked("PATCH", `/v1/merchants/${id}`, change);
    },
    reserve: (box, more = {}) =>
      asked("POST", `/v1/inventories/${box.id}/reservations`, {
        userId: crypto.randomUUID(),
        ...more,
      }),
    act: ({ id: reservation }, verb) => asked("POST", `/v1/reservations/${reservation}/${verb}`),
    pickUp: (code) => asked("POST", `/v1/merchants/${id}/pickups`, { code }),
    day: async () =>
      (await asked<{ items: DayBox[] }>("GET", `/v1/merchants/${id}/inventories`)).items,
    async runOut(reservation) {
      await stage.app.pool.query(
        "update ticket set deadline_at = clock_timestamp() where id = $1",
        [reservation.id],
      );
      await stage.app.sweep();
    },
  };
}

/** The page of the shops of the stage's organisation. */
export async function shopAddress(stage: Stage): Promise<string> {
  const { body } = await stage.api("GET", "/v1/me");
  return `/shop/${(body as { organisation: { id: string } }).organisation.id}`;
}

export const cardOf = (page: Page, merchant: string) =>
  page.getByRole("listitem").filter({ hasText: merchant });

/** Two taps. */
export async function reserveOn(page: Page, merchant: string): Promise<void> {
  await cardOf(page, merchant)
    .getByRole("button", { name: /^Reserve/ })
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Reserve for/ })
    .click();
  await page.waitForURL(/\/r\//);
}

/** "K7M4XR", as it stands on the page. */
export async function codeOn(page: Page): Promise<string> {
  const heading = page.getByRole("heading", { name: /^Your code/ });
  const text = await heading.innerText();
  return text.replace("Your code", "").replaceAll(/\s/g, "");
}
