import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Page, Route } from "playwright-core";
import { makeStage, phone, standAt, tv, type QueueOfTest, type Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await makeStage({ motion: true });
});
afterEach(() => stage.closePages());
after(() => stage.close());

async function takeNumber(page: Page, name: string): Promise<void> {
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Take a number" }).click();
  await page.waitForURL(/\/t\//);
}

async function waitingIn(queue: QueueOfTest): Promise<string[]> {
  const { body } = await stage.api("GET", `/v1/queues/${queue.id}/tickets`);
  return (body as { items: { name: string }[] }).items.map(({ name }) => name);
}

test("somebody joins on a phone, is called at a desk, and phone and board say so", async () => {
  const queue = await stage.newQueue();
  await stage.join(queue, "Liam Byrne");
  const customer = await stage.open(`/q/${queue.id}`, phone);
  const board = await stage.open(`/board/${queue.id}`, tv);
  const desk = await stage.openConsole(`/queues/${queue.id}`);
  await standAt(desk, queue, "3");

  await customer.getByText("waiting now").waitFor();
  await customer.getByRole("button", { name: "One more" }).click();
  await takeNumber(customer, "Ada Lovelace");
  await customer.getByText("1 person ahead").waitFor();
  await customer.getByText("Party of 2").waitFor();
  await customer.getByText(/About .* minute/).waitFor();
  await board.getByText("Nobody has been called yet").waitFor();

  await desk
    .getByRole("listitem")
    .filter({ hasText: "Ada Lovelace" })
    .getByText("Party of 2")
    .waitFor();
  await stage.callNext(queue, "1");
  await customer.getByText("You are next").waitFor();
  await desk.getByText("Up next: BT-000002 Ada Lovelace").waitFor();
  await desk.getByRole("button", { name: "Call next" }).click();

  await customer.getByRole("heading", { name: "It is your turn" }).waitFor();
  await customer.getByText("Please come to desk 3").waitFor();
  assert.equal(await customer.title(), "It is your turn — desk 3");
  const latest = board.locator(".latest");
  await latest.getByText("BT-000002").waitFor();
  assert.match(await latest.innerText(), /Desk\s*3/);

  await desk.keyboard.press("s");
  await customer.getByText("You are being served").waitFor();
  await desk.keyboard.press("c");
  await customer.getByText("All done").waitFor();
  await board.getByText("BT-000001").waitFor();
  await board.getByText("BT-000002").waitFor({ state: "detached" });
});

test("a double tap gives one number", async () => {
  const queue = await stage.newQueue();
  const customer = await stage.open(`/q/${queue.id}`);
  await customer.getByLabel("Your name").fill("Ada Lovelace");
  await customer.getByRole("button", { name: "Take a number" }).dblclick();
  await customer.getByText("You are next").waitFor();
  assert.deepEqual(await waitingIn(queue), ["Ada Lovelace"]);
});

test("an answer that got lost is asked for again and gives the same number", async () => {
  const queue = await stage.newQueue();
  const customer = await stage.open(`/q/${queue.id}`);
  let lost = 0;
  const loseTheAnswer = async (route: Route) => {
    await route.fetch();
    lost += 1;
    await route.abort();
  };
  await customer.route("**/tickets", loseTheAnswer, { times: 1 });
  await takeNumber(customer, "Ada Lovelace");
  await customer.getByText("You are next").waitFor();
  assert.equal(lost, 1);
  assert.deepEqual(await waitingIn(queue), ["Ada Lovelace"]);
});

test("scanning the code again shows the number already taken", async () => {
  const queue = await stage.newQueue();
  const customer = await stage.open(`/q/${queue.id}`);
  await takeNumber(customer, "Ada Lovelace");
  const ticket = customer.url();
  await customer.goto(`/q/${queue.id}`);
  await customer.waitForURL(ticket);
  await customer.getByRole("link", { name: "Take another number for somebody else" }).click();
  await takeNumber(customer, "Her Mother");
  await customer.getByText("1 person ahead").waitFor();
});

test("the ticket's secret is in no address that a server sees", async () => {
  const queue = await stage.newQueue();
  const customer = await stage.open(`/q/${queue.id}`);
  const asked: string[] = [];
  customer.on("request", (request) => asked.push(request.url()));
  await takeNumber(customer, "Ada Lovelace");
  await customer.getByText("You are next").waitFor();
  const secret = new URL(customer.url()).hash.slice(1);
  assert.ok(secret.length > 20);
  const seen = asked.filter((url) => url.split("#")[0]!.includes(secret));
  assert.deepEqual(seen, []);
});

test("leaving the queue asks first, then frees the place", async () => {
  const queue = await stage.newQueue();
  const customer = await stage.open(`/q/${queue.id}`);
  await takeNumber(customer, "Ada Lovelace");
  await customer.getByRole("button", { name: "Leave the queue" }).click();
  await customer.getByRole("button", { name: "Stay in the queue" }).click();
  assert.deepEqual(await waitingIn(queue), ["Ada Lovelace"]);
  await customer.getByRole("button", { name: "Leave the queue" }).click();
  await customer.getByRole("button", { name: "Yes, leave" }).click();
  await customer.getByText("You left the queue").waitFor();
  assert.deepEqual(await waitingIn(queue), []);
  await customer.goto(`/q/${queue.id}`);
  await customer.getByLabel("Your name").waitFor();
});

test("a queue that is closed, paused or full says so instead of giving a number", async () => {
  const queue = await stage.newQueue({ maxWaiting: 1 });
  const customer = await stage.open(`/q/${queue.id}`);
  await stage.join(queue, "Liam Byrne");
  await customer.getByLabel("Your name").fill("Ada Lovelace");
  await customer.getByRole("button", { name: "Take a number" }).click();
  await customer.getByText("The queue is full at the moment").waitFor();

  await stage.api("PATCH", `/v1/queues/${queue.id}`, { state: "paused" });
  await customer.getByRole("button", { name: "Take a number" }).click();
  await customer.getByRole("heading", { name: "A short break" }).waitFor();

  await stage.api("PATCH", `/v1/queues/${queue.id}`, { state: "closed" });
  await customer.reload();
  await customer.getByRole("heading", { name: "Closed at the moment" }).waitFor();
});

test("a phone number that is none is told beside its field, and costs nothing", async () => {
  const queue = await stage.newQueue();
  const customer = await stage.open(`/q/${queue.id}`);
  await customer.getByLabel("Mobile number").fill("call me");
  await customer.getByLabel("Your name").fill("Ada Lovelace");
  await customer.getByRole("button", { name: "Take a number" }).click();
  await customer.getByText("This does not look like a phone number").waitFor();
  await customer.getByLabel("Mobile number").fill("0151 234567");
  await customer.getByRole("button", { name: "Take a number" }).click();
  await customer.getByText("You are next").waitFor();
});

test("sound comes only after a tap, and again with every call", async () => {
  const queue = await stage.newQueue();
  const customer = await stage.open("/sign-in");
  await customer.addInitScript(() => {
    const heard = window as unknown as { tones: number; shakes: number };
    heard.tones = 0;
    heard.shakes = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when?: number) {
      heard.tones += 1;
      start.call(this, when);
    };
    navigator.vibrate = () => {
      heard.shakes += 1;
      return true;
    };
  });
  const tones = () => customer.evaluate(() => (window as unknown as { tones: number }).tones);
  const shakes = () => customer.evaluate(() => (window as unknown as { shakes: number }).shakes);
  const moreThan = (what: "tones" | "shakes", before: number) =>
    customer.waitForFunction(
      ([name, n]) => (window as unknown as Record<string, number>)[name]! > n,
      [what, before] as const,
    );
  await customer.goto(`/q/${queue.id}`);
  await takeNumber(customer, "Ada Lovelace");
  await customer.getByText("You are next").waitFor();
  assert.equal(await tones(), 0);
  await customer.getByRole("button", { name: "Turn on sound and vibration" }).click();
  await customer.getByText("Sound is on").waitFor();
  const afterTap = await tones();
  assert.ok(afterTap > 0);

  const { id } = await stage.callNext(queue, "2");
  await customer.getByRole("heading", { name: "It is your turn" }).waitFor();
  // What is seen and what is heard come one after the other.
  await moreThan("tones", afterTap);
  const afterCall = await tones();
  const shaken = await shakes();
  await stage.api("POST", `/v1/tickets/${id}/recall`);
  await customer.getByText("Called 2 times").waitFor();
  await moreThan("tones", afterCall);
  await moreThan("shakes", shaken);
});

test("the board speaks each new call once, after one click", async () => {
  const queue = await stage.newQueue();
  const board = await stage.open("/sign-in", tv);
  await board.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    speechSynthesis.speak = (utterance) => {
      said.push(utterance.text);
      utterance.dispatchEvent(new Event("end"));
    };
  });
  const said = () => board.evaluate(() => (window as unknown as { said: string[] }).said);
  for (const name of ["Liam", "Sofia", "Chen"]) await stage.join(queue, name);
  await stage.callNext(queue, "1");
  await board.goto(`/board/${queue.id}`);
  await board.locator(".latest").getByText("BT-000001").waitFor();
  await board.getByRole("button", { name: "Turn on sound" }).click();
  await board.getByRole("button", { name: "Sound is on" }).waitFor();

  await stage.callNext(queue, "2");
  await stage.callNext(queue, "Window B");
  await board.waitForFunction(() => (window as unknown as { said: string[] }).said.length === 2);
  assert.deepEqual(await said(), [
    "Number B T 2, please go to desk 2.",
    "Number B T 3, please go to Window B.",
  ]);
});

test("the board's clock shows the time where the queue is", async () => {
  const queue = await stage.newQueue({ timezone: "Pacific/Auckland" });
  const board = await stage.open(`/board/${queue.id}`, { ...tv, timezoneId: "America/New_York" });
  const clock = board.locator("time");
  await clock.getByText(/\d:\d\d/).waitFor();
  const there = (at: number) =>
    new Intl.DateTimeFormat("en-US", {
      hour: "numeric",
      minute: "2-digit",
      timeZone: "Pacific/Auckland",
    }).format(at);
  const text = await clock.innerText();
  // The minute may have turned between the look and now.
  assert.ok([there(Date.now()), there(Date.now() - 60_000)].includes(text), text);
});
