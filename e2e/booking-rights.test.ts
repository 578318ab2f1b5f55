import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { busyBetween, calendarServer, icsWith, type CalendarServer } from "../test/calendars.ts";
import { makeStage, owner, type Stage } from "./stage.ts";
import { House } from "./theatres.ts";

let stage: Stage;
let house: House;
let server: CalendarServer;
before(async () => {
  stage = await makeStage({ env: { ALLOW_PRIVATE_CALENDARS: "true" } });
  house = new House(stage);
  server = await calendarServer();
});
afterEach(() => stage.closePages());
after(() => Promise.all([stage.close(), server.close()]));

/** Somebody who may only look, until a resource's owner lets them do more. */
async function colleague(name: string): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.com`;
  const { inviteUrl } = await house.asked<{ inviteUrl: string }>("POST", "/v1/members", {
    email,
    name,
    role: "viewer",
  });
  const token = inviteUrl.slice(inviteUrl.lastIndexOf("/") + 1);
  await house.asked("POST", `/v1/invitations/${token}/accept`, { name, password: owner.password });
  return email;
}

test("a resource gets an owner; somebody is made a deputy until a day, and stopped again", async () => {
  const room = await house.resource("Theatre U", "ot");
  await colleague("Nora Vance");
  const page = await stage.openConsole(`/resources/${room.id}`);
  const part = page.locator("section").filter({ hasText: "Owner and deputies" });
  await part.getByRole("button", { name: /Owner/ }).click();
  await page.getByRole("option", { name: owner.name }).click();
  await page.getByText("The owner was changed.").waitFor();
  await part.getByRole("button", { name: "Add a deputy…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /Who\?/ }).click();
  await page.getByRole("option", { name: "Nora Vance" }).click();
  await dialog.getByText("Book, move and cancel").click();
  await dialog.getByLabel("Last day").fill("2099-05-31");
  await dialog.getByRole("button", { name: "Add the deputy" }).click();
  const row = part.getByRole("listitem").filter({ hasText: "Nora Vance" });
  await row.getByText("books").waitFor();
  await row.getByText("until 31 May 2099").or(row.getByText("until May 31, 2099")).waitFor();
  await row.getByRole("button", { name: "Revoke Nora Vance" }).click();
  await page.getByText("Nora Vance is no longer a deputy.").waitFor();
  await part.getByText("1 that has ended").click();
  await part.getByText("revoked").waitFor();
});

test("who is let act can move bookings of that resource, and of no other", async () => {
  const [own, other] = [await house.resource("Room V1"), await house.resource("Room V2")];
  await house.book("Mine", [own], "10:00", "11:00");
  await house.book("Theirs", [other], "10:00", "11:00");
  const email = await colleague("Otis Reed");
  const { items } = await house.asked<{ items: { userId: string; email: string }[] }>(
    "GET",
    "/v1/members?limit=100",
  );
  const { userId } = items.find((member) => member.email === email)!;
  await house.asked("POST", `/v1/resources/${own.id}/delegations`, {
    userId,
    permissions: ["book"],
  });
  const page = await stage.open("/sign-in", { viewport: { width: 1280, height: 800 } });
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("link", { name: "Calendar" }).click();
  await page.goto(`/calendar?show=${own.id},${other.id}`);
  await page
    .getByRole("grid")
    .getByRole("button", { name: /^Theirs/ })
    .click();
  const theirs = page.getByRole("dialog", { name: "Theirs" });
  await theirs.getByRole("link", { name: "Calendar file" }).waitFor();
  assert.equal(await theirs.getByRole("button", { name: "Other time or team…" }).count(), 0);
  await page.keyboard.press("Escape");
  const mine = page.getByRole("grid").getByRole("button", { name: /^Mine/ });
  await mine.focus();
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText("Mine is now at 10:15.").waitFor();
  assert.deepEqual(await house.bookings(own), ["Mine 10:15–11:15"]);
});

test("a viewer looks at booking pages and settings, and is offered nothing that would be refused", async () => {
  const room = await house.resource("Room V3");
  await house.page("Seen by viewers", [room]);
  const email = await colleague("Vera Looks");
  const page = await stage.open("/sign-in", { viewport: { width: 1280, height: 800 } });
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("link", { name: "Calendar" }).click();
  await page.goto("/calendar/pages");
  const card = page.getByRole("article", { name: "Seen by viewers" });
  await card.getByRole("link", { name: "Show the page" }).waitFor();
  assert.equal(await card.getByRole("button", { name: /Change|Remove/ }).count(), 0);
  assert.equal(await page.getByRole("button", { name: "New page" }).count(), 0);
  await page.goto("/opd/settings");
  await page.getByText("To change them, ask an admin").waitFor();
  assert.equal(await page.getByRole("button", { name: "Save" }).count(), 0);
});

test("the address of a calendar is made, copied, and replaced", async () => {
  const room = await house.resource("Room W");
  const page = await stage.openConsole(`/resources/${room.id}`);
  const part = page.locator("section").filter({ hasText: "Calendar for other programs" });
  await part.getByRole("button", { name: "Make an address" }).click();
  const field = part.getByLabel("Address of the calendar");
  await field.waitFor();
  const first = await field.inputValue();
  const path = (address: string) => new URL(address).pathname;
  assert.equal((await fetch(stage.app.url + path(first))).status, 200);
  await part.getByRole("button", { name: "Replace the address…" }).click();
  await page.getByRole("button", { name: "Replace it" }).click();
  await page.getByText("The calendar has a new address.").first().waitFor();
  await page.waitForFunction(
    (before) =>
      [...document.querySelectorAll("input")].some(
        ({ ariaLabel, value }) => ariaLabel === "Address of the calendar" && value !== before,
      ),
    first,
  );
  assert.equal((await fetch(stage.app.url + path(first))).status, 404);
  assert.equal((await fetch(stage.app.url + path(await field.inputValue()))).status, 200);
});

test("what a calendar from outside says is busy is closed: a file, or an address that is read", async () => {
  const room = await house.resource("Room X");
  const page = await stage.openConsole(`/resources/${room.id}`);
  const part = page.locator("section").filter({ hasText: "Other calendars" });
  const dialog = page.getByRole("dialog");
  const busy = (from: string, to: string) => icsWith(busyBetween(house.at(from), house.at(to)));
  async function add(name: string, where: () => Promise<void>) {
    await part.getByRole("button", { name: "Add a calendar…" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await where();
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const row = part.getByRole("listitem").filter({ hasText: name });
    await row.getByText("1 busy time").waitFor();
    return row;
  }
  const upload = await add("Conference", async () => {
    await dialog.getByText("In a file").click();
    const buffer = Buffer.from(busy("13:00", "15:00"));
    const file = { name: "away.ics", mimeType: "text/calendar", buffer };
    await dialog.getByLabel("File (.ics)").setInputFiles(file);
  });
  server.answer = { body: busy("09:00", "10:00") };
  const read = await add("Practice", () =>
    dialog.getByRole("textbox", { name: "Address", exact: true }).fill(server.url),
  );
  const calendar = await house.openCalendar([room]);
  await calendar.getByRole("gridcell", { name: "Room X, 13:30, closed" }).waitFor();
  await calendar.getByRole("gridcell", { name: "Room X, 09:30, closed" }).waitFor();
  for (const [row, name] of [
    [upload, "Conference"],
    [read, "Practice"],
  ] as const) {
    await row.getByRole("button", { name: `Remove ${name}` }).click();
    await row.waitFor({ state: "detached" });
  }
});
