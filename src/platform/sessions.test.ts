import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { password, startPlatform } from "../../test/platform.ts";
import type { TestPlatform } from "../../test/platform.ts";
import { ManualClock } from "../infra/clock.ts";
import { sweepSessions } from "./sessions.ts";

const owner = { organisation: "Bakery", name: "Ada", email: "Ada@example.org", password };
const credentials = { email: "ada@example.org", password };
const clock = new ManualClock("2026-01-01T09:00:00Z");
let server: TestPlatform;

before(async () => {
  server = await startPlatform({ clock });
  const { status } = await server.call("POST", "/v1/setup", { body: owner });
  assert.equal(status, 201);
});
after(() => server.close());

async function signIn(): Promise<string> {
  const { status, cookie } = await server.call("POST", "/v1/session", { body: credentials });
  assert.equal(status, 200);
  return cookie;
}

test("signing in gives a cookie that says who one is", async () => {
  const signedIn = await server.call("POST", "/v1/session", {
    body: { email: "ADA@Example.org", password },
  });
  assert.equal(signedIn.status, 200);
  const me = await server.call("GET", "/v1/me", { cookie: signedIn.cookie });
  assert.deepEqual(me.body, signedIn.body);
  assert.deepEqual(
    [me.body.kind, me.body.user.email, me.body.organisation.name, me.body.role],
    ["user", "ada@example.org", "Bakery", "owner"],
  );
  const [header] = [signedIn.headers["set-cookie"]].flat();
  assert.match(header!, /^turnkeeper\.session_token=/);
  assert.match(header!, /HttpOnly/i);
  assert.match(header!, /SameSite=Lax/i);
  assert.match(header!, /Path=\//i);
  assert.doesNotMatch(header!, /Secure/i);
});

test("over https the cookie is for https alone", async () => {
  const secure = await startPlatform({ publicUrl: "https://queue.example.org" });
  try {
    const { headers } = await secure.call("POST", "/v1/setup", {
      key: secure.ownerKey,
      body: owner,
    });
    assert.match(
      [headers["set-cookie"]].flat()[0]!,
      /^__Secure-turnkeeper\.session_token=.*; Secure/,
    );
    const { cookie } = await secure.call("POST", "/v1/session", { body: credentials });
    assert.equal((await secure.call("GET", "/v1/me", { cookie })).status, 200);
  } finally {
    await secure.close();
  }
});

test("an unknown address and a wrong password are answered alike", async () => {
  const wrong = await server.call("POST", "/v1/session", {
    body: { ...credentials, password: "wrong password" },
  });
  const unknown = await server.call("POST", "/v1/session", {
    body: { ...credentials, email: "nobody@example.org" },
  });
  const nonsense = await server.call("POST", "/v1/session", {
    body: { ...credentials, email: "no address" },
  });
  assert.deepEqual([wrong.status, wrong.body.code], [401, "BAD_CREDENTIALS"]);
  assert.deepEqual(unknown.body, wrong.body);
  assert.deepEqual(nonsense.body, wrong.body);
  assert.equal(unknown.cookie, "");
  clock.advance(60_000);
});

const wrong = { ...credentials, password: "wrong password" };
const guess = (request: { ip?: string; cookie?: string; email?: string } = {}) => {
  const { email = credentials.email, ...from } = request;
  return server.call("POST", "/v1/session", { body: { ...wrong, email }, ...from });
};

test("whoever guesses at an account waits longer and longer, from wherever it comes", async () => {
  await signIn();
  for (let i = 0; i < 10; i++) assert.equal((await guess({ ip: `192.0.2.${i}` })).status, 401);
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    const ip = `192.0.2.${100 + seconds}`;
    const limited = await server.call("POST", "/v1/session", { body: credentials, ip });
    assert.deepEqual([limited.status, limited.body.code], [429, "RATE_LIMITED"]);
    assert.equal(limited.headers["retry-after"], String(seconds));
    clock.advance(seconds * 1000);
    assert.equal((await guess({ ip })).status, 401);
  }
  clock.advance(60_000);
  const { status } = await server.call("POST", "/v1/session", { body: credentials });
  assert.equal(status, 200);
  assert.equal((await guess({ ip: "192.0.2.1" })).status, 401, "the count began anew");
});

test("of many guesses at once as many are looked at as of guesses one after another", async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      guess({ email: "bob@example.org", ip: `198.51.100.${i}` }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 401).length, 10);
});

test("a device that signed in before gets in while others guess", async () => {
  const { cookie } = await server.call("POST", "/v1/session", { body: credentials });
  const device = cookie.split("; ").find((each) => each.startsWith("turnkeeper.device="))!;
  for (let i = 0; i < 10; i++) await guess({ ip: `203.0.113.${i}` });
  const elsewhere = await server.call("POST", "/v1/session", { body: credentials });
  assert.equal(elsewhere.status, 429);
  const here = await server.call("POST", "/v1/session", { body: credentials, cookie: device });
  assert.equal(here.status, 200);
  // It has a count of its own, and is nobody else's device.
  const forged = device.replace(/.{4}$/, "AAAA");
  const made = await server.call("POST", "/v1/session", { body: credentials, cookie: forged });
  assert.equal(made.status, 429);
  for (let i = 0; i < 10; i++) assert.equal((await guess({ cookie: device })).status, 401);
  assert.equal((await guess({ cookie: device })).status, 429);
  clock.advance(900_000);
});

test("who guessed at an account is in its organisation's audit trail", async () => {
  await guess();
  const { key } = { key: server.ownerKey };
  const trail = async () => (await server.call("GET", "/v1/audit?limit=100", { key })).body.items;
  let found;
  while (!found) {
    await setTimeout(50);
    found = (await trail()).find((each: { type: string }) => each.type === failedType);
  }
  assert.deepEqual([found?.actor, found?.after.failures > 0], ["public", true]);
  clock.advance(60_000);
});

const failedType = "organisation.sign_in_failed";

test("trying many accounts makes the address it comes from wait", async () => {
  const ip = "192.0.2.200";
  for (let i = 0; i < 10; i++) {
    assert.equal((await guess({ email: `guess${i}@example.org`, ip })).status, 401);
  }
  assert.equal((await server.call("POST", "/v1/session", { body: credentials, ip })).status, 429);
  assert.equal((await server.call("POST", "/v1/session", { body: credentials })).status, 200);
  clock.advance(60_000);
});

test("what guests do from an address leaves staff there their sign-in", async () => {
  const venue = await startPlatform({ publicWritesPerMinute: 2 });
  try {
    const asGuest = () => venue.call("POST", "/v1/setup", { body: owner });
    assert.deepEqual([(await asGuest()).status, (await asGuest()).status], [201, 409]);
    assert.equal((await asGuest()).status, 429);
    const { status } = await venue.call("POST", "/v1/session", { body: credentials });
    assert.equal(status, 200);
  } finally {
    await venue.close();
  }
});

test("a whole office can sign in at nine: only failures count", async () => {
  for (let i = 0; i < 12; i++) await signIn();
});

test("signing out ends the session, on every device that copied the cookie", async () => {
  const cookie = await signIn();
  const out = await server.call("DELETE", "/v1/session", { cookie });
  assert.equal(out.status, 204);
  assert.match([out.headers["set-cookie"]].flat()[0]!, /Max-Age=0/i);
  assert.equal((await server.call("GET", "/v1/me", { cookie })).status, 401);
});

test("a session that is over, forged or tampered with is nobody's", async () => {
  const cookie = await signIn();
  const forged = cookie.replace(/token=./, (start) => `${start.slice(0, -1)}_`);
  assert.equal((await server.call("GET", "/v1/me", { cookie: forged })).status, 401);
  assert.equal((await server.call("GET", "/v1/setup", { cookie: forged })).status, 200);
  await server.database.pool.query(`update session set expires_at = now() - interval '1 second'`);
  assert.equal((await server.call("GET", "/v1/me", { cookie })).status, 401);
});

test("a session in use is prolonged, once a day, cookie and all", async () => {
  const cookie = await signIn();
  assert.equal((await server.call("GET", "/v1/me", { cookie })).cookie, "");
  await server.database.pool.query(`update session set expires_at = now() + interval '28 days'`);
  const renewed = await server.call("GET", "/v1/me", { cookie });
  assert.match(renewed.cookie, /session_token/);
  const { rows } = await server.database.pool.query<{ days: number }>(
    `select extract(day from max(expires_at) - now())::int as days from session`,
  );
  assert.equal(rows[0]!.days, 29);
});

test("nothing about the device or the address is kept", async () => {
  await server.call("POST", "/v1/session", {
    body: credentials,
    headers: { "user-agent": "Spy 1.0", "x-forwarded-for": "192.0.2.7" },
  });
  const { rows } = await server.database.pool.query<{ kept: string }>(
    `select ip_address || user_agent as kept from session
     where coalesce(ip_address, '') <> '' or coalesce(user_agent, '') <> ''`,
  );
  assert.deepEqual(rows, []);
});

test("a retried sign-in is answered the same and signs in again", async () => {
  const request = { body: credentials, idempotencyKey: "sign-in-0123456789" };
  const first = await server.call("POST", "/v1/session", request);
  const second = await server.call("POST", "/v1/session", request);
  assert.equal(second.headers["idempotency-replayed"], "true");
  assert.deepEqual(second.body, first.body);
  assert.equal((await server.call("GET", "/v1/me", { cookie: second.cookie })).status, 200);
  const wrong = { ...request, body: { ...credentials, password: "wrong password" } };
  assert.equal((await server.call("POST", "/v1/session", wrong)).status, 401);
  const short = { ...request, idempotencyKey: "short" };
  const refused = await server.call("POST", "/v1/session", short);
  assert.equal(refused.body.code, "IDEMPOTENCY_KEY_TOO_SHORT");
});

test("a page of another site cannot write with our cookie, nor sign anybody in", async () => {
  const cookie = await signIn();
  const rename = (headers: Record<string, string>) =>
    server.call("PATCH", "/v1/organisation", { cookie, headers, body: { name: "Bakery" } });
  const foreign = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "http://evil.localhost:3000" },
    { origin: "null" },
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  ];
  for (const headers of foreign) {
    const refused = await rename(headers as Record<string, string>);
    assert.deepEqual(
      [refused.status, refused.body.code],
      [403, "FORBIDDEN"],
      JSON.stringify(headers),
    );
    const signedIn = await server.call("POST", "/v1/session", {
      headers: headers as Record<string, string>,
      body: credentials,
    });
    assert.equal(signedIn.status, 403);
  }
  const own = [
    { "sec-fetch-site": "same-origin", origin: "http://localhost:3000" },
    { origin: "http://localhost:3000" },
    {},
  ];
  for (const headers of own) {
    assert.equal((await rename(headers as Record<string, string>)).status, 200);
  }
  const reading = { cookie, headers: { "sec-fetch-site": "cross-site" } };
  assert.equal((await server.call("GET", "/v1/me", reading)).status, 200);
});

test("a key needs no origin, and counts before the cookie", async () => {
  const cookie = await signIn();
  const { status, body } = await server.call("GET", "/v1/me", { cookie, key: server.ownerKey });
  assert.deepEqual([status, body.kind], [200, "key"]);
});

test("someone with several organisations goes on in another one", async () => {
  const cookie = await signIn();
  const made = await server.call("POST", "/v1/organisations", { cookie, body: { name: "Second" } });
  assert.equal(made.status, 201);
  const switched = await server.call("PUT", "/v1/session/organisation", {
    cookie,
    body: { organisationId: made.body.id },
  });
  assert.deepEqual([switched.body.organisation.name, switched.body.role], ["Second", "owner"]);
  assert.deepEqual(
    switched.body.organisations.map(({ name }: { name: string }) => name),
    ["Bakery", "Second"],
  );
  const me = await server.call("GET", "/v1/me", { cookie });
  assert.equal(me.body.organisation.name, "Second");
  const foreign = await server.call("POST", "/v1/organisations", {
    key: server.ownerKey,
    body: { name: "Not Ada's" },
  });
  const refused = await server.call("PUT", "/v1/session/organisation", {
    cookie,
    body: { organisationId: foreign.body.id },
  });
  assert.deepEqual([refused.status, refused.body.code], [404, "NOT_FOUND"]);
});

test("sessions that ran out are swept", async () => {
  await server.database.pool.query(`update session set expires_at = now() - interval '1 day'`);
  const cookie = await signIn();
  assert.ok((await sweepSessions(server.platform)) > 0);
  assert.equal((await server.call("GET", "/v1/me", { cookie })).status, 200);
});
