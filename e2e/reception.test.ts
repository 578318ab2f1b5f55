import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Route } from "playwright-core";
import { choose, giveAtDesk, newDoctor, openReception, slotCell, tokenRow } from "./clinic.ts";
import { makeStage, phone, type Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await makeStage();
});
afterEach(() => stage.closePages());
after(() => stage.close());

test("tokens are given until the slot is full, then at the nearest time, then a place to wait", async () => {
  const doctor = await newDoctor(stage);
  const desk = await openReception(stage, doctor);
  await slotCell(desk, "10:00 2 free").waitFor();
  assert.match(
    await giveAtDesk(desk, "Amara Okafor"),
    /^Amara Okafor has number \w+-1 at 10:00 with Dr Asha Rao\.$/,
  );
  await giveAtDesk(desk, "Liam Byrne");
  await slotCell(desk, "10:00 Full").click();
  assert.match(
    await giveAtDesk(desk, "Sofia Rossi"),
    /^10:00 with Dr Asha Rao is full\. Sofia Rossi has number \w+-11 at 10:30, the nearest free time\.$/,
  );
  await tokenRow(desk, "Sofia Rossi").waitFor();
  await giveAtDesk(desk, "Chen Wei");
  await slotCell(desk, "10:00 Full").click();
  assert.match(await giveAtDesk(desk, "Fatima Haddad"), /Fatima Haddad waits at place 1/);
  await slotCell(desk, "10:00 Full, 1 waiting").waitFor();
  assert.equal(await doctor.list("10:00"), "1 Amara Okafor, 2 Liam Byrne, – Fatima Haddad");
  assert.equal(await doctor.list("10:30"), "11 Sofia Rossi, 12 Chen Wei");
});

test("who does not want another time waits", async () => {
  const doctor = await newDoctor(stage, { places: 1 });
  await doctor.give("Amara Okafor", "10:00");
  const desk = await openReception(stage, doctor);
  await slotCell(desk, "10:00 Full").click();
  await desk.getByText("The nearest free time is given").waitFor();
  await desk.getByText("If this slot is full, the nearest free time is fine").click();
  await desk.getByText("the patient will wait for a place").waitFor();
  assert.match(await giveAtDesk(desk, "Liam Byrne"), /Liam Byrne waits at place 1/);
  assert.equal(await doctor.list("10:00"), "1 Amara Okafor, – Liam Byrne");
});

test("the reserve is kept for emergencies, and one goes to the front", async () => {
  const doctor = await newDoctor(stage, { places: 3, reserve: 1, slots: 1 });
  await doctor.give("Amara Okafor", "10:00");
  await doctor.give("Liam Byrne", "10:00");
  const desk = await openReception(stage, doctor);
  await slotCell(desk, "10:00 Full, 1 for emergency").waitFor();
  const said = await giveAtDesk(desk, "Sofia Rossi", "Emergency");
  assert.match(said, /^Emergency: Sofia Rossi has number \w+-E1 at 10:00/);
  assert.equal(await doctor.list("10:00"), "E1 Sofia Rossi, 1 Amara Okafor, 2 Liam Byrne");
  await tokenRow(desk, "Sofia Rossi").getByText("Emergency").waitFor();
  await giveInVain("Noor Invain");
  await desk.getByText("Every place of the day is taken").waitFor();
  await desk.getByText("Tried: 10:00.").waitFor();

  async function giveInVain(name: string) {
    await desk.getByRole("button", { name: "Next patient" }).click();
    await desk.getByRole("combobox", { name: "Patient" }).fill(name);
    await desk.getByRole("option", { name: `Add “${name}”` }).click();
    await desk.getByRole("button", { name: "Add and use" }).click();
    await desk.getByRole("button", { name: "Emergency" }).click();
  }
});

test("a list that is read again stays as it is under the pointer", async (t) => {
  const desk = await openReception(stage, await newDoctor(stage));
  await desk.getByRole("combobox", { name: "Patient" }).fill("Zofia Nowak");
  const option = desk.getByRole("option", { name: "Add “Zofia Nowak”" });
  await option.waitFor();
  const held: Route[] = [];
  await desk.route("**/v1/patients?*", (route) => void held.push(route));
  t.after(async () => {
    await desk.unroute("**/v1/patients?*");
    for (const route of held) await route.abort().catch(() => undefined);
    await desk.reload();
  });
  // Somebody comes back to the window after a minute.
  const read = desk.waitForRequest("**/v1/patients?*");
  await desk.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
  await read;
  await option.click();
  await desk.getByRole("button", { name: "Add and use" }).waitFor();
});

test("who is found is shown, though the page scrolled while they were searched for", async (t) => {
  await stage.api("POST", "/v1/patients", { name: "Wanda Kos" });
  const desk = await openReception(stage, await newDoctor(stage));
  const asked = Promise.withResolvers<Route>();
  await desk.route("**/v1/patients?*", asked.resolve);
  t.after(() => desk.unroute("**/v1/patients?*"));
  await desk.getByRole("combobox", { name: "Patient" }).fill("Wanda");
  const route = await asked.promise;
  await desk.getByText("Searching…").waitFor();
  await desk.evaluate(() => document.dispatchEvent(new Event("scroll")));
  await desk.getByText("Searching…").waitFor({ state: "hidden" });
  await route.continue();
  await desk.getByRole("option", { name: "Wanda Kos" }).waitFor();
});

test("who was not found is found as soon as somebody has added them", async () => {
  const desk = await openReception(stage, await newDoctor(stage));
  const field = desk.getByRole("combobox", { name: "Patient" });
  await field.fill("Ilse Brandt");
  await desk.getByText("Nobody found").waitFor();
  await stage.api("POST", "/v1/patients", { name: "Ilse Brandt" });
  await field.fill("Somebody else");
  await desk.getByRole("option", { name: "Add “Somebody else”" }).waitFor();
  await field.fill("Ilse Brandt");
  await desk.getByRole("option", { name: "Ilse Brandt", exact: true }).waitFor();
});

test("a token from search to slip with the keyboard alone", async () => {
  const doctor = await newDoctor(stage);
  await stage.api("POST", "/v1/patients", { name: "Priya Sharma", externalId: "P-77" });
  const desk = await openReception(stage, doctor);
  await desk.keyboard.press("s");
  await desk.keyboard.press("ArrowRight");
  await desk.keyboard.press("Enter");
  await desk.getByText(/^10:30, /).waitFor();
  await desk.keyboard.press("/");
  await desk.keyboard.type("p-77");
  // It stands last, once all are found.
  await desk.getByRole("option", { name: "Add “p-77” as a new patient" }).waitFor();
  await desk.keyboard.press("ArrowDown");
  await desk.keyboard.press("Enter");
  await desk.getByRole("button", { name: "Another patient" }).waitFor();
  await desk.keyboard.press("Enter");
  await desk.getByText(/Priya Sharma has number \w+-11 at 10:30 with Dr Asha Rao\./).waitFor();
  await desk.keyboard.press("Enter");
  await desk.getByRole("combobox", { name: "Patient" }).waitFor();
  await desk.waitForFunction(() => document.activeElement?.getAttribute("role") === "combobox");
  assert.equal(await doctor.list("10:30"), "11 Priya Sharma");
});

test("a patient is found by part of the name, by phone, and by number", async () => {
  const doctor = await newDoctor(stage);
  const patient = { name: "Ingrid Åberg", phone: "+46 70 123 45 67", externalId: "K-4711" };
  await stage.api("POST", "/v1/patients", patient);
  const desk = await openReception(stage, doctor);
  const field = desk.getByRole("combobox", { name: "Patient" });
  for (const words of ["ingr", "0123", "4711"]) {
    await field.fill(words);
    await desk.getByRole("option", { name: "Ingrid Åberg" }).waitFor();
    await field.fill("nobody at all");
    await desk.getByText("Nobody found").waitFor();
  }
});

test("who has a token already is shown where it is, also with another doctor", async () => {
  const other = await newDoctor(stage, { name: "Dr Hannah Weiss" });
  const doctor = await newDoctor(stage);
  await other.give("Jonas Weber", "10:30");
  const desk = await openReception(stage, doctor);
  await desk.getByRole("combobox", { name: "Patient" }).fill("Jonas Weber");
  await desk.getByRole("option", { name: "Jonas Weber", exact: true }).click();
  await desk.getByRole("button", { name: "Give token" }).click();
  await desk.getByText("Jonas Weber has a token for this day already.").waitFor();
  await desk.getByRole("button", { name: "Show it" }).click();
  await desk.getByRole("radio", { name: "Dr Hannah Weiss", checked: true }).waitFor();
  await tokenRow(desk, "Jonas Weber").waitFor();
});

test("check in, no-show and cancel; whoever waits moves up", async () => {
  const doctor = await newDoctor(stage, { slots: 1 });
  const names = ["Amara Okafor", "Liam Byrne", "Sofia Rossi", "Chen Wei"];
  for (const name of names) await doctor.give(name, "10:00");
  const desk = await openReception(stage, doctor);
  await desk.getByRole("button", { name: "Check in: 1 Amara Okafor" }).click();
  await tokenRow(desk, "Amara Okafor").getByText("✓ Here").waitFor();
  await choose(desk, "Liam Byrne", "No-show");
  const why = desk.getByRole("dialog", { name: "2 Liam Byrne does not come?" });
  await why.getByText("This patient was not called yet.").waitFor();
  await why.getByText("Said so by phone").click();
  await why.getByRole("button", { name: "Did not come" }).click();
  await desk.getByText("2 Liam Byrne was marked as no-show.").waitFor();
  await desk.getByRole("button", { name: "Check in: 3 Sofia Rossi" }).waitFor();
  await choose(desk, "Amara Okafor", "Cancel the token");
  await desk.getByRole("button", { name: "Keep it" }).click();
  await choose(desk, "Amara Okafor", "Cancel the token");
  await desk.getByRole("alertdialog").getByRole("button", { name: "Cancel the token" }).click();
  await desk.getByRole("button", { name: "Check in: 4 Chen Wei" }).waitFor();
  assert.equal(await doctor.list("10:00"), "3 Sofia Rossi, 4 Chen Wei");

  await desk.getByText("Not come or cancelled").click();
  await desk.getByText(/did not come .* Said so by phone/).waitFor();
  await desk.getByRole("button", { name: "Put back: 2 Liam Byrne" }).click();
  await desk.getByText("2 Liam Byrne is back.").waitFor();
  assert.equal(await doctor.list("10:00"), "3 Sofia Rossi, 4 Chen Wei, – Liam Byrne");
});

test("a token is moved by choosing another slot on the grid, also another day", async () => {
  const doctor = await newDoctor(stage, { places: 1, slots: 3 });
  await doctor.give("Amara Okafor", "10:00");
  await doctor.give("Liam Byrne", "10:30");
  const desk = await openReception(stage, doctor);
  await slotCell(desk, "10:00").click();
  await choose(desk, "Amara Okafor", /^Move/);
  await desk.getByText("Choose the new slot for 1 Amara Okafor").waitFor();
  await slotCell(desk, "10:30").click();
  assert.ok(await desk.getByRole("button", { name: "10:30 is full" }).isDisabled());
  await slotCell(desk, "11:00").click();
  await desk.getByRole("button", { name: "Move to 11:00" }).click();
  await desk.getByText("1 Amara Okafor moved to 11:00.").waitFor();
  assert.equal(await doctor.list("11:00"), "1 Amara Okafor");
  assert.equal(await doctor.list("10:00"), "");

  await choose(desk, "Amara Okafor", /^Move/);
  await desk.keyboard.press("Escape");
  await desk.getByText("Choose the new slot").waitFor({ state: "detached" });
  await choose(desk, "Amara Okafor", /^Move/);
  await desk.keyboard.press("]");
  await slotCell(desk, "10:00 1 free").click();
  await desk.getByRole("button", { name: "Move to 10:00" }).click();
  await desk.getByText("1 Amara Okafor moved to 10:00.").waitFor();
  assert.equal(await doctor.list("11:00"), "");
});

test("more places in a slot go to those who wait at once", async () => {
  const doctor = await newDoctor(stage, { slots: 1, places: 1 });
  await doctor.give("Amara Okafor", "10:00");
  await doctor.give("Liam Byrne", "10:00");
  const desk = await openReception(stage, doctor);
  await desk.getByRole("button", { name: "Change places…" }).click();
  await desk.getByRole("textbox", { name: "Places in all" }).fill("2");
  await desk.getByRole("button", { name: "Save" }).click();
  await desk.getByText("10:00 was changed.").waitFor();
  await desk.getByRole("button", { name: "Check in: 2 Liam Byrne" }).waitFor();
  await desk.getByRole("button", { name: "Change places…" }).click();
  await desk.getByRole("textbox", { name: "Places in all" }).fill("1");
  await desk.getByRole("button", { name: "Save" }).click();
  await desk.getByText("More places are already taken.").waitFor();
});

test("two receptions see each other's work", async () => {
  const doctor = await newDoctor(stage);
  const [one, two] = [await openReception(stage, doctor), await openReception(stage, doctor)];
  await giveAtDesk(one, "Amara Okafor");
  await tokenRow(two, "Amara Okafor").waitFor();
  await slotCell(two, "10:00 1 free").waitFor();
  await two.getByRole("button", { name: "Check in: 1 Amara Okafor" }).click();
  await tokenRow(one, "Amara Okafor").getByText("✓ Here").waitFor();
  await giveAtDesk(two, "Liam Byrne");
  await slotCell(one, "10:00 Full").waitFor();
  await giveAtDesk(one, "Sofia Rossi", "Emergency");
  assert.equal(await doctor.list("10:00"), "1 Amara Okafor, 2 Liam Byrne");
  assert.equal(await doctor.list("10:30"), "E1 Sofia Rossi");
});

test("a double click gives one token, and so does a lost answer", async () => {
  const doctor = await newDoctor(stage, { slots: 1, places: 9 });
  const desk = await openReception(stage, doctor);
  await desk.getByRole("combobox", { name: "Patient" }).fill("Ada Doubleclick");
  await desk.getByRole("option", { name: /^Add/ }).click();
  await desk.getByRole("button", { name: "Add and use" }).dblclick();
  await desk.getByRole("button", { name: "Another patient" }).waitFor();
  await desk.route(
    "**/v1/opd/tokens",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await desk.getByRole("button", { name: "Give token" }).dblclick();
  await desk.getByText(/Ada Doubleclick has number \w+-1/).waitFor();
  assert.equal(await doctor.list("10:00"), "1 Ada Doubleclick");
  const { body } = await stage.api("GET", "/v1/patients?q=Ada+Doubleclick&limit=200");
  const { items } = body as { items: { id: string }[] };
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
});

test("the slip prints on one page of a roll, with a code that leads to the patient's page", async () => {
  const doctor = await newDoctor(stage, { slots: 1 });
  const desk = await openReception(stage, doctor);
  await giveAtDesk(desk, "Amara Okafor");
  const address = await desk.getByRole("link", { name: "Open the page" }).getAttribute("href");
  const given = new URL(address!);
  assert.match(given.pathname + given.hash, /^\/k\/[\da-f-]{36}#.{20,}/);
  const sheets = (await desk.pdf({ preferCSSPageSize: true })).toString("latin1");
  assert.equal(sheets.match(/\/Type\s*\/Page[^s]/g)?.length, 1);
  assert.match(sheets, /\/MediaBox\s*\[0 0 22[67][.\d]* 39[67][.\d]*\]/, "not a slip of 80 mm");
  await desk.emulateMedia({ media: "print" });
  assert.equal(await desk.getByRole("heading", { name: "Reception" }).isVisible(), false);
  await desk.getByText("Scan to see where you are in line").waitFor();
  await desk.emulateMedia({ media: "screen" });
  await desk.getByRole("button", { name: "Next patient" }).click();
  await choose(desk, "Amara Okafor", /^Slip/);
  await desk
    .getByRole("dialog")
    .getByRole("img", { name: /QR code/ })
    .waitFor();

  const patient = await stage.open(given.pathname + given.hash, phone);
  await patient.getByText("You are the first at 10:00").waitFor();
});

test("a leave is seen before it is done, and what was foretold happens", async () => {
  const doctor = await newDoctor(stage, { slots: 3 });
  await doctor.give("Amara Okafor", "10:00");
  await doctor.give("Liam Byrne", "10:00");
  await doctor.give("Sofia Rossi", "10:30");
  await doctor.give("Chen Wei", "11:00");
  await doctor.give("Fatima Haddad", "11:00");
  const desk = await openReception(stage, doctor);
  await desk.getByRole("button", { name: "Doctor is away…" }).click();
  await desk.getByText("Another time").click();
  const from = desk.getByRole("group", { name: "From" });
  const until = desk.getByRole("group", { name: "Until" });
  await from.getByLabel("Time").fill("09:00");
  await until.getByLabel("Time").fill("10:30");
  await desk.getByRole("button", { name: "See what happens" }).click();
  await desk.getByText("2 patients are affected:").waitFor();
  const rows = desk.getByRole("dialog").getByRole("row");
  await rows.filter({ hasText: "1 Amara Okafor" }).waitFor();
  const fates = async () => (await rows.allInnerTexts()).slice(1).map((row) => row.split(/\t/));
  const foretold = (await fates()).map(([who, , then]) => `${who}: ${then}`);
  assert.deepEqual(foretold, ["1 Amara Okafor: 10:30", "2 Liam Byrne: waits at 10:30"]);
  assert.equal(await doctor.list("10:00"), "1 Amara Okafor, 2 Liam Byrne", "not yet");

  await desk.getByRole("button", { name: "Close this time and move them" }).click();
  await desk.getByText("The time is closed. 1 moved, 1 waiting.").waitFor();
  assert.equal(await doctor.list("10:30"), "1 Amara Okafor, 11 Sofia Rossi, – Liam Byrne");
  await slotCell(desk, "10:00").waitFor({ state: "detached" });
});

test("patients of an absent doctor go to a colleague who was chosen; who has nowhere to go is named", async () => {
  const doctor = await newDoctor(stage, { name: "Dr Vera Away", slots: 1 });
  const colleague = await newDoctor(stage, { name: "Dr Rosa Klein", slots: 1, places: 1 });
  await doctor.give("Ida Moved", "10:00");
  const left = await doctor.give("Jon Left", "10:00");
  const desk = await openReception(stage, doctor);
  await desk.getByRole("button", { name: "Doctor is away…" }).click();
  await desk.getByText("The whole day").click();
  await desk.getByRole("button", { name: "See what happens" }).click();
  const rows = desk.getByRole("dialog").getByRole("row");
  await rows.filter({ hasText: "1 Ida Moved" }).waitFor();
  await desk.getByRole("dialog").getByText("Dr Rosa Klein", { exact: true }).click();
  await rows.filter({ hasText: "Ida Moved" }).getByText("10:00 with Dr Rosa Klein").waitFor();
  await rows.filter({ hasText: "Jon Left" }).getByText("nowhere to go").waitFor();
  await desk.getByRole("button", { name: "Close this time and move them" }).click();
  await desk.getByText("1 patient has nowhere to go and stays waiting:").waitFor();
  await desk.getByRole("dialog").getByText("Jon Left").waitFor();
  assert.equal(await colleague.list("10:00"), "1 Ida Moved");
  assert.equal(await doctor.list("10:00"), "– Jon Left");
  const own = await stage.open(`/k/${left.id}#${left.secret}`, phone);
  await own.getByText(/^The doctor is away at 10:00/).waitFor();
});

test("a viewer sees the day and can change nothing", async () => {
  const doctor = await newDoctor(stage);
  await doctor.give("Amara Okafor", "10:00");
  const email = `viewer-${doctor.id}@example.com`;
  const { body } = await stage.api("POST", "/v1/members", { email, role: "viewer" });
  const { pathname } = new URL((body as { inviteUrl: string }).inviteUrl);
  const page = await stage.open(pathname, { viewport: { width: 1280, height: 800 } });
  await page.getByLabel("Your name").fill("Vera View");
  await page.getByLabel("Choose a password").fill("another calm walk");
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await page.getByRole("link", { name: "Reception" }).click();
  await page.goto(`/opd?doctor=${doctor.id}`);
  await page.getByText("Giving them needs the role Staff").waitFor();
  await tokenRow(page, "Amara Okafor").waitFor();
  assert.equal(await page.getByRole("button", { name: /Check in|Actions for|away/ }).count(), 0);
});
