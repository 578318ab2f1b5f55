import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startPlatform } from "../../test/platform.ts";
import type { TestPlatform } from "../../test/platform.ts";
import { declared } from "../declared.ts";
import { Catalogue } from "../http/catalogue.ts";

const { scopes } = new Catalogue(declared);

let server: TestPlatform;
let nowMs = 0;

before(async () => {
  server = await startPlatform({ nowMs: () => nowMs });
});
after(() => server.close());

async function makeKey(body: object, key = server.ownerKey): Promise<{ id: string; key: string }> {
  const { status, body: made } = await server.call("POST", "/v1/api-keys", { key, body });
  assert.equal(status, 201, JSON.stringify(made));
  return made;
}

async function statusWith(key: string): Promise<number> {
  return (await server.call("GET", "/v1/me", { key })).status;
}

test("the printed key is an owner key of the first organisation", async () => {
  const { status, body } = await server.call("GET", "/v1/me", { key: server.ownerKey });
  assert.equal(status, 200);
  assert.match(server.ownerKey, /^tk_[\w-]{43}$/);
  assert.deepEqual(
    [body.kind, body.role, body.scopes, body.organisation.name, body.user],
    ["key", "owner", [...scopes.all], "My organisation", undefined],
  );
});

test("a key says what it is once, and never again", async () => {
  const made = await makeKey({ name: "Kiosk", role: "staff" });
  const { body } = await server.call("GET", "/v1/api-keys", { key: server.ownerKey });
  const listed = body.items.find(({ id }: { id: string }) => id === made.id);
  assert.deepEqual(
    [listed.name, listed.role, listed.scopes, listed.prefix, listed.key],
    ["Kiosk", "staff", [...scopes.of("staff")], made.key.slice(0, 7), undefined],
  );
  const { rows } = await server.database.pool.query(`select * from api_key`);
  const { rows: events } = await server.database.pool.query(`select * from event`);
  assert.ok(!JSON.stringify([rows, events]).includes(made.key.slice(3)));
});

test("a retried request is shown the same key again, and makes no second one", async () => {
  const request = {
    key: server.ownerKey,
    idempotencyKey: "retry-1",
    body: { name: "Retried", role: "viewer" },
  };
  const first = await server.call("POST", "/v1/api-keys", request);
  const second = await server.call("POST", "/v1/api-keys", request);
  assert.deepEqual([second.status, second.body], [201, first.body]);
  assert.equal(first.headers["idempotency-replayed"], undefined);
  assert.equal(second.headers["idempotency-replayed"], "true");
  assert.equal(await statusWith(second.body.key), 200);
  const { rows } = await server.database.pool.query(`select 1 from api_key where name = 'Retried'`);
  assert.equal(rows.length, 1);
  const other = { ...request, body: { name: "Retried", role: "staff" } };
  const reused = await server.call("POST", "/v1/api-keys", other);
  assert.deepEqual([reused.status, reused.body.code], [422, "IDEMPOTENCY_KEY_REUSED"]);
});

test("the same Idempotency-Key at the same moment makes one key", async () => {
  const request = {
    key: server.ownerKey,
    idempotencyKey: "retry-crowd",
    body: { name: "Crowd", role: "viewer" },
  };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => server.call("POST", "/v1/api-keys", request)),
  );
  assert.equal(new Set(answers.map(({ body }) => body.key)).size, 1);
  assert.equal(answers.filter(({ headers }) => !headers["idempotency-replayed"]).length, 1);
});

test("unknown, malformed and revoked keys are refused", async () => {
  const made = await makeKey({ name: "Gone" });
  assert.equal(await statusWith(made.key), 200);
  const removed = await server.call("DELETE", `/v1/api-keys/${made.id}`, { key: server.ownerKey });
  assert.equal(removed.status, 204);
  for (const key of [made.key, "tk_nothing-like-this", `${server.ownerKey}x`, "a b"]) {
    const { status, body } = await server.call("GET", "/v1/me", { key });
    assert.deepEqual([status, body.code], [401, "UNAUTHENTICATED"]);
  }
  const basic = { headers: { authorization: "Basic dXNlcjpwYXNz" } };
  assert.equal((await server.call("GET", "/v1/setup", basic)).status, 401);
});

test("an instance that did not revoke a key notices within five seconds", async () => {
  nowMs = 1_000_000;
  const made = await makeKey({ name: "Elsewhere" });
  assert.equal(await statusWith(made.key), 200);
  await server.database.pool.query(`delete from api_key where id = $1`, [made.id]);
  nowMs += 4_999;
  assert.equal(await statusWith(made.key), 200);
  nowMs += 1;
  assert.equal(await statusWith(made.key), 401);
});

test("a key that has expired is refused, also when it was good a moment ago", async () => {
  nowMs = Date.now();
  const expiresAt = new Date(nowMs + 3_600_000).toISOString();
  const made = await makeKey({ name: "Short", expiresAt });
  assert.equal(await statusWith(made.key), 200);
  await server.database.pool.query(
    `update api_key set expires_at = now() - interval '1 second' where id = $1`,
    [made.id],
  );
  nowMs += 5_000;
  assert.equal(await statusWith(made.key), 401);
  const { body } = await server.call("POST", "/v1/api-keys", {
    key: server.ownerKey,
    body: { name: "Late", expiresAt: "2020-01-01T00:00:00Z" },
  });
  assert.deepEqual([body.code, body.errors[0].field], ["INVALID", "expiresAt"]);
});

test("a key is good for what it was made for and nothing else", async () => {
  const reader = await makeKey({ name: "Reader", scopes: ["org:read"] });
  const manager = await makeKey({ name: "Manager", scopes: ["org:read", "org:manage"] });
  assert.equal((await server.call("GET", "/v1/members", { key: reader.key })).status, 200);
  const { status, body } = await server.call("GET", "/v1/api-keys", { key: reader.key });
  assert.deepEqual([status, body.code], [403, "FORBIDDEN"]);
  const me = await server.call("GET", "/v1/me", { key: manager.key });
  assert.deepEqual([me.body.role, me.body.scopes], ["admin", ["org:read", "org:manage"]]);
});

test("nobody makes a key with more than they have", async () => {
  const admin = await makeKey({ name: "Admin", role: "admin" });
  const manager = await makeKey({ name: "Manager only", scopes: ["org:manage"] });
  const attempts: [string, object][] = [
    [admin.key, { name: "x", role: "owner" }],
    [admin.key, { name: "x", scopes: ["org:own"] }],
    [manager.key, { name: "x", role: "viewer" }],
    [manager.key, { name: "x" }],
  ];
  for (const [key, body] of attempts) {
    const refused = await server.call("POST", "/v1/api-keys", { key, body });
    assert.deepEqual([refused.status, refused.body.code], [403, "FORBIDDEN"]);
  }
  await makeKey({ name: "x", role: "admin" }, admin.key);
  await makeKey({ name: "x", scopes: ["org:manage"] }, manager.key);
});

test("a key's scopes have to be its role's", async () => {
  const { status, body } = await server.call("POST", "/v1/api-keys", {
    key: server.ownerKey,
    body: { name: "x", role: "viewer", scopes: ["counter:operate"] },
  });
  assert.deepEqual([status, body.code, body.errors[0].field], [422, "INVALID", "scopes"]);
});

test("an admin cannot revoke an owner's key", async () => {
  const admin = await makeKey({ name: "Admin", role: "admin" });
  const owner = await makeKey({ name: "Owner", role: "owner" });
  const refused = await server.call("DELETE", `/v1/api-keys/${owner.id}`, { key: admin.key });
  assert.equal(refused.status, 403);
  assert.equal(await statusWith(owner.key), 200);
});

test("the last way in for an owner cannot be revoked", async () => {
  const { body } = await server.call("POST", "/v1/organisations", {
    key: server.ownerKey,
    body: { name: "Key only" },
  });
  const key: string = body.apiKey;
  const keys = await server.call("GET", "/v1/api-keys", { key });
  const { id } = keys.body.items[0];
  await makeKey({ name: "Passing", role: "owner", expiresAt: "2199-01-01T00:00:00Z" }, key);
  const refused = await server.call("DELETE", `/v1/api-keys/${id}`, { key });
  assert.deepEqual([refused.status, refused.body.code], [409, "LAST_OWNER"]);
  const lasting = await makeKey({ name: "Lasting", role: "owner" }, key);
  assert.equal((await server.call("DELETE", `/v1/api-keys/${id}`, { key })).status, 204);
  assert.equal(await statusWith(lasting.key), 200);
  assert.equal(await statusWith(key), 401);
});

test("keys are listed a page at a time, in the order they were made", async () => {
  const { body } = await server.call("POST", "/v1/organisations", {
    key: server.ownerKey,
    body: { name: "Many keys" },
  });
  for (const name of ["a", "b", "c", "d"]) await makeKey({ name }, body.apiKey);
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor ? `?limit=2&cursor=${cursor}` : "?limit=2";
    const { body: page } = await server.call("GET", `/v1/api-keys${query}`, { key: body.apiKey });
    names.push(...page.items.map(({ name }: { name: string }) => name));
    cursor = page.nextCursor;
  } while (cursor);
  assert.deepEqual(names, ["First key", "a", "b", "c", "d"]);
  const bad = await server.call("GET", "/v1/api-keys?cursor=bm9uc2Vuc2U", { key: body.apiKey });
  assert.equal(bad.status, 422);
});

test("a database that fails is not told as a key that is wrong", async () => {
  const made = await makeKey({ name: "Unlucky" });
  const { pool } = server.platform;
  const connect = pool.connect.bind(pool);
  pool.connect = (() => Promise.reject(new Error("down"))) as never;
  try {
    assert.equal(await statusWith(made.key), 500);
  } finally {
    pool.connect = connect;
  }
  assert.equal(await statusWith(made.key), 200);
});
