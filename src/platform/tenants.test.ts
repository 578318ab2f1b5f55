import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { password, startPlatform } from "../../test/platform.ts";
import type { TestPlatform } from "../../test/platform.ts";

let server: TestPlatform;
let here: { id: string; apiKey: string };
let there: { id: string; apiKey: string };

before(async () => {
  server = await startPlatform();
  [here, there] = (await Promise.all(["Here", "There"].map(newOrganisation))) as [
    typeof here,
    typeof there,
  ];
});
after(() => server.close());

async function newOrganisation(name: string): Promise<{ id: string; apiKey: string }> {
  const made = await server.call("POST", "/v1/organisations", {
    key: server.ownerKey,
    body: { name },
  });
  assert.equal(made.status, 201);
  return made.body;
}

test("what belongs to another organisation is not there, whatever id is sent", async () => {
  const member = await server.call("POST", "/v1/members", {
    key: there.apiKey,
    body: { email: "there@example.org", role: "staff" },
  });
  const keys = await server.call("GET", "/v1/api-keys", { key: there.apiKey });
  const memberUrl = `/v1/members/${member.body.id}`;
  const keyUrl = `/v1/api-keys/${keys.body.items[0].id}`;
  const tries = [
    ["PATCH", memberUrl, { role: "viewer" }],
    ["DELETE", memberUrl, undefined],
    ["DELETE", keyUrl, undefined],
    ["DELETE", "/v1/api-keys/not-an-id", undefined],
  ] as const;
  for (const [method, url, body] of tries) {
    const answer = await server.call(method, url, { key: here.apiKey, body });
    assert.deepEqual([answer.status, answer.body.code], [404, "NOT_FOUND"], `${method} ${url}`);
  }
  assert.equal((await server.call("GET", "/v1/me", { key: there.apiKey })).status, 200);
});

test("lists show one's own organisation alone", async () => {
  const { body: members } = await server.call("GET", "/v1/members", { key: here.apiKey });
  const { body: keys } = await server.call("GET", "/v1/api-keys", { key: here.apiKey });
  const { body: audit } = await server.call("GET", "/v1/audit", { key: here.apiKey });
  assert.deepEqual([members.items.length, keys.items.length], [0, 1]);
  assert.ok(!JSON.stringify([members, keys, audit]).includes("there@example.org"));
});

test("an Idempotency-Key of one organisation means nothing in another", async () => {
  const request = { idempotencyKey: "same", body: { name: "Same", role: "viewer" } };
  const mine = await server.call("POST", "/v1/api-keys", { ...request, key: here.apiKey });
  const theirs = await server.call("POST", "/v1/api-keys", { ...request, key: there.apiKey });
  assert.deepEqual([mine.status, theirs.status], [201, 201]);
  assert.notEqual(mine.body.id, theirs.body.id);
  assert.equal(theirs.headers["idempotency-replayed"], undefined);
});

test("the trail tells who did what, newest first, a page at a time", async () => {
  const { apiKey: key, id } = await newOrganisation("Trail");
  await server.call("PATCH", "/v1/organisation", { key, body: { name: "Trail & Sons" } });
  const first = await server.call("GET", "/v1/audit?limit=1", { key });
  const [renamed] = first.body.items;
  assert.deepEqual(
    [renamed.type, renamed.before, renamed.after],
    ["organisation.renamed", { id, name: "Trail" }, { id, name: "Trail & Sons" }],
  );
  assert.match(renamed.actor, /^key:/);
  const rest = await server.call("GET", `/v1/audit?limit=1&cursor=${first.body.nextCursor}`, {
    key,
  });
  assert.deepEqual([rest.body.items[0].type, rest.body.nextCursor], ["organisation.created", null]);
});

test("only an owner's key makes another organisation, and gets the same one when it asks again", async () => {
  const admin = await server.call("POST", "/v1/api-keys", {
    key: server.ownerKey,
    body: { name: "Admin", role: "admin" },
  });
  const refused = await server.call("POST", "/v1/organisations", {
    key: admin.body.key,
    body: { name: "No" },
  });
  assert.equal(refused.status, 403);
  const request = { key: server.ownerKey, idempotencyKey: "org", body: { name: "Branch" } };
  const first = await server.call("POST", "/v1/organisations", request);
  const second = await server.call("POST", "/v1/organisations", request);
  assert.deepEqual(second.body, first.body);
  const me = await server.call("GET", "/v1/me", { key: second.body.apiKey });
  assert.deepEqual([me.body.organisation.name, me.body.role], ["Branch", "owner"]);
});

test("who may make organisations is the operator's to say", async () => {
  const viewer = await someoneNew(server.ownerKey, "viewer");
  const owner = await someoneNew(server.ownerKey, "owner");
  const ownerThere = await someoneNew(there.apiKey, "owner");
  const make = async (as: { key?: string; cookie?: string }) => {
    const { status, body } = await server.call("POST", "/v1/organisations", {
      ...as,
      body: { name: "More" },
    });
    return status === 201 ? "made" : `${status} ${body.code}`;
  };
  const callers = [
    { key: server.ownerKey },
    { cookie: owner },
    { cookie: viewer },
    { key: there.apiKey },
    { cookie: ownerThere },
  ];
  const made = "made";
  const no = "403 ORGANISATIONS_RESTRICTED";
  const expected = {
    owners: [made, made, no, no, no],
    anybody: [made, made, made, made, made],
    nobody: [no, no, no, no, no],
  } as const;
  for (const makers of ["anybody", "nobody", "owners"] as const) {
    server.platform.organisationMakers = makers;
    const answers = [];
    for (const caller of callers) answers.push(await make(caller));
    assert.deepEqual(answers, expected[makers], makers);
  }
});

async function someoneNew(key: string, role: string): Promise<string> {
  const email = `${role}-${key.slice(-6).toLowerCase()}@example.org`;
  const { body } = await server.call("POST", "/v1/members", { key, body: { email, role } });
  const link = `/v1/invitations/${body.inviteUrl.split("/").at(-1)}/accept`;
  const joined = await server.call("POST", link, { body: { name: "Someone", password } });
  assert.equal(joined.status, 200);
  return joined.cookie;
}
