// What a patient sees on the phone, while reception and doctor work.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Route } from "playwright-core";
import { choose, giveAtDesk, newDoctor, openReception, type TestDoctor } from "./clinic.ts";
import { makeStage, phone, tv, type Stage } from "./stage.ts";
import { spoken } from "../web/look/ticket-number.ts";

let stage: Stage;
before(async () => {
  stage = await makeStage();
});
afterEach(() => stage.closePages());
after(() => stage.close());

const openToken = ({ id, secret }: { id: string; secret: string }, screen: object = phone) =>
  stage.open(`/k/${id}#${secret}`, screen);

const number = (page: Awaited<ReturnType<Stage["open"]>>) =>
  page.getByRole("heading", { level: 1 }).innerText();

test("by setting an emergency shifts the number, and the page says why", async (t) => {
  await stage.api("PATCH", "/v1/opd/settings", { numbering: "shifting" });
  t.after(() => stage.api("PATCH", "/v1/opd/settings", { numbering: "stable" }));
  const doctor = await newDoctor(stage, { places: 5, slots: 1 });
  const ana = await doctor.give("Ana Costa", "10:00");
  const patient = await openToken(ana);
  await patient.getByText("You are the first at 10:00").waitFor();
  assert.match(await number(patient), /1$/);
  const desk = await openReception(stage, doctor);
  await giveAtDesk(desk, "Bo Lindgren", "Emergency");
  await patient.getByText(/Your number is now \w+-2 instead of \w+-1: an emergency/).waitFor();
  await patient.getByText("1 person before you at 10:00").waitFor();
  assert.match(await number(patient), /2$/);

  // Also told to somebody who scans the slip only now.
  const late = await openToken(ana);
  await late.getByText(/Your number is now \w+-2 instead of \w+-1/).waitFor();
});

test("an emergency has a number of its own, and no other changes", async () => {
  const doctor = await newDoctor(stage, { places: 5, slots: 1 });
  const ana = await doctor.give("Ana Costa", "10:00");
  const patient = await openToken(ana);
  await patient.getByText("You are the first at 10:00").waitFor();
  const emergency = await doctor.give("Bo Lindgren", "10:00", { emergency: true });
  await patient.getByText("1 person before you at 10:00").waitFor();
  assert.match(await number(patient), /1$/);
  assert.equal(await patient.getByText("instead of").count(), 0);
  const other = await openToken(emergency);
  await other.getByText("You are the first at 10:00").waitFor();
  assert.match(await number(other), /E1$/);
});

test("who waits gets a number when another one cancels, and is told so", async () => {
  const doctor = await newDoctor(stage, { places: 1, slots: 1 });
  const ana = await doctor.give("Ana Costa", "10:00");
  const bo = await doctor.give("Bo Lindgren", "10:00");
  const cy = await doctor.give("Cy Young", "10:00");
  const [first, second, third] = [await openToken(ana), await openToken(bo), await openToken(cy)];
  await second.getByText("You get the next free place").waitFor();
  await third.getByText("1 waiting before you").waitFor();
  await first.getByRole("button", { name: "Cancel my token" }).click();
  await first.getByRole("button", { name: "Keep it" }).click();
  await first.getByRole("button", { name: "Cancel my token" }).click();
  await first.getByRole("button", { name: "Yes, cancel it" }).click();
  await first.getByText("Your token was cancelled").waitFor();
  await second.getByText(/A place became free: you have number \w+-2 now\./).waitFor();
  await third.getByText("You get the next free place").waitFor();
  assert.equal(await doctor.list("10:00"), "2 Bo Lindgren, – Cy Young");
});

test("a moved token says who moved it and where to", async () => {
  const doctor = await newDoctor(stage, { slots: 3 });
  const ana = await doctor.give("Ana Costa", "10:00");
  const patient = await openToken(ana);
  await patient.getByText("10:00 – 10:30").waitFor();
  const desk = await openReception(stage, doctor);
  await choose(desk, "Ana Costa", /^Move/);
  await desk.getByRole("row", { name: "11:00" }).click();
  await desk.getByRole("button", { name: "Move to 11:00" }).click();
  await patient
    .getByText(/The reception moved you from 10:00 to 11:00, with number \w+-1\./)
    .waitFor();
  await patient.getByText("11:00 – 11:30").waitFor();

  const leave = { available: false, start: doctor.at("11:00"), end: doctor.at("12:00") };
  await stage.api("POST", `/v1/resources/${doctor.id}/exceptions`, { ...leave, conflicts: "move" });
  await patient
    .getByText(/The doctor is away at 11:00. Your new time is 10:30, with number \w+-1\./)
    .waitFor();
  await patient.getByText("Earlier changes").click();
  await patient.getByText("The reception moved you from 10:00").waitFor();
});

test("a full slot is explained to whoever got the nearest one", async () => {
  const doctor = await newDoctor(stage, { places: 1 });
  await doctor.give("Ana Costa", "10:00");
  const bo = await doctor.give("Bo Lindgren", "10:00");
  const patient = await openToken(bo);
  await patient.getByText("10:00 was full: you have 10:30, the nearest free time.").waitFor();
});

test("the doctor calls, and phone, board and reception show it", async () => {
  const doctor = await newDoctor(stage, { places: 5, slots: 1 });
  const other = await newDoctor(stage, { name: "Dr Hannah Weiss" });
  const ana = await doctor.give("Ana Costa", "10:00");
  await doctor.give("Bo Lindgren", "10:00");
  const patient = await openToken(ana);
  const board = await stage.open(`/opd/board?doctors=${doctor.id},${other.id}`, tv);
  const reception = await openReception(stage, doctor);
  const room = await stage.openConsole(`/opd/doctor/${doctor.id}`);
  await room.getByText("Up next: 1 Ana Costa").waitFor();
  const card = board.getByRole("listitem").filter({ hasText: "Dr Asha Rao" });
  await card.getByText("nobody is called").waitFor();

  await room.getByRole("button", { name: "Call next" }).dblclick();
  const question = room.getByRole("alertdialog", { name: "Nobody is due yet" });
  await question.getByText("The next patient is 1 Ana Costa, at 10:00.").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  assert.ok((await doctor.slot("10:00")).allocated.every((one) => one.calledAt === null));
  await room.getByRole("button", { name: "Call next" }).click();
  await question.getByRole("button", { name: "Call now" }).click();
  await patient.getByRole("heading", { name: "It is your turn" }).waitFor();
  await patient.getByText("Please go to Dr Asha Rao").waitFor();
  await patient.getByText(/Your place is kept until \d\d:\d\d/).waitFor();
  assert.equal(await patient.title(), "It is your turn");
  await card.locator(".now").getByText("1").waitFor();
  assert.equal(await card.getAttribute("data-status"), "CALLED");
  await reception.getByText(/called \d\d:\d\d/).waitFor();
  await room.getByText("Up next: 2 Bo Lindgren").waitFor();
  assert.equal((await doctor.slot("10:00")).allocated.filter((one) => one.calledAt).length, 1);

  await room.getByRole("button", { name: "Start" }).click();
  await patient.getByText("You are with the doctor").waitFor();
  await reception.getByText("with the doctor").waitFor();
  await room.getByRole("button", { name: "Finish" }).waitFor();
  await room.keyboard.press("f");
  await patient.getByText("All done").waitFor();
  await card.getByText("nobody is called").waitFor();
  await reception.getByText("1 has been seen").waitFor();

  await room.keyboard.press("n");
  await question.getByRole("button", { name: "Call now" }).click();
  await room.getByRole("article", { name: "2 Bo Lindgren" }).waitFor();
  await room.keyboard.press("k");
  await room.getByText("Others are called before 2 Bo Lindgren").waitFor();
  await room.getByRole("button", { name: "Call: 2 Bo Lindgren" }).click();
  const early = room.getByRole("alertdialog", { name: "Call 2 Bo Lindgren now?" });
  await early.getByRole("button", { name: "Call now" }).click();
  await room.getByRole("article", { name: "2 Bo Lindgren" }).waitFor();
  await room.keyboard.press("x");
  const why = room.getByRole("dialog", { name: "2 Bo Lindgren does not come?" });
  await why.getByRole("button", { name: "Did not come" }).click();
  await room.getByText("2 Bo Lindgren was marked as no-show.").waitFor();
  await room.getByText("Nobody is left to call").waitFor();
});

test("what the doctor sees can be done at once, while the page still reads the rest", async (t) => {
  const doctor = await newDoctor(stage, { places: 5, slots: 1 });
  const ana = await doctor.give("Ana Costa", "10:00");
  await doctor.callNext();
  const patient = await openToken(ana);
  const room = await stage.openConsole(`/opd/doctor/${doctor.id}`);
  const start = room.getByRole("button", { name: "Start" });
  await start.waitFor();
  const held: Route[] = [];
  await room.route("**/v1/opd/slots?*", (route) => void held.push(route));
  t.after(async () => {
    await room.unroute("**/v1/opd/slots?*");
    for (const route of held) await route.abort().catch(() => undefined);
  });
  await start.click();
  await room.getByRole("button", { name: "Finish" }).waitFor();
  await room.keyboard.press("f");
  await patient.getByText("All done").waitFor();
  assert.ok(held.length > 0);
});

test("the board speaks each call once, after one click, and names the doctor", async () => {
  const doctor = await newDoctor(stage, { places: 5, slots: 1 });
  const other = await newDoctor(stage, { name: "Dr Hannah Weiss", places: 5 });
  await doctor.give("Ana Costa", "10:00");
  const bo = await doctor.give("Bo Lindgren", "10:00");
  const cy = await other.give("Cy Young", "10:00");
  await doctor.callNext();
  const board = await stage.open("/sign-in", tv);
  await board.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    speechSynthesis.speak = (utterance) => {
      said.push(utterance.text);
      utterance.dispatchEvent(new Event("end"));
    };
  });
  await board.goto(`/opd/board?doctors=${doctor.id},${other.id}`);
  await board.locator(".now").getByText("1").waitFor();
  await board.getByRole("button", { name: "Turn on sound" }).click();
  await board.getByRole("button", { name: "Sound is on" }).waitFor();
  await doctor.callNext();
  await other.callNext();
  await board.waitForFunction(() => (window as unknown as { said: string[] }).said.length === 2);
  const said = await board.evaluate(() => (window as unknown as { said: string[] }).said);
  const expected = [
    `Number ${spoken(cy.label!)}, please go to Dr Hannah Weiss.`,
    `Number ${spoken(bo.label!)}, please go to Dr Asha Rao.`,
  ];
  assert.deepEqual(said.toSorted(), expected.toSorted());
});

test("phone, board, reception and doctor survive a cut of the network", async () => {
  const doctor = await newDoctor(stage, { places: 5, slots: 1 });
  const ana = await doctor.give("Ana Costa", "10:00");
  const patient = await openToken(ana);
  const board = await stage.open(`/opd/board?doctors=${doctor.id}`, tv);
  const reception = await openReception(stage, doctor);
  const room = await stage.openConsole(`/opd/doctor/${doctor.id}`);
  await patient.getByText("You are the first at 10:00").waitFor();
  await board.getByText("nobody is called").waitFor();
  await room.getByText("Up next: 1 Ana Costa").waitFor();

  stage.link.cut();
  await patient.getByText("No connection. Trying again…").waitFor();
  await board.getByText("Reconnecting…").waitFor();
  await reception.getByText("Connection lost, reconnecting…").waitFor();
  await room.getByText("Connection lost, reconnecting…").waitFor();
  await doctor.give("Bo Lindgren", "10:00", { emergency: true });
  await doctor.callNext();
  await doctor.callNext();
  assert.ok(await patient.getByText("You are the first at 10:00").isVisible(), "what was known");

  stage.link.mend();
  await patient.getByRole("heading", { name: "It is your turn" }).waitFor();
  await patient.getByText(/^\w+-1$/).waitFor();
  await board.locator(".now").getByText("1", { exact: true }).waitFor();
  await reception.getByRole("listitem").filter({ hasText: "Bo Lindgren" }).waitFor();
  await room.getByRole("article", { name: "1 Ana Costa" }).waitFor();
  await board.getByText("Reconnecting…").waitFor({ state: "detached" });

  // And the streams are live ones again.
  await doctor.act(ana, "start");
  await patient.getByText("You are with the doctor").waitFor();
});

test("times are those at the doctor's, wherever the phone thinks it is", async () => {
  const doctor = await newDoctor(stage);
  const ana = await doctor.give("Ana Costa", "10:30");
  const patient = await openToken(ana, { ...phone, timezoneId: "Asia/Tokyo" });
  await patient.getByText("10:30 – 11:00").waitFor();
});

test("the secret is in no address that a server sees, and a link without it shows nothing", async () => {
  const doctor = await newDoctor(stage);
  const ana = await doctor.give("Ana Costa", "10:00");
  const patient = await stage.open("/sign-in", phone);
  const asked: string[] = [];
  patient.on("request", (request) => asked.push(request.url()));
  await patient.goto(`/k/${ana.id}#${ana.secret}`);
  await patient.getByText("You are the first at 10:00").waitFor();
  assert.deepEqual(
    asked.filter((url) => url.split("#")[0]!.includes(ana.secret)),
    [],
  );
  const stranger = await stage.open(`/k/${ana.id}`, phone);
  await stranger.getByText("This token cannot be shown").waitFor();
  assert.equal(await stranger.getByText("Ana Costa").count(), 0);
});

test("the address of the board is made in the console, for the doctors one chooses", async () => {
  const doctor: TestDoctor = await newDoctor(stage, { name: "Dr Only One" });
  const reception = await openReception(stage, doctor);
  await reception.getByRole("button", { name: "Board…" }).click();
  const dialog = reception.getByRole("dialog");
  for (const box of await dialog.getByRole("checkbox").all()) {
    await box.focus();
    await reception.keyboard.press("Space");
  }
  await dialog.getByText("Choose at least one doctor.").waitFor();
  await dialog.getByText("Dr Only One").click();
  const address = await dialog.getByRole("textbox", { name: "Address of the screen" }).inputValue();
  const { pathname, search } = new URL(address);
  const board = await stage.open(pathname + search, tv);
  await board.getByRole("heading", { name: "Dr Only One" }).waitFor();
  assert.equal(await board.getByRole("heading", { level: 2 }).count(), 1);
});

test("a patient is called also while the name of the doctor cannot be read", async () => {
  const doctor = await newDoctor(stage, { places: 5, slots: 1 });
  const ana = await doctor.give("Ana Costa", "10:00");
  const patient = await openToken(ana);
  await patient.getByText("You are the first at 10:00").waitFor();
  await patient.route("**/v1/opd/board?*", (route) => route.abort());
  await doctor.callNext();
  await patient.reload();
  await patient.getByText("Please go to the doctor").waitFor();
  await patient.unroute("**/v1/opd/board?*");
  await patient.reload();
  await patient.getByText(/Please go to Dr/).waitFor();
});
