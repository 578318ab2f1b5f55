import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api, type Method } from "../../../test/http.ts";
import { openQueue } from "../../../test/counter.ts";
import {
  act,
  newPatient,
  openClinic,
  tokenNow,
  type Body,
  type Clinic,
} from "../../../test/opd.ts";

let app: TestApp;
let clinic: Clinic;
let token: Body;
let patientId: string;

before(async () => {
  app = await startApp();
  clinic = await openClinic(app);
  patientId = await newPatient(app);
  token = await clinic.token();
});
after(() => app.close());

type Call = [Method, string, object?];

const writes = (): Call[] => [
  ["POST", "/v1/patients", { name: "Somebody" }],
  ["PATCH", `/v1/patients/${patientId}`, { name: "Somebody else" }],
  [
    "POST",
    "/v1/opd/tokens",
    { patientId, doctorId: clinic.doctorId, slotStart: clinic.at("11:00"), source: "online" },
  ],
  ...["check-in", "call", "start", "complete", "no-show", "cancel", "put-back"].map(
    (verb): Call => ["POST", `/v1/opd/tokens/${token.id}/${verb}`],
  ),
  ["POST", `/v1/opd/tokens/${token.id}/move`, { slotStart: clinic.at("12:00") }],
  ["POST", `/v1/opd/doctors/${clinic.doctorId}/call-next`],
  [
    "PUT",
    "/v1/opd/slots",
    { doctorId: clinic.doctorId, slotStart: clinic.at("12:00"), capacity: 3 },
  ],
];

const settings = (): Call[] => [
  ["PUT", `/v1/opd/doctors/${clinic.doctorId}`, { capacity: 3 }],
  ["PATCH", "/v1/opd/settings", { graceMinutes: 5 }],
];

const reads = (): Call[] => [
  ["GET", `/v1/patients/${patientId}`],
  ["GET", `/v1/opd/tokens/${token.id}`],
  ["GET", `/v1/opd/slots?doctorId=${clinic.doctorId}&date=${clinic.date}`],
  ["GET", `/v1/opd/doctors/${clinic.doctorId}/live-queue`],
];

const lists = (): Call[] => [
  ["GET", "/v1/patients"],
  ["GET", "/v1/opd/doctors"],
  ["GET", "/v1/opd/settings"],
];

async function statusesAs(bearer: string | null, calls: Call[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const [method, path, body] of calls) {
    found.add((await api(app, bearer).send(method, path, body)).status);
  }
  return found;
}

async function keyFor(role: string): Promise<string> {
  const made = await api(app).post("/v1/api-keys", { name: role, role });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.key;
}

test("without a key or secret nothing is shown or done", async () => {
  const all = [...writes(), ...settings(), ...reads(), ...lists()];
  assert.deepEqual(await statusesAs(null, all), new Set([401]));
  const stream = await api(app, null).get(`/v1/opd/doctors/${clinic.doctorId}/events`);
  assert.equal(stream.status, 401);
});

test("a viewer reads and does nothing", async () => {
  const key = await keyFor("viewer");
  assert.deepEqual(await statusesAs(key, [...reads(), ...lists()]), new Set([200]));
  assert.deepEqual(await statusesAs(key, [...writes(), ...settings()]), new Set([403]));
  assert.equal((await tokenNow(app, token.id)).version, 1);
});

test("staff give out tokens and see patients, but change no settings", async () => {
  const key = await keyFor("staff");
  const staff = api(app, key);
  assert.equal((await staff.post("/v1/patients", { name: "By staff" })).status, 201);
  assert.deepEqual(await statusesAs(key, settings()), new Set([403]));
  const slot = { doctorId: clinic.doctorId, slotStart: clinic.at("12:00"), capacity: 7 };
  assert.equal((await staff.put("/v1/opd/slots", slot)).status, 200);
});

test("an admin changes settings", async () => {
  const admin = api(app, await keyFor("admin"));
  assert.equal((await admin.patch("/v1/opd/settings", { graceMinutes: 10 })).status, 200);
  assert.equal((await admin.put(`/v1/opd/doctors/${clinic.doctorId}`, {})).status, 200);
});

test("another organisation finds nothing: 404 on every route with an id", async () => {
  const { body } = await api(app).post("/v1/organisations", { name: "Other" });
  const theirs = body.apiKey as string;
  const named = [...writes().slice(1), settings()[0]!, ...reads()];
  for (const [method, path, content] of named) {
    const answer = await api(app, theirs).send(method, path, content);
    assert.deepEqual([answer.status, answer.body.code], [404, "NOT_FOUND"], `${method} ${path}`);
  }
  for (const path of [
    `/v1/opd/doctors/${clinic.doctorId}/events`,
    `/v1/opd/tokens/${token.id}/events`,
  ]) {
    assert.equal((await api(app, theirs).get(path)).status, 404, path);
  }
  assert.deepEqual((await api(app, theirs).get("/v1/patients")).body.items, []);
  assert.deepEqual((await api(app, theirs).get("/v1/opd/doctors")).body.items, []);
  assert.equal((await tokenNow(app, token.id)).version, 1);
});

test("a patient or doctor of another organisation cannot be mixed in", async () => {
  const { body } = await api(app).post("/v1/organisations", { name: "Third" });
  const theirs = api(app, body.apiKey);
  const { body: stranger } = await theirs.post("/v1/patients", { name: "Stranger" });
  assert.equal((await clinic.ask({ patientId: stranger.id })).status, 404);
  const own = await theirs.post("/v1/resources", { type: "doctor", name: "X", timezone: "UTC" });
  const to = { slotStart: clinic.at("11:00"), doctorId: own.body.id };
  assert.equal((await api(app).post(`/v1/opd/tokens/${token.id}/move`, to)).status, 404);
});

test("the holder's secret reads its own token and cancels it, and nothing else", async () => {
  const [mine, other] = await clinic.tokens(2);
  const holder = api(app, mine.secret);
  const seen = await holder.get(`/v1/opd/tokens/${mine.id}`);
  assert.deepEqual([seen.status, seen.body.number], [200, mine.number]);
  assert.equal((await holder.get(`/v1/opd/tokens/${other.id}`)).status, 404);
  assert.equal((await holder.post(`/v1/opd/tokens/${other.id}/cancel`)).status, 404);
  for (const verb of ["check-in", "call", "start", "complete", "no-show", "put-back"]) {
    assert.equal((await holder.post(`/v1/opd/tokens/${mine.id}/${verb}`)).status, 403, verb);
  }
  const to = { slotStart: clinic.at("11:00") };
  assert.equal((await holder.post(`/v1/opd/tokens/${mine.id}/move`, to)).status, 403);
  assert.deepEqual(await statusesAs(mine.secret, lists()), new Set([403]));
  const cancelled = await holder.post(`/v1/opd/tokens/${mine.id}/cancel`);
  assert.equal(cancelled.body.status, "CANCELLED");
  assert.equal((await tokenNow(app, other.id)).status, "ALLOCATED");
});

test("a token is no walk-in ticket, and a ticket no token", async () => {
  const mine = await clinic.token();
  const queue = await openQueue(app);
  const ticket = await queue.join();
  for (const bearer of [app.ownerKey, mine.secret]) {
    assert.equal((await api(app, bearer).get(`/v1/tickets/${mine.id}`)).status, 404);
    assert.equal((await api(app, bearer).post(`/v1/tickets/${mine.id}/cancel`)).status, 404);
  }
  for (const bearer of [app.ownerKey, ticket.secret]) {
    assert.equal((await api(app, bearer).get(`/v1/opd/tokens/${ticket.id}`)).status, 404);
    assert.equal((await api(app, bearer).post(`/v1/opd/tokens/${ticket.id}/cancel`)).status, 404);
  }
  for (const below of ["", "/tickets", "/stats", "/board", "/public"]) {
    const { status } = await api(app).get(`/v1/queues/${clinic.doctorId}${below}`);
    assert.equal(status, 404, below);
  }
  assert.equal((await tokenNow(app, mine.id)).status, "ALLOCATED");
});

test("the board needs no key, and shows numbers, never names", async () => {
  const patient = await newPatient(app, { name: "Secret Name", phone: "+91 98450 11111" });
  const mine = await clinic.token({ patientId: patient });
  await act(app, mine.id, "start");
  const { status, body } = await api(app, null).get(`/v1/opd/board?doctors=${clinic.doctorId}`);
  assert.equal(status, 200);
  const text = JSON.stringify(body);
  for (const secret of ["Secret", "98450", patient, mine.id]) assert(!text.includes(secret));
  assert.equal(body.doctors[0].now[0].number, mine.number);
  assert.ok(body.doctors[0].next.length > 0);
});

test("a board of doctors that do not exist: 404; without doctors: 422", async () => {
  const unknown = "0190a5f0-0000-7000-8000-000000000000";
  const path = "/v1/opd/board";
  assert.equal((await api(app, null).get(`${path}?doctors=${unknown}`)).status, 404);
  assert.equal((await api(app, null).get(path)).status, 422);
  assert.equal(
    (await api(app, null).get(`${path}?doctors=one,two,three,four,five,six,sev`)).status,
    422,
  );
});
