// The pages about patients: one is found, looked at, corrected, and merged with a second record.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { check } from "./axe.ts";
import { newDoctor } from "./clinic.ts";
import { makeStage, phone, type Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await makeStage();
});
after(() => stage.close());
afterEach(() => stage.closePages());

async function newPatient(patient: object): Promise<string> {
  const { status, body } = await stage.api("POST", "/v1/patients", patient);
  assert.equal(status, 201);
  return (body as { id: string }).id;
}

test("a patient is found despite a typing mistake, opened, and shows what is planned", async () => {
  const doctor = await newDoctor(stage);
  await doctor.give("Friederike Baumgartner", "10:00");
  const page = await stage.openConsole("/patients");
  await page.getByRole("searchbox", { name: "Search" }).fill("freiderike");
  await page.getByRole("status").getByText("1 patient").waitFor();
  await page.getByRole("link", { name: /Friederike Baumgartner/ }).click();
  await page.getByRole("heading", { level: 1, name: "Friederike Baumgartner" }).waitFor();
  await page.getByText("Number 1 · has a place").waitFor();
  await check(page, "a patient", { also: [phone] });
});

test("details are corrected, and somebody who may be known already is pointed out", async () => {
  const id = await newPatient({ name: "Otto Knownman", phone: "0171 5550001" });
  const page = await stage.openConsole("/patients");
  await page.getByRole("button", { name: "New patient" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: /^Name/ }).fill("Otto Knownman");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByRole("button", { name: "This one: Otto Knownman" }).click();
  await page.waitForURL(`**/patients/${id}`);
  await page.getByRole("button", { name: "Change…" }).click();
  await dialog.getByRole("textbox", { name: /^Notes/ }).fill("Comes by ambulance");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Comes by ambulance").waitFor();
});

test("two records become one after a look at what follows", async () => {
  const doctor = await newDoctor(stage);
  await doctor.give("Berta Twofold", "10:00");
  const kept = await newPatient({ name: "Berta Twofold", phone: "0171 5550002" });
  const page = await stage.openConsole(`/patients/${kept}`, phone);
  await page.getByRole("button", { name: "Look at both… Berta Twofold" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("From the other record: 1 visit.").waitFor();
  await dialog.getByRole("button", { name: "Make them one" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Number 1 · has a place").waitFor();
  await page.getByRole("button", { name: /Look at both/ }).waitFor({ state: "hidden" });
});
