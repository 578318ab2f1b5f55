import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api, newKey } from "../../../test/http.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const timezone = "Asia/Kolkata";
const preview = (csv: string) => api(app).post("/v1/resources/import/preview", { csv, timezone });
const bring = (csv: string, sending = {}) =>
  api(app).post("/v1/resources/import", { csv, timezone }, sending);

async function named(name: string) {
  const { body } = await api(app).get(`/v1/resources?q=${encodeURIComponent(name)}`);
  return body.items;
}

test("doctors come from a table, with department, zone and hours", async () => {
  const csv = `name,type,department,hours,places
Dr Asha Import,doctor,Import Cardiology,"Mon-Fri 09:00-12:00, 14:00-17:00",4
Import Theatre,theatre,import cardiology,daily 08:00-18:00,
Import Room,room,,,`;
  const seen = await preview(csv);
  assert.equal(seen.status, 200, JSON.stringify(seen.body));
  assert.deepEqual(
    [seen.body.total, seen.body.wrongTotal, seen.body.newDepartments],
    [3, 0, ["Import Cardiology"]],
  );
  assert.deepEqual(await named("Import"), [], "nothing is written");
  const { status, body } = await bring(csv);
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual(body, { imported: 3, departments: ["Import Cardiology"] });
  const [doctor] = await named("Asha Import");
  const [theatre] = await named("Import Theatre");
  assert.deepEqual([doctor.type, doctor.timezone], ["doctor", timezone]);
  assert.equal(doctor.departmentId, theatre.departmentId);
  const slots = await api(app).get(
    `/v1/resources/${doctor.id}/slots?from=2026-03-03&to=2026-03-04`,
  );
  assert.deepEqual([slots.body.length, slots.body[0].capacity], [12, 4]);
  const token = await api(app).get("/v1/opd/doctors");
  assert(token.body.items.some(({ id }: { id: string }) => id === doctor.id));
  const renamed = await api(app).patch(`/v1/resources/${theatre.id}`, { name: "Theatre One" });
  assert.equal(renamed.status, 200);
});

test("what is wrong is said line by line, and none is made", async () => {
  const csv = "name,type\nDr Right,doctor\nDr Wrong,nurse\n,doctor";
  const seen = await preview(csv);
  assert.deepEqual(
    seen.body.wrong.map(({ line, errors }: { line: number; errors: string[] }) => [
      line,
      errors.length,
    ]),
    [
      [3, 1],
      [4, 1],
    ],
  );
  const { status, body } = await bring(csv);
  assert.deepEqual(
    [status, body.errors.map(({ field }: { field: string }) => field)],
    [422, ["csv.line 3", "csv.line 4"]],
  );
  assert.deepEqual(await named("Dr Right"), []);
  const none = await preview("title\nDr A");
  assert.deepEqual([none.status, none.body.errors[0].field], [422, "csv"]);
});

test("the same key brings them once, and the same table again is a mistake", async () => {
  const csv = "name\nDr Once\n";
  const key = newKey();
  const first = await bring(csv, { key });
  const again = await bring(csv, { key });
  assert.deepEqual([again.status, again.body], [201, first.body]);
  assert.equal((await named("Dr Once")).length, 1);
  const twice = await bring(csv);
  assert.match(twice.body.errors[0].message, /is there already/);
});

test("two thousand lines are taken at once, and no more than the organisation may have", async () => {
  const other = await startApp({ env: { LIMIT_RESOURCES_PER_ORGANISATION: "2100" } });
  try {
    const table = (name: string, count: number) =>
      [
        "name,hours",
        ...Array.from({ length: count }, (_, i) => `${name} ${i},Mon 09:00-12:00`),
      ].join("\n");
    const send = (csv: string) => api(other).post("/v1/resources/import", { csv, timezone });
    const { status, body } = await send(table("Dr", 2_000));
    assert.deepEqual([status, body.imported], [201, 2_000]);
    const more = await send(table("More", 101));
    assert.deepEqual([more.status, more.body.code], [409, "LIMIT_REACHED"]);
    assert.equal((await send(table("More", 100))).status, 201);
  } finally {
    await other.close();
  }
});

test("only those who may manage resources bring them", async () => {
  const staff = (await api(app).post("/v1/api-keys", { name: "staff", role: "staff" })).body.key;
  const body = { csv: "name\nDr No", timezone };
  assert.equal((await api(app, staff).post("/v1/resources/import", body)).status, 403);
  assert.equal((await api(app, staff).post("/v1/resources/import/preview", body)).status, 403);
});
