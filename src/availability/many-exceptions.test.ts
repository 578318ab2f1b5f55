import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { MadeUpCommitments, newResource } from "../../test/availability.ts";
import { api, newKey } from "../../test/http.ts";
import { newClinic, newPatient, tokenNow } from "../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp(); // it is 2026-03-02, a Monday
});
after(() => app.close());

const holiday = { available: false, start: "2026-03-06", end: "2026-03-07", reason: "Holiday" };
const close = (resourceIds: string[], more: object = {}, sending = {}) =>
  api(app).post("/v1/exceptions", { ...holiday, resourceIds, ...more }, sending);

async function openResources(count: number, over: object = {}) {
  const made = await Promise.all(Array.from({ length: count }, () => newResource(app, over)));
  for (const each of made) assert.equal((await each.configure()).status, 200);
  return made;
}

test("a holiday closes all resources, each on the day where it is", async () => {
  const here = await openResources(2);
  const [there] = await openResources(1, { timezone: "Asia/Kolkata" });
  const all = [...here, there!];
  const { status, body } = await close(all.map(({ id }) => id));
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.items.length, 3);
  for (const each of all) {
    const slots = await each.get("/slots?from=2026-03-05&to=2026-03-08");
    assert.equal(slots.body.length, 8, "only Thursday is left");
    const [exception] = (await each.get("/availability")).body.exceptions;
    assert.equal(exception.reason, "Holiday");
  }
  const [exception] = (await there!.get("/availability")).body.exceptions;
  assert.equal(exception.start, "2026-03-05T18:30:00.000Z");
});

test("who would be left outside at any of them is listed, and nothing is stored", async () => {
  const [rao, iyer] = [await newClinic(app), await newClinic(app, { name: "Dr Iyer" })];
  const day = { start: "2026-03-06", end: "2026-03-07" };
  const slotStart = "2026-03-06T10:00:00.000Z";
  const patientId = await newPatient(app, { name: "Ana" });
  const token = await iyer.token({ at: slotStart, patientId });
  const ids = [rao.doctorId, iyer.doctorId];
  const refused = await close(ids, day);
  assert.equal(refused.status, 409);
  assert.equal(refused.body.code, "CLAIMS_OUTSIDE");
  assert.deepEqual(
    refused.body.claims.map(({ resourceId, id }: { resourceId: string; id: string }) => [
      resourceId,
      id,
    ]),
    [[iyer.doctorId, token.id]],
  );
  const seen = await api(app).post("/v1/exceptions/preview", {
    ...holiday,
    ...day,
    resourceIds: ids,
  });
  assert.deepEqual(
    [seen.body.outsideTotal, seen.body.resources, seen.body.outside[0].resourceName],
    [1, 1, "Dr Iyer"],
  );
  for (const { resource } of [rao, iyer]) {
    assert.deepEqual((await resource.get("/availability")).body.exceptions, []);
  }
});

test("told what happens to them, the holiday is stored everywhere", async () => {
  const clinics = [await newClinic(app), await newClinic(app)];
  const token = await clinics[1]!.token({ at: "2026-03-06T10:00:00.000Z" });
  const ids = clinics.map(({ doctorId }) => doctorId);
  const { status, body } = await close(ids, { conflicts: "keep" });
  assert.equal(status, 200, JSON.stringify(body));
  const settled = body.items.flatMap((item: { settled: object[] }) => item.settled);
  assert.deepEqual(
    settled.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome]),
    [[token.id, "kept"]],
  );
  assert.equal((await tokenNow(app, token.id)).status, "ALLOCATED");
  for (const { resource } of clinics) {
    assert.equal((await resource.get("/availability")).body.exceptions.length, 1);
  }
});

test("the same key closes each of them once", async () => {
  const resources = await openResources(3);
  const ids = resources.map(({ id }) => id);
  const key = newKey();
  const first = await close(ids, {}, { key });
  const again = await close(ids, {}, { key });
  assert.deepEqual(again.body, first.body);
  for (const each of resources) {
    assert.equal((await each.get("/availability")).body.exceptions.length, 1);
  }
});

test("one that cannot be changed does not keep the others from it", async () => {
  const made = new MadeUpCommitments();
  const other = await startApp({ commitments: [made] });
  try {
    const [first, second] = [await newResource(other), await newResource(other)];
    for (const each of [first, second]) await each.configure();
    const commitments = [made.token("2026-03-06T10:00:00Z")];
    made.commitments = [];
    // Somebody comes after both were asked about, and just before the second one is written.
    let asked = 0;
    made.lockAndList = async () => (++asked > 3 ? commitments : []);
    const { status, body } = await api(other).post("/v1/exceptions", {
      ...holiday,
      resourceIds: [first.id, second.id],
    });
    assert.equal(status, 200);
    const refusals = body.items.map(({ refusal }: { refusal: { code: string } | null }) => refusal);
    assert.deepEqual(
      refusals.map((refusal: { code: string } | null) => refusal?.code ?? null),
      [null, "CLAIMS_OUTSIDE"],
    );
  } finally {
    await other.close();
  }
});

test("only those who may change every one of them can", async () => {
  const resources = await openResources(2);
  const ids = resources.map(({ id }) => id);
  const staff = (await api(app).post("/v1/api-keys", { name: "staff", role: "staff" })).body.key;
  const refused = await api(app, staff).post("/v1/exceptions", { ...holiday, resourceIds: ids });
  assert.equal(refused.status, 403);
  const other = await api(app).post("/v1/organisations", { name: "Another" });
  const stranger = api(app, other.body.apiKey);
  const { status } = await stranger.post("/v1/exceptions", { ...holiday, resourceIds: ids });
  assert.equal(status, 404);
  assert.equal((await close([])).status, 422);
  assert.equal((await close(Array.from({ length: 501 }, () => ids[0]!))).status, 422);
});
