import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Device } from "../../test/passkey.ts";
import { password, startPlatform } from "../../test/platform.ts";
import type { TestPlatform } from "../../test/platform.ts";

const origin = "https://queue.example.org";
const owner = { organisation: "Bakery", name: "Ada", email: "ada@example.org", password };
let server: TestPlatform;
let cookie: string;

before(async () => {
  server = await startPlatform({ publicUrl: origin });
  const made = await server.call("POST", "/v1/setup", { key: server.ownerKey, body: owner });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  ({ cookie } = await server.call("POST", "/v1/session", {
    body: { email: owner.email, password },
  }));
});
after(() => server.close());

const path = "/v1/session/passkeys";
const begin = (word = password) =>
  server.call("POST", `${path}/begin`, { cookie, body: { password: word } });

type Begun = Awaited<ReturnType<typeof begin>>;

const add = (begun: Begun, made: object) =>
  server.call("POST", path, {
    cookie: `${cookie}; ${begun.cookie}`,
    body: { name: "My phone", ...made },
  });

const challenge = () => server.call("POST", "/v1/session/passkey/begin");
const enter = (asked: Begun, answer: object, ip = "192.0.2.1") =>
  server.call("POST", "/v1/session/passkey", { cookie: asked.cookie, ip, body: answer });

async function newDevice(): Promise<Device> {
  const device = new Device(origin);
  const begun = await begin();
  const added = await add(begun, device.make(begun.body));
  assert.equal(added.status, 201, JSON.stringify(added.body));
  return device;
}

async function typesInTrail(): Promise<string[]> {
  const { body } = await server.call("GET", "/v1/audit?limit=100", { key: server.ownerKey });
  return body.items.map(({ type }: { type: string }) => type);
}

test("a passkey is added with the password, signs in without it, and is removed", async () => {
  const wrong = await begin("wrong password");
  assert.deepEqual([wrong.status, wrong.body.code], [422, "INVALID"]);

  const begun = await begin();
  assert.equal(begun.status, 201, JSON.stringify(begun.body));
  assert.equal(begun.body.rp.id, "queue.example.org");
  const device = new Device(origin);
  const added = await add(begun, device.make(begun.body));
  assert.deepEqual([added.status, added.body.name], [201, "My phone"], JSON.stringify(added.body));
  assert.deepEqual((await begin()).body.excludeCredentials, [
    { id: device.id, type: "public-key" },
  ]);

  const asked = await challenge();
  assert.equal(asked.status, 201, JSON.stringify(asked.body));
  const answer = device.answer(asked.body);
  const signedIn = await enter(asked, answer);
  assert.equal(signedIn.status, 200, JSON.stringify(signedIn.body));
  assert.equal(signedIn.body.user.email, owner.email);
  const me = await server.call("GET", "/v1/me", { cookie: signedIn.cookie });
  assert.deepEqual([me.status, me.body.user.email], [200, owner.email]);
  const { body: list } = await server.call("GET", path, { cookie });
  assert.equal(list.items.length, 1);
  assert.ok(list.items[0].lastUsedAt);

  const again = await enter(asked, answer);
  assert.deepEqual([again.status, again.body.code], [401, "PASSKEY_WRONG"], "used twice");

  const remove = (word: string) =>
    server.call("POST", `${path}/${added.body.id}/remove`, { cookie, body: { password: word } });
  assert.equal((await remove("wrong password")).status, 422);
  assert.equal((await remove(password)).status, 204);
  assert.equal((await remove(password)).status, 404);
  const late = await challenge();
  assert.equal((await enter(late, device.answer(late.body))).status, 401);
  const types = await typesInTrail();
  assert.ok(types.includes("organisation.passkey_added"));
  assert.ok(types.includes("organisation.passkey_removed"));
  assert.ok(types.includes("organisation.signed_in"));
});

test("a device that did not ask who is there neither becomes a passkey nor signs in", async () => {
  const begun = await begin();
  const made = new Device(origin).make(begun.body, { unverified: true });
  const refused = await add(begun, made);
  assert.deepEqual([refused.status, refused.body.code], [422, "INVALID"]);

  const device = await newDevice();
  const asked = await challenge();
  const entered = await enter(asked, device.answer(asked.body, { unverified: true }));
  assert.deepEqual([entered.status, entered.body.code], [401, "PASSKEY_WRONG"]);
});

test("what a page of another site was given is worth nothing here", async () => {
  const elsewhere = { origin: "https://evil.example.org" };
  const begun = await begin();
  const made = new Device(origin).make(begun.body, elsewhere);
  assert.equal((await add(begun, made)).status, 422);

  const device = await newDevice();
  const asked = await challenge();
  assert.equal((await enter(asked, device.answer(asked.body, elsewhere))).status, 401);
});

test("an answer counts for the challenge of the same browser alone", async () => {
  const device = await newDevice();
  const [one, other] = [await challenge(), await challenge()];
  assert.equal((await enter(one, device.answer(other.body))).status, 401);
  const third = await challenge();
  assert.equal((await enter({ ...third, cookie: "" }, device.answer(third.body))).status, 401);
  const begun = await begin();
  assert.equal((await enter(begun, device.answer({ ...begun.body, rpId: "x" }))).status, 401);
});

test("the same passkey is not added twice", async () => {
  const device = await newDevice();
  const begun = await begin();
  const again = await add(begun, device.make(begun.body));
  assert.deepEqual([again.status, again.body.code], [422, "INVALID"]);
});

test("nonsense is refused with a code, and whoever goes on has to wait", async () => {
  const begun = await begin();
  const made = new Device(origin).make(begun.body);
  const unreadable = await add(begun, { ...made, attestationObject: "AAAA" });
  assert.deepEqual([unreadable.status, unreadable.body.code], [422, "INVALID"]);

  const stranger = new Device(origin);
  const codes = [];
  for (let i = 0; i < 11; i++) {
    const asked = await challenge();
    codes.push((await enter(asked, stranger.answer(asked.body), "192.0.2.9")).body.code);
  }
  assert.deepEqual(
    [codes.slice(0, 10), codes.at(-1)],
    [Array(10).fill("PASSKEY_WRONG"), "RATE_LIMITED"],
  );
});

test("nobody has more than twenty passkeys", async () => {
  const { body: before } = await server.call("GET", path, { cookie });
  for (let i = before.items.length; i < 20; i++) await newDevice();
  const refused = await begin();
  assert.deepEqual([refused.status, refused.body.code], [409, "TOO_MANY_PASSKEYS"]);
});

test("a key has no passkeys", async () => {
  const { status, body } = await server.call("GET", path, { key: server.ownerKey });
  assert.deepEqual([status, body.code], [403, "FORBIDDEN"]);
});
