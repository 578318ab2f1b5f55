import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api, type Sending } from "../../../test/http.ts";
import { openRoom, type TestRoom } from "../../../test/waitroom.ts";
import { zeroBits } from "./challenge.ts";
import { testVault } from "../../../test/vault.ts";
import { openSettings } from "./room-secrets.ts";

let app: TestApp;
before(async () => (app = await startApp({ env: { TRUST_PROXY: "1" } })));
after(() => app.close());

const from = (ip: string): Sending => ({ headers: { "x-forwarded-for": ip } });
const join = (room: TestRoom, body: object, sending: Sending) =>
  api(app, null).post(`${room.path}/positions`, body, sending);

interface Task {
  seed: string;
  bits: number;
}

const solve = (task: Task) => firstWork(task, true);

function firstWork({ seed, bits }: Task, isEnough: boolean) {
  for (let n = 0; ; n++) {
    const solution = { seed, nonce: String(n) };
    if (zeroBits(solution) >= bits === isEnough) return solution;
  }
}

test("so many may join from one address in a minute, and others are not held up by it", async () => {
  const room = await openRoom(app, { joinsPerAddressPerMinute: 3 });
  const here = from("198.51.100.20");
  for (let i = 0; i < 3; i++) assert.equal((await join(room, {}, here)).status, 201);
  const refused = await join(room, {}, here);
  assert.deepEqual([refused.status, refused.body.code], [429, "RATE_LIMITED"]);
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  assert.equal((await join(room, {}, from("198.51.100.21"))).status, 201);
  app.clock.advance(60_001);
  assert.equal((await join(room, {}, here)).status, 201);
});

test("a room can ask for work before joining; the refusal brings the task", async () => {
  const room = await openRoom(app, { challengeBits: 8 });
  const here = from("198.51.100.30");
  const refused = await join(room, {}, here);
  assert.deepEqual([refused.status, refused.body.code], [409, "CHALLENGE_NEEDED"]);
  assert.equal(refused.body.challenge.bits, 8);
  const solved = { challenge: solve(refused.body.challenge) };
  assert.equal((await join(room, solved, here)).status, 201);
});

test("work is good once, here, from this address, and for five minutes", async () => {
  const room = await openRoom(app, { challengeBits: 8 });
  const other = await openRoom(app, { challengeBits: 8 });
  const here = from("198.51.100.31");
  const { body: task } = await api(app, null).get(`${room.path}/challenge`, here);
  const challenge = solve(task);
  const code = async (where: TestRoom, ip: string, work: object = challenge) =>
    (await join(where, { challenge: work }, from(ip))).body.code;
  assert.equal(await code(other, "198.51.100.31"), "CHALLENGE_NEEDED", "another room");
  assert.equal(await code(room, "198.51.100.32"), "CHALLENGE_NEEDED", "another address");
  const tooLittle = firstWork(task, false);
  assert.equal(await code(room, "198.51.100.31", tooLittle), "CHALLENGE_NEEDED", "too little");
  assert.equal(await code(room, "198.51.100.31"), undefined, "joined");
  assert.equal(await code(room, "198.51.100.31"), "CHALLENGE_NEEDED", "a second time");
  const again = solve({ seed: `${task.seed}.1`, bits: 8 });
  assert.equal(await code(room, "198.51.100.31", again), "CHALLENGE_NEEDED", "with more to it");
  const { body: late } = await api(app, null).get(`${room.path}/challenge`, here);
  const lateWork = solve(late);
  app.clock.advance(5 * 60_000 + 1);
  assert.equal(await code(room, "198.51.100.31", lateWork), "CHALLENGE_NEEDED", "too late");
});

test("staff and their programs do no work", async () => {
  const room = await openRoom(app, { challengeBits: 20 });
  assert.equal((await room.join()).status, "WAITING");
});

test("many sessions from one address are shown to the operator, who sends them away", async () => {
  const room = await openRoom(app, { joinsPerAddressPerMinute: 1_000, maxActive: 1 });
  for (let i = 0; i < 25; i++) await join(room, {}, from("198.51.100.40"));
  const { body: kept } = await join(room, {}, from("198.51.100.41"));
  const shown = await api(app).get(`${room.path}/addresses`);
  assert.deepEqual(shown.body.items[0], { address: "198.51.100.40", positions: 25 });
  const revoked = await api(app).post(`${room.path}/addresses/revoke`, {
    address: "198.51.100.40",
  });
  assert.deepEqual(revoked.body, { terminated: 25 });
  const { waiting } = await room.stats();
  assert.equal(waiting, 1);
  const { body: still } = await api(app, kept.secret).get(`/v1/positions/${kept.id}`);
  assert.deepEqual([still.status, still.position], ["WAITING", 1]);
});

test("a connector's secret is never shown again, and stays when it is sent back hidden", async () => {
  const knownUser = { customerId: "acme", eventId: "sale-1", secretKey: "0123456789abcdef-secret" };
  const room = await openRoom(app, { knownUser });
  const shown = (await api(app).get(room.path)).body.knownUser;
  assert.equal(shown.secretKey, "****************");
  const renamed = { ...shown, eventId: "sale-2" };
  assert.equal((await room.change({ knownUser: renamed })).status, 200);
  const { rows } = await app.pool.query(`select settings from room where id = $1`, [room.id]);
  const stored = openSettings(testVault(), room.id, rows[0].settings);
  assert.deepEqual(stored.knownUser, { ...knownUser, eventId: "sale-2" });
  const events = await app.pool.query(`select after::text as text from event where line_id = $1`, [
    room.id,
  ]);
  assert.ok(events.rows.every(({ text }) => !String(text).includes("abcdef-secret")));
});

test("settings that are wrong are refused by name", async () => {
  for (const [settings, field] of [
    [{ page: { logo: "https://cdn.example/logo.png" } }, "page.logo"],
    [{ page: { logo: "data:text/html;base64,PHNjcmlwdD4=" } }, "page.logo"],
    [{ page: { accent: "red" } }, "page.accent"],
    [{ challengeBits: 25 }, "challengeBits"],
    [
      { knownUser: { customerId: "a_b", eventId: "e", secretKey: "x".repeat(16) } },
      "knownUser.customerId",
    ],
    [{ openPaths: ["assets"] }, "openPaths.0"],
    [{ hostName: "https://shop.example.com/" }, "hostName"],
  ] as const) {
    const answer = await api(app).post("/v1/rooms", {
      name: "Sale",
      targetUrl: "https://shop.example",
      maxActive: 1,
      admitPerSecond: 1,
      ...settings,
    });
    assert.equal(answer.status, 422, field);
    assert.equal(answer.body.errors[0].field, field);
  }
});

test("a server that was not set up as a proxy takes no host names", async () => {
  const room = await openRoom(app);
  const refused = await room.change({ hostName: "shop.example.com" });
  assert.deepEqual([refused.status, refused.body.code], [409, "PROXY_OFF"]);
});
