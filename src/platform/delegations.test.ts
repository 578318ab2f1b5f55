import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { newResource, type TestResource } from "../../test/availability.ts";
import { api, newKey, type Answer } from "../../test/http.ts";
import { newPerson, type TestPerson } from "../../test/people.ts";

let app: TestApp;
before(async () => {
  app = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "1000" } });
});
after(() => app.close());

const leave = { available: false, start: "2026-05-04", end: "2026-05-05" };
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(app.clock.fixed().getTime() + days * dayMs).toISOString();

/** A doctor whose resource belongs to somebody who is a viewer otherwise. */
async function owned(): Promise<{ doctor: TestResource; owner: TestPerson; path: string }> {
  const doctor = await newResource(app);
  assert.equal((await doctor.configure()).status, 200);
  const owner = await newPerson(app);
  const path = `/v1/resources/${doctor.id}`;
  const set = await api(app).put(`${path}/owner`, { userId: owner.userId });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  return { doctor, owner, path };
}

const delegate = (
  by: TestPerson,
  path: string,
  to: TestPerson,
  permissions: string[],
  until?: string,
): Promise<Answer> => by.as.post(`${path}/delegations`, { userId: to.userId, permissions, until });

/** Whether somebody can change the hours: they really try. */
async function manages(person: TestPerson, path: string): Promise<boolean> {
  const { status, body } = await person.as.post(`${path}/exceptions`, leave);
  if (status === 201) {
    assert.equal((await person.as.delete(`${path}/exceptions/${body.id}`)).status, 200);
  } else assert.deepEqual([status, body.code], [403, "FORBIDDEN"]);
  return status === 201;
}

test("the owner of a resource changes its hours, and nobody else's", async () => {
  const { owner, path } = await owned();
  const other = await newResource(app);
  assert.equal(await manages(owner, path), true);
  assert.equal(await manages(owner, `/v1/resources/${other.id}`), false);
});

test("every change of hours asks for the right, before it looks at the content", async () => {
  const { doctor, path } = await owned();
  const viewer = await newPerson(app);
  const { body: exception } = await doctor.except(leave);
  const tries = [
    await viewer.as.put(`${path}/availability`, { broken: true }),
    await viewer.as.post(`${path}/exceptions`, { broken: true }),
    await viewer.as.post(`${path}/availability/preview`, { broken: true }),
    await viewer.as.delete(`${path}/exceptions/${exception.id}`),
  ];
  assert.deepEqual(
    tries.map(({ status }) => status),
    [403, 403, 403, 403],
  );
});

test("somebody the owner lets manage the hours does so; approving and booking are not in it", async () => {
  const { owner, path } = await owned();
  const secretary = await newPerson(app);
  assert.equal(await manages(secretary, path), false);
  const given = await delegate(owner, path, secretary, ["manage_availability"]);
  assert.equal(given.status, 201, JSON.stringify(given.body));
  assert.deepEqual(
    [given.body.inForce, given.body.status, given.body.until, given.body.grantedBy.userId],
    [["manage_availability"], "active", null, owner.userId],
  );
  assert.equal(await manages(secretary, path), true);
  const seen = await secretary.as.get(`${path}/delegations`);
  assert.deepEqual(seen.body.mine, ["manage_availability"]);
  assert.deepEqual((await secretary.as.get("/v1/me/rights")).body.items, [
    { resourceId: path.split("/").at(-1), owner: false, permissions: ["manage_availability"] },
  ]);
});

test("a right to approve or to book is no right to change the hours", async () => {
  const { owner, path } = await owned();
  const nurse = await newPerson(app);
  assert.equal((await delegate(owner, path, nurse, ["approve", "book"])).status, 201);
  assert.equal(await manages(nurse, path), false);
});

test("a delegation counts for nothing from the moment it runs out", async () => {
  const { owner, path } = await owned();
  const stand = await newPerson(app);
  const given = await delegate(owner, path, stand, ["manage_availability"], inDays(1));
  assert.equal(given.status, 201);
  app.clock.advance(dayMs - 1);
  assert.equal(await manages(stand, path), true);
  app.clock.advance(1);
  assert.equal(await manages(stand, path), false);
  const { items } = (await owner.as.get(`${path}/delegations`)).body;
  assert.deepEqual([items[0].status, items[0].inForce], ["expired", []]);
  assert.deepEqual((await stand.as.get("/v1/me/rights")).body.items, []);
});

test("a delegation that is taken back counts for nothing at once", async () => {
  const { owner, path } = await owned();
  const stand = await newPerson(app);
  const { body } = await delegate(owner, path, stand, ["manage_availability"]);
  const key = newKey();
  const address = `${path}/delegations/${body.id}`;
  assert.equal((await owner.as.delete(address, { key })).status, 204);
  assert.equal(await manages(stand, path), false);
  const again = await owner.as.delete(address, { key });
  assert.deepEqual([again.status, again.headers.get("idempotency-replayed")], [204, "true"]);
  assert.equal((await owner.as.delete(address)).status, 404);
  const { items } = (await owner.as.get(`${path}/delegations`)).body;
  assert.equal(items[0].status, "revoked");
});

test("nobody can pass on what they do not have", async () => {
  const { owner, path } = await owned();
  const [nurse, friend] = [await newPerson(app), await newPerson(app)];
  await delegate(owner, path, nurse, ["book"]);
  const tooMuch = await delegate(nurse, path, friend, ["book", "approve"]);
  assert.deepEqual([tooMuch.status, tooMuch.body.code], [403, "FORBIDDEN"]);
  assert.match(tooMuch.body.detail, /approve/);
  assert.equal((await delegate(friend, path, nurse, ["book"])).status, 403, "who has nothing");
  assert.equal((await delegate(nurse, path, friend, ["book"])).status, 201);
  const seen = await friend.as.get(`${path}/delegations`);
  assert.deepEqual([seen.body.mine, seen.body.mayDelegate], [["book"], ["book"]]);
});

test("nobody can pass a right on for longer than they have it", async () => {
  const { owner, path } = await owned();
  const [nurse, friend] = [await newPerson(app), await newPerson(app)];
  await delegate(owner, path, nurse, ["manage_availability"], inDays(2));
  const longer = await delegate(nurse, path, friend, ["manage_availability"], inDays(3));
  assert.deepEqual([longer.status, longer.body.code], [403, "FORBIDDEN"]);
  const aslong = await delegate(nurse, path, friend, ["manage_availability"]);
  assert.equal(aslong.body.until, inDays(2), "without a date: as long as the giver");
});

test("a right passed on ends with the one it stems from", async () => {
  const { owner, path } = await owned();
  const [nurse, friend] = [await newPerson(app), await newPerson(app)];
  const { body: first } = await delegate(owner, path, nurse, ["manage_availability"]);
  await delegate(nurse, path, friend, ["manage_availability"]);
  // Back to the one who gave it: they must not keep each other alive.
  await delegate(friend, path, nurse, ["manage_availability"]);
  assert.equal(await manages(friend, path), true);
  await owner.as.delete(`${path}/delegations/${first.id}`);
  assert.equal(await manages(nurse, path), false);
  assert.equal(await manages(friend, path), false);
  const { items } = (await owner.as.get(`${path}/delegations`)).body;
  assert.deepEqual(items.map(({ status }: { status: string }) => status).toSorted(), [
    "revoked",
    "void",
    "void",
  ]);
});

test("a new owner starts afresh: what the former one delegated counts for nothing", async () => {
  const { owner, path } = await owned();
  const [stand, next] = [await newPerson(app), await newPerson(app)];
  await delegate(owner, path, stand, ["manage_availability"]);
  const changed = await api(app).put(`${path}/owner`, { userId: next.userId });
  assert.deepEqual(changed.body.owner, {
    userId: next.userId,
    name: next.name,
    email: next.email,
  });
  assert.equal(await manages(next, path), true);
  assert.equal(await manages(owner, path), false);
  assert.equal(await manages(stand, path), false);
  const nobody = await api(app).put(`${path}/owner`, { userId: null });
  assert.equal(nobody.body.owner, null);
  assert.equal(await manages(next, path), false);
});

test("an admin gives rights on any resource; staff do not, and set no owner", async () => {
  const { owner, path } = await owned();
  const [admin, staff, stand] = [
    await newPerson(app, "admin"),
    await newPerson(app, "staff"),
    await newPerson(app),
  ];
  const byAdmin = await delegate(admin, path, stand, ["manage_availability"]);
  assert.deepEqual([byAdmin.status, byAdmin.body.grantedBy.userId], [201, null]);
  assert.equal((await delegate(staff, path, stand, ["book"])).status, 403);
  const own = { userId: staff.userId };
  assert.equal((await staff.as.put(`${path}/owner`, own)).status, 403);
  assert.equal((await owner.as.put(`${path}/owner`, own)).status, 403, "only admins");
  const taken = await staff.as.delete(`${path}/delegations/${byAdmin.body.id}`);
  assert.deepEqual([taken.status, taken.body.code], [403, "FORBIDDEN"]);
  assert.equal(await manages(stand, path), true);
  assert.equal((await stand.as.delete(`${path}/delegations/${byAdmin.body.id}`)).status, 204);
  assert.equal(await manages(stand, path), false, "given up by themselves");
});

test("a key passes on no more than its scopes have", async () => {
  const { path } = await owned();
  const stand = await newPerson(app);
  const scopes = ["org:read", "org:manage", "availability:read", "availability:manage"];
  const { body: key } = await api(app).post("/v1/api-keys", { name: "Hours", scopes });
  const give = (permissions: string[]) =>
    api(app, key.key).post(`${path}/delegations`, { userId: stand.userId, permissions });
  assert.equal((await give(["manage_availability", "approve"])).status, 403);
  assert.equal((await give(["manage_availability"])).status, 201);
});

test("owner and delegations are gone with the member they were given to", async () => {
  const { owner, path } = await owned();
  const stand = await newPerson(app);
  await delegate(owner, path, stand, ["manage_availability"]);
  await api(app).delete(`/v1/members/${owner.memberId}`);
  const { body } = await api(app).get(`${path}/delegations`);
  assert.deepEqual([body.owner, body.items[0].status], [null, "void"]);
  assert.equal(await manages(stand, path), false);
  await api(app).delete(`/v1/members/${stand.memberId}`);
  assert.deepEqual((await api(app).get(`${path}/delegations`)).body.items, []);
});

test("the audit trail shows who was given what by whom, and when it was taken back", async () => {
  const { owner, path, doctor } = await owned();
  const stand = await newPerson(app);
  const { body } = await delegate(owner, path, stand, ["approve"], inDays(2));
  await owner.as.delete(`${path}/delegations/${body.id}`);
  const { items } = (await api(app).get("/v1/audit?limit=10")).body;
  const of = (type: string) => items.find((event: { type: string }) => event.type === type);
  const given = of("resource.delegated");
  assert.equal(given.actor, `user:${owner.userId}`);
  assert.deepEqual(
    [given.after.resourceId, given.after.userId, given.after.permissions, given.after.until],
    [doctor.id, stand.userId, ["approve"], inDays(2)],
  );
  assert.equal(of("resource.delegation_revoked").before.id, body.id);
  assert.deepEqual(of("resource.owner_changed").after, {
    resourceId: doctor.id,
    userId: owner.userId,
  });
});

test("a delegation twice with one key is one delegation", async () => {
  const { owner, path } = await owned();
  const stand = await newPerson(app);
  const [key, body] = [newKey(), { userId: stand.userId, permissions: ["book"] }];
  const first = await owner.as.post(`${path}/delegations`, body, { key });
  const again = await owner.as.post(`${path}/delegations`, body, { key });
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  const other = { ...body, permissions: ["approve"] };
  const reused = await owner.as.post(`${path}/delegations`, other, { key });
  assert.equal(reused.body.code, "IDEMPOTENCY_KEY_REUSED");
  assert.equal((await owner.as.get(`${path}/delegations`)).body.items.length, 1);
});

for (const [what, wrong, field] of [
  ["no permission", { permissions: [] }, "permissions"],
  ["an unknown permission", { permissions: ["fly"] }, "permissions.0"],
  ["a permission twice", { permissions: ["book", "book"] }, "permissions"],
  ["a date that is past", { until: "2026-01-01T00:00:00Z" }, "until"],
  ["a date without a zone", { until: "2027-01-01" }, "until"],
  ["somebody unknown", { userId: "01900000-0000-7000-8000-000000000000" }, "userId"],
] as const) {
  test(`${what} is refused, and nothing is given`, async () => {
    const { owner, path } = await owned();
    const stand = await newPerson(app);
    const body = { userId: stand.userId, permissions: ["book"], ...wrong };
    const answer = await owner.as.post(`${path}/delegations`, body);
    assert.deepEqual([answer.status, answer.body.code], [422, "INVALID"]);
    assert.equal(answer.body.errors[0].field, field);
    assert.deepEqual((await owner.as.get(`${path}/delegations`)).body.items, []);
  });
}

test("a member of another organisation cannot be let in, nor reach in", async () => {
  const { owner, path } = await owned();
  const { body } = await api(app).post("/v1/organisations", { name: "Others" });
  const stranger = await newPerson(app, "owner", { key: body.apiKey });
  const let_in = await delegate(owner, path, stranger, ["book"]);
  assert.equal(let_in.body.errors[0].field, "userId");
  assert.equal((await stranger.as.get(`${path}/delegations`)).status, 404);
  assert.equal((await stranger.as.put(`${path}/owner`, { userId: null })).status, 404);
});

test("a resource has at most 200 delegations; one that has ended makes room", async () => {
  const { owner, path, doctor } = await owned();
  const stand = await newPerson(app);
  const { body } = await delegate(owner, path, stand, ["book"]);
  await app.pool.query(
    `insert into delegation select org_id, resource_id, gen_random_uuid(), user_id, permissions,
            until_at, granted_by, actor, created_at, revoked_at
       from delegation, generate_series(1, 199) where resource_id = $1`,
    [doctor.id],
  );
  const full = await delegate(owner, path, stand, ["book"]);
  assert.deepEqual([full.status, full.body.code], [409, "DELEGATIONS_FULL"]);
  await owner.as.delete(`${path}/delegations/${body.id}`);
  assert.equal((await delegate(owner, path, stand, ["book"])).status, 201);
});
