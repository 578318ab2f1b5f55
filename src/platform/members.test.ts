import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { password, startPlatform } from "../../test/platform.ts";
import type { TestPlatform } from "../../test/platform.ts";
import type { Role } from "../http/access.ts";
import { refuse } from "./refusals.ts";
import { checkNotLastOwner } from "./members.ts";

let server: TestPlatform;
let people = 0;

before(async () => {
  server = await startPlatform();
});
after(() => server.close());

interface Organisation {
  id: string;
  key: string;
}

interface Person {
  memberId: string;
  userId: string;
  email: string;
  cookie: string;
}

async function newOrganisation(name = "Clinic"): Promise<Organisation> {
  const { body } = await server.call("POST", "/v1/organisations", {
    key: server.ownerKey,
    body: { name },
  });
  return { id: body.id, key: body.apiKey };
}

const tokenOf = (inviteUrl: string) => inviteUrl.split("/").at(-1)!;

async function inviteLink(key: string, role: Role, email = newEmail()): Promise<string> {
  const { status, body } = await server.call("POST", "/v1/members", { key, body: { email, role } });
  assert.equal(status, 201, JSON.stringify(body));
  return `/v1/invitations/${tokenOf(body.inviteUrl)}`;
}

function newEmail(): string {
  people += 1;
  return `person${people}@example.org`;
}

async function join(key: string, role: Role, email = newEmail()): Promise<Person> {
  const link = await inviteLink(key, role, email);
  const joined = await server.call("POST", `${link}/accept`, {
    body: { name: "Someone", password },
  });
  assert.equal(joined.status, 200, JSON.stringify(joined.body));
  const { body } = await server.call("GET", "/v1/members?limit=200", { key });
  const member = body.items.find((each: { email: string }) => each.email === email);
  return { memberId: member.id, userId: member.userId, email, cookie: joined.cookie };
}

test("someone invited chooses a password and is a member, signed in", async () => {
  const { key } = await newOrganisation();
  const invited = await server.call("POST", "/v1/members", {
    key,
    body: { email: "Grace@Example.org", name: "Grace", role: "staff" },
  });
  assert.equal(invited.status, 201);
  assert.match(invited.body.inviteUrl, /^http:\/\/localhost:3000\/invite\/[\w-]{75}$/);
  const link = `/v1/invitations/${tokenOf(invited.body.inviteUrl)}`;
  const { body: invitation } = await server.call("GET", link);
  assert.deepEqual(
    [invitation.organisation.name, invitation.email, invitation.name, invitation.role],
    ["Clinic", "grace@example.org", "Grace", "staff"],
  );
  const joined = await server.call("POST", `${link}/accept`, {
    body: { name: "Grace H.", password },
  });
  assert.equal(joined.status, 200);
  assert.deepEqual(
    [
      joined.body.user.name,
      joined.body.user.email,
      joined.body.role,
      joined.body.organisation.name,
    ],
    ["Grace H.", "grace@example.org", "staff", "Clinic"],
  );
  const me = await server.call("GET", "/v1/me", { cookie: joined.cookie });
  assert.deepEqual(me.body, joined.body);
  const members = await server.call("GET", "/v1/members", { cookie: joined.cookie });
  assert.deepEqual(
    members.body.items.map((each: { status: string }) => each.status),
    ["active"],
  );
});

test("an invitation works once, for a week, until it is withdrawn", async () => {
  const { key } = await newOrganisation();
  const accept = { body: { name: "x", password } };
  const used = await inviteLink(key, "viewer");
  assert.equal((await server.call("POST", `${used}/accept`, accept)).status, 200);
  const expired = await inviteLink(key, "viewer");
  await server.database.pool.query(
    `update invitation set expires_at = now() where status = 'pending'`,
  );
  const withdrawn = await inviteLink(key, "viewer", "withdrawn@example.org");
  const { body } = await server.call("GET", "/v1/members", { key });
  const { id } = body.items.find(({ email }: { email: string }) => email.startsWith("withdrawn"));
  assert.equal((await server.call("DELETE", `/v1/members/${id}`, { key })).status, 204);
  const forged = used.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  for (const link of [used, expired, withdrawn, forged, "/v1/invitations/nonsense"]) {
    assert.equal((await server.call("GET", link)).status, 404);
    assert.equal((await server.call("POST", `${link}/accept`, accept)).status, 404);
  }
});

test("of two who accept one invitation at once, one becomes a member", async () => {
  const { key } = await newOrganisation();
  const link = await inviteLink(key, "staff");
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      server.call("POST", `${link}/accept`, { body: { name: "Twin", password } }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  const { body } = await server.call("GET", "/v1/members", { key });
  assert.equal(body.items.length, 1);
});

test("a retried accept is answered again and signs in again", async () => {
  const { key } = await newOrganisation();
  const link = await inviteLink(key, "staff");
  const request = { body: { name: "Retry", password }, idempotencyKey: "accept-0123456789" };
  const first = await server.call("POST", `${link}/accept`, request);
  const second = await server.call("POST", `${link}/accept`, request);
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.deepEqual(second.body, first.body);
  assert.equal(second.headers["idempotency-replayed"], "true");
  assert.equal((await server.call("GET", "/v1/me", { cookie: second.cookie })).status, 200);
  const wrong = { ...request, body: { name: "Retry", password: "another password" } };
  assert.equal((await server.call("POST", `${link}/accept`, wrong)).status, 401);
});

test("a retried invitation shows the same link", async () => {
  const { key } = await newOrganisation();
  const request = { key, idempotencyKey: "i1", body: { email: newEmail(), role: "staff" } };
  const first = await server.call("POST", "/v1/members", request);
  const second = await server.call("POST", "/v1/members", request);
  assert.deepEqual(second.body, first.body);
  assert.equal(second.headers["idempotency-replayed"], "true");
  const { rows } = await server.database.pool.query(`select * from event where idem is not null`);
  assert.ok(!JSON.stringify(rows).includes(tokenOf(first.body.inviteUrl).slice(32)));
});

test("who is here or invited already is not invited again", async () => {
  const { key } = await newOrganisation();
  const { email } = await join(key, "staff");
  const pending = newEmail();
  await inviteLink(key, "staff", pending);
  for (const taken of [email, email.toUpperCase(), pending]) {
    const { status, body } = await server.call("POST", "/v1/members", {
      key,
      body: { email: taken, role: "staff" },
    });
    assert.deepEqual([status, body.code], [409, "EMAIL_TAKEN"]);
  }
});

test("an invitation that ran out makes room for a new one", async () => {
  const { key, id } = await newOrganisation();
  const email = newEmail();
  await inviteLink(key, "staff", email);
  await server.database.pool.query(`update invitation set expires_at = now() where org_id = $1`, [
    id,
  ]);
  await inviteLink(key, "staff", email);
});

test("someone with an account elsewhere joins with that account's password, not a new one", async () => {
  const first = await newOrganisation("First");
  const second = await newOrganisation("Second");
  const { email, cookie } = await join(first.key, "staff");
  const link = await inviteLink(second.key, "admin", email);
  const takeover = await server.call("POST", `${link}/accept`, {
    body: { name: "Mallory", password: "a brand new password" },
  });
  assert.deepEqual([takeover.status, takeover.body.code], [401, "BAD_CREDENTIALS"]);
  const joined = await server.call("POST", `${link}/accept`, {
    body: { name: "Mallory", password },
  });
  assert.equal(joined.status, 200);
  assert.deepEqual(
    [joined.body.user.name, joined.body.organisation.name, joined.body.role],
    ["Someone", "Second", "admin"],
  );
  const elsewhere = await server.call("GET", "/v1/me", { cookie });
  assert.equal(elsewhere.body.organisation.name, "First");
});

test("passwords have 10 to 128 characters", async () => {
  const { key } = await newOrganisation();
  const link = await inviteLink(key, "staff");
  for (const bad of ["123456789", "x".repeat(129)]) {
    const { status, body } = await server.call("POST", `${link}/accept`, {
      body: { name: "x", password: bad },
    });
    assert.deepEqual([status, body.errors[0].field], [422, "password"]);
  }
});

test("nobody invites, raises, lowers or removes beyond their own rights", async () => {
  const { key } = await newOrganisation();
  const owner = await join(key, "owner");
  const admin = await join(key, "admin");
  const staff = await join(key, "staff");
  const tries: [string, "POST" | "PATCH" | "DELETE", string, object | undefined][] = [
    [admin.cookie, "POST", "/v1/members", { email: newEmail(), role: "owner" }],
    [admin.cookie, "PATCH", `/v1/members/${staff.memberId}`, { role: "owner" }],
    [admin.cookie, "PATCH", `/v1/members/${owner.memberId}`, { role: "viewer" }],
    [admin.cookie, "DELETE", `/v1/members/${owner.memberId}`, undefined],
    [staff.cookie, "POST", "/v1/members", { email: newEmail(), role: "viewer" }],
    [staff.cookie, "PATCH", `/v1/members/${staff.memberId}`, { role: "admin" }],
    [staff.cookie, "DELETE", `/v1/members/${admin.memberId}`, undefined],
  ];
  for (const [cookie, method, url, body] of tries) {
    const refused = await server.call(method, url, { cookie, body });
    assert.deepEqual([refused.status, refused.body.code], [403, "FORBIDDEN"], `${method} ${url}`);
  }
  const raised = await server.call("PATCH", `/v1/members/${staff.memberId}`, {
    cookie: admin.cookie,
    body: { role: "admin" },
  });
  assert.deepEqual([raised.status, raised.body.role], [200, "admin"]);
});

test("a changed role counts from the next request on", async () => {
  const { key } = await newOrganisation();
  const admin = await join(key, "admin");
  const lowered = await server.call("PATCH", `/v1/members/${admin.memberId}`, {
    key,
    body: { role: "viewer" },
  });
  assert.equal(lowered.status, 200);
  const { body } = await server.call("GET", "/v1/me", { cookie: admin.cookie });
  assert.equal(body.role, "viewer");
  assert.equal((await server.call("GET", "/v1/audit", { cookie: admin.cookie })).status, 403);
});

test("the role of an invitation can be changed before it is accepted", async () => {
  const { key } = await newOrganisation();
  const link = await inviteLink(key, "admin");
  const { body } = await server.call("GET", "/v1/members", { key });
  const url = `/v1/members/${body.items[0].id}`;
  await server.call("PATCH", url, { key, body: { role: "viewer" } });
  const joined = await server.call("POST", `${link}/accept`, { body: { name: "x", password } });
  assert.equal(joined.body.role, "viewer");
});

test("who is removed is out at once, and their account goes with the last organisation", async () => {
  const { key } = await newOrganisation();
  const staff = await join(key, "staff");
  assert.equal((await server.call("DELETE", `/v1/members/${staff.memberId}`, { key })).status, 204);
  assert.equal((await server.call("GET", "/v1/me", { cookie: staff.cookie })).status, 401);
  const credentials = { body: { email: staff.email, password } };
  assert.equal((await server.call("POST", "/v1/session", credentials)).status, 401);
  const { rows } = await server.database.pool.query(`select 1 from user_account where email = $1`, [
    staff.email,
  ]);
  assert.equal(rows.length, 0);
  const link = await inviteLink(key, "staff", staff.email);
  const back = { body: { name: "Back again", password: "a forgotten one, renewed" } };
  assert.equal((await server.call("POST", `${link}/accept`, back)).status, 200);
});

const statusWith = async (key: string) => (await server.call("GET", "/v1/members", { key })).status;

test("keys end with the membership of whoever made them, and what those keys made as well", async () => {
  const { key } = await newOrganisation();
  const admin = await join(key, "admin");
  const make = async (as: { key?: string; cookie?: string }, role: Role) =>
    (await server.call("POST", "/v1/api-keys", { ...as, body: { name: "K", role } })).body.key;
  const own = await make({ cookie: admin.cookie }, "admin");
  const second = await make({ key: own }, "staff");
  const others = await make({ key }, "staff");
  for (const each of [own, second, others]) assert.equal(await statusWith(each), 200);
  await server.call("DELETE", `/v1/members/${admin.memberId}`, { key });
  assert.deepEqual(
    await Promise.all([own, second, others, key].map(statusWith)),
    [401, 401, 200, 200],
  );
  const { body } = await server.call("GET", "/v1/audit?limit=1", { key });
  assert.equal(body.items[0].type, "organisation.member_removed");
  assert.equal(body.items[0].after.revokedKeys.length, 2);
});

test("somebody with a smaller role keeps only the keys that fit it", async () => {
  const { key } = await newOrganisation();
  const owner = await join(key, "owner");
  const make = async (role: Role) =>
    (
      await server.call("POST", "/v1/api-keys", {
        cookie: owner.cookie,
        body: { name: role, role },
      })
    ).body.key;
  const [ownerKey, viewerKey] = [await make("owner"), await make("viewer")];
  await join(key, "owner");
  await server.call("PATCH", `/v1/members/${owner.memberId}`, { key, body: { role: "staff" } });
  assert.deepEqual(await Promise.all([ownerKey, viewerKey].map(statusWith)), [401, 200]);
});

test("whoever is signed in as somebody else cannot accept an invitation for them", async () => {
  const { key } = await newOrganisation();
  const inviter = await join(key, "owner");
  const invited = await server.call("POST", "/v1/members", {
    cookie: inviter.cookie,
    body: { email: "victim@example.org", role: "owner" },
  });
  const accept = (cookie: string) =>
    server.call("POST", `/v1/invitations/${tokenOf(invited.body.inviteUrl)}/accept`, {
      cookie,
      body: { name: "Not me", password },
    });
  const refused = await accept(inviter.cookie);
  assert.deepEqual([refused.status, refused.body.code], [403, "INVITATION_NOT_YOURS"]);
  assert.equal((await accept("")).status, 200);
  const { body } = await server.call("GET", "/v1/members", { key });
  const member = body.items.find((each: { email: string }) => each.email === "victim@example.org");
  assert.equal(member.emailVerified, false, "an address is the inviter's word");
  const { body: audit } = await server.call("GET", "/v1/audit?limit=50", { key });
  const joined = audit.items.find(
    (each: { type: string; after: { userId: string } }) =>
      each.type === "organisation.member_joined" && each.after.userId === member.userId,
  );
  assert.equal(joined.after.invitedBy, inviter.userId);
});

test("who is removed from one organisation stays in the other", async () => {
  const first = await newOrganisation("First");
  const second = await newOrganisation("Second");
  const person = await join(first.key, "staff");
  const link = await inviteLink(second.key, "staff", person.email);
  const elsewhere = await server.call("POST", `${link}/accept`, { body: { name: "x", password } });
  await server.call("DELETE", `/v1/members/${person.memberId}`, { key: first.key });
  assert.equal((await server.call("GET", "/v1/me", { cookie: person.cookie })).status, 401);
  const me = await server.call("GET", "/v1/me", { cookie: elsewhere.cookie });
  assert.deepEqual(
    [me.status, me.body.organisations.map(({ name }: { name: string }) => name)],
    [200, ["Second"]],
  );
});

test("removed from both organisations at once, the account is gone", async () => {
  const first = await newOrganisation("First");
  const second = await newOrganisation("Second");
  const person = await join(first.key, "staff");
  const link = await inviteLink(second.key, "staff", person.email);
  await server.call("POST", `${link}/accept`, { body: { name: "x", password } });
  const { body } = await server.call("GET", "/v1/members", { key: second.key });
  const answers = await Promise.all([
    server.call("DELETE", `/v1/members/${person.memberId}`, { key: first.key }),
    server.call("DELETE", `/v1/members/${body.items[0].id}`, { key: second.key }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204],
  );
  const { rows } = await server.database.pool.query(`select 1 from user_account where email = $1`, [
    person.email,
  ]);
  assert.equal(rows.length, 0);
});

test("anybody may leave, except the last owner", async () => {
  const { key } = await newOrganisation();
  const owner = await join(key, "owner");
  const viewer = await join(key, "viewer");
  const leave = ({ cookie, memberId }: Person) =>
    server.call("DELETE", `/v1/members/${memberId}`, { cookie });
  assert.equal((await leave(viewer)).status, 204);
  const refused = await leave(owner);
  assert.deepEqual([refused.status, refused.body.code], [409, "LAST_OWNER"]);
  const lowered = await server.call("PATCH", `/v1/members/${owner.memberId}`, {
    key,
    body: { role: "admin" },
  });
  assert.deepEqual([lowered.status, lowered.body.code], [409, "LAST_OWNER"]);
});

test("two owners who demote each other at the same moment: one stays", async () => {
  for (let round = 0; round < 5; round++) {
    const { key, id } = await newOrganisation();
    const [ada, bob] = [await join(key, "owner"), await join(key, "owner")];
    const answers = await Promise.all([
      server.call("PATCH", `/v1/members/${bob.memberId}`, {
        cookie: ada.cookie,
        body: { role: "staff" },
      }),
      server.call("DELETE", `/v1/members/${ada.memberId}`, { cookie: bob.cookie }),
    ]);
    assert.equal(answers.filter(({ status }) => status < 300).length, 1);
    assert.equal(await ownersOf(id), 1);
  }
});

test("negative control: without the line's lock the same check lets both go", async () => {
  const { key, id } = await newOrganisation();
  const owners = [await join(key, "owner"), await join(key, "owner")];
  const { pool } = server.database;
  const transactions = await Promise.all(owners.map(() => pool.connect()));
  try {
    for (const [i, tx] of transactions.entries()) {
      await tx.query("begin");
      await checkNotLastOwner(tx, id, { id: owners[i]!.memberId, role: "owner" });
      await tx.query(`update member set role = 'staff' where id = $1`, [owners[i]!.memberId]);
    }
    for (const tx of transactions) await tx.query("commit");
  } finally {
    for (const tx of transactions) tx.release();
  }
  assert.equal(await ownersOf(id), 0);
});

async function ownersOf(orgId: string): Promise<number> {
  const { rows } = await server.database.pool.query<{ owners: number }>(
    `select count(*)::int as owners from member where org_id = $1 and role = 'owner'`,
    [orgId],
  );
  return rows[0]!.owners;
}

test("members are listed a page at a time, in the order they came", async () => {
  const { key } = await newOrganisation();
  const emails: string[] = [];
  for (let i = 0; i < 5; i++) {
    emails.push(newEmail());
    await inviteLink(key, "viewer", emails.at(-1));
  }
  const first = await server.call("GET", "/v1/members?limit=3", { key });
  const rest = await server.call("GET", `/v1/members?limit=3&cursor=${first.body.nextCursor}`, {
    key,
  });
  assert.equal(rest.body.nextCursor, null);
  assert.deepEqual(
    [...first.body.items, ...rest.body.items].map(({ email }: { email: string }) => email),
    emails,
  );
});

test("an account that cannot be made leaves no trace of the attempt", async () => {
  const { key, id } = await newOrganisation();
  const link = await inviteLink(key, "staff");
  const { internalAdapter } = await server.platform.auth.$context;
  const linkAccount = internalAdapter.linkAccount.bind(internalAdapter);
  internalAdapter.linkAccount = () => Promise.reject(refuse("BUSY"));
  try {
    const failed = await server.call("POST", `${link}/accept`, { body: { name: "x", password } });
    assert.equal(failed.status, 503);
  } finally {
    internalAdapter.linkAccount = linkAccount;
  }
  const { rows } = await server.database.pool.query(
    `select 1 from user_account join invitation using (email)
     where org_id = $1`,
    [id],
  );
  assert.equal(rows.length, 0);
  assert.equal((await server.call("GET", link)).status, 200);
});
