// Every route, asked by everybody: what each may do follows from the route's access rule alone, and of
// another organisation nobody sees a byte. access.test.ts tells the stories; this is the whole table.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { api, type Answer, type Method } from "../../test/http.ts";
import { makeTenant, type Tenant } from "../../test/tenant.ts";
import { type AccessRule, type Role, type Scope } from "./access.ts";

const canary = "canary-of-others";
const roles: Role[] = ["owner", "admin", "staff", "viewer"];

let app: TestApp;
let ours: Tenant;
let theirs: Tenant;
let keys: Record<Role, string>;
let strangers: Record<Role, string>;

before(async () => {
  const many = "1000000";
  app = await startApp({
    env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: many, LIMIT_TICKET_READS_PER_MINUTE: many },
  });
  const { body } = await api(app).post("/v1/organisations", { name: "Others" });
  const others = { ...app, ownerKey: body.apiKey as string };
  theirs = await makeTenant(others, canary);
  ours = await makeTenant(app);
  keys = await keysOf(app);
  strangers = await keysOf(others);
});
after(() => app.close());

async function keysOf(of: TestApp): Promise<Record<Role, string>> {
  const made = {} as Record<Role, string>;
  for (const role of roles) {
    made[role] = (await api(of).post("/v1/api-keys", { name: role, role })).body.key;
  }
  return made;
}

const rules = () =>
  app.server.app.accessRules.filter(
    ({ method, url }) => method !== "HEAD" && url.startsWith("/v1/") && !url.endsWith("/events"),
  );
const nameOf = ({ method, url }: AccessRule) => `${method} ${url}`;

const nowhere = "01900000-0000-7000-8000-000000000000";

/** What is nowhere, with a body that cannot be one: whoever may ask is told so, and nothing happens. */
function askInVain({ method, url }: AccessRule, bearer: string | null): Promise<Answer> {
  const path = url.replaceAll(/:\w+/g, nowhere);
  const body = method === "GET" || method === "DELETE" ? undefined : "[]";
  return api(app, bearer).send(method as Method, path, body);
}

const isRefused = ({ status }: Answer) => status === 401 || status === 403;

test("a role may use a route when it has its scope, and no other", async () => {
  let [allowed, refused] = [0, 0];
  for (const rule of rules().filter(({ access }) => access !== "public" && access !== "holder")) {
    for (const role of roles) {
      const answer = await askInVain(rule, keys[role]);
      const may =
        rule.access === "staff" ||
        app.server.catalogue.scopes.of(role).includes(rule.access as Scope);
      const told = `${nameOf(rule)} as ${role}: ${answer.status} ${JSON.stringify(answer.body)}`;
      // Of some roles a route asks for more, such as a right on the resource; of the owner never.
      if (!may) assert.deepEqual([answer.status, answer.body.code], [403, "FORBIDDEN"], told);
      else if (role === "owner") assert.ok(!isRefused(answer) || isOwn(rule), told);
      if (may) allowed += 1;
      else refused += 1;
    }
  }
  assert.ok(allowed > 300 && refused > 50, `${allowed} ${refused}`);
});

/** A person's own, which a key has none of. */
const isOwn = ({ url }: AccessRule) => url.startsWith("/v1/me") || url.startsWith("/v1/session");

test("a place's secret opens no route for staff", async () => {
  const secrets = [...Object.values(ours.secrets), ...Object.values(theirs.secrets)];
  for (const rule of rules().filter(({ access }) => access !== "public" && access !== "holder")) {
    const secret = secrets[rule.url.length % secrets.length]!;
    const { status, body } = await askInVain(rule, secret);
    assert.deepEqual([status, body.code], [403, "FORBIDDEN"], nameOf(rule));
  }
});

test("a holder's route opens to the holder of that place and to staff, and to nobody else", async () => {
  const held = rules().filter(({ access }) => access === "holder");
  assert.ok(held.length >= 20, String(held.length));
  for (const rule of held) {
    const { method, url } = rule;
    const [start, own] =
      Object.entries(ours.secrets).find(([begin]) => url.startsWith(begin)) ?? [];
    assert.ok(start && own, `test/tenant.ts has no secret for ${nameOf(rule)}`);
    const send = (bearer: string | null, tenant = ours) =>
      api(app, bearer).send(method as Method, tenant.addressOf(url)!, bodyOf(rule, tenant));
    const others = Object.entries(ours.secrets)
      .filter(([begin, secret]) => begin !== start && secret !== own)
      .map(([, secret]) => secret);
    for (const [who, bearer, expected] of [
      ["nobody", null, 401],
      ["somebody with a forged secret", `${own.slice(0, -4)}AAAA`, 401],
      ...others.map((secret) => ["the holder of another place", secret, 404] as const),
      ["the holder of another organisation's", theirs.secrets[start]!, 404],
      ...roles.map((role) => [`another organisation's ${role}`, strangers[role], 404] as const),
    ] as const) {
      const answer = await send(bearer);
      // A viewer of another organisation may be refused before anything is looked for.
      const fits = answer.status === expected || (expected === 404 && answer.status === 403);
      assert.ok(fits, `${nameOf(rule)} as ${who}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    const theirPlace = await send(own, theirs);
    assert.equal(theirPlace.status, 404, nameOf(rule));
    assert.ok(!JSON.stringify(theirPlace.body).includes(canary), nameOf(rule));
    // Last, since it may have an effect.
    if (method === "GET")
      assert.ok((await send(own)).status < 300, `${nameOf(rule)} by its holder`);
  }
});

/** What a route takes; of those who are to be refused it matters little. */
function bodyOf({ method, url }: AccessRule, tenant: Tenant): object | undefined {
  if (method === "GET" || method === "DELETE") return undefined;
  return tenant.bodyFor(method, url) ?? undefined;
}

test("no answer to us has anything of another organisation's, whatever of theirs we name", async () => {
  for (const rule of rules()) {
    const { method, url } = rule;
    // In the address; where there is no place for an id, the list that is ours.
    const address = theirs.addressOf(url) ?? (url.includes(":") ? null : url);
    if (address === null) continue;
    for (const bearer of [keys.owner, keys.viewer, ours.secrets["/v1/tickets/"]!, null]) {
      const answer = await api(app, bearer).send(
        method as Method,
        address,
        bodyOf(rule, theirs) ?? (method === "GET" || method === "DELETE" ? undefined : {}),
      );
      const told = `${nameOf(rule)}: ${answer.status}`;
      assert.ok(!JSON.stringify(answer.body).includes(canary), told);
      if (url.includes(":") && rule.access !== "public") {
        assert.ok(answer.status >= 400, `${told} ${JSON.stringify(answer.body)}`);
      }
    }
  }
});

const [start, end] = ["2026-03-03T15:00:00Z", "2026-03-03T15:30:00Z"];

/** Routes that take ids in the body or the query. */
const naming: [Method, string, (ids: Record<string, string>) => object | undefined][] = [
  ["POST", "/v1/opd/tokens", (ids) => tokenFor(ids)],
  ["PUT", "/v1/opd/slots", ({ doctorId }) => ({ doctorId, slotStart: start, capacity: 1 })],
  ["POST", "/v1/bookings", ({ resourceId }) => bookingOf(resourceId!)],
  [
    "POST",
    "/v1/bookings",
    ({ patientId }) => ({ ...bookingOf(ours.ids["resourceId"]!), patientId }),
  ],
  ["POST", "/v1/bookings", ({ holdId }) => ({ ...bookingOf(ours.ids["resourceId"]!), holdId })],
  ["POST", "/v1/bookings/check", ({ resourceId }) => bookingOf(resourceId!)],
  ["POST", "/v1/bookings/holds", ({ resourceId }) => ({ resources: [{ resourceId, start, end }] })],
  [
    "POST",
    "/v1/bookings/waitlist",
    ({ resourceId }) => ({
      resources: [{ resourceId }],
      earliest: start,
      latest: end,
      minutes: 30,
    }),
  ],
  [
    "POST",
    "/v1/bookings/series",
    ({ resourceId }) => ({ ...bookingOf(resourceId!), rule: { every: "day", count: 2 } }),
  ],
  [
    "POST",
    "/v1/booking-pages",
    ({ resourceId }) => ({ title: "x", kind: "room", minutes: 30, resourceIds: [resourceId] }),
  ],
  ["POST", "/v1/session/organisation", ({ organisationId }) => ({ organisationId })],
];

const bookingOf = (resourceId: string) => ({
  kind: "room",
  start,
  end,
  resources: [{ resourceId, start, end }],
});
const tokenFor = ({ patientId, doctorId }: Record<string, string>) => ({
  patientId,
  doctorId,
  slotStart: "2026-03-03T10:00:00Z",
  source: "walk_in",
});

test("what belongs to others cannot be named in a body or a query either", async () => {
  for (const [method, path, body] of naming) {
    const known = app.server.app.accessRules.some(
      (rule) => rule.method === method && rule.url === path,
    );
    if (!known) continue;
    const answer = await api(app, keys.owner).send(method, path, body(theirs.ids));
    const told = `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`;
    assert.ok([401, 403, 404, 409, 422].includes(answer.status), told);
    assert.ok(!told.includes(canary), told);
  }
  const { resourceId, patientId } = theirs.ids;
  for (const path of [
    `/v1/bookings?resourceId=${resourceId}`,
    `/v1/bookings?patientId=${patientId}`,
    `/v1/bookings/waitlist?resourceId=${resourceId}`,
    `/v1/opd/slots?doctorId=${resourceId}&date=2026-03-02`,
    `/v1/patients?q=${canary}`,
    `/v1/resources?limit=200`,
    `/v1/members?limit=200`,
    `/v1/api-keys?limit=200`,
    `/v1/audit?limit=200`,
  ]) {
    const { status, body } = await api(app, keys.owner).get(path);
    assert.ok(!JSON.stringify(body).includes(canary), path);
    assert.ok(status === 404 || body.items.length === 0 || path.endsWith("limit=200"), path);
  }
});

test("the other organisation's own eyes see it all (control)", async () => {
  for (const path of ["/v1/patients", "/v1/members?limit=200", "/v1/api-keys", "/v1/bookings"]) {
    const { body } = await api(app, strangers.owner).get(path);
    assert.ok(JSON.stringify(body).includes(canary), path);
  }
});
