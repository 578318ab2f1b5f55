import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Page } from "playwright-core";
import { addDays, dateIn, timeIn, weekdayOf } from "../web/look/zone-time.ts";
import type { Availability, ResourceSlot } from "../web/wire/availability.ts";
import { morningZone, newDoctor } from "./clinic.ts";
import { makeStage, phone, type Screen, type Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await makeStage();
});
afterEach(() => stage.closePages());
after(() => stage.close());

async function newRoom(name: string): Promise<{ id: string; timezone: string }> {
  const timezone = morningZone();
  const { body } = await stage.api("POST", "/v1/resources", { type: "doctor", name, timezone });
  return { id: (body as { id: string }).id, timezone };
}

async function openHours(id: string, screen?: Screen): Promise<Page> {
  const page = await stage.openConsole(`/resources/${id}`, screen);
  await page.getByRole("heading", { name: "Weekly hours" }).waitFor();
  return page;
}

async function weeklyOf(id: string): Promise<string[]> {
  const { body } = await stage.api("GET", `/v1/resources/${id}/availability`);
  const { configurations } = body as Availability;
  const present = configurations.find(({ status }) => status === "present");
  return present?.weekly.map(({ day, start, end }) => `${day} ${start}–${end}`) ?? [];
}

/** From the middle of one place of the week to another: [day, hour]. */
async function draw(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const area = page.locator(".week-area");
  await area.scrollIntoViewIfNeeded();
  const box = (await area.boundingBox())!;
  const at = ([day, hour]: [number, number]) =>
    [box.x + ((day + 0.5) * box.width) / 7, box.y + ((hour - 7) * box.height) / 13] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

test("a doctor is added, hours are drawn and copied, and the preview is what comes of it", async () => {
  const page = await stage.openConsole("/opd");
  await page.getByRole("link", { name: "Add a doctor" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Dr Asha Rao");
  await dialog.getByRole("combobox", { name: "Time zone" }).fill("Asia/Kolkata");
  await page.getByRole("option", { name: "Asia/Kolkata" }).click();
  await dialog.getByRole("button", { name: "Add" }).click();
  await page.getByRole("heading", { name: "Dr Asha Rao" }).waitFor();
  await page.getByText("Times are those in Asia/Kolkata.").waitFor();

  await draw(page, [0, 9], [0, 12]);
  await draw(page, [0, 14], [0, 15.5]);
  await page.locator(".week-block").getByText("09:00 – 12:00").waitFor();
  await page.locator(".week-block").getByText("14:00 – 15:30").waitFor();
  await page.getByRole("button", { name: "Copy Monday to…" }).click();
  await page.getByRole("menuitem", { name: "Monday to Friday" }).click();
  await page.getByRole("button", { name: "Remove Friday 14:00" }).click();
  await page.getByRole("textbox", { name: "Patients in a slot" }).fill("4");
  await page.keyboard.press("Tab");
  await page.getByText("42 slots with 168 places in this week").waitFor();
  const shown = await page
    .getByRole("region", { name: "Preview of the slots" })
    .getByRole("listitem")
    .getByText(/^\d\d:\d\d$/)
    .allInnerTexts();
  await page.getByRole("button", { name: "Save these hours" }).click();
  await page.getByText("The hours were saved.").waitFor();

  const id = new URL(page.url()).pathname.split("/").at(-1)!;
  const today = dateIn(Date.now(), "Asia/Kolkata");
  const path = `/v1/resources/${id}/slots?from=${today}&to=${addDays(today, 7)}`;
  const { body } = await stage.api("GET", path);
  const slots = body as ResourceSlot[];
  assert.deepEqual(
    slots.map(({ start }) => timeIn(start, "Asia/Kolkata")),
    shown,
  );
  assert.ok(slots.every(({ capacity }) => capacity === 4));
  assert.equal((await weeklyOf(id)).length, 9);
});

test("a theatre is for one at a time, and more than one has to be confirmed", async () => {
  const theatre = { type: "ot", name: "Theatre 2", timezone: morningZone() };
  const made = await stage.api("POST", "/v1/resources", theatre);
  const { id } = made.body as { id: string };
  const page = await openHours(id);
  await draw(page, [2, 9], [2, 11]);
  const count = page.getByRole("textbox", { name: "At the same time" });
  assert.equal(await count.inputValue(), "1");
  await count.fill("3");
  await page.keyboard.press("Tab");
  await page.getByText("3 bookings could have Theatre 2 at the same time.").waitFor();
  await page.getByText("Yes, that many can be there at once").click();
  await page.getByRole("button", { name: "Save these hours" }).click();
  await page.getByText("The hours were saved.").waitFor();
  const { body } = await stage.api("GET", `/v1/resources/${id}/availability`);
  assert.equal((body as Availability).configurations[0]!.tokensPerSlot, 3);
});

test("hours are stretched and taken elsewhere with the mouse, in whole slots", async () => {
  const { id } = await newRoom("Dr Stretch");
  const page = await openHours(id);
  await draw(page, [2, 9], [2, 11]);
  await page.locator(".week-block").getByText("09:00 – 11:00").waitFor();
  await draw(page, [2, 11], [2, 12.1]);
  await page.locator(".week-block").getByText("09:00 – 12:00").waitFor();
  await draw(page, [2, 10], [4, 12]);
  await page.locator(".week-block").getByText("11:00 – 14:00").waitFor();
  await page.getByRole("button", { name: "Save these hours" }).click();
  await page.getByText("The hours were saved.").waitFor();
  assert.deepEqual(await weeklyOf(id), ["4 11:00–14:00"]);
});

test("hours are typed on a phone, and a mistake is named where it is", async () => {
  const { id } = await newRoom("Dr Phone");
  const page = await openHours(id, phone);
  assert.equal(await page.locator(".week-area").isVisible(), false);
  await page.getByRole("button", { name: "Add hours on Tuesday" }).click();
  await page.getByLabel("Tuesday, from").fill("08:00");
  await page.getByLabel("Tuesday, until").fill("10:15");
  await page
    .getByText(/Tuesday 08:00–10:15 is not a whole number of slots/)
    .first()
    .waitFor();
  await page.getByLabel("Tuesday, until").fill("00:00");
  await page.getByText("32 slots with 320 places in this week").waitFor();
  await page.getByRole("button", { name: "Add hours on Tuesday" }).click();
  await page
    .getByText(/overlaps/)
    .first()
    .waitFor();
  await page
    .getByRole("button", { name: /^Remove Tuesday/ })
    .last()
    .click();
  await page.getByRole("button", { name: "Save these hours" }).click();
  await page.getByText("The hours were saved.").waitFor();
  assert.deepEqual(await weeklyOf(id), ["1 08:00–24:00"]);
});

test("new hours that leave tokens outside show them, and move or keep them", async () => {
  const doctor = await newDoctor(stage, { slots: 2, places: 1 });
  await doctor.give("Amara Okafor", "10:00");
  const page = await openHours(doctor.id);
  const day = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
  const today = day[weekdayOf(doctor.date)]!;
  await page.getByLabel(`${today}, from`).fill("10:30");
  await page.getByText("1 token would be left outside these hours").waitFor();
  const row = page.getByRole("row").filter({ hasText: "1 Amara Okafor" });
  await row.getByText("10:30").waitFor();
  await page.getByText("Keep them as they are").click();
  await row.getByText("stays as it is").waitFor();
  await page.getByText("Move them").click();
  await row.getByText("10:30").waitFor();
  await page.getByRole("button", { name: "Save these hours" }).click();
  await page.getByText("The hours were saved. 1 moved, 0 waiting.").waitFor();
  assert.equal(await doctor.list("10:30"), "1 Amara Okafor");
});

test("a holiday and an extra Saturday on the calendar, by keyboard, and gone again", async () => {
  const doctor = await newDoctor(stage, { slots: 2 });
  const page = await openHours(doctor.id);
  const calendar = page.getByRole("table").filter({ hasText: "Mon" });
  await calendar.getByRole("button", { pressed: true }).focus();
  await page.keyboard.press("ArrowRight");
  const tomorrow = addDays(doctor.date, 1);
  await calendar.locator(`[data-date="${tomorrow}"][aria-pressed="true"]`).waitFor();
  await page.getByRole("button", { name: "Close…" }).click();
  await page.getByLabel("Reason").fill("National holiday");
  await page.getByRole("button", { name: "See what happens" }).click();
  await page.getByText("0 slots on these days").waitFor();
  await page.getByText("Nobody has a token or booking in that time.").waitFor();
  await page.getByRole("button", { name: "Close this time" }).click();
  await page.getByText("The exception was saved.").waitFor();
  const cell = calendar.locator(`[data-date="${tomorrow}"]`);
  await cell.getByText("National holiday").waitFor();
  await calendar.locator(`[data-date="${tomorrow}"][data-slots="0"]`).waitFor();

  await page.getByRole("button", { name: "Open extra time…" }).click();
  await page.getByRole("group", { name: "From" }).getByLabel("Time").fill("18:00");
  await page.getByRole("group", { name: "Until" }).getByLabel("Time").fill("17:00");
  await page.getByRole("button", { name: "See what happens" }).click();
  await page.getByText("must be after start").first().waitFor();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Remove: Closed, the whole day" }).click();
  await page.getByText("The exception was removed.").waitFor();
  await calendar.locator(`[data-date="${tomorrow}"][data-slots="2"]`).waitFor();
});

test("what relies on extra time is asked about before it goes", async () => {
  const doctor = await newDoctor(stage, { slots: 1, places: 1 });
  const extra = { available: true, start: doctor.at("15:00"), end: doctor.at("15:30") };
  await stage.api("POST", `/v1/resources/${doctor.id}/exceptions`, extra);
  await doctor.give("Amara Okafor", "15:00");
  const page = await openHours(doctor.id);
  await page.getByRole("button", { name: "Remove: Open, 15:00 – 15:30" }).click();
  await page.getByRole("dialog", { name: "Somebody relies on this time" }).waitFor();
  await page.getByRole("row").filter({ hasText: "Amara Okafor" }).waitFor();
  await page.getByRole("button", { name: "Remove all the same" }).click();
  await page.getByText("The exception was removed. 1 moved, 0 waiting.").waitFor();
  assert.equal(await doctor.list("10:00"), "11 Amara Okafor");
});

test("rules and places of all doctors on one page", async () => {
  const doctor = await newDoctor(stage, { name: "Dr Settings", places: 10, slots: 1 });
  await doctor.give("Amara Okafor", "10:00");
  const page = await stage.openConsole("/opd/settings");
  await page.getByText("In each slot").click();
  await page.getByText("A fifth, at most two").click();
  await page.getByText("One token a day for each doctor").click();
  await page.getByRole("textbox", { name: /no-show after/ }).fill("15");
  await page.getByRole("textbox", { name: "Kept places go to those who wait" }).fill("5");
  await page.getByRole("textbox", { name: "Places Dr Settings" }).fill("6");
  await page.getByRole("textbox", { name: "Reserve Dr Settings" }).fill("1");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const { body } = await stage.api("GET", "/v1/opd/settings");
  assert.deepEqual(body, {
    numbering: "stable",
    numbersPer: "slot",
    duplicates: "per_doctor",
    graceMinutes: 15,
    bufferReleaseMinutes: 5,
    usualReserve: "fifth",
  });
  const slot = await doctor.slot("10:00");
  assert.deepEqual([slot.capacity, slot.emergencyReserve, slot.open], [6, 1, 4]);
});

test("a doctor taken out of use gets no tokens, and comes back", async () => {
  const doctor = await newDoctor(stage, { name: "Dr Retired" });
  const page = await openHours(doctor.id);
  await page.getByRole("button", { name: "Take out of use" }).click();
  await page.getByText("Dr Retired is out of use").waitFor();
  await page.getByRole("link", { name: "Reception" }).last().click();
  await page.getByText("This doctor is not active: no tokens are given.").waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Use again" }).click();
  await page.getByText("Dr Retired is in use again.").waitFor();
  await page.getByRole("button", { name: "Rename…" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Dr Back");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "Dr Back" }).waitFor();
});
