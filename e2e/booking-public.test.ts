import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, afterEach, before, test } from "node:test";
import type { Page } from "playwright-core";
import { timeIn } from "../web/look/zone-time.ts";
import { makeStage, type Stage } from "./stage.ts";
import { House, type TestResource } from "./theatres.ts";

let stage: Stage;
let house: House;
before(async () => {
  stage = await makeStage();
  house = new House(stage);
});
afterEach(() => stage.closePages());
after(() => stage.close());

/** A phone of a visitor who is where the place is, unless told otherwise. */
const small = (timezoneId = house.timezone) => ({
  viewport: { width: 360, height: 740 },
  timezoneId,
  locale: "en-GB",
});

async function ask(page: Page, time: string, name: string): Promise<void> {
  await page.getByRole("button", { name: time, exact: true }).click();
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Ask for this time" }).click();
  await page.getByText("Waiting for our answer").waitFor();
}

const tomorrow = (page: Page) => page.locator(".day").nth(1).click();

test("a visitor asks for a time, the desk approves it, and the page says so", async () => {
  const room = await house.resource("Dr Olu", "doctor");
  const { id } = await house.page("First visit", [room], {
    message: "Please bring your referral.",
  });
  const page = await stage.open(`/book/${id}`, small());
  await page.getByRole("heading", { name: "First visit" }).waitFor();
  await page.getByText("Please bring your referral.").waitFor();
  await tomorrow(page);
  await ask(page, "10:30", "Amara Okafor");
  assert.match(page.url(), /\/booking\/[\da-f-]{36}#/);
  assert.deepEqual(await house.bookings(room), ["Amara Okafor 10:30–11:00 requested"]);

  const desk = await stage.openConsole("/calendar/requests");
  const request = desk.getByRole("article", { name: "Amara Okafor" });
  await request.getByText("It fits").waitFor();
  await request.getByLabel("Message").fill("Second floor, room 12.");
  await request.getByRole("button", { name: "Approve Amara Okafor" }).click();
  await page.getByText("Your booking is confirmed").waitFor();
  await page.getByText("Second floor, room 12.").waitFor();
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Add to my calendar" }).click();
  assert.match(await readFile(await (await file).path(), "utf8"), /BEGIN:VEVENT/);
});

test("a request is denied with a word, and another one can be asked for", async () => {
  const room = await house.resource("Dr Papadaki", "doctor");
  const { id } = await house.page("Follow-up", [room]);
  const page = await stage.open(`/book/${id}`, small());
  await tomorrow(page);
  await ask(page, "11:00", "Liam Byrne");
  const desk = await stage.openConsole("/calendar/requests");
  const request = desk.getByRole("article", { name: "Liam Byrne" });
  await request.getByLabel("Message").fill("The doctor is away.");
  await request.getByRole("button", { name: "Deny Liam Byrne" }).click();
  await page.getByText("This time is not possible").waitFor();
  await page.getByText("The doctor is away.").waitFor();
  await page.getByRole("link", { name: "Ask for another time" }).click();
  await page.getByRole("heading", { name: "Follow-up" }).waitFor();
});

test("the inbox tells what is in the way before anybody approves, and hears of new requests", async () => {
  const room = await house.resource("Room Q");
  const { id } = await house.page("Meeting room", [room]);
  const desk = await stage.openConsole("/calendar/requests");
  await desk.getByRole("heading", { name: "Requests", exact: true }).waitFor();
  const page = await stage.open(`/book/${id}`, small());
  await tomorrow(page);
  await ask(page, "11:30", "Sofia Rossi");
  const request = desk.getByRole("article", { name: "Sofia Rossi" });
  await request.getByText("It fits").waitFor();
  await house.book("Fire drill", [room], "11:00", "12:00", {
    start: house.at("11:00", 1),
    end: house.at("12:00", 1),
  });
  await request.getByText("Room Q is taken from 11:30").waitFor();
  await request.getByRole("button", { name: "Approve Sofia Rossi" }).click();
  await request.getByText("Somebody already has this time.").waitFor();
});

test("times are the visitor's own, with those of the place beside them", async () => {
  const room = await house.resource("Dr Quist", "doctor");
  const { id } = await house.page("From afar", [room]);
  const elsewhere = "Asia/Kathmandu";
  const page = await stage.open(`/book/${id}`, small(elsewhere));
  await page.getByText(/Times are yours, in Kath?mandu/).waitFor();
  await tomorrow(page);
  const first = page.locator(".time").first();
  const [mine, there] = (await first.innerText()).split("\n");
  await first.click();
  await page.getByLabel("Your name").fill("Chen Wei");
  await page.getByRole("button", { name: "Ask for this time" }).click();
  await page.getByText("Waiting for our answer").waitFor();
  const { items } = await house.asked<{ items: { start: string }[] }>(
    "GET",
    `/v1/bookings?resourceId=${room.id}&limit=10`,
  );
  const { start } = items[0]!;
  const shown = (zone: string) => timeIn(start, zone).replace(/^0/, "");
  assert.equal(mine, shown(elsewhere));
  assert.equal(there, `${shown(house.timezone)} there`);
});

test("somebody else was faster: the time is gone, and others are offered", async () => {
  const room = await house.resource("Room R");
  const { id } = await house.page("One place", [room]);
  const page = await stage.open(`/book/${id}`, small());
  await tomorrow(page);
  await page.getByRole("button", { name: "10:00", exact: true }).click();
  await house.book("Faster", [room], "10:00", "10:30", {
    start: house.at("10:00", 1),
    end: house.at("10:30", 1),
  });
  await page.getByLabel("Your name").fill("Too Late");
  await page.getByRole("button", { name: "Ask for this time" }).click();
  await page.getByText("Somebody has just taken this time.").waitFor();
  await page.getByRole("button", { name: "10:30", exact: true }).waitFor();
  await page.getByRole("button", { name: "10:00", exact: true }).waitFor({ state: "detached" });
});

test("a visitor cancels, and the time is free again", async () => {
  const room = await house.resource("Room S");
  const { id } = await house.page("Short visit", [room]);
  const page = await stage.open(`/book/${id}`, small());
  await tomorrow(page);
  await ask(page, "14:00", "Fatima Haddad");
  await page.getByRole("button", { name: "Cancel my booking" }).click();
  await page.getByRole("button", { name: "Yes, cancel it" }).click();
  await page.getByText("The time is free for others again.").waitFor();
  assert.deepEqual(await house.bookings(room), []);
});

test("a lost answer leads to one request, not two", async () => {
  const room = await house.resource("Room T");
  const { id } = await house.page("Bad network", [room]);
  const page = await stage.open(`/book/${id}`, small());
  await tomorrow(page);
  await page.getByRole("button", { name: "15:00", exact: true }).click();
  await page.getByLabel("Your name").fill("Jo Nkemelu");
  let lost = 0;
  await page.route("**/requests", async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole("button", { name: "Ask for this time" }).click();
  await page.getByText("Waiting for our answer").waitFor();
  assert.deepEqual(await house.bookings(room), ["Jo Nkemelu 15:00–15:30 requested"]);
});

test("with several to choose from, one can be wanted, or whoever is free", async () => {
  const rooms: TestResource[] = [await house.resource("Anna"), await house.resource("Ben")];
  const { id } = await house.page("Haircut", rooms);
  const page = await stage.open(`/book/${id}`, small());
  await page.getByRole("radio", { name: "Ben" }).check();
  await tomorrow(page);
  await ask(page, "10:00", "Wants Ben");
  assert.deepEqual(await house.bookings(rooms[1]!), ["Wants Ben 10:00–10:30 requested"]);
});

test("a page for patients books at once, and its number has a page of its own", async () => {
  const doctor = await house.resource("Dr Mensah", "doctor");
  const { id } = await house.page("Consultation", [doctor], {
    kind: "consultation",
    confirmation: "instant",
    asksExternalId: true,
  });
  const page = await stage.open(`/book/${id}`, small());
  await tomorrow(page);
  await page.getByRole("button", { name: "10:00", exact: true }).click();
  await page.getByLabel("The patient's name").fill("Esi Boateng");
  await page.getByRole("button", { name: "Book this time" }).click();
  await page.getByText("Please tell us a phone number.").waitFor();
  await page.getByLabel("Phone number").fill("+233 20 555 0101");
  await page.getByLabel("Patient number").fill("P-77");
  await page.getByRole("button", { name: "Book this time" }).click();
  await page.getByText("Your booking is confirmed").waitFor();
  await page.getByRole("link", { name: "My number and when I am called" }).click();
  await page.getByText("Dr Mensah").first().waitFor();
  assert.match(page.url(), /\/k\/[\da-f-]{36}#/);
});

test("a visitor moves a booking to another time by its link", async () => {
  const room = await house.resource("Room U");
  const { id } = await house.page("Movable", [room], { confirmation: "instant" });
  const page = await stage.open(`/book/${id}`, small());
  await tomorrow(page);
  await page.getByRole("button", { name: "10:00", exact: true }).click();
  await page.getByLabel("Your name").fill("Moves Once");
  await page.getByRole("button", { name: "Book this time" }).click();
  await page.getByRole("link", { name: "Change the time" }).click();
  await page.getByText("your booking stays as it is").waitFor();
  await tomorrow(page);
  await page.getByRole("button", { name: "15:30", exact: true }).click();
  await page.getByRole("button", { name: "Move my booking to this time" }).click();
  await page.getByText("Your booking is confirmed").waitFor();
  await page.getByText("15:30").waitFor();
  assert.deepEqual(await house.bookings(room), ["Moves Once 15:30–16:00"]);
  assert.equal(await page.getByText("We had to change your booking").count(), 0);
});

test("when a time is gone the nearest ones are there to choose", async () => {
  const room = await house.resource("Room V");
  const { id } = await house.page("Crowded", [room]);
  const page = await stage.open(`/book/${id}`, small());
  await tomorrow(page);
  await page.getByRole("button", { name: "10:00", exact: true }).click();
  const times = { start: house.at("10:00", 1), end: house.at("10:30", 1) };
  await house.book("Faster", [room], "10:00", "10:30", times);
  await page.getByLabel("Your name").fill("Takes Another");
  await page.getByRole("button", { name: "Ask for this time" }).click();
  await page.getByRole("heading", { name: "The nearest free times" }).waitFor();
  await page.locator(".nearest").getByRole("button").first().click();
  await page.getByLabel("Your name").fill("Takes Another");
  await page.getByRole("button", { name: "Ask for this time" }).click();
  await page.getByText("Waiting for our answer").waitFor();
});

test("a visitor for whom there is no time joins the waitlist, is offered one, and takes it", async () => {
  const room = await house.resource("Room W");
  const { id } = await house.page("Wanted", [room]);
  const { timezone } = house;
  const page = await stage.open(`/book/${id}`, small(timezone));
  await page.getByRole("button", { name: "Join the waitlist" }).click();
  await page.getByLabel("Your name").fill("Waits Gladly");
  await page.getByRole("button", { name: "Join the waitlist" }).click();
  // The room is free, so that a time is offered at once.
  await page.getByRole("button", { name: "Yes, book it" }).click();
  await page.getByText("Your booking is confirmed").waitFor();
  await page.getByRole("link", { name: "To my booking" }).click();
  await page.getByRole("button", { name: "Cancel my booking" }).waitFor();
});

test("the page of a booking that the desk cancels says so at once, and what one can do", async () => {
  const room = await house.resource("Room X");
  const { id } = await house.page("Cancelled here", [room], { confirmation: "instant" });
  const page = await stage.open(`/book/${id}`, small());
  await tomorrow(page);
  await page.getByRole("button", { name: "10:00", exact: true }).click();
  await page.getByLabel("Your name").fill("Told At Once");
  await page.getByRole("button", { name: "Book this time" }).click();
  await page.getByText("Your booking is confirmed").waitFor();
  const [, booking] = /\/booking\/([^#]+)#/.exec(page.url())!;
  const word = { statusMessage: "The heating is broken." };
  await house.asked("POST", `/v1/bookings/${booking}/cancel`, word);
  await page.getByText("We had to cancel your booking").waitFor();
  await page.getByText("The heating is broken.").waitFor();
  await page.getByRole("link", { name: "Ask for another time" }).waitFor();
});

test("with another doctor the times of the one before are gone, however long the answer takes", async () => {
  const [early, late] = [await house.resource("Dr Early"), await house.resource("Dr Late")];
  const times = { start: house.at("08:00", 1), end: house.at("17:00", 1) };
  await house.book("All day", [late], "08:00", "17:00", times);
  const { id } = await house.page("Two doctors", [early, late]);
  const page = await stage.open(`/book/${id}`, small());
  await page.getByRole("radio", { name: "Dr Early" }).check();
  await tomorrow(page);
  const ten = page.getByRole("button", { name: "10:00", exact: true });
  await ten.waitFor();
  const answer = Promise.withResolvers<void>();
  await page.route(`**/free?*resourceId=${late.id}*`, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole("radio", { name: "Dr Late" }).check();
  await ten.waitFor({ state: "detached" });
  answer.resolve();
  await page.getByRole("button", { name: "17:30", exact: true }).waitFor();
  assert.equal(await ten.count(), 0);
});

test("a page is removed only after a question", async () => {
  const room = await house.resource("Room Y");
  const { id } = await house.page("Printed on posters", [room]);
  const desk = await stage.openConsole("/calendar/pages");
  const remove = desk.getByRole("button", { name: "Remove Printed on posters" });
  await remove.click();
  const question = desk.getByRole("alertdialog", { name: "Remove the page “Printed on posters”?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  const { title } = await house.asked<{ title: string }>("GET", `/v1/booking-pages/${id}`);
  assert.equal(title, "Printed on posters", "it is still there");
  await remove.click();
  await question.getByRole("button", { name: "Remove the page" }).click();
  await desk.getByText("“Printed on posters” was removed.").waitFor();
});
