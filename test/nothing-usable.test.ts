// Whoever reads the whole database, or a backup of it, has nothing to sign in or to sign with.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "./app.ts";
import { openResource } from "./booking.ts";
import { openQueue } from "./counter.ts";
import { api, newKey } from "./http.ts";
import { newPerson } from "./people.ts";
import { masterKey } from "./vault.ts";
import { openRoom } from "./waitroom.ts";
import { MasterKeys } from "../src/infra/vault.ts";
import { sealRoomSecrets } from "../src/waitroom/room-secrets.ts";

let app: TestApp;
before(async () => {
  app = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "1000" } });
});
after(() => app.close());

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await app.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await app.pool.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t`,
      );
      return rows.map(({ row }) => row);
    }),
  );
  return texts.flat().join("\n");
}

/** Also as it would look in bytes, or without its signature. */
const faces = (secret: string) => [
  secret,
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret).toString("base64").replace(/=+$/, ""),
];

test("a dump of the database has no usable credential", async () => {
  const owner = api(app);
  const canaries: Record<string, string> = { "owner key": app.ownerKey };

  const key = await owner.post("/v1/api-keys", { name: "Canary" }, { key: newKey() });
  canaries["API key"] = key.body.key;

  const body = { email: "canary@example.org", role: "admin" };
  const invited = await owner.post("/v1/members", body, { key: newKey() });
  const token = invited.body.inviteUrl.split("/").at(-1);
  canaries["invitation"] = token;
  canaries["invitation's proof"] = token.slice(32);
  const password = "canary password 123";
  const joined = await api(app, null).post(
    `/v1/invitations/${token}/accept`,
    { name: "Canary", password },
    { key: newKey() },
  );
  canaries["password"] = password;
  for (const header of joined.headers.getSetCookie()) {
    const value = decodeURIComponent(header.split(";", 1)[0]!.split("=").slice(1).join("="));
    const name = header.split("=", 1)[0]!;
    canaries[name] = value;
    if (name.includes("session")) canaries["session's token"] = value.split(".")[0]!;
    if (name.includes("device")) canaries["device's proof"] = value.split(".").at(-1)!;
  }

  const queue = await openQueue(app);
  const ticket = await owner.post(
    `/v1/queues/${queue.id}/tickets`,
    { name: "Ann" },
    { key: newKey() },
  );
  canaries["ticket"] = ticket.body.secret;

  const resource = await openResource(app);
  const feed = await owner.post(
    `/v1/resources/${resource.id}/calendar-feed`,
    {},
    { key: newKey() },
  );
  canaries["feed"] = /calendar-feeds\/(.*)\.ics/.exec(feed.body.url)![1]!;

  const secretKey = "canary-shared-with-another-system";
  const knownUser = { customerId: "customer", eventId: "event", secretKey };
  const room = await openRoom(app, { knownUser });
  canaries["secret shared with another system"] = secretKey;
  const position = await room.join();
  canaries["position"] = position.secret ?? position.place;
  const rotated = await owner.post(`${room.path}/keys`, undefined, { key: newKey() });
  assert.equal(rotated.status, 201);

  const { rows } = await app.pool.query(`select sealed from server_key`);
  const vault = new MasterKeys({ keys: [masterKey] });
  const serverKey = vault.open("server key 1", rows[0].sealed);
  canaries["server key"] = serverKey;
  canaries["server key's bytes"] = Buffer.from(serverKey, "base64url").toString("hex");
  canaries["master key"] = masterKey;
  const { rows: keys } = await app.pool.query(
    `select room_id, kid, private_sealed from room_key order by created_at`,
  );
  assert.ok(keys.length > 0);
  for (const [i, { room_id: roomId, kid, private_sealed: sealed }] of keys.entries()) {
    const { d } = JSON.parse(vault.open(`room key ${roomId} ${kid}`, sealed)) as { d: string };
    canaries[`room key ${i}`] = d;
  }

  const dumped = await dump();
  assert.ok(dumped.includes("canary@example.org"), "the dump has what is in the database");
  for (const [name, secret] of Object.entries(canaries)) {
    assert.ok(secret.length >= 16, name);
    for (const face of faces(secret)) assert.ok(!dumped.includes(face), `${name} is in the dump`);
  }
});

test("what an earlier version left as it was is sealed at the next start", async () => {
  const person = await newPerson(app, "viewer");
  assert.equal((await person.as.get("/v1/me")).status, 200);
  const room = await openRoom(app);
  const vault = new MasterKeys({ keys: [masterKey] });
  const { rows } = await app.pool.query(
    `select kid, private_sealed from room_key where room_id = $1`,
    [room.id],
  );
  const [{ kid, private_sealed: sealed }] = rows;
  const jwk = vault.open(`room key ${room.id} ${kid}`, sealed);
  await app.pool.query(
    `update room_key set private_jwk = $2, private_sealed = null where room_id = $1`,
    [room.id, jwk],
  );
  assert.equal(await sealRoomSecrets(app.pool, vault), 1);
  const { rows: now } = await app.pool.query(
    `select private_jwk, private_sealed from room_key where room_id = $1`,
    [room.id],
  );
  assert.equal(now[0].private_jwk, null);
  assert.equal(vault.open(`room key ${room.id} ${kid}`, now[0].private_sealed), jwk);
});
