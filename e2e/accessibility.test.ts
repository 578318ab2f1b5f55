// Every page, in light and dark: no fault that axe can find, nothing cut off at the side, and light
// enough for a phone in a queue.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { check, scriptBytes } from "./axe.ts";
import { desktop, makeStage, phone, standAt, tv, type QueueOfTest, type Stage } from "./stage.ts";

let stage: Stage;
let queue: QueueOfTest;
let ticket: { id: string; secret: string };
before(async () => {
  stage = await makeStage();
  const priorities = [
    { key: "vip", label: "VIP" },
    { key: "elderly", label: "Elderly" },
    { key: "standard", label: "Standard" },
  ];
  const message = "Please have your referral ready.";
  queue = await stage.newQueue({ priorities, message, noShowMinutes: 5 });
  await stage.join(queue, "Amara Okafor", { priority: "vip", mobile: "0151 234567" });
  await stage.join(queue, "Liam Byrne");
  await stage.join(queue, "Sofia Rossi", { priority: "elderly", partySize: 3 });
  await stage.callNext(queue, "1");
  ticket = (await stage.join(queue, "Ada Lovelace")) as never;
});
afterEach(() => stage.closePages());
after(() => stage.close());

for (const [name, screen] of Object.entries({ phone, desktop })) {
  test(`join page on a ${name}`, async () => {
    const page = await stage.open(`/q/${queue.id}`, screen);
    await page.getByLabel("Your name").waitFor();
    await check(page, "join page");
    await page.getByRole("button", { name: "Take a number" }).click();
    await page.getByText("Please tell us your name.").waitFor();
    await check(page, "join page with a fault");
  });

  test(`ticket page on a ${name}`, async () => {
    const page = await stage.open(`/t/${ticket.id}#${ticket.secret}`, screen);
    await page.getByText("ahead").waitFor();
    await check(page, "ticket page");
    await page.getByRole("button", { name: "Leave the queue" }).click();
    await check(page, "leaving");
    const link = await stage.open(`/t/${ticket.id}`, screen);
    await link.getByText("This ticket cannot be shown").waitFor();
    await check(link, "ticket page without its secret");
  });

  test(`desk on a ${name}`, async () => {
    const page = await stage.openConsole(`/queues/${queue.id}`, screen);
    await standAt(page, queue, "1");
    await page.getByRole("article").waitFor();
    await check(page, "desk");
    await page
      .getByRole("button", { name: /^Actions for/ })
      .last()
      .click();
    await page.getByRole("menu").waitFor();
    await check(page, "menu of a ticket");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add a person" }).click();
    await page.getByRole("dialog").waitFor();
    await check(page, "adding a person");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Change desk" }).click();
    await page.getByRole("dialog").waitFor();
    await check(page, "choosing a desk");
  });

  test(`the other pages of the console on a ${name}`, async () => {
    const page = await stage.openConsole("/queues", screen);
    await page.getByRole("link", { name: "Open desk" }).waitFor();
    await check(page, "queues");
    await page.getByRole("button", { name: "New queue" }).click();
    await page.getByRole("dialog").waitFor();
    await check(page, "new queue");
    await page.goto(`/queues/${queue.id}/settings`);
    await page.getByRole("heading", { name: "Priorities" }).waitFor();
    await check(page, "settings");
    await page.goto(`/queues/${queue.id}/poster`);
    await page.getByRole("img").waitFor();
    await check(page, "poster");
    await page.goto("/members");
    await page.getByText("marta@example.com").waitFor();
    await check(page, "members");
    await page.getByRole("button", { name: "Invite somebody" }).click();
    await check(page, "inviting");
    await page.goto("/account");
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    await check(page, "account");
    await page.goto("/keys");
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    await check(page, "keys");
    const door = await stage.open("/sign-in", screen);
    await door.getByLabel("Password").waitFor();
    await check(door, "sign-in");
    await door.goto("/nothing/here");
    await door.getByText("There is nothing here").waitFor();
    await check(door, "a page that does not exist");
  });
}

test("board on a TV and on a phone", async () => {
  for (const screen of [tv, phone]) {
    const page = await stage.open(`/board/${queue.id}`, screen);
    await page.locator(".latest").waitFor();
    await check(page, "board");
  }
});

test("first-run page", async (t) => {
  const fresh = await makeStage({ setUp: false });
  t.after(() => fresh.close());
  const page = await fresh.open("/setup", desktop);
  await page.getByLabel("Organisation").waitFor();
  await check(page, "first run");
});

test("it is your turn", async () => {
  const lonely = await stage.newQueue();
  const { id, secret } = (await stage.join(lonely, "Ada")) as unknown as typeof ticket;
  await stage.callNext(lonely, "3");
  const page = await stage.open(`/t/${id}#${secret}`);
  await page.getByRole("heading", { name: "It is your turn" }).waitFor();
  await check(page, "it is your turn");
});

test("the pages work from right to left", async () => {
  const page = await stage.openConsole(`/queues/${queue.id}`);
  await page.getByRole("heading", { name: "Waiting" }).waitFor();
  const pages = [
    page,
    await stage.open(`/q/${queue.id}`),
    await stage.open(`/t/${ticket.id}#${ticket.secret}`),
    await stage.open(`/board/${queue.id}`, tv),
  ];
  for (const one of pages) {
    await one.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    await check(one, `${one.url()} from right to left`);
  }
});

test("a page for people in line loads less than 16 kB of script", async () => {
  const paths = [`/q/${queue.id}`, `/t/${ticket.id}#${ticket.secret}`, `/board/${queue.id}`];
  for (const path of paths) {
    const bytes = await scriptBytes(await stage.open("/sign-in"), path);
    assert.ok(bytes > 1_000 && bytes < 16_000, `${path}: ${bytes} bytes`);
  }
});
