import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, afterEach, before, test } from "node:test";
import type { CalendarDays } from "../web/wire/booking.ts";
import { moreLike } from "../test/availability.ts";
import { makeStage, phone, type Stage } from "./stage.ts";
import { block, drag, House, pull } from "./theatres.ts";

let stage: Stage;
let house: House;
before(async () => {
  stage = await makeStage();
  house = new House(stage);
});
afterEach(() => stage.closePages());
after(() => stage.close());

test("drawing on free time opens the form, keeps the time, and books it for all to see", async () => {
  const room = await house.resource("Room A");
  const page = await house.openCalendar([room]);
  const colleague = await house.openCalendar([room]);
  await drag(page, { column: "Room A", time: "10:00" }, { column: "Room A", time: "11:25" });
  const dialog = page.getByRole("dialog", { name: "Book a time" });
  await dialog.getByText("Kept for you:").first().waitFor();
  await block(colleague, "Somebody is booking this, Room A, 10:00 to 11:30").waitFor();
  await dialog.getByLabel("What for?").fill("Team meeting");
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await page.getByText("Booked: Team meeting").waitFor();
  await block(colleague, "Team meeting, Room, approved, Room A, 10:00 to 11:30").waitFor();
  assert.deepEqual(await house.bookings(room), ["Team meeting 10:00–11:30"]);
});

test("closing the form gives the time back", async () => {
  const room = await house.resource("Room B");
  const page = await house.openCalendar([room]);
  const colleague = await house.openCalendar([room]);
  await page.getByRole("gridcell", { name: "Room B, 12:00, free" }).click();
  await block(colleague, "Somebody is booking this").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await block(colleague, "Somebody is booking this").waitFor({ state: "detached" });
});

test("what is in the way is said before the drop, and dropping there changes nothing", async () => {
  const room = await house.resource("Room C");
  await house.book("Ward round", [room], "11:00", "12:00");
  const page = await house.openCalendar([room]);
  await block(page, "Ward round").waitFor();
  await pull(page, { column: "Room C", time: "10:00" }, { column: "Room C", time: "11:25" });
  await page.getByText("Room C is taken from 11:00 to 12:00").first().waitFor();
  await page.mouse.up();
  await page.getByText("Nothing was changed: Room C is taken from 11:00 to 12:00").waitFor({
    state: "attached",
  });
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.getByRole("button", { name: "Show the whole day" }).click();
  await pull(page, { column: "Room C", time: "17:00" }, { column: "Room C", time: "18:40" });
  await page.getByText("Room C is closed from 18:00").first().waitFor();
  await page.mouse.up();
  assert.deepEqual(await house.bookings(room), ["Ward round 11:00–12:00"]);
});

test("a booking is dragged to another time and room, and one press brings it back", async () => {
  const [one, two] = [await house.resource("Room D1"), await house.resource("Room D2")];
  await house.book("Dressing change", [one], "09:00", "10:00");
  const page = await house.openCalendar([one, two]);
  await block(page, "Dressing change").waitFor();
  await drag(page, { column: "Room D1", time: "09:15" }, { column: "Room D2", time: "13:15" });
  await block(page, "Dressing change, Room, approved, Room D2, 13:00 to 14:00").waitFor();
  await page.getByText("Dressing change is now at 13:00.").waitFor();
  assert.deepEqual(await house.bookings(two), ["Dressing change 13:00–14:00"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await block(page, "Dressing change, Room, approved, Room D1, 09:00 to 10:00").waitFor();
  await page.getByText("Dressing change is now at 09:00.").waitFor();
  assert.deepEqual(await house.bookings(one), ["Dressing change 09:00–10:00"]);
});

test("pulling an edge makes it longer", async () => {
  const room = await house.resource("Room E");
  await house.book("Physiotherapy", [room], "09:00", "10:00");
  const page = await house.openCalendar([room]);
  const box = (await block(page, "Physiotherapy").boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 3);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height + 10);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height * 1.5);
  await page.mouse.up();
  await block(page, "Physiotherapy, Room, approved, Room E, 09:00 to 10:30").waitFor();
  await page.getByText("Physiotherapy is now at 09:00.").waitFor();
  assert.deepEqual(await house.bookings(room), ["Physiotherapy 09:00–10:30"]);
});

test("an operation keeps its theatre free for cleaning, and moves with all its parts", async () => {
  const theatre = await house.resource("Theatre F", "ot");
  const surgeon = await house.resource("Dr Fields", "doctor");
  const nurse = await house.resource("Anaesthetist Fox", "other");
  await house.book("Hip", [theatre, surgeon], "09:00", "11:00", {
    kind: "surgery",
    resources: [
      { resourceId: theatre.id },
      { resourceId: surgeon.id },
      { resourceId: nurse.id, start: house.at("09:00"), end: house.at("09:30") },
    ],
  });
  const page = await house.openCalendar([theatre, surgeon, nurse]);
  await page.getByRole("gridcell", { name: "Theatre F, 11:00, kept free" }).waitFor();
  await drag(page, { column: "Dr Fields", time: "09:30" }, { column: "Dr Fields", time: "13:30" });
  await block(page, "Hip, Surgery, approved, Theatre F, 13:00 to 15:00").waitFor();
  await block(page, "Hip, Surgery, approved, Anaesthetist Fox, 13:00 to 13:30").waitFor();
  await page.getByText("Hip is now at 13:00.").waitFor();
  assert.deepEqual(await house.bookings(nurse), ["Hip 13:00–15:00"]);
});

test("the week of one room, and all as a list", async () => {
  const room = await house.resource("Room G");
  await house.book("Cardiology", [room], "10:00", "11:00");
  const page = await house.openCalendar([room], "&view=week");
  await block(page, "Cardiology").waitFor();
  assert.equal(await page.getByRole("columnheader").count(), 8);
  await page.getByRole("button", { name: "List" }).click();
  await page.getByRole("button", { name: /10:00 – 11:00 Cardiology/ }).click();
  await page.getByRole("dialog", { name: "Cardiology" }).waitFor();
});

test("a time that is typed: whether it fits is said, and the file for a calendar is there", async () => {
  const room = await house.resource("Room H");
  await house.book("Dentist", [room], "10:00", "11:00");
  await house.book("Optician", [room], "14:00", "15:00");
  const page = await house.openCalendar([room]);
  await block(page, "Dentist").click();
  const dialog = page.getByRole("dialog", { name: "Dentist" });
  const file = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Calendar file" }).click();
  assert.match(await readFile(await (await file).path(), "utf8"), /BEGIN:VEVENT/);
  await dialog.getByRole("button", { name: "Other time or team…" }).click();
  const start = dialog.getByRole("group", { name: "Start" });
  await start.getByLabel("Time").fill("14:30");
  await dialog.getByText("Room H is taken from 14:00 to 15:00").waitFor();
  await start.getByLabel("Time").fill("15:00");
  await dialog.getByText("It fits.").waitFor();
  await dialog.getByRole("button", { name: "Save the change" }).click();
  await block(page, "Dentist, Room, approved, Room H, 15:00 to 16:00").waitFor();
});

test("every second week, ten times: what does not fit is known before anything is booked", async () => {
  const room = await house.resource("Room I");
  await house.book("Painters", [room], "10:00", "12:00", {
    start: house.at("10:00", 14),
    end: house.at("12:00", 14),
  });
  const page = await house.openCalendar([room]);
  await page.getByRole("gridcell", { name: "Room I, 10:00, free" }).click();
  const dialog = page.getByRole("dialog", { name: "Book a time" });
  await dialog.getByLabel("What for?").fill("Choir");
  await dialog.getByRole("button", { name: /Does it repeat/ }).click();
  await page.getByRole("option", { name: "Every second week" }).click();
  await dialog.getByText("9 of 10 fit.").waitFor();
  await dialog.getByText("Room I is taken from 10:00").waitFor();
  await dialog.getByRole("button", { name: "Book 9 times" }).click();
  await page.getByText("9 bookings were made.").waitFor();
  assert.equal((await house.bookings(room)).filter((one) => one.startsWith("Choir")).length, 9);
});

test("a patient who is added while a time is booked is the one it is booked for", async () => {
  const doctor = await house.resource("Dr Kaur", "doctor");
  const page = await house.openCalendar([doctor]);
  await drag(page, { column: "Dr Kaur", time: "10:00" }, { column: "Dr Kaur", time: "10:25" });
  const dialog = page.getByRole("dialog", { name: "Book a time" });
  await dialog.getByText("Kept for you:").first().waitFor();
  await dialog.getByRole("combobox", { name: "Patient" }).fill("Amara Okafor");
  await page.getByRole("option", { name: "Add “Amara Okafor”" }).click();
  const adding = dialog.getByRole("form", { name: "New patient" });
  await adding.getByLabel("Phone").fill("+1 555 0100");
  // Neither the form's own key nor its button sends the booking that it stands in.
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await page.getByText("Add the new patient first, or cancel that.").waitFor();
  await adding.getByLabel("Phone").press("Enter");
  await dialog.getByRole("button", { name: "Another patient" }).waitFor();
  assert.deepEqual(await house.bookings(doctor), []);
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await block(page, "Amara Okafor, Consultation, approved, Dr Kaur, 10:00 to 10:30").waitFor();
  const range = `from=${house.at("00:00")}&to=${house.at("23:00")}`;
  const path = `/v1/bookings/calendar?resources=${doctor.id}&${range}`;
  const { bookings, holds } = await house.asked<CalendarDays>("GET", path);
  assert.deepEqual([bookings.length, bookings[0]?.patientName, holds], [1, "Amara Okafor", []]);
});

test("another room takes part, at a time when both are free", async () => {
  const [one, two] = [await house.resource("Room M1"), await house.resource("Room M2")];
  await house.book("Choir", [one], "08:00", "09:00");
  await house.book("Painters", [two], "08:00", "12:00");
  const page = await house.openCalendar([one, two]);
  await block(page, "Choir").click();
  const dialog = page.getByRole("dialog", { name: "Choir" });
  await dialog.getByRole("button", { name: "Other time or team…" }).click();
  await dialog.getByRole("button", { name: "Add: Resource" }).click();
  await dialog.getByRole("button", { name: /^Nobody yet/ }).click();
  await page.getByRole("option", { name: "Room M2" }).click();
  await dialog.getByText("Room M2 is taken from 08:00 to 12:00").waitFor();
  await dialog.getByRole("button", { name: "Find a common free time" }).click();
  await dialog
    .getByRole("button", { name: /12:00 free until 18:00/ })
    .first()
    .click();
  await dialog.getByText("It fits.").waitFor();
  await dialog.getByRole("button", { name: "Save the change" }).click();
  await block(page, "Choir, Room, approved, Room M2, 12:00 to 13:00").waitFor();
  assert.deepEqual(await house.bookings(one), ["Choir 12:00–13:00"]);
});

test("a series is cancelled as a whole", async () => {
  const room = await house.resource("Room N");
  await house.asked("POST", "/v1/bookings/series", {
    kind: "room",
    title: "Yoga",
    start: house.at("10:00"),
    end: house.at("11:00"),
    resources: [{ resourceId: room.id }],
    rule: { every: "week", count: 3 },
  });
  const page = await house.openCalendar([room]);
  await block(page, "Yoga").click();
  const dialog = page.getByRole("dialog", { name: "Yoga" });
  await dialog.getByRole("button", { name: "Cancel booking…" }).click();
  await dialog.getByText("Cancel all of the series that is still to come").click();
  await dialog.getByRole("button", { name: "Cancel the booking" }).click();
  await page.getByText("3 bookings of the series were cancelled.").waitFor();
  assert.deepEqual(await house.bookings(room), []);
});

test("with five hundred rooms the calendar shows some of them, and finds the others", async (t) => {
  const first = await house.resource("Ward");
  const ids = await moreLike(stage.app, first.id, 499);
  // Later tests look at rooms of their own alone.
  t.after(() => house.outOfUse(ids));
  const far = { id: ids[453]!, name: "Ward 454" };
  const page = await stage.openConsole("/calendar");
  await page.getByRole("grid").waitFor();
  assert.equal(await page.getByRole("columnheader").count(), 13);
  await page.getByRole("button", { name: /^Shown: 12 of/ }).click();
  const picker = page.getByRole("dialog", { name: "Shown" });
  await picker.getByRole("button", { name: "Only these Consultation room" }).click();
  await picker.getByText("12 of at most 12 at a time").waitFor();
  await picker.getByRole("searchbox", { name: "Search" }).fill("ward 454");
  const choice = picker.getByRole("checkbox", { name: far.name });
  assert.ok(await choice.isDisabled(), "one must go first");
  await page.goto(`/calendar?show=${first.id}`);
  await page.getByRole("button", { name: /^Shown: 1 of/ }).click();
  await picker.getByRole("searchbox", { name: "Search" }).fill("ward 454");
  await picker.getByText(far.name, { exact: true }).click();
  await page.getByRole("columnheader", { name: far.name }).waitFor();
  await page.keyboard.press("Escape");
  await house.book("Night shift", [far], "10:00", "11:00");
  await block(page, "Night shift, Room, approved, Ward 454, 10:00 to 11:00").waitFor();
  assert.equal(await page.getByText("Connection lost").count(), 0);
});

test("on a phone a tap opens the form for the column that was tapped, scrolled or not", async () => {
  const others = [await house.resource("Room J1"), await house.resource("Room J2")];
  const room = await house.resource("Room J");
  const touch = { ...phone, hasTouch: true, isMobile: true };
  const page = await house.openCalendar([...others, room], "", touch);
  await page.getByRole("gridcell", { name: "Room J, 09:00, free" }).tap();
  const dialog = page.getByRole("dialog", { name: "Book a time" });
  await dialog.getByText("Kept for you:").first().waitFor();
  await dialog.getByLabel("What for?").fill("Blood donors");
  await dialog.getByRole("button", { name: "Book", exact: true }).click();
  await block(page, "Blood donors").waitFor();
  assert.deepEqual(await house.bookings(room), ["Blood donors 09:00–10:00"]);
});
