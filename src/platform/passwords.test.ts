import assert from "node:assert/strict";
import { scryptSync } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { password as first, startPlatform } from "../../test/platform.ts";
import type { TestPlatform } from "../../test/platform.ts";

const email = "ada@example.org";
const path = "/v1/session/password";
let server: TestPlatform;
let password = first;
let cookie: string;

before(async () => {
  server = await startPlatform({ slowPasswords: true });
  const owner = { organisation: "Bakery", name: "Ada", email, password };
  assert.equal((await server.call("POST", "/v1/setup", { body: owner })).status, 201);
});
after(() => server.close());

beforeEach(async () => {
  cookie = (await signIn(password)).cookie;
});

const signIn = (given: string) =>
  server.call("POST", "/v1/session", { body: { email, password: given } });
const isIn = async (with_: string) =>
  (await server.call("GET", "/v1/me", { cookie: with_ })).status === 200;

test("what is kept of a password is slow to guess from", async () => {
  const { rows } = await server.platform.pool.query<{ password: string }>(
    `select password from credential`,
  );
  const [salt, kept] = rows[0]!.password.split(":");
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 };
  assert.equal(scryptSync(password, salt!, 64, cost).toString("hex"), kept);
});

test("a new password replaces the old one", async () => {
  const newPassword = "a quite different one";
  const body = { currentPassword: password, newPassword };
  assert.equal((await server.call("POST", path, { cookie, body })).status, 204);
  assert.equal((await signIn(password)).status, 401);
  assert.equal((await signIn(newPassword)).status, 200);
  password = newPassword;
});

test("changing it signs out everywhere else, and not here", async () => {
  const { cookie: elsewhere } = await signIn(password);
  const newPassword = "signed out elsewhere";
  const body = { currentPassword: password, newPassword };
  assert.equal((await server.call("POST", path, { cookie, body })).status, 204);
  assert.equal(await isIn(cookie), true);
  assert.equal(await isIn(elsewhere), false);
  password = newPassword;
});

test("without the current password nothing changes, and one stays signed in", async () => {
  const body = { currentPassword: "not this one", newPassword: "somebody else's" };
  const answer = await server.call("POST", path, { cookie, body });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body.errors, [
    { field: "currentPassword", message: "This is not your password" },
  ]);
  assert.equal(await isIn(cookie), true);
  assert.equal((await signIn(password)).status, 200);
});

test("one that is too short is refused", async () => {
  const body = { currentPassword: password, newPassword: "short" };
  const answer = await server.call("POST", path, { cookie, body });
  assert.equal(answer.status, 422);
  assert.equal(answer.body.errors[0].field, "newPassword");
});

test("a retry after a lost answer is told the same, although the old password is gone", async () => {
  const newPassword = "asked for twice";
  const body = { currentPassword: password, newPassword };
  const headers = { "idempotency-key": "change-it-once" };
  assert.equal((await server.call("POST", path, { cookie, body, headers })).status, 204);
  const again = await server.call("POST", path, { cookie, body, headers });
  assert.equal(again.status, 204);
  assert.equal(again.headers["idempotency-replayed"], "true");
  const other = { ...body, newPassword: "another one then" };
  const reused = await server.call("POST", path, { cookie, body: other, headers });
  assert.equal(reused.status, 422);
  assert.equal(reused.body.code, "IDEMPOTENCY_KEY_REUSED");
  assert.equal((await signIn(newPassword)).status, 200);
  password = newPassword;
});

test("the trail tells that it was changed, and nothing of the password", async () => {
  const { rows } = await server.database.pool.query(
    `select type, after, answer from event where type = 'organisation.password_changed'`,
  );
  assert.ok(rows.length >= 3);
  assert.deepEqual(Object.keys(rows[0].after), ["userId"]);
});
