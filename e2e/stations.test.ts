// A patient goes through the house with one number: from the doctor to the laboratory and on to the pharmacy.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { newDoctor } from "./clinic.ts";
import { makeStage, phone, standAt, tv, type Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await makeStage();
});
afterEach(() => stage.closePages());
after(() => stage.close());

test("one number from the doctor to the laboratory and the pharmacy, on boards, desks and the phone", async () => {
  const doctor = await newDoctor(stage, { places: 5, slots: 1 });
  const lab = await stage.newQueue({ name: "Laboratory", prefix: "LAB" });
  const pharmacy = await stage.newQueue({ name: "Pharmacy", prefix: "PH" });
  await stage.join(pharmacy, "Bo Lindgren");
  const ana = await doctor.give("Ana Costa", "10:00");
  const number = ana.label!;
  assert.match(number, /^[A-Z]+-1$/);
  await doctor.act(ana, "start");
  const patient = await stage.open(`/k/${ana.id}#${ana.secret}`, phone);
  await patient.getByText("You are with the doctor").waitFor();
  await patient.getByText(number).waitFor();
  const board = await stage.open(`/board/${lab.id}`, tv);
  await board.getByText("Nobody has been called yet").waitFor();
  const desk = await stage.openConsole(`/queues/${lab.id}`);
  await standAt(desk, lab, "2");

  const room = await stage.openConsole(`/opd/doctor/${doctor.id}`);
  await room.getByRole("button", { name: "Send on to …" }).click();
  await room.getByRole("dialog").getByRole("button", { name: "Laboratory" }).click();
  await room.getByText("Nobody is with you").waitFor();

  await patient.waitForURL(/\/t\//);
  await patient.getByText("You are next").waitFor();
  await patient.getByText("Laboratory").waitFor();
  await patient.getByText(number).waitFor();
  const row = desk.getByRole("listitem").filter({ hasText: "Ana Costa" });
  await row.getByText(`from ${doctor.name}`).waitFor();
  await desk.getByRole("button", { name: "Call next" }).click();
  await patient.getByText("Please come to desk 2").waitFor();
  await board.locator(".latest").getByText(number).waitFor();

  const card = desk.getByRole("article", { name: number });
  await card.getByRole("button", { name: "Start serving" }).click();
  await card.getByRole("button", { name: "Send on to …" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Pharmacy" }).click();
  await card.waitFor({ state: "detached" });
  await patient.getByText("Pharmacy").waitFor();
  await patient.getByText("1 person ahead").waitFor();
  await patient.getByText(number).waitFor();

  // The next one goes there with one press.
  const bo = await doctor.give("Cy Young", "10:00");
  await doctor.act(bo, "start");
  await room.getByRole("button", { name: "On to Laboratory" }).click();
  await desk.getByRole("listitem").filter({ hasText: "Cy Young" }).waitFor();
});
