// Theatres, rooms and doctors that are open today from 8 to 18 o'clock, where it is early in the
// morning now: everything can still be booked.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { addDays, dateIn, instantOf } from "../web/look/zone-time.ts";
import type { ResourceType } from "../web/wire/availability.ts";
import type { Booking, BookingPage } from "../web/wire/booking.ts";
import { morningZone } from "./clinic.ts";
import { desktop, type Screen, type Stage } from "./stage.ts";

export interface TestResource {
  id: string;
  name: string;
}

export class House {
  readonly stage: Stage;
  readonly timezone = morningZone();
  readonly date = dateIn(Date.now(), this.timezone);

  constructor(stage: Stage) {
    this.stage = stage;
  }

  async asked<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.stage.api(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  at(time: string, days = 0): string {
    return instantOf(addDays(this.date, days), time, this.timezone);
  }

  async resource(name: string, type: ResourceType = "consultation_room"): Promise<TestResource> {
    const body = { type, name, timezone: this.timezone };
    const { id } = await this.asked<{ id: string }>("POST", "/v1/resources", body);
    await this.asked("PUT", `/v1/resources/${id}/availability`, {
      validFrom: this.date,
      slotMinutes: 30,
      tokensPerSlot: 1,
      weekly: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: "08:00", end: "18:00" })),
    });
    return { id, name };
  }

  async outOfUse(ids: readonly string[]): Promise<void> {
    await this.stage.app.pool.query(
      `update availability_resource set active = false where id = any($1::uuid[])`,
      [ids],
    );
  }

  book(title: string, rooms: TestResource[], from: string, to: string, more: object = {}) {
    return this.asked<Booking & { secret: string }>("POST", "/v1/bookings", {
      kind: "room",
      title,
      start: this.at(from),
      end: this.at(to),
      resources: rooms.map(({ id }) => ({ resourceId: id })),
      ...more,
    });
  }

  async bookings(room: TestResource): Promise<string[]> {
    const { items } = await this.asked<{ items: Booking[] }>(
      "GET",
      `/v1/bookings?resourceId=${room.id}&status=approved,requested&limit=200`,
    );
    const time = (instant: string) =>
      new Intl.DateTimeFormat("en-GB", {
        timeZone: this.timezone,
        timeStyle: "short",
      }).format(new Date(instant));
    return items.map(({ title, contact, start, end, status }) => {
      const who = title ?? contact?.name ?? "?";
      return `${who} ${time(start)}–${time(end)}${status === "requested" ? " requested" : ""}`;
    });
  }

  page(title: string, rooms: TestResource[], more: object = {}): Promise<BookingPage> {
    return this.asked<BookingPage>("POST", "/v1/booking-pages", {
      title,
      kind: "room",
      minutes: 30,
      resourceIds: rooms.map(({ id }) => id),
      ...more,
    });
  }

  /** Only these, in this order. */
  async openCalendar(rooms: TestResource[], more = "", screen: Screen = desktop): Promise<Page> {
    const show = rooms.map(({ id }) => id).join(",");
    const page = await this.stage.openConsole(`/calendar?show=${show}${more}`, screen);
    await page.getByRole("heading", { name: "Calendar" }).waitFor();
    await page.getByRole("grid").or(page.getByText("No bookings in these days")).first().waitFor();
    return page;
  }
}

/** A booking in the calendar, by whom it is for. */
export const block = (page: Page, who: string) =>
  page.getByRole("grid").getByRole("button", { name: who });

interface Spot {
  column: string;
  time: string;
}

async function pointAt(page: Page, { column, time }: Spot): Promise<{ x: number; y: number }> {
  const [hours, minutes] = time.split(":").map(Number) as [number, number];
  const row = `${String(hours).padStart(2, "0")}:${minutes < 30 ? "00" : "30"}`;
  const cell = page.getByRole("gridcell", { name: new RegExp(`^${column}, ${row},`) });
  await cell.scrollIntoViewIfNeeded();
  const box = (await cell.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + ((minutes % 30) / 30) * box.height + 2 };
}

/** Presses at one place, goes to the other by way of the middle, and stays there. */
export async function pull(page: Page, from: Spot, to: Spot): Promise<void> {
  await pointAt(page, to);
  const start = await pointAt(page, from);
  const end = await pointAt(page, to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
}

export async function drag(page: Page, from: Spot, to: Spot): Promise<void> {
  await pull(page, from, to);
  await page.mouse.up();
}
