import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { bareApp } from "../../test/bare-app.ts";
import { openQueue } from "../../test/counter.ts";
import { api, type Method } from "../../test/http.ts";
import { makeTenant, type Tenant } from "../../test/tenant.ts";
import type { AccessRule } from "./access.ts";

let app: TestApp;
let tenant: Tenant;
let stranger: string; // the owner key of another organisation
before(async () => {
  app = await startApp();
  tenant = await makeTenant(app);
  const { status, body } = await api(app).post("/v1/organisations", { name: "Others" });
  assert.equal(status, 201);
  stranger = body.apiKey;
});
after(() => app.close());

/** Every route there is; HEAD goes with its GET. */
const routes = () => app.server.app.accessRules.filter(({ method }) => method !== "HEAD");

const nameOf = ({ method, url }: AccessRule) => `${method} ${url}`;
const isApi = ({ url }: AccessRule) => url.startsWith("/v1/");
/** A person's own, which a key has none of. */
const isOwn = ({ url }: AccessRule) => url.startsWith("/v1/session");

// Open to everybody. Whoever adds one says here why nobody needs to be known for it.
const publicRoutes: Record<string, string> = {
  "GET /v1/setup": "the first page asks whether there is an owner yet",
  "POST /v1/setup": "makes the first owner; refused afterwards",
  "POST /v1/session": "signing in",
  "POST /v1/session/passkey/begin": "signing in",
  "POST /v1/session/passkey": "signing in",
  "DELETE /v1/session": "signing out, also with a session that has ended",
  "GET /v1/me": "says who is calling; the handler refuses nobody in particular",
  "GET /v1/invitations/:token": "the token is the secret",
  "POST /v1/invitations/:token/accept": "the token is the secret",
  "POST /v1/payments/stripe/webhook": "Stripe, who signs what it sends",
  "POST /v1/queues/:id/tickets": "people join without an account",
  "GET /v1/queues/:id/public": "the join page",
  "GET /v1/queues/:id/board": "a screen on the wall: numbers only",
  "GET /v1/queues/:id/board/events": "a screen on the wall: numbers only",
  "GET /v1/queues/:id/qr.svg": "the poster",
  "POST /v1/rooms/:id/positions": "people join without an account",
  "GET /v1/rooms/:id/public": "the room's page",
  "GET /v1/rooms/:id/challenge": "the work before joining",
  "GET /v1/rooms/:id/draw": "anyone can check the draw",
  "GET /v1/rooms/:id/jwks.json": "public keys",
  "POST /v1/rooms/:id/redeem": "the pass is the proof",
  "POST /v1/rooms/:id/renew": "the session is the proof",
  "GET /v1/rooms/:id/verify": "the pass or the session is the proof",
  "GET /v1/opd/board": "a screen on the wall: numbers only",
  "GET /v1/opd/board/events": "a screen on the wall: numbers only",
  "GET /v1/calendar-feeds/:secret": "the address is the secret",
  "GET /v1/public/booking-pages/:id": "the page on which the public asks for bookings",
  "GET /v1/public/booking-pages/:id/free": "free times, never whose the others are",
  "POST /v1/public/booking-pages/:id/requests": "people ask without an account",
  "POST /v1/public/booking-pages/:id/waitlist": "people wait without an account",
  "GET /v1/boxes": "the shop page: what is on offer",
  "GET /v1/boxes/events": "the shop page: what is on offer",
  "GET /v1/inventories/:id/events": "the shop page: what is on offer",
  "GET /v1/boxes/towns": "the shop page: where to look",
  "GET /v1/inventories/:id": "the shop page: what is on offer",
  "POST /v1/inventories/:id/reservations": "shoppers reserve without an account",
};

test("every route is in an access rule", () => {
  const known: string[] = ["public", "holder", "staff", ...app.server.catalogue.scopes.all];
  const lost = routes().filter(({ access }) => !known.includes(access));
  assert.deepEqual(lost.map(nameOf), []);
  assert.ok(routes().length > 40, "the table is the whole table");
});

test("a route without an access rule keeps the server from starting", async () => {
  await assert.rejects(
    bareApp({ routes: [(each) => void each.get("/v1/forgotten", () => "secrets")] }),
    /GET \/v1\/forgotten has no access rule/,
  );
});

test("what is public is so on purpose", () => {
  const open = routes().filter((route) => isApi(route) && route.access === "public");
  assert.deepEqual(open.map(nameOf).toSorted(), Object.keys(publicRoutes).toSorted());
});

test("without a key, a session or a secret everything else is closed, before anything is read", async () => {
  for (const route of routes().filter((each) => isApi(each) && each.access !== "public")) {
    const path = route.url.replaceAll(/:\w+/g, "x");
    const withBody = route.method !== "GET" && route.method !== "DELETE";
    const nobody = api(app, null);
    const answer = await nobody.send(
      route.method as Method,
      path,
      withBody ? "{broken" : undefined,
    );
    assert.equal(answer.status, 401, nameOf(route));
    assert.equal(answer.body.code, "UNAUTHENTICATED", nameOf(route));
    assert.equal(answer.headers.get("www-authenticate"), "Bearer");
  }
});

test("a key that is not one is refused everywhere, also where none is needed", async () => {
  const queue = await openQueue(app);
  for (const path of ["/v1/queues", `/v1/queues/${queue.id}/public`]) {
    for (const bearer of ["no-such-key-0123456789", "tks_forged", "x"]) {
      assert.equal((await api(app, bearer).get(path)).status, 401, `${bearer} ${path}`);
    }
    const basic = { headers: { authorization: "Basic b3duZXI6b3duZXI=" }, bearer: null };
    assert.equal((await api(app).get(path, basic)).status, 401, path);
  }
});

test("another organisation's key finds nothing behind our ids", async () => {
  const withIds = routes().filter(
    (route) =>
      isApi(route) && route.url.includes("/:id") && route.access !== "public" && !isOwn(route),
  );
  assert.ok(withIds.length >= 30);
  for (const route of withIds) {
    const { method, url } = route;
    const address = tenant.addressOf(url);
    assert.ok(address, `test/tenant.ts has nothing for ${nameOf(route)}`);
    const body = tenant.bodyFor(method, url);
    const theirs = await api(app, stranger).send(method as Method, address, body);
    assert.equal(theirs.status, 404, `${nameOf(route)}: ${JSON.stringify(theirs.body)}`);
    assert.equal(theirs.body.code, "NOT_FOUND");
    const nowhere = address.replaceAll(/[0-9a-f-]{36}/g, "01900000-0000-7000-8000-000000000000");
    const nothing = await api(app, stranger).send(method as Method, nowhere, body);
    assert.deepEqual(theirs.body, nothing.body, "not even that there is something");
  }
});

test("the same requests by the owner are answered (control)", async () => {
  // In the order of the table one step can stand in the way of the next: 409 is an answer, too.
  for (const { method, url, access } of routes().filter((route) => !isOwn(route))) {
    const streams = url.endsWith("/events");
    if (!url.startsWith("/v1/") || !url.includes("/:id") || access === "public" || streams)
      continue;
    const answer = await api(app).send(
      method as Method,
      tenant.addressOf(url)!,
      tenant.bodyFor(method, url),
    );
    const ok = answer.status < 300 || answer.status === 409;
    // What was deleted on the way is gone for its owner as well.
    const gone =
      answer.status === 404 &&
      /members|api-keys|exceptions|delegations|calendars|booking-pages|calendar-feed/.test(url);
    assert.ok(ok || gone, `${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
});

test("a stranger at the desk cannot join our queue as its staff, nor move people into it", async () => {
  const queue = await openQueue(app);
  const join = await api(app, stranger).post(`/v1/queues/${queue.id}/tickets`, { name: "Eve" });
  assert.equal(join.status, 404);
  const { body: theirs } = await api(app, stranger).post("/v1/queues", { name: "X", prefix: "X" });
  const { body: ticket } = await api(app, stranger).post(`/v1/queues/${theirs.id}/tickets`, {
    name: "Eve",
  });
  const moved = await api(app, stranger).post(`/v1/tickets/${ticket.id}/transfer`, {
    queueId: queue.id,
  });
  assert.equal(moved.status, 404);
  assert.equal((await queue.waiting()).length, 0);
});

test("lists show what is ours alone", async () => {
  const queue = await openQueue(app);
  const { body } = await api(app, stranger).get("/v1/queues?limit=200");
  assert.ok(!JSON.stringify(body).includes(queue.id));
});

test("a role may do what its scopes say", async () => {
  const queue = await openQueue(app);
  const { id } = await queue.join("Ann");
  const keyFor = async (role: string) =>
    (await api(app).post("/v1/api-keys", { name: role, role })).body.key as string;
  const [viewer, staff, admin] = [
    await keyFor("viewer"),
    await keyFor("staff"),
    await keyFor("admin"),
  ];
  const path = `/v1/queues/${queue.id}`;
  const tries: [Method, string, object | undefined, string[]][] = [
    ["GET", path, undefined, [viewer, staff, admin]],
    ["GET", `/v1/tickets/${id}`, undefined, [viewer, staff, admin]],
    ["PATCH", `/v1/tickets/${id}`, { name: "Anna" }, [staff, admin]],
    ["POST", `${path}/tickets`, { name: "Bob" }, [staff, admin]],
    ["PUT", `${path}/state`, { state: "open" }, [staff, admin]],
    ["PATCH", path, { name: "Desk" }, [admin]],
    ["POST", "/v1/queues", { name: "Desk", prefix: "D" }, [admin]],
  ];
  for (const [method, address, body, allowed] of tries) {
    for (const bearer of [viewer, staff, admin]) {
      const { status } = await api(app, bearer).send(method, address, body);
      const expected = allowed.includes(bearer) ? [200, 201] : [403];
      assert.ok(expected.includes(status), `${method} ${address}: ${status}`);
    }
  }
});

test("a ticket's secret opens that ticket, and nothing else", async () => {
  const [queue, other] = [await openQueue(app), await openQueue(app)];
  const [ann, bob] = [await queue.join("Ann"), await other.join("Bob")];
  const holder = api(app, ann.secret);
  assert.equal((await holder.get(`/v1/tickets/${ann.id}`)).body.name, "Ann");
  assert.equal((await holder.get(`/v1/tickets/${bob.id}`)).status, 404);
  assert.equal((await holder.post(`/v1/tickets/${bob.id}/cancel`)).status, 404);
  assert.equal((await holder.patch(`/v1/tickets/${bob.id}`, { name: "Eve" })).status, 404);
  for (const path of ["/v1/queues", `/v1/queues/${queue.id}`, "/v1/members", "/v1/audit"]) {
    assert.equal((await holder.get(path)).status, 403, path);
  }
  assert.equal((await holder.get("/v1/me")).status, 401);
});

test("a forged or altered secret opens nothing", async () => {
  const queue = await openQueue(app);
  const { id, secret } = await queue.join("Ann");
  const bytes = Buffer.from(secret.slice("tks_".length), "base64url");
  for (let i = 0; i < bytes.length; i++) {
    const altered = Buffer.from(bytes);
    altered[i]! ^= 1;
    const forged = `tks_${altered.toString("base64url")}`;
    assert.equal((await api(app, forged).get(`/v1/tickets/${id}`)).status, 401, `byte ${i}`);
  }
  for (const forged of ["tks_", `${secret.slice(0, -4)}`, `${secret}AAAA`]) {
    assert.equal((await api(app, forged).get(`/v1/tickets/${id}`)).status, 401, forged);
  }
});

test("the secret of another organisation's ticket opens nothing here", async () => {
  const { body: queue } = await api(app, stranger).post("/v1/queues", { name: "X", prefix: "X" });
  const { body: ticket } = await api(app, stranger).post(`/v1/queues/${queue.id}/tickets`, {
    name: "Eve",
  });
  const ours = await (await openQueue(app)).join("Ann");
  assert.equal((await api(app, ticket.secret).get(`/v1/tickets/${ours.id}`)).status, 404);
  assert.equal((await api(app, ticket.secret).get(`/v1/tickets/${ticket.id}`)).status, 200);
});
