// Every page, in light and dark: no fault that axe can find, nothing cut off at the side, and light
// enough for a phone in a queue.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { check, scriptBytes } from "./axe.ts";
import {
  desktop,
  makeStage,
  phone,
  standAt,
  tv,
  type QueueOfTest,
  type Stage,
  follow,
} from "./stage.ts";

// The other tests use the console on a desktop and the public pages on a phone; here it is the other
// way round, and each page is then looked at as the other screen shows it.
const desktopToo = { also: [desktop] };
const phoneToo = { also: [phone] };

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

test("join page", async () => {
  const page = await stage.open(`/q/${queue.id}`, desktop);
  await page.getByLabel("Your name").waitFor();
  await check(page, "join page", phoneToo);
  await page.getByRole("button", { name: "Take a number" }).click();
  await page.getByText("Please tell us your name.").waitFor();
  await check(page, "join page with a fault", phoneToo);
});

test("ticket page", async () => {
  const page = await stage.open(`/t/${ticket.id}#${ticket.secret}`, desktop);
  await page.getByText("ahead").waitFor();
  await check(page, "ticket page", phoneToo);
  await page.getByRole("button", { name: "Leave the queue" }).click();
  await check(page, "leaving", phoneToo);
  const link = await stage.open(`/t/${ticket.id}`, desktop);
  await link.getByText("This ticket cannot be shown").waitFor();
  await check(link, "ticket page without its secret", phoneToo);
});

test("desk", async () => {
  const page = await stage.openConsole(`/queues/${queue.id}`, phone);
  await standAt(page, queue, "1");
  await page.getByRole("article").waitFor();
  await check(page, "desk", desktopToo);
  await page
    .getByRole("button", { name: /^Actions for/ })
    .last()
    .click();
  await page.getByRole("menu").waitFor();
  await check(page, "menu of a ticket", desktopToo);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add a person" }).click();
  await page.getByRole("dialog").waitFor();
  await check(page, "adding a person", desktopToo);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Change desk" }).click();
  await page.getByRole("dialog").waitFor();
  await check(page, "choosing a desk", desktopToo);
});

test("the other pages of the console", async () => {
  const page = await stage.openConsole("/queues", phone);
  await page.getByRole("link", { name: "Open desk" }).waitFor();
  await check(page, "queues", desktopToo);
  await page.getByRole("button", { name: "New queue" }).click();
  await page.getByRole("dialog").waitFor();
  await check(page, "new queue", desktopToo);
  await follow(page, `/queues/${queue.id}/settings`);
  await page.getByRole("heading", { name: "Priorities" }).waitFor();
  await check(page, "settings", desktopToo);
  await follow(page, `/queues/${queue.id}/poster`);
  await page.getByRole("img").waitFor();
  await check(page, "poster", desktopToo);
  await follow(page, "/members");
  await page.getByText("marta@example.com").waitFor();
  await check(page, "members", desktopToo);
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await check(page, "inviting", desktopToo);
  await follow(page, "/account");
  await page.getByRole("heading", { name: "Your account" }).waitFor();
  await check(page, "account", desktopToo);
  await follow(page, "/keys");
  await page.getByRole("heading", { name: "API keys" }).waitFor();
  await check(page, "keys", desktopToo);
  const door = await stage.open("/sign-in", phone);
  await door.getByLabel("Password").waitFor();
  await check(door, "sign-in", desktopToo);
  await door.goto("/nothing/here");
  await door.getByText("There is nothing here").waitFor();
  await check(door, "a page that does not exist", desktopToo);
});

test("board on a TV and on a phone", async () => {
  const page = await stage.open(`/board/${queue.id}`, tv);
  await page.locator(".latest").waitFor();
  await check(page, "board", phoneToo);
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
