// Names, numbers and addresses of people, put into every product: they are found in the answers to whoever
// may see them, and never in a log line, a metric, an address, a key in Redis or an error.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Redis } from "ioredis";
import { startApp, type TestApp } from "./app.ts";
import { newResource, type TestResource } from "./availability.ts";
import { openBakery, type Box } from "./boxes.ts";
import { openQueue } from "./counter.ts";
import { api, type Answer } from "./http.ts";
import { startRedis, type TestRedis } from "./redis.ts";

const name = "Zenobia Canary";
const phone = "+91 98765 00431";
const email = "zenobia.canary@example.org";
/** However it is written: in an address, in another case, without its spaces. */
const canaries = /zenobia|canary|98765.{0,3}00431|9876500431/i;

let redisServer: TestRedis;
let redis: Redis;
let watcher: Redis;
let app: TestApp;
let doctor: TestResource;
let box: Box;
let queueId: string;
let roomId: string;
let pageId: string;

const answers: { asked: string; answer: Answer }[] = [];
const redisKeys = new Set<string>();

before(async () => {
  redisServer = await startRedis();
  redis = new Redis(redisServer.url);
  watcher = await redis.monitor();
  watcher.on("monitor", (_time: string, command: string[]) => {
    for (const key of keysOf(command)) redisKeys.add(key);
  });
  app = await startApp({
    env: { REDIS_URL: redisServer.url, LIMIT_PUBLIC_WRITES_PER_MINUTE: "1000000" },
    now: "2026-03-02T09:00:00Z",
  });
  queueId = (await openQueue(app)).id;
  doctor = await newResource(app);
  await doctor.configure();
  box = await (await openBakery(app)).offer();
  roomId = (await ask("POST", "/v1/rooms", room)).body.id;
  pageId = (await ask("POST", "/v1/booking-pages", { ...page, resourceIds: [doctor.id] })).body.id;
});
after(async () => {
  watcher.disconnect();
  redis.disconnect();
  await app.close();
  await redisServer.stop();
});

const room = {
  name: "Sale",
  targetUrl: "https://shop.example/",
  maxActive: 5,
  admitPerSecond: 5,
};
const page = { title: "Ask for a time", kind: "room", minutes: 30 };

/** What a command names, of all that it carries. */
function keysOf([command = "", ...rest]: string[]): string[] {
  if (!/^(eval|evalsha)$/i.test(command)) return rest.slice(0, 1);
  return rest.slice(2, 2 + Number(rest[1]));
}

async function ask(
  method: "GET" | "POST" | "PATCH",
  path: string,
  body?: unknown,
  bearer: string | null = app.ownerKey,
): Promise<Answer> {
  const answer = await api(app, bearer).send(method, path, body);
  answers.push({ asked: `${method} ${path}`, answer });
  return answer;
}

/** Somebody comes to every product and leaves who they are wherever they are asked. */
async function visitAll(userId: string, patientId?: string): Promise<Answer[]> {
  const contact = { name, phone, email };
  const [start, end] = ["2026-03-02T15:00:00Z", "2026-03-02T15:30:00Z"];
  const patient = await ask("POST", "/v1/patients", { name, phone, externalId: userId });
  const token = {
    ...tokenFor(patientId ?? patient.body.id),
    slotStart: patientId ? "2026-03-03T10:00:00Z" : "2026-03-02T10:00:00Z",
  };
  const resources = [{ resourceId: doctor.id, start, end }];
  const request = { start: "2026-03-03T15:00:00Z", name, phone, email, note: `${name} ${phone}` };
  const inTurn: [string, object, (string | null)?][] = [
    [`/v1/queues/${queueId}/tickets`, { name, mobile: phone }, null],
    [`/v1/queues/${queueId}/tickets`, { name, mobile: phone }],
    ["/v1/opd/tokens", token],
    ["/v1/opd/tokens", token],
    ["/v1/bookings", { kind: "room", start, end, resources, title: name, contact }],
    ["/v1/bookings", { kind: "room", start, end, resources, title: name, contact }],
    [`/v1/public/booking-pages/${pageId}/requests`, request, null],
    [`/v1/inventories/${box.id}/reservations`, { userId, name }, null],
    [`/v1/inventories/${box.id}/reservations`, { userId, name }, null],
    [`/v1/rooms/${roomId}/positions`, { sessionId: userId, metadata: { name, phone } }],
    [`/v1/rooms/${roomId}/positions`, { sessionId: userId, metadata: { name, phone } }, null],
    ["/v1/members", { email, name, role: "staff" }],
    ["/v1/members", { email, name, role: "staff" }],
    ["/v1/api-keys", { name, role: "staff" }],
    ["/v1/session", { email, password: "not the password of Zenobia" }, null],
  ];
  const made: Answer[] = [patient];
  for (const [path, body, bearer] of inTurn) made.push(await ask("POST", path, body, bearer));
  return made;
}

const tokenFor = (patientId: string) => ({
  patientId,
  doctorId: doctor.id,
  source: "walk_in",
});

/** Where nobody asked for it. */
async function sendAskew(): Promise<void> {
  const said = encodeURIComponent(name);
  for (const path of [
    `/v1/queues/${said}`,
    `/v1/tickets/${said}`,
    `/v1/patients?q=${said}`,
    `/v1/patients?phone=${said}`,
    `/v1/bookings?status=${said}`,
    `/v1/bookings?cursor=${said}`,
    `/v1/opd/slots?doctorId=${said}&date=${said}`,
    `/v1/merchants/${said}`,
    `/v1/positions/${said}`,
    `/${said}`,
  ]) {
    await ask("GET", path);
  }
  for (const [path, body] of [
    [`/v1/queues/${queueId}/tickets`, { name: [name], mobile: name, priority: name }],
    [`/v1/queues/${queueId}/tickets`, `{"name": ${name}`],
    [`/v1/queues/${queueId}/call-next`, { desk: { name } }],
    ["/v1/patients", { name: { name }, phone: email }],
    ["/v1/opd/tokens", { ...tokenFor(name), slotStart: phone, source: name }],
    ["/v1/bookings", { kind: name, start: phone, end: email, resources: name }],
    [`/v1/inventories/${box.id}/reservations`, { userId: 5, name, quantity: name }],
    [`/v1/rooms/${roomId}/positions`, { sessionId: "", metadata: name }],
    [`/v1/rooms/${roomId}/redeem`, { pass: name }],
    ["/v1/members", { email: name, role: name }],
    ["/v1/resources", { type: name, name, timezone: name }],
  ] as const) {
    await ask("POST", path, body);
  }
}

/** Every row that is written fails, in words that repeat it. */
async function whileRowsAreRefused(work: () => Promise<void>): Promise<void> {
  await app.pool.query(`
    create function refuse_row() returns trigger language plpgsql as
      $$ begin raise exception 'refused: %', to_jsonb(new); end $$;
    do $$ declare t text; begin
      for t in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create trigger refuse_row before insert or update on %I
                        for each row execute function refuse_row()', t);
      end loop;
    end $$`);
  try {
    await work();
  } finally {
    await app.pool.query(`drop function refuse_row() cascade`);
  }
}

test("what people say of themselves is in no log, metric, address, Redis key or error", async () => {
  const made = await visitAll(email);
  assert.ok(made.filter(({ status }) => status < 300).length >= 12, summary(made));
  await sendAskew();
  await ask("POST", `/v1/queues/${queueId}/call-next`, { desk: "1" });
  await ask("POST", `/v1/opd/doctors/${doctor.id}/call-next`, { early: true });
  await app.admit();
  app.clock.advance(40 * 60_000);
  await app.sweep();
  await whileRowsAreRefused(async () => {
    const refused = await visitAll(`another.${email}`, made[0]!.body.id);
    assert.ok(refused.filter(({ status }) => status === 500).length >= 9, summary(refused));
    await app.sweep().catch(() => undefined);
  });
  const metrics = await ask("GET", "/metrics");
  assert.equal(metrics.status, 200);

  assert.match(JSON.stringify(made), canaries); // those who may see it do
  assert.doesNotMatch(String(metrics.body), canaries);
  for (const line of app.logged) assert.doesNotMatch(JSON.stringify(line), canaries);
  assert.ok(app.logged.some(({ event }) => event === "http.failed" || event === "engine.failed"));
  for (const part of ["limit:", "tk:room:", "inventory:"]) {
    assert.ok(
      [...redisKeys].some((key) => key.startsWith(part)),
      part,
    );
  }
  for (const key of redisKeys) assert.doesNotMatch(key, canaries);
  for (const { asked, answer } of answers) {
    const { status, headers, body } = answer;
    if (status >= 400) assert.doesNotMatch(JSON.stringify(body), canaries, asked);
    assert.doesNotMatch(JSON.stringify([...headers]), canaries, asked);
    for (const address of addressesIn(body)) assert.doesNotMatch(address, canaries, asked);
  }
});

const summary = (made: Answer[]) =>
  made.map(({ status, body }) => `${status} ${body?.code ?? ""}`).join(", ");

function addressesIn(body: unknown): string[] {
  if (typeof body === "string") return /^(https?:\/\/|\/)/.test(body) ? [body] : [];
  return body !== null && typeof body === "object" ? Object.values(body).flatMap(addressesIn) : [];
}
