// Every page of bookings with a screen reader's rules, on a small phone, a tablet and a desktop.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { BookingPage } from "../web/wire/booking.ts";
import { check, scriptBytes } from "./axe.ts";
import { makeStage, type Stage, follow } from "./stage.ts";
import { block, House, type TestResource } from "./theatres.ts";

let stage: Stage;
let house: House;
let rooms: TestResource[];
let form: BookingPage;
before(async () => {
  stage = await makeStage();
  house = new House(stage);
  const theatre = await house.resource("Theatre 1", "ot");
  const surgeon = await house.resource("Dr Asha Rao", "doctor");
  rooms = [theatre, surgeon, await house.resource("Room 4")];
  await house.book("Hip replacement", [theatre, surgeon], "09:00", "11:30", { kind: "surgery" });
  await house.book("Team meeting", [rooms[2]!], "10:00", "10:15");
  await house.book("Visit of the inspector", [rooms[2]!], "13:00", "14:00", { request: true });
  form = await house.page("First visit", [rooms[2]!]);
});
afterEach(() => stage.closePages());
after(() => stage.close());

const smallPhone = { viewport: { width: 360, height: 740 } };
const tablet = { viewport: { width: 768, height: 1024 } };
const desktop = { viewport: { width: 1440, height: 900 } };

// The other tests use the console on a desktop and the public pages on a phone; here it is the other
// way round, and each page is then looked at as the other screens show it.
const largeToo = { also: [tablet, desktop] };
const smallToo = { also: [tablet, smallPhone] };

test("the calendar", async () => {
  const page = await house.openCalendar(rooms, "", smallPhone);
  await block(page, "Hip replacement").first().waitFor();
  await check(page, "day", largeToo);
  await page.getByRole("button", { name: "Week" }).click();
  await page.getByRole("button", { name: /Resource/ }).waitFor();
  await check(page, "week", largeToo);
  await page.getByRole("button", { name: "List" }).click();
  await page.getByRole("button", { name: /Team meeting/ }).waitFor();
  await check(page, "list", largeToo);
});

test("booking, details and a series", async () => {
  const page = await house.openCalendar(rooms, "", smallPhone);
  await page.getByRole("gridcell", { name: "Room 4, 15:00, free" }).click();
  const dialog = page.getByRole("dialog", { name: "Book a time" });
  await dialog.getByText("Kept for you:").first().waitFor();
  await check(page, "form", largeToo);
  await dialog.getByRole("button", { name: /Does it repeat/ }).click();
  await page.getByRole("option", { name: "Every week" }).click();
  await dialog.getByText("All 10 fit.").waitFor();
  await check(page, "series", largeToo);
  await page.keyboard.press("Escape");
  await block(page, "Visit of the inspector").click();
  await page.getByRole("dialog", { name: "Visit of the inspector" }).waitFor();
  await check(page, "details", largeToo);
  await page.getByRole("button", { name: "Deny…" }).click();
  await page.getByText("Deny the request of").waitFor();
  await check(page, "denying", largeToo);
});

test("requests, waitlist, pages and rights", async () => {
  const page = await stage.openConsole("/calendar/requests", smallPhone);
  await page.getByText("It fits").first().waitFor();
  await check(page, "requests", largeToo);
  await follow(page, "/calendar/waitlist");
  await page.getByRole("button", { name: "Put on the list" }).click();
  await page.getByRole("dialog").waitFor();
  await check(page, "waitlist", largeToo);
  await follow(page, "/calendar/pages");
  await page.getByRole("article", { name: "First visit" }).waitFor();
  await check(page, "booking pages", largeToo);
  await page.getByRole("button", { name: "New page" }).click();
  await page.getByRole("dialog").waitFor();
  await check(page, "new booking page", largeToo);
  await follow(page, `/resources/${rooms[0]!.id}`);
  await page.getByRole("heading", { name: "Other calendars" }).waitFor();
  await page.getByRole("button", { name: "Add a deputy…" }).waitFor();
  await check(page, "rights and calendars", largeToo);
});

test("asking for a time", async () => {
  const page = await stage.open(`/book/${form.id}`, desktop);
  await page.locator(".day").nth(1).click();
  await page.locator(".time").first().waitFor();
  await check(page, "free times", smallToo);
  await page.locator(".time").first().click();
  await page.getByRole("button", { name: "Ask for this time" }).click();
  await page.getByText("Please tell us your name.").waitFor();
  await check(page, "form of a request", smallToo);
  await page.getByLabel("Your name").fill("A visitor");
  await page.getByRole("button", { name: "Ask for this time" }).click();
  await page.getByText("Waiting for our answer").waitFor();
  await check(page, "a request", smallToo);
});

test("the pages work from right to left", async () => {
  const pages = [await house.openCalendar(rooms), await stage.open(`/book/${form.id}`, smallPhone)];
  await pages[1]!.locator(".day").nth(1).click();
  for (const page of pages) {
    await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    await check(page, `${page.url()} from right to left`);
  }
});

test("a page for the public loads less than 16 kB of script", async () => {
  const { id, secret } = await house.book("Light", [rooms[2]!], "16:00", "16:30");
  for (const path of [`/book/${form.id}`, `/booking/${id}#${secret}`]) {
    const bytes = await scriptBytes(await stage.open("/sign-in"), path);
    assert.ok(bytes > 1_000 && bytes < 16_000, `${path}: ${bytes} bytes`);
  }
});
