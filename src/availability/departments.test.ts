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

async function newDepartment(name: string): Promise<string> {
  const { status, body } = await api(app).post("/v1/departments", { name });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

const namesOf = (items: { name: string }[]) => items.map(({ name }) => name);

test("departments are listed by name, a page at a time", async () => {
  for (const name of ["paediatrics", "Cardiology", "Urology"]) await newDepartment(name);
  const first = (await api(app).get("/v1/departments?limit=2")).body;
  assert.deepEqual(namesOf(first.items), ["Cardiology", "paediatrics"]);
  const rest = (await api(app).get(`/v1/departments?cursor=${first.nextCursor}`)).body;
  assert.deepEqual([namesOf(rest.items), rest.nextCursor], [["Urology"], null]);
});

test("two departments of one name would be a mistake, however it is written", async () => {
  const id = await newDepartment("Dermatology");
  const again = await api(app).post("/v1/departments", { name: "DERMATOLOGY" });
  assert.equal(again.status, 409);
  assert.deepEqual([again.body.code, again.body.departmentId], ["DEPARTMENT_EXISTS", id]);
  const other = await newDepartment("Skin");
  const renamed = await api(app).patch(`/v1/departments/${other}`, { name: "dermatology" });
  assert.equal(renamed.body.code, "DEPARTMENT_EXISTS");
  const same = await api(app).patch(`/v1/departments/${id}`, { name: "dermatology" });
  assert.deepEqual([same.status, same.body.name], [200, "dermatology"]);
});

test("creating twice with one key makes one department", async () => {
  const key = newKey();
  const create = () => api(app).post("/v1/departments", { name: "Oncology" }, { key });
  const first = await create();
  const again = await create();
  assert.deepEqual([again.status, again.body], [201, first.body]);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
});

test("a resource belongs to a department or to none, and can be put elsewhere", async () => {
  const [ears, eyes] = [await newDepartment("Ears"), await newDepartment("Eyes")];
  const { id, get } = await newResource(app, { departmentId: ears });
  assert.equal((await get("")).body.departmentId, ears);
  const moved = await api(app).patch(`/v1/resources/${id}`, { departmentId: eyes });
  assert.deepEqual([moved.body.departmentId, moved.body.name], [eyes, "Dr Rao"]);
  const renamed = await api(app).patch(`/v1/resources/${id}`, { name: "Dr Iyer" });
  assert.equal(renamed.body.departmentId, eyes);
  const none = await api(app).patch(`/v1/resources/${id}`, { departmentId: null });
  assert.equal(none.body.departmentId, null);
  assert.equal((await newResource(app).then(({ get: of }) => of(""))).body.departmentId, null);
});

test("a department that does not exist, or is another organisation's, is refused", async () => {
  const other = await api(app).post("/v1/organisations", { name: "Another" });
  const stranger = api(app, other.body.apiKey);
  const theirs = (await stranger.post("/v1/departments", { name: "Theirs" })).body.id;
  const { id } = await newResource(app);
  const { status, body } = await api(app).patch(`/v1/resources/${id}`, { departmentId: theirs });
  assert.deepEqual([status, body.errors[0].field], [422, "departmentId"]);
  const made = { type: "doctor", name: "Dr No", timezone: "UTC", departmentId: theirs };
  assert.equal((await api(app).post("/v1/resources", made)).status, 422);
  assert.equal((await api(app).patch(`/v1/departments/${theirs}`, { name: "Mine" })).status, 404);
  assert.equal((await api(app).delete(`/v1/departments/${theirs}`)).status, 404);
});

test("a department goes only when nothing belongs to it", async () => {
  const departmentId = await newDepartment("Closing");
  const { id } = await newResource(app, { departmentId });
  const refused = await api(app).delete(`/v1/departments/${departmentId}`);
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.resources],
    [409, "DEPARTMENT_IN_USE", 1],
  );
  await api(app).patch(`/v1/resources/${id}`, { departmentId: null });
  assert.equal((await api(app).delete(`/v1/departments/${departmentId}`)).status, 204);
  const { items } = (await api(app).get("/v1/departments?limit=200")).body;
  assert(!namesOf(items).includes("Closing"));
});

test("a viewer sees departments, and only an admin changes them", async () => {
  const keyFor = async (role: string) =>
    (await api(app).post("/v1/api-keys", { name: role, role })).body.key;
  const viewer = api(app, await keyFor("viewer"));
  const staff = api(app, await keyFor("staff"));
  assert.equal((await viewer.get("/v1/departments")).status, 200);
  assert.equal((await staff.post("/v1/departments", { name: "Mine" })).body.code, "FORBIDDEN");
});
