// Every page of reception, doctors and hours, in light and dark, on a phone and a desktop.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { check, scriptBytes } from "./axe.ts";
import {
  choose,
  giveAtDesk,
  newDoctor,
  openReception,
  slotCell,
  type TestDoctor,
} from "./clinic.ts";
import { desktop, makeStage, phone, tv, type Stage, follow } from "./stage.ts";

// The other tests use the console on a desktop and the public pages on a phone; here it is the other
// way round, and each page is then looked at as the other screen shows it.
const desktopToo = { also: [desktop] };
const phoneToo = { also: [phone] };

let stage: Stage;
let doctor: TestDoctor;
let token: { id: string; secret: string };
before(async () => {
  stage = await makeStage();
  doctor = await newDoctor(stage, { slots: 4, places: 3, reserve: 1 });
  token = await doctor.give("Amara Okafor", "10:00");
  await doctor.give("Liam Byrne", "10:00", { source: "online" });
  await doctor.give("Sofia Rossi", "10:00", { allowAlternative: false });
  await doctor.give("Chen Wei", "10:30", { emergency: true, allowAlternative: false });
  await doctor.give("Fatima Haddad", "11:00");
});
afterEach(() => stage.closePages());
after(() => stage.close());

test("reception", async () => {
  const page = await openReception(stage, doctor, phone);
  await slotCell(page, "10:00 Full, 1 for emergency, 1 waiting").click();
  await page.getByText("Waiting for a place").waitFor();
  await check(page, "reception", desktopToo);
  await page.getByRole("combobox", { name: "Patient" }).click();
  await page.getByRole("combobox", { name: "Patient" }).fill("okafor");
  await page.getByRole("option", { name: "Amara Okafor" }).waitFor();
  // The list hides what is around it from screen readers; the focus stays in the field.
  await check(page, "search", {
    ...desktopToo,
    except: ["aria-hidden-focus", "page-has-heading-one", "region"],
  });
  await page.getByRole("option", { name: "Amara Okafor" }).click();
  await page.getByRole("button", { name: "Give token" }).click();
  await page.getByText("has a token for this day already").waitFor();
  await check(page, "a patient who has a token", desktopToo);
  await page.getByRole("button", { name: "Another patient" }).click();
  await slotCell(page, "11:30").click();
  await giveAtDesk(page, "Somebody New");
  await check(page, "token given", desktopToo);
  await page.getByRole("button", { name: "Next patient" }).click();
  await choose(page, "Somebody New", /^Slip/);
  await page.getByRole("dialog").getByRole("img").waitFor();
  await check(page, "slip", desktopToo);
  await page.keyboard.press("Escape");
  await choose(page, "Somebody New", /^Move/);
  await page.getByText("Choose the new slot").waitFor();
  await check(page, "moving", desktopToo);
});

test("dialogs of the reception", async () => {
  const page = await openReception(stage, doctor, phone);
  await page.getByRole("button", { name: "Change places…" }).click();
  await page.getByRole("dialog").waitFor();
  await check(page, "places", desktopToo);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Board…" }).click();
  await page.getByRole("dialog").waitFor();
  await check(page, "board address", desktopToo);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Doctor is away…" }).click();
  await page.getByText("The whole day").click();
  await check(page, "leave", desktopToo);
  await page.getByRole("button", { name: "See what happens" }).click();
  await page.getByText("patients are affected").waitFor();
  await check(page, "leave foretold", desktopToo);
});

test("doctor's page and settings", async () => {
  const page = await stage.openConsole(`/opd/doctor/${doctor.id}`, phone);
  await page.getByRole("heading", { name: "Still to come" }).waitFor();
  await check(page, "doctor's page", desktopToo);
  await follow(page, "/opd/settings");
  await page.getByRole("heading", { name: "Places per slot" }).waitFor();
  await check(page, "reception settings", desktopToo);
});

test("hours", async () => {
  const page = await stage.openConsole("/resources", phone);
  await page.getByRole("link", { name: doctor.name }).waitFor();
  await check(page, "list of resources", desktopToo);
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByRole("dialog").waitFor();
  await check(page, "new resource", desktopToo);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: doctor.name }).click();
  await page.getByText("28 slots with 84 places in this week").waitFor();
  await check(page, "hours", desktopToo);
  await page.getByRole("textbox", { name: "Length of a slot" }).fill("40");
  await page.getByRole("textbox", { name: "Patients in a slot" }).fill("4");
  await page.getByText("would be left outside these hours").waitFor();
  await check(page, "hours with conflicts", desktopToo);
  await page.getByRole("button", { name: "Close…" }).click();
  await page.getByRole("dialog").waitFor();
  await check(page, "exception", desktopToo);
});

test("token page", async () => {
  const page = await stage.open(`/k/${token.id}#${token.secret}`, desktop);
  await page.getByText("at 10:00").first().waitFor();
  await check(page, "token page", phoneToo);
  await page.getByRole("button", { name: "Cancel my token" }).click();
  await check(page, "cancelling", phoneToo);
  const link = await stage.open(`/k/${token.id}`, desktop);
  await link.getByText("This token cannot be shown").waitFor();
  await check(link, "token page without its secret", phoneToo);
});

test("a changed number, and the turn", async (t) => {
  await stage.api("PATCH", "/v1/opd/settings", { numbering: "shifting" });
  t.after(() => stage.api("PATCH", "/v1/opd/settings", { numbering: "stable" }));
  const lonely = await newDoctor(stage, { places: 5 });
  const ana = await lonely.give("Ana Costa", "10:00");
  await lonely.give("Bo Lindgren", "10:00", { emergency: true });
  const page = await stage.open(`/k/${ana.id}#${ana.secret}`);
  await page.getByText("an emergency goes first").waitFor();
  await check(page, "a number that changed");
  await lonely.callNext();
  await lonely.callNext();
  await page.getByRole("heading", { name: "It is your turn" }).waitFor();
  await check(page, "it is your turn");
});

test("the hall's screen on a TV and on a phone, with one doctor and with many", async () => {
  const many = [doctor];
  for (let i = 0; i < 11; i += 1) many.push(await newDoctor(stage, { name: `Dr Number ${i}` }));
  await many[1]!.give("Called One", "10:00");
  await many[1]!.callNext();
  for (const count of [1, 4, 12]) {
    const ids = many.slice(0, count).map(({ id }) => id);
    const page = await stage.open(`/opd/board?doctors=${ids.join(",")}`, tv);
    await page.getByRole("heading", { name: doctor.name }).waitFor();
    await check(page, `screen with ${count} doctors`, phoneToo);
  }
});

test("the pages work from right to left", async () => {
  const pages = [
    await openReception(stage, doctor),
    await stage.openConsole(`/resources/${doctor.id}`),
    await stage.open(`/k/${token.id}#${token.secret}`),
    await stage.open(`/opd/board?doctors=${doctor.id}`, tv),
  ];
  await pages[1]!.getByText("Preview of the slots").waitFor();
  await pages[2]!.getByText("at 10:00").first().waitFor();
  await pages[3]!.getByRole("heading", { name: doctor.name }).waitFor();
  for (const page of pages) {
    await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    await check(page, `${page.url()} from right to left`);
  }
});

test("a page for patients loads less than 16 kB of script", async () => {
  for (const path of [`/k/${token.id}#${token.secret}`, `/opd/board?doctors=${doctor.id}`]) {
    const bytes = await scriptBytes(await stage.open("/sign-in"), path);
    assert.ok(bytes > 1_000 && bytes < 16_000, `${path}: ${bytes} bytes`);
  }
});
