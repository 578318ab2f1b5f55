import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";
import { makeGate, type Gate, type GateOptions, type Verdict } from "./gate.ts";

// The room as the gate sees it: its keys, and the two calls. gate-servers.test.ts has the real one.

const roomId = "0190a000-0000-7000-8000-000000000001";
const otherRoom = "0190a000-0000-7000-8000-000000000002";
const position = "0190a000-0000-7000-8000-0000000000aa";
const cookieName = `tk_session_${roomId}`;
const second = 1_000;

interface Key {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}

let now: number;
let keys: Key[];
let used: Set<string>;
let terminated: boolean;
let away: boolean;
let calls: string[];
let first: Key;
let gate: Gate;

async function newKey(kid: string): Promise<Key> {
  return { kid, ...(await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true })) };
}

before(async () => {
  first = await newKey("one");
});

beforeEach(() => {
  now = Date.parse("2026-03-02T10:00:00Z");
  keys = [first];
  used = new Set();
  terminated = false;
  away = false;
  calls = [];
  gate = newGate();
});

function newGate(options: Partial<GateOptions> = {}): Gate {
  return makeGate({
    url: "https://queue.example.org/",
    roomId,
    fetch: room as typeof fetch,
    now: () => new Date(now),
    ...options,
  });
}

async function room(input: string, init: RequestInit): Promise<Response> {
  const path = new URL(input).pathname;
  calls.push(path.split("/").at(-1)!);
  if (away) throw new TypeError("fetch failed");
  if (path.endsWith("/jwks.json")) {
    const shown = await Promise.all(
      keys.map(async ({ kid, publicKey }) => ({ ...(await exportJWK(publicKey)), kid })),
    );
    return Response.json({ keys: shown });
  }
  const { pass } = JSON.parse(init.body as string) as { pass?: string };
  if (terminated || (pass && used.has(pass))) return Response.json({}, { status: 409 });
  if (pass) used.add(pass);
  return Response.json({ session: await sign("session") });
}

interface Signing {
  key?: Key;
  room?: string;
  binding?: string;
  seconds?: number;
}

function sign(
  kind: "pass" | "session",
  { key = keys.at(-1)!, room: audience = roomId, binding, seconds = 60 }: Signing = {},
): Promise<string> {
  const at = Math.floor(now / second);
  return new SignJWT(binding ? { bnd: binding } : {})
    .setProtectedHeader({ alg: "EdDSA", kid: key.kid, typ: `${kind}+jwt` })
    .setIssuer("https://queue.example.org")
    .setAudience(audience)
    .setSubject(position)
    .setIssuedAt(at)
    .setExpirationTime(at + seconds)
    .sign(key.privateKey);
}

interface Asking {
  accept?: string;
  cookie?: string | undefined;
  method?: string;
  [header: string]: string | undefined;
}

function visit(path: string, { method = "GET", ...headers }: Asking = {}): Promise<Verdict> {
  const { accept = "text/html", cookie, ...others } = headers;
  const sent = new Headers({ accept, ...(cookie ? { cookie } : {}), ...(others as object) });
  return gate.check({ method, url: `https://shop.example.com${path}`, headers: sent });
}

const cookieFrom = ({ response, headers }: Verdict) => {
  const set = response?.headers.get("set-cookie") ?? new Headers(headers).get("set-cookie");
  return set?.split(";")[0];
};
const location = ({ response }: Verdict) => new URL(response!.headers.get("location")!);
const bindOf = (verdict: Verdict) => location(verdict).searchParams.get("bind")!;

/** Sent to the room, and back with a pass for this browser. */
async function arrive(path = "/sale?size=m") {
  const sent = await visit(path);
  const cookie = cookieFrom(sent)!;
  const pass = await sign("pass", { binding: bindOf(sent) });
  return { cookie, pass, withPass: `${path}${path.includes("?") ? "&" : "?"}tk_pass=${pass}` };
}

/** In, with the session's cookie. */
async function enter(): Promise<string> {
  const { cookie, withPass } = await arrive();
  return cookieFrom(await visit(withPass, { cookie }))!;
}

test("whoever has no pass is sent to the room, with the way back", async () => {
  const sent = await visit("/sale?size=m&sign=%7e");
  assert.equal(sent.response?.status, 302);
  const page = location(sent);
  assert.equal(page.origin + page.pathname, `https://queue.example.org/room/${roomId}`);
  assert.equal(page.searchParams.get("returnTo"), "https://shop.example.com/sale?size=m&sign=%7e");
  assert.match(page.searchParams.get("bind")!, /^[\w-]{43}$/);
  assert.match(sent.response.headers.get("set-cookie")!, /; HttpOnly; SameSite=Lax; Secure$/);
  assert.equal(sent.response.headers.get("cache-control"), "no-store");
});

test("the browser's secret stays at the site: the room learns its hash alone, each time the same", async () => {
  const sent = await visit("/");
  const cookie = cookieFrom(sent)!;
  assert.ok(!location(sent).href.includes(cookie.split("=b.")[1]!));
  const again = await visit("/other", { cookie });
  assert.equal(bindOf(again), bindOf(sent));
  assert.equal(cookieFrom(again), undefined);
});

test("a pass opens a session once, and leaves the address", async () => {
  const { cookie, withPass } = await arrive();
  const opened = await visit(withPass, { cookie });
  assert.equal(opened.response?.status, 302);
  assert.equal(location(opened).href, "https://shop.example.com/sale?size=m");
  const inside = await visit("/sale?size=m", { cookie: cookieFrom(opened) });
  assert.equal(inside.response, null);
  assert.equal(inside.positionId, position);
  assert.deepEqual(
    calls.filter((call) => call === "redeem"),
    ["redeem"],
  );
});

test("a replayed pass leads to the room", async () => {
  const { cookie, withPass } = await arrive();
  await visit(withPass, { cookie });
  const replayed = await visit(withPass, { cookie });
  assert.match(location(replayed).pathname, /^\/room\//);
  assert.ok(!location(replayed).href.includes("tk_pass"), "the used pass is not carried along");
});

test("a pass from another browser is refused, and is not used up by that", async () => {
  const { cookie, withPass } = await arrive();
  for (const thief of [undefined, cookieFrom(await visit("/"))]) {
    const refused = await visit(withPass, { cookie: thief });
    assert.match(location(refused).pathname, /^\/room\//);
  }
  assert.match(location(await visit(withPass, { cookie })).pathname, /^\/sale/);
});

test("a pass in an address that is bound to no browser is refused", async () => {
  const { cookie } = await arrive();
  const refused = await visit(`/?tk_pass=${await sign("pass")}`, { cookie });
  assert.match(location(refused).pathname, /^\/room\//);
});

test("forged, expired, foreign and misused passes are refused without asking the room", async () => {
  const sent = await visit("/");
  const cookie = cookieFrom(sent);
  const binding = bindOf(sent);
  const forger = await newKey("one");
  const right = await sign("pass", { binding });
  const [head, , signature] = right.split(".") as [string, string, string];
  const claims = { aud: roomId, sub: position, bnd: binding, iat: 1, exp: 9_999_999_999 };
  const coded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  for (const [why, pass] of [
    ["signed by somebody else", await sign("pass", { binding, key: forger })],
    ["other claims under a right signature", `${head}.${coded(claims)}.${signature}`],
    ["without a signature", `${coded({ alg: "none", typ: "pass+jwt" })}.${coded(claims)}.`],
    ["too old", await sign("pass", { binding, seconds: -1 })],
    ["for another room", await sign("pass", { binding, room: otherRoom })],
    ["a session, not a pass", await sign("session", { binding })],
    ["no token at all", "let-me-in"],
  ] as const) {
    const refused = await visit(`/?tk_pass=${pass}`, { cookie });
    assert.match(location(refused).pathname, /^\/room\//, why);
  }
  assert.ok(!calls.includes("redeem"));
});

test("a pass does not do as a session", async () => {
  const { pass } = await arrive();
  const refused = await visit("/", { cookie: `${cookieName}=${pass}` });
  assert.match(location(refused).pathname, /^\/room\//);
});

test("a session is checked locally, and renewed when half of its minute is over", async () => {
  const cookie = await enter();
  calls = [];
  now += 29 * second;
  assert.deepEqual((await visit("/a", { cookie })).headers, []);
  assert.deepEqual(calls, [], "nobody was asked");
  now += 2 * second;
  const renewed = await visit("/a", { cookie });
  assert.equal(renewed.response, null);
  assert.deepEqual(calls, ["renew"]);
  assert.notEqual(cookieFrom(renewed), cookie);
});

test("a page that loads many things at once renews once", async () => {
  const cookie = await enter();
  now += 40 * second;
  calls = [];
  const all = await Promise.all(Array.from({ length: 20 }, () => visit("/part", { cookie })));
  assert.ok(all.every(({ response }) => response === null));
  assert.deepEqual(calls, ["renew"]);
});

test("somebody who read for ten minutes goes on; somebody terminated does not", async () => {
  const cookie = await enter();
  now += 600 * second;
  assert.equal((await visit("/a", { cookie })).response, null);
  terminated = true;
  now += 6 * second;
  const out = await visit("/a", { cookie });
  assert.match(location(out).pathname, /^\/room\//);
  assert.match(cookieFrom(out)!, /=b\./, "the old session is replaced");
});

test("a terminated session ends within its minute", async () => {
  const cookie = await enter();
  terminated = true;
  assert.equal((await visit("/a", { cookie })).response, null);
  now += 31 * second;
  assert.match(location(await visit("/a", { cookie })).pathname, /^\/room\//);
});

test("a forged session leads to the room", async () => {
  const forged = await sign("session", { key: await newKey("one") });
  const refused = await visit("/", { cookie: `${cookieName}=${forged}` });
  assert.match(location(refused).pathname, /^\/room\//);
});

test("a link with a pass that is opened again keeps the session", async () => {
  const { cookie, withPass } = await arrive();
  const session = cookieFrom(await visit(withPass, { cookie }));
  const again = await visit(withPass, { cookie: session });
  assert.equal(location(again).href, "https://shop.example.com/sale?size=m");
});

test("a new key is fetched when the first token with it comes; unknown ones cannot flood the room", async () => {
  await enter();
  keys = [first, await newKey("two")];
  now += 11 * second;
  const { cookie, withPass } = await arrive();
  const before = calls.length;
  assert.match(location(await visit(withPass, { cookie })).pathname, /^\/sale/);
  assert.ok(calls.slice(before).includes("jwks.json"));
  const forger = await newKey("three");
  const asked = calls.length;
  for (let i = 0; i < 50; i++) {
    const forged = await sign("session", { key: forger });
    await visit("/", { cookie: `${cookieName}=${forged}` });
  }
  assert.deepEqual(calls.slice(asked), []);
});

test("programs get an answer that they can read instead of a redirect", async () => {
  const refused = await visit("/api/cart", { accept: "application/json" });
  assert.equal(refused.response?.status, 401);
  assert.match(refused.response.headers.get("content-type")!, /problem\+json/);
  const body = (await refused.response.json()) as Record<string, string>;
  assert.equal(body["code"], "PASS_NEEDED");
  assert.equal(body["joinUrl"], `https://queue.example.org/v1/rooms/${roomId}/positions`);
  assert.equal(body["roomUrl"], refused.response.headers.get("turnkeeper-room"));
  assert.match(body["bind"]!, /^[\w-]{43}$/);
});

test("an app without cookies carries pass and session in headers", async () => {
  const pass = await sign("pass");
  const asApp = (headers: object) => visit("/api/cart", { accept: "application/json", ...headers });
  const opened = await asApp({ "turnkeeper-pass": pass });
  assert.equal(opened.response, null);
  const [[name, session]] = opened.headers as [[string, string]];
  assert.equal(name, "turnkeeper-session");
  assert.equal((await asApp({ "turnkeeper-session": session })).response, null);
  assert.equal((await asApp({ "turnkeeper-pass": pass })).response?.status, 401, "only once");
});

test("a form that is sent without a session does not come back as a form", async () => {
  const sent = await visit("/order", { method: "POST" });
  assert.equal(sent.response?.status, 302);
  assert.equal(location(sent).searchParams.get("returnTo"), null);
});

test("what is excepted needs no pass, and no way of writing a path widens that", async () => {
  gate = newGate({ except: ["/assets/", /^\/health$/] });
  for (const path of ["/assets/app.css", "/health"]) {
    assert.equal((await visit(path)).response, null, path);
  }
  for (const path of [
    "/assets",
    "/health/x",
    "/assets/../order",
    "/assets/%2e%2e/order",
    "/assets/%2E%2E%2Forder",
    "/assets/..%2forder",
    "/assets/..%5corder",
    "/assets/%252e%252e/order",
    "/x?/assets/",
    "//assets/app.css",
  ]) {
    assert.equal((await visit(path)).response?.status, 302, path);
  }
  assert.deepEqual(calls, []);
});

test("a browser's question whether it may ask passes, since it carries no cookie", async () => {
  const asked = await visit("/api", { method: "OPTIONS", "access-control-request-method": "POST" });
  assert.equal(asked.response, null);
  assert.equal((await visit("/api", { method: "OPTIONS" })).response?.status, 302);
});

test("closed: when the room does not answer, nobody new comes in and those inside stay their minute", async () => {
  const cookie = await enter();
  const { cookie: waiting, withPass } = await arrive();
  away = true;
  const refused = await visit(withPass, { cookie: waiting });
  assert.equal(refused.response?.status, 503);
  assert.equal(refused.response.headers.get("retry-after"), "5");
  now += 59 * second;
  assert.equal((await visit("/a", { cookie })).response, null);
  now += 2 * second;
  assert.equal((await visit("/a", { cookie })).response?.status, 503);
  const asApp = await visit("/a", { cookie, accept: "application/json" });
  assert.equal(((await asApp.response!.json()) as { code: string }).code, "ROOM_UNREACHABLE");
  away = false;
  assert.equal((await visit("/a", { cookie })).response, null);
});

test("open: when the room does not answer, everybody comes in; when it does, nobody without a pass", async () => {
  gate = newGate({ whenUnreachable: "open" });
  away = true;
  assert.equal((await visit("/")).response, null);
  assert.equal((await visit(`/?tk_pass=${await sign("pass")}`)).response, null);
  away = false;
  now += 6 * second;
  assert.match(location(await visit("/")).pathname, /^\/room\//);
});

test("behind something that changes the host, the site's own address is used", async () => {
  gate = newGate({ siteUrl: "https://www.shop.example.com" });
  const sent = await gate.check({
    method: "GET",
    url: "http://10.0.0.7:8080/sale",
    headers: new Headers({ accept: "text/html" }),
  });
  assert.equal(location(sent).searchParams.get("returnTo"), "https://www.shop.example.com/sale");
  assert.match(sent.response!.headers.get("set-cookie")!, /Secure/);
});

test("a host that is none is refused", async () => {
  const odd = { method: "GET", url: "http://a b/", headers: new Headers() };
  assert.equal((await gate.check(odd)).response?.status, 400);
});
