import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { api, newKey } from "../../test/http.ts";
import { act, newPatient, openClinic } from "../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const minute = 60_000;

/** Sum of a metric over the labels that are not given. */
async function metric(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { body } = await api(app).get("/metrics");
  const lines = (body as string).split("\n").filter((line) => line.startsWith(name));
  const wanted = lines.filter((line) =>
    Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)),
  );
  return wanted.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

const allocations = (outcome: string) => metric("turnkeeper_opd_allocations_total{", { outcome });
const endings = (ending: string) => metric("turnkeeper_opd_endings_total{", { ending });
const reallocations = (why: string) => metric("turnkeeper_opd_reallocations_total{", { why });

test("allocations are counted by what happened to them, a replay once", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 1 });
  const before = await allocations("allocated");
  const patientId = await newPatient(app);
  const key = newKey();
  for (let i = 0; i < 2; i++) await clinic.ask({ patientId }, { key });
  await clinic.tokens(2);
  assert.equal((await allocations("allocated")) - before, 1);
  assert.equal(await allocations("alternative"), 1);
  assert.equal(await allocations("waiting"), 1);
  assert.ok((await metric("turnkeeper_idempotent_replays_total")) >= 1);
});

test("cancellations, no-shows, completions and slots that ended are counted", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 3, reserve: 0 });
  await app.sweep(); // the days before
  const counts = async () =>
    Promise.all(["CANCELLED", "COMPLETED", "NO_SHOW", "SLOT_ENDED"].map(endings));
  const before = await counts();
  const [a, b, c] = await clinic.tokens(3);
  await clinic.tokens(3);
  await act(app, a.id, "cancel");
  await act(app, b.id, "start");
  await act(app, b.id, "complete");
  await act(app, c.id, "check-in");
  await clinic.callNext();
  await clinic.callNext();
  app.clock.advance(120 * minute);
  await app.sweep();
  const now = await counts();
  assert.deepEqual(
    now.map((count, i) => count - before[i]!),
    [1, 1, 1, 1],
  );
});

test("reallocations are counted by why: promoted, moved, doctor away", async () => {
  const clinic = await openClinic(app, { slots: 3, places: 1 });
  const before = await reallocations("promoted");
  const first = await clinic.token();
  await clinic.token({ allowAlternative: false });
  await act(app, first.id, "cancel");
  assert.equal((await reallocations("promoted")) - before, 1);
  const other = await clinic.token({ at: "11:00" });
  await act(app, other.id, "move", { slotStart: clinic.at("12:00") });
  assert.equal(await reallocations("moved"), 1);
  await clinic.leave("12:00", "13:00", "move");
  assert.equal(await reallocations("doctor_away"), 1);
});

test("queue length and utilisation of slots that are not over", async () => {
  const clinic = await openClinic(app, { slots: 2, places: 2, reserve: 0 });
  await clinic.tokens(2, { allowAlternative: false });
  await clinic.tokens(3, { allowAlternative: false });
  assert.equal(await metric("turnkeeper_opd_waiting "), 3);
  assert.equal(await metric("turnkeeper_opd_utilisation "), 0.5);
  app.clock.advance(120 * minute);
  await app.sweep();
  assert.equal(await metric("turnkeeper_opd_waiting "), 0);
  assert.equal(await metric("turnkeeper_opd_utilisation "), 0);
});

test("tokens that come with bookings are counted, and so are those whom their end lets in", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 1 });
  const before = await Promise.all([allocations("allocated"), reallocations("promoted")]);
  const time = { start: clinic.at("10:00"), end: clinic.at("11:00") };
  const resources = [{ resourceId: clinic.doctorId }];
  const patientId = await newPatient(app);
  const wish = { kind: "consultation", patientId, ...time, resources };
  const { status, body } = await api(app).post("/v1/bookings", wish);
  assert.equal(status, 201, JSON.stringify(body));
  await clinic.token();
  assert.equal((await api(app).post(`/v1/bookings/${body.id}/cancel`)).status, 200);
  const now = await Promise.all([allocations("allocated"), reallocations("promoted")]);
  assert.deepEqual([now[0] - before[0], now[1] - before[1]], [1, 1]);
});

test("calls and waiting are told apart by product, and a refused emergency is logged", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 1 });
  const before = await metric("turnkeeper_calls_total{", { product: "opd" });
  const emergency = { source: "emergency", allowAlternative: false };
  await clinic.token(emergency);
  await clinic.token({ allowAlternative: false });
  assert.equal((await clinic.ask(emergency)).body.code, "NO_PLACE_FOR_EMERGENCY");
  assert.ok(app.logged.some(({ event }) => event === "opd.emergency_refused"));
  await clinic.callNext();
  assert.equal((await metric("turnkeeper_calls_total{", { product: "opd" })) - before, 1);
  assert.ok((await metric("turnkeeper_waiting{", { product: "opd" })) >= 1);
});

test("allocations, cancellations, no-shows, emergencies and overflow are logged, without names", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 3, reserve: 1 });
  const from = app.logged.length;
  const names = ["Wanda Secret", "Viktor Hidden", "Ulla Private", "Tarek Unseen"];
  const tokens = [];
  for (const [i, name] of names.entries()) {
    const patientId = await newPatient(app, { name, phone: `+49 555 000${i}` });
    tokens.push(await clinic.token({ patientId, source: i === 3 ? "emergency" : "walk_in" }));
  }
  await act(app, tokens[0].id, "cancel");
  await act(app, tokens[1].id, "no-show");
  const lines = app.logged.slice(from);
  const events = lines.map(({ event }) => event);
  for (const event of [
    "opd.allocated",
    "opd.overflow",
    "opd.emergency",
    "opd.cancelled",
    "opd.no_show",
    "opd.promoted",
  ]) {
    assert(events.includes(event), `${event} is logged`);
  }
  const overflow = lines.find(({ event }) => event === "opd.overflow")!;
  const { tokenId, outcome } = overflow["context"] as Record<string, unknown>;
  assert.deepEqual([tokenId, outcome], [tokens[2].id, "waiting"]);
  const text = JSON.stringify(lines);
  for (const secret of ["Secret", "Hidden", "Private", "Unseen", "+49", "555 000"])
    assert(!text.includes(secret), `${secret} is not logged`);
  for (const { secret } of tokens) assert(!text.includes(secret));
});
