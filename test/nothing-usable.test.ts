// A thief of the whole database, or of a backup of it, has nothing to sign in or to sign with.

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
import { sealAll } from "../src/seal-all.ts";
import { sealRoomSecrets } from "../src/waitroom/core/room-secrets.ts";

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

  const address = "https://calendar.example/private-canary-0123456789/basic.ics";
  const calendar = await owner.post(
    `/v1/resources/${resource.id}/calendars`,
    { name: "Elsewhere", url: address },
    { key: newKey() },
  );
  assert.equal(calendar.body.url, address, JSON.stringify(calendar.body));
  canaries["calendar's address"] = address;
  canaries["calendar's secret"] = "private-canary-0123456789";

  const secretKey = "canary-shared-with-another-system";
  const knownUser = { customerId: "customer", eventId: "event", secretKey };
  const room = await openRoom(app, { knownUser });
  canaries["secret shared with another system"] = secretKey;
  const position = await room.join();
  canaries["position"] = position.secret ?? position.place;
  const { rows: drawn } = await app.pool.query(`select seed from room where id = $1`, [room.id]);
  const rotated = await owner.post(`${room.path}/keys`, undefined, { key: newKey() });
  assert.equal(rotated.status, 201);

  const { rows } = await app.pool.query(`select sealed from server_key`);
  const vault = new MasterKeys({ keys: [masterKey] });
  canaries["draw's seed"] = vault.open(`room seed ${room.id}`, drawn[0].seed);
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

test("seeds and addresses of an earlier version are sealed at the next start, and anew for a new key", async () => {
  const owner = api(app);
  const room = await openRoom(app);
  const resource = await openResource(app);
  const url = "https://calendar.example/of-old.ics";
  const { body: calendar } = await owner.post(
    `/v1/resources/${resource.id}/calendars`,
    { name: "Of old", url },
    { key: newKey() },
  );
  const seed = "5".repeat(64);
  await app.pool.query(`update room set seed = $2 where id = $1`, [room.id, seed]);
  await app.pool.query(`update outside_calendar set url = $2 where id = $1`, [calendar.id, url]);
  const path = `/v1/resources/${resource.id}/calendars`;
  assert.equal((await owner.get(path)).body.items[0].url, url, "read as it is until then");

  const old = new MasterKeys({ keys: [masterKey] });
  assert.equal(await sealAll(app.pool, old), 2);
  assert.equal(await sealAll(app.pool, old), 0);
  assert.equal((await owner.get(path)).body.items[0].url, url);
  const stored = async () => {
    const { rows } = await app.pool.query(
      `select seed, url from room, outside_calendar c where room.id = $1 and c.id = $2`,
      [room.id, calendar.id],
    );
    return rows[0] as { seed: string; url: string };
  };
  const opened = (vault: MasterKeys, { seed: s, url: u }: { seed: string; url: string }) => [
    vault.open(`room seed ${room.id}`, s),
    vault.open(`outside calendar ${calendar.id}`, u),
  ];
  assert.deepEqual(opened(old, await stored()), [seed, url]);

  const fresh = "another-master-key-for-tests-0123456789";
  assert.ok((await sealAll(app.pool, new MasterKeys({ keys: [fresh, masterKey] }))) > 2);
  assert.deepEqual(opened(new MasterKeys({ keys: [fresh] }), await stored()), [seed, url]);
  // Back, for the server that runs.
  await sealAll(app.pool, new MasterKeys({ keys: [masterKey, fresh] }));
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
