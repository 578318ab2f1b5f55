import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { calendarServer, type CalendarServer } from "../../test/calendars.ts";
import { isPublicAddress } from "../infra/outbound.ts";
import { fetchCalendar, type FetchRules } from "./fetching.ts";

let here: CalendarServer;
let elsewhere: CalendarServer;
before(async () => {
  here = await calendarServer("127.0.0.1");
  elsewhere = await calendarServer("127.0.0.2");
  elsewhere.answer = { body: "private" };
});
after(() => Promise.all([here.close(), elsewhere.close()]));

const rules: FetchRules = {
  // As if one of them were the public internet, and the other one our own network.
  mayConnect: (address) => address === "127.0.0.1",
  timeoutMs: 5_000,
  maxBytes: 1_000,
  maxRedirects: 2,
};
const nothing = { etag: null, modified: null };

test("a calendar comes with what it can be asked for again with", async () => {
  here.answer = { headers: { etag: '"one"', "last-modified": "Mon" }, body: "BEGIN:VCALENDAR" };
  const fetched = await fetchCalendar(here.url, nothing, rules);
  assert.deepEqual(fetched, {
    unchanged: false,
    ics: "BEGIN:VCALENDAR",
    etag: '"one"',
    modified: "Mon",
  });
  const again = await fetchCalendar(here.url, { etag: '"one"', modified: "Mon" }, rules);
  assert.deepEqual(again, { unchanged: true });
  assert.equal(here.asked.at(-1)!["if-modified-since"], "Mon");
});

test("an address that is not allowed is not connected to", async () => {
  const before = elsewhere.asked.length;
  await assert.rejects(fetchCalendar(elsewhere.url, nothing, rules), /not lead to a public server/);
  assert.equal(elsewhere.asked.length, before);
});

test("a redirect to an address that is not allowed is not followed", async () => {
  const before = elsewhere.asked.length;
  here.answer = { status: 302, headers: { location: elsewhere.url } };
  await assert.rejects(fetchCalendar(here.url, nothing, rules), /not lead to a public server/);
  assert.equal(elsewhere.asked.length, before);
  // Control: with both allowed it leads there.
  const open = { ...rules, mayConnect: () => true };
  const fetched = await fetchCalendar(here.url, nothing, open);
  assert.equal("ics" in fetched && fetched.ics, "private");
});

test("a name that leads to an address that is not allowed is not connected to", async () => {
  const port = new URL(here.url).port;
  here.answer = { body: "x" };
  const before = here.asked.length;
  const none = { ...rules, mayConnect: isPublicAddress };
  await assert.rejects(
    fetchCalendar(`http://localhost:${port}/`, nothing, none),
    /not lead to a public server/,
  );
  assert.equal(here.asked.length, before);
});

for (const [what, location] of [
  ["a file", "file:///etc/passwd"],
  ["another protocol", "ftp://127.0.0.1/"],
] as const) {
  test(`a redirect to ${what} is not followed`, async () => {
    here.answer = { status: 301, headers: { location } };
    await assert.rejects(fetchCalendar(here.url, nothing, rules), /must start with https:/);
  });
}

test("redirects end", async () => {
  here.answer = { status: 302, headers: { location: here.url } };
  const before = here.asked.length;
  await assert.rejects(fetchCalendar(here.url, nothing, rules), /redirects too often/);
  assert.equal(here.asked.length - before, rules.maxRedirects + 1);
});

test("what is too large is given up, whatever the other server announces", async () => {
  here.answer = { body: "x".repeat(rules.maxBytes) };
  assert.equal((await fetchCalendar(here.url, nothing, rules)).unchanged, false);
  here.answer = { body: "x".repeat(rules.maxBytes + 1) };
  await assert.rejects(fetchCalendar(here.url, nothing, rules), /more than 1000 bytes/);
});

test("a server that never answers is given up", async () => {
  const { createServer } = await import("node:net");
  const silent = createServer().listen(0, "127.0.0.1");
  await new Promise((ready) => silent.once("listening", ready));
  const { port } = silent.address() as { port: number };
  const sockets: { destroy(): void }[] = [];
  silent.on("connection", (socket) => void sockets.push(socket));
  const impatient = { ...rules, timeoutMs: 50 };
  await assert.rejects(
    fetchCalendar(`http://127.0.0.1:${port}/`, nothing, impatient),
    /takes too long/,
  );
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => silent.close(done));
});

test("a refusal of the other server is reported with its status", async () => {
  here.answer = { status: 403, body: "no" };
  await assert.rejects(fetchCalendar(here.url, nothing, rules), /answered 403/);
});

test("public is what everybody can reach", () => {
  for (const address of ["8.8.8.8", "1.1.1.1", "172.32.0.1", "2606:4700:4700::1111"]) {
    assert.equal(isPublicAddress(address), true, address);
  }
  for (const address of [
    "127.0.0.1",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::",
    "2001:0:1::",
    "fe80::1",
    "fd00::1",
    "ff02::1",
    "localhost",
    "",
  ]) {
    assert.equal(isPublicAddress(address), false, address);
  }
});
