import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Booking } from "../web/wire/booking.ts";
import { makeStage, phone, type Stage } from "./stage.ts";
import { House, type TestResource } from "./theatres.ts";

let stage: Stage;
let house: House;
before(async () => {
  stage = await makeStage();
  house = new House(stage);
});
afterEach(() => stage.closePages());
after(() => stage.close());

const wait = (title: string, room: TestResource) =>
  house.asked<{ id: string; secret: string }>("POST", "/v1/bookings/waitlist", {
    title,
    resources: [{ resourceId: room.id }],
    earliest: house.at("10:00"),
    latest: house.at("11:00"),
    minutes: 60,
  });

test("somebody is put on the list, and takes the time on their own page when it comes free", async () => {
  const room = await house.resource("Room W1");
  const { id } = await house.book("Holder", [room], "08:00", "18:00");
  const desk = await stage.openConsole("/calendar/waitlist");
  await desk.getByRole("button", { name: "Put on the list" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Who waits?").fill("Amara Okafor");
  await dialog.getByRole("button", { name: "Put on the list" }).waitFor();
  const from = dialog.getByRole("group", { name: "Not before" });
  await from.getByLabel("Date").fill(house.date);
  // Later than an offer that is made now runs.
  await from.getByLabel("Time").fill("10:00");
  const until = dialog.getByRole("group", { name: "Over at the latest" });
  await until.getByLabel("Date").fill(house.date);
  await dialog.getByRole("button", { name: "Put on the list" }).click();
  const link = await dialog.getByLabel("Link for the person who waits").inputValue();
  const { pathname, hash } = new URL(link);
  const page = await stage.open(pathname + hash, phone);
  await page.getByText("You are on the waitlist").waitFor();
  await house.asked("POST", `/v1/bookings/${id}/cancel`);
  await page.reload();
  await page.getByText("A time is free for you").waitFor();
  await page.getByRole("button", { name: "Yes, book it" }).click();
  await page.getByText("Your booking is confirmed").waitFor();
  assert.deepEqual(await house.bookings(room), ["Amara Okafor 10:00–11:00"]);
});

test("the desk sees the offer with its deadline and answers for whoever waits; the next is offered it", async () => {
  const room = await house.resource("Room W2");
  const { id } = await house.book("Holder", [room], "08:00", "18:00");
  await wait("First", room);
  await wait("Second", room);
  const desk = await stage.openConsole("/calendar/waitlist");
  await desk.getByRole("article", { name: "Second" }).waitFor();
  await house.asked("POST", `/v1/bookings/${id}/cancel`);
  const first = desk.getByRole("article", { name: "First" });
  await first.getByText("left to take it").waitFor();
  await first.getByRole("button", { name: "Decline First" }).click();
  const second = desk.getByRole("article", { name: "Second" });
  await second.getByText("left to take it").waitFor();
  await second.getByRole("button", { name: "Accept Second" }).click();
  await desk.getByText("Booked for Second.").waitFor();
  assert.deepEqual(await house.bookings(room), ["Second 10:00–11:00"]);
});

test("somebody waits for a consultation: the desk says which patient, and takes the offer for them", async () => {
  const doctor = await house.resource("Dr Lind", "doctor");
  const desk = await stage.openConsole("/calendar/waitlist");
  await desk.getByRole("button", { name: "Put on the list" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByRole("button", { name: /What is it/ }).click();
  await desk.getByRole("option", { name: "Consultation" }).click();
  await dialog.getByRole("combobox", { name: "Patient" }).fill("Bela Novak");
  await desk.getByRole("option", { name: "Add “Bela Novak”" }).click();
  await dialog.getByRole("button", { name: "Add and use" }).click();
  await dialog.getByRole("button", { name: "Another patient" }).waitFor();
  await dialog.getByRole("button", { name: /^Doctor|Dr Lind/ }).click();
  await desk.getByRole("option", { name: "Dr Lind" }).click();
  await dialog.getByLabel("How long does it take?").fill("30");
  await dialog.getByRole("button", { name: "Put on the list" }).click();
  await dialog.getByText("Bela Novak is on the waitlist.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const entry = desk.getByRole("article", { name: "Bela Novak" });
  await entry.getByRole("button", { name: "Accept Bela Novak" }).click();
  await desk.getByText("Booked for Bela Novak.").waitFor();
  const { items } = await house.asked<{ items: Booking[] }>(
    "GET",
    `/v1/bookings?resourceId=${doctor.id}`,
  );
  assert.deepEqual(
    items.map(({ kind, status }) => [kind, status]),
    [["consultation", "approved"]],
  );
});
