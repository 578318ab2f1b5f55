// The calendar without a mouse, as somebody with a screen reader uses it: every step is said.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Page } from "playwright-core";
import { makeStage, type Stage } from "./stage.ts";
import { block, House } from "./theatres.ts";

let stage: Stage;
let house: House;
before(async () => {
  stage = await makeStage();
  house = new House(stage);
});
afterEach(() => stage.closePages());
after(() => stage.close());

/** What a screen reader calls the place where the keyboard is. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector(".sr-only")?.textContent ?? "");

/** Until the focus is there: the page draws first. */
async function isAt(page: Page, label: string): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      document.activeElement?.querySelector(".sr-only")?.textContent.startsWith(wanted) ?? false,
    label,
  );
}

const hears = (page: Page, words: string) =>
  page.locator('[aria-live="assertive"]').filter({ hasText: words }).waitFor({ state: "attached" });

/** With Tab, from the field for the date. */
async function intoGrid(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Shown/ }).focus();
  await page.keyboard.press("Tab");
  assert.match(await focused(page), /Room/);
}

test("a new booking: find the time, make it longer, fill in the form", async () => {
  const room = await house.resource("Room K");
  const page = await house.openCalendar([room]);
  await intoGrid(page);
  await isAt(page, "Room K, 08:00, free");
  for (let i = 0; i < 4; i += 1) await page.keyboard.press("ArrowDown");
  await isAt(page, "Room K, 10:00, free");
  await page.keyboard.press("Shift+ArrowDown");
  await hears(page, "Room K, 10:00 to 11:00. Free.");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await hears(page, "Room K, 10:00 to 11:30. Free.");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Book a time" });
  await dialog.getByText("Kept for you:").first().waitFor();
  await dialog.getByLabel("What for?").focus();
  await page.keyboard.type("Case conference");
  await page.keyboard.press("Enter");
  await block(page, "Case conference, Room, approved, Room K, 10:00 to 11:30").waitFor();
  assert.deepEqual(await house.bookings(room), ["Case conference 10:00–11:30"]);
});

test("moving: take in hand, hear what is in the way, put down", async () => {
  const [one, two] = [await house.resource("Room L1"), await house.resource("Room L2")];
  await house.book("Check-up", [one], "09:00", "10:00");
  await house.book("Ultrasound", [two], "09:00", "10:00");
  const page = await house.openCalendar([one, two]);
  await block(page, "Check-up").waitFor();
  await intoGrid(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await isAt(page, "Check-up, Room, approved, Room L1, 09:00 to 10:00");
  await page.keyboard.press("m");
  await hears(page, "In hand: arrows move it");
  await page.keyboard.press("ArrowRight");
  await hears(page, "Room L2, 09:00 to 10:00. Does not fit: Room L2 is taken from 09:00 to 10:00.");
  await page.keyboard.press("Enter");
  await hears(page, "Nothing was changed");
  assert.deepEqual(await house.bookings(one), ["Check-up 09:00–10:00"]);

  await page.keyboard.press("m");
  await page.keyboard.press("ArrowRight");
  for (let i = 0; i < 4; i += 1) await page.keyboard.press("ArrowDown");
  await hears(page, "Room L2, 10:00 to 11:00. Free.");
  await page.keyboard.press("Enter");
  await page.getByText("Check-up is now at 10:00.").waitFor();
  assert.deepEqual(await house.bookings(two), ["Ultrasound 09:00–10:00", "Check-up 10:00–11:00"]);
});

test("stretching, letting go, and cancelling", async () => {
  const room = await house.resource("Room M");
  await house.book("Infusion", [room], "08:00", "09:00");
  const page = await house.openCalendar([room]);
  await block(page, "Infusion").waitFor();
  await intoGrid(page);
  await isAt(page, "Infusion");
  await page.keyboard.press("m");
  await page.keyboard.press("Shift+ArrowDown");
  await hears(page, "Room M, 08:00 to 09:15. Free.");
  await page.keyboard.press("Escape");
  await hears(page, "Let go. Nothing was changed.");
  await page.keyboard.press("m");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText("Infusion is now at 08:00.").waitFor();
  assert.deepEqual(await house.bookings(room), ["Infusion 08:00–09:30"]);

  await block(page, "Infusion").focus();
  await page.keyboard.press("Delete");
  const dialog = page.getByRole("dialog", { name: "Infusion" });
  await dialog.getByText("Cancel the booking of Infusion?").waitFor();
  await page.keyboard.type("The pump is broken");
  await page.keyboard.press("Enter");
  await page.getByText("The booking of Infusion was cancelled.").waitFor();
  assert.deepEqual(await house.bookings(room), []);
});

test("days and views have keys, and Enter on a booking opens it", async () => {
  const room = await house.resource("Room N");
  await house.book("Vaccination", [room], "08:00", "08:30");
  const page = await house.openCalendar([room]);
  await block(page, "Vaccination").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Vaccination" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await isAt(page, "Vaccination");
  await page.keyboard.press("w");
  await page.getByRole("button", { name: "Week", pressed: true }).waitFor();
  await page.keyboard.press("d");
  await page.getByRole("gridcell", { name: "Room N, 09:00, free" }).focus();
  await page.keyboard.press("PageDown");
  await page.waitForURL(/date=/);
  await page.keyboard.press("t");
  await page.waitForURL((url) => !url.search.includes("date="));
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
});
