import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { password, startPlatform } from "../../test/platform.ts";
import type { TestPlatform } from "../../test/platform.ts";
import { codeNow } from "../../test/totp.ts";
import { ManualClock } from "../infra/clock.ts";

const owner = { organisation: "Bakery", name: "Ada", email: "ada@example.org", password };
const credentials = { email: owner.email, password };
const clock = new ManualClock("2026-01-01T09:00:00Z");
let server: TestPlatform;

before(async () => {
  server = await startPlatform({ clock });
  assert.equal((await server.call("POST", "/v1/setup", { body: owner })).status, 201);
});
after(() => server.close());

const codeOf = (uri: string, steps = 0) => codeNow(new URL(uri).searchParams.get("secret")!, steps);

const signIn = (more: object = {}, ip = "192.0.2.1") =>
  server.call("POST", "/v1/session", { ip, body: { ...credentials, ...more } });

const notThis = (code: string) => (code === "000000" ? "000001" : "000000");

test("with a second factor the password alone signs nobody in", async () => {
  const { cookie } = await signIn();
  const path = "/v1/session/second-factor";
  const wrong = await server.call("POST", path, { cookie, body: { password: "wrong password" } });
  assert.deepEqual([wrong.status, wrong.body.code], [422, "INVALID"]);
  const begun = await server.call("POST", path, { cookie, body: { password } });
  assert.equal(begun.status, 201, JSON.stringify(begun.body));
  const { uri, backupCodes } = begun.body;
  assert.match(uri, /^otpauth:\/\/totp\//);
  assert.equal((await signIn()).status, 200, "not asked for before it was confirmed");

  const confirm = (code: string) =>
    server.call("POST", `${path}/confirm`, { cookie, body: { code } });
  assert.equal((await confirm(notThis(codeOf(uri)))).status, 422);
  const first = codeOf(uri);
  const confirmed = await confirm(first);
  assert.equal(confirmed.status, 204, JSON.stringify(confirmed.body));
  const me = await server.call("GET", "/v1/me", { cookie: confirmed.cookie });
  assert.deepEqual([me.status, me.body.user.secondFactor], [200, true]);

  const without = await signIn();
  assert.deepEqual([without.status, without.body.code], [401, "SECOND_FACTOR_NEEDED"]);
  assert.equal(without.cookie, "");
  const guessed = await signIn({ code: notThis(codeOf(uri)) });
  assert.deepEqual([guessed.status, guessed.body.code], [401, "SECOND_FACTOR_WRONG"]);
  const next = codeOf(uri, 1);
  const right = await signIn({ code: next });
  assert.equal(right.status, 200, JSON.stringify(right.body));
  assert.equal((await server.call("GET", "/v1/me", { cookie: right.cookie })).status, 200);

  // Each code once, and none from before it.
  for (const code of [next, first]) {
    const again = await signIn({ code });
    assert.deepEqual([again.status, again.body.code], [401, "SECOND_FACTOR_USED"]);
    assert.equal(again.cookie, "");
  }

  // Each backup code once.
  const spare = backupCodes[0];
  assert.equal((await signIn({ code: spare })).status, 200);
  assert.equal((await signIn({ code: spare })).status, 401);

  // Nothing of it can be read in the database.
  const { rows } = await server.database.pool.query(`select t::text from two_factor t`);
  const stored = JSON.stringify(rows);
  const secret = new URL(uri).searchParams.get("secret")!;
  for (const each of [secret, ...backupCodes]) assert.ok(!stored.includes(each));

  // A console left open is not enough to be rid of it.
  const remove = (given: string) =>
    server.call("POST", `${path}/remove`, {
      cookie: confirmed.cookie,
      body: { password: given },
    });
  const unproven = await remove("wrong password");
  assert.deepEqual([unproven.status, unproven.body.code], [422, "INVALID"]);
  assert.equal((await signIn()).body.code, "SECOND_FACTOR_NEEDED");
  assert.equal((await remove(password)).status, 204);
  assert.equal((await signIn()).status, 200);
  const { body: trail } = await server.call("GET", "/v1/audit?limit=100", {
    key: server.ownerKey,
  });
  const types = trail.items.map(({ type }: { type: string }) => type);
  assert.ok(types.includes("organisation.second_factor_added"));
  assert.ok(types.includes("organisation.second_factor_removed"));
});

test("whoever knows the password has to wait between guesses at the code as well", async () => {
  const { cookie } = await signIn();
  const path = "/v1/session/second-factor";
  const { body } = await server.call("POST", path, { cookie, body: { password } });
  const done = await server.call("POST", `${path}/confirm`, {
    cookie,
    body: { code: codeOf(body.uri) },
  });
  assert.equal(done.status, 204);
  const statuses = [];
  for (let i = 0; i < 11; i++) {
    // Neither another address nor asking without a code in between gives more guesses.
    const from = `198.51.100.${i}`;
    statuses.push((await signIn({ code: notThis(codeOf(body.uri)) }, from)).status);
    if (i < 10) await signIn({}, from);
  }
  assert.equal(statuses.at(-1), 429);
  assert.equal(statuses.filter((status) => status === 401).length, 10);
});
