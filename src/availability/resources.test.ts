import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { newResource } from "../../test/availability.ts";
import { api, newKey } from "../../test/http.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const doctor = { type: "doctor", name: "Dr Rao", timezone: "Asia/Kolkata" };

test("a resource stands for something in the caller's own system", async () => {
  const { status, body } = await api(app).post("/v1/resources", {
    ...doctor,
    objectId: "staff/17",
  });
  assert.equal(status, 201);
  assert.deepEqual(body, {
    id: body.id,
    ...doctor,
    objectId: "staff/17",
    departmentId: null,
    active: true,
    createdAt: "2026-03-02T09:00:00.000Z",
  });
  assert.deepEqual((await api(app).get(`/v1/resources/${body.id}`)).body, body);
});

test("one thing is one resource of each type", async () => {
  const first = await api(app).post("/v1/resources", { ...doctor, objectId: "17" });
  const again = await api(app).post("/v1/resources", { ...doctor, objectId: "17" });
  assert.equal(again.status, 409);
  assert.equal(again.body.code, "OBJECT_TAKEN");
  assert.equal(again.body.resourceId, first.body.id);
  const room = { ...doctor, type: "consultation_room", objectId: "17" };
  assert.equal((await api(app).post("/v1/resources", room)).status, 201);
});

test("two who create the same thing at once: one of them is told", async () => {
  const same = { ...doctor, objectId: "at once" };
  const answers = await Promise.all([1, 2, 3].map(() => api(app).post("/v1/resources", same)));
  const made = answers.filter(({ status }) => status === 201);
  const told = answers.filter(({ body }) => body.code === "OBJECT_TAKEN");
  assert.deepEqual([made.length, told.length], [1, 2]);
});

for (const [what, wrong, field] of [
  ["an unknown zone", { timezone: "Europe/Atlantis" }, "timezone"],
  ["a bare offset, which knows no daylight saving", { timezone: "+05:30" }, "timezone"],
  ["an unknown type", { type: "nurse" }, "type"],
  ["no name", { name: " " }, "name"],
] as const) {
  test(`${what} is refused`, async () => {
    const { status, body } = await api(app).post("/v1/resources", { ...doctor, ...wrong });
    assert.equal(status, 422);
    assert.equal(body.code, "INVALID");
    assert.equal(body.errors[0].field, field);
  });
}

test("creating twice with one key makes one resource", async () => {
  const key = newKey();
  const first = await api(app).post("/v1/resources", doctor, { key });
  const again = await api(app).post("/v1/resources", doctor, { key });
  assert.equal(again.status, 201);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.deepEqual(again.body, first.body);
});

test("resources are listed page by page, by type and by what they stand for", async () => {
  const labs = [];
  for (const objectId of ["lab 1", "lab 2", "lab 3"]) {
    labs.push((await newResource(app, { type: "lab", objectId })).id);
  }
  const first = await api(app).get("/v1/resources?type=lab&limit=2");
  const rest = await api(app).get(`/v1/resources?type=lab&cursor=${first.body.nextCursor}`);
  const ids = [...first.body.items, ...rest.body.items].map(({ id }: { id: string }) => id);
  assert.deepEqual(ids, labs);
  assert.equal(rest.body.nextCursor, null);
  const found = await api(app).get("/v1/resources?objectId=lab%202");
  assert.deepEqual(
    found.body.items.map(({ id }: { id: string }) => id),
    [labs[1]],
  );
  const strange = await api(app).get("/v1/resources?cursor=strange");
  assert.equal(strange.body.errors[0].field, "cursor");
});

test("a resource can be renamed and taken out of use: nobody can have a place then", async () => {
  const { id, configure, get } = await newResource(app);
  await configure();
  const { body } = await api(app).patch(`/v1/resources/${id}`, { name: "Dr Iyer", active: false });
  assert.equal(body.name, "Dr Iyer");
  const day = "from=2026-03-03T10:00:00Z&to=2026-03-03T11:00:00Z";
  const slots = await get(`/slots?${day}`);
  assert.deepEqual(
    slots.body.map(({ open }: { open: boolean }) => open),
    [false, false],
  );
  assert.deepEqual((await get(`/free?${day}`)).body, []);
  assert.deepEqual((await get(`/check?${day}`)).body, {
    active: false,
    open: false,
    free: false,
    left: 0,
    conflicts: [],
  });
  assert.equal((await api(app).patch(`/v1/resources/${id}`, {})).status, 422);
});

test("nobody sees or changes the resources of another organisation", async () => {
  const { id } = await newResource(app);
  const other = await api(app).post("/v1/organisations", { name: "Another" });
  const stranger = api(app, other.body.apiKey);
  const [day, next] = ["2026-03-03", "2026-03-04"];
  const calls = [
    stranger.get(`/v1/resources/${id}`),
    stranger.patch(`/v1/resources/${id}`, { name: "Mine" }),
    stranger.get(`/v1/resources/${id}/availability`),
    stranger.put(`/v1/resources/${id}/availability`, {
      validFrom: day,
      slotMinutes: 30,
      tokensPerSlot: 1,
      weekly: [],
    }),
    stranger.post(`/v1/resources/${id}/exceptions`, { available: false, start: day, end: next }),
    ...["slots", "free", "check"].flatMap((question) => [
      stranger.get(`/v1/resources/${id}/${question}?from=${day}&to=${next}`),
      stranger.get(`/v1/resources/${id}/${question}?from=${day}T00:00:00Z&to=${next}T00:00:00Z`),
    ]),
  ];
  for (const { status, body } of await Promise.all(calls)) {
    assert.equal(status, 404);
    assert.equal(body.code, "NOT_FOUND");
  }
  assert.deepEqual((await stranger.get("/v1/resources")).body.items, []);
});

test("a viewer looks, and only an admin changes", async () => {
  const { id } = await newResource(app);
  const keyFor = async (role: string) =>
    (await api(app).post("/v1/api-keys", { name: role, role })).body.key;
  const viewer = api(app, await keyFor("viewer"));
  const staff = api(app, await keyFor("staff"));
  const admin = api(app, await keyFor("admin"));
  const leave = { available: false, start: "2026-03-03", end: "2026-03-04" };
  assert.equal((await viewer.get(`/v1/resources/${id}/availability`)).status, 200);
  assert.equal((await staff.post(`/v1/resources/${id}/exceptions`, leave)).body.code, "FORBIDDEN");
  assert.equal((await admin.post(`/v1/resources/${id}/exceptions`, leave)).status, 201);
  const nobody = await api(app).get(`/v1/resources/${id}`, { bearer: null });
  assert.equal(nobody.status, 401);
});
