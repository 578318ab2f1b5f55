import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { text } from "node:stream/consumers";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api } from "../../../test/http.ts";
import { startSite, type TestSite } from "../../../test/visitor.ts";
import { openRoom } from "../../../test/waitroom.ts";

// As the server is without any settings but the proxy's: whoever makes rooms is not trusted with more.
let app: TestApp;
let inner: TestSite;
let innerSays = "inner";
const askedInner: string[] = [];
const ports = { http: 0, https: 9 };
const records = new Map<string, string[][]>();

before(async () => {
  inner = await startSite((request, response) => {
    askedInner.push(request.url!);
    response.end(innerSays);
  });
  ports.http = Number(new URL(inner.url).port);
  app = await startApp({
    env: { ROOM_PROXY: "true" },
    resolveTxt: (name) => {
      const found = records.get(name);
      return found ? Promise.resolve(found) : Promise.reject(new Error("ENOTFOUND"));
    },
    hostFiles: {
      ports,
      resolve: (_name, _options, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }]),
    },
  });
});
after(async () => {
  await app.close();
  await inner.close();
});

const base = { name: "Sale", targetUrl: "https://shop.example", maxActive: 9, admitPerSecond: 1 };
const make = (settings: object, key?: string) =>
  api(app, key).post("/v1/rooms", { ...base, ...settings });

/** As if the owner of the name had put the record there. */
async function prove(hostName: string): Promise<void> {
  const { body } = await make({ hostName });
  assert.equal(body.code, "HOST_UNPROVEN", JSON.stringify(body));
  records.set(body.record.name, [[body.record.value.slice(0, 20), body.record.value.slice(20)]]);
}

async function ask(name: string, path = "/", headers: Record<string, string> = {}) {
  const { port } = new URL(app.url);
  const host = `${name}:${port}`;
  const request = httpRequest({ host: "127.0.0.1", port, path, headers: { host, ...headers } });
  const [answer] = (await once(request.end(), "response")) as [IncomingMessage];
  const body = await text(answer);
  const code = body.startsWith("{") ? JSON.parse(body).code : body;
  return { status: answer.statusCode, code, idle: answer.headers["keep-alive"] };
}

test("a host name needs a record in its DNS, which the refusal names", async () => {
  const refused = await make({ hostName: "one.example.com" });
  assert.deepEqual([refused.status, refused.body.code], [409, "HOST_UNPROVEN"]);
  const { name, value } = refused.body.record;
  assert.equal(name, "_turnkeeper.one.example.com");
  assert.ok(refused.body.detail.includes(value));
  records.set(name, [["v=spf1"], ["turnkeeper=something-else"]]);
  assert.equal((await make({ hostName: "one.example.com" })).status, 409);
  records.set(name, [["v=spf1"], [value]]);
  const made = await make({ hostName: "one.example.com" });
  assert.deepEqual([made.status, made.body.hostServed], [201, true]);
  assert.equal((await ask("one.example.com")).code, "PASS_NEEDED");

  // Shown once, it stays, also when all settings are sent back.
  records.clear();
  const path = `/v1/rooms/${made.body.id}`;
  assert.equal((await api(app).patch(path, { hostName: "one.example.com" })).status, 200);
  const other = await api(app).patch(path, { hostName: "two.example.com" });
  assert.equal(other.body.code, "HOST_UNPROVEN");
});

test("the record of one organisation is no use to another", async () => {
  await prove("three.example.com");
  const { body: other } = await api(app).post("/v1/organisations", { name: "Other" });
  const refused = await make({ hostName: "three.example.com" }, other.apiKey);
  assert.equal(refused.body.code, "HOST_UNPROVEN");
});

test("a name from before the proof was asked for leads nowhere until it is shown", async () => {
  const room = await openRoom(app);
  await app.pool.query(
    `update room set settings = jsonb_set(settings::jsonb, '{hostName}', '"old.example.com"')
      where id = $1`,
    [room.id],
  );
  await room.change({ name: "Read anew" });
  assert.equal((await api(app).get(room.path)).body.hostServed, false);
  assert.equal((await ask("old.example.com", "/v1/nowhere")).status, 404, "as anybody's name");
});

test("two rooms cannot take one name, however it is written, whoever has them", async () => {
  await prove("four.example.com");
  assert.equal((await make({ hostName: "four.example.com" })).status, 201);
  for (const hostName of ["four.example.com", "FOUR.Example.com", "four.example.com."]) {
    const taken = await make({ hostName });
    assert.deepEqual([taken.status, taken.body.code], [409, "HOST_TAKEN"], hostName);
  }
  assert.equal((await ask("FOUR.example.com.")).code, "PASS_NEEDED");
  const { rows } = await app.pool.query(`select org_id, seed, settings from room limit 1`);
  const settings = { ...rows[0].settings, hostName: "Four.Example.COM." };
  await assert.rejects(
    app.pool.query(
      `insert into room (org_id, id, settings, seed, created_at)
       values (gen_random_uuid(), gen_random_uuid(), $1, 'x', now())`,
      [JSON.stringify(settings)],
    ),
    /room_host/,
  );
});

test("addresses and our own names are nobody's", async () => {
  for (const hostName of ["127.0.0.1", "10.1", "0x7f.1", "127.0x1", "my.localhost", "1.2.3.4."]) {
    const refused = await make({ hostName });
    assert.deepEqual([refused.status, refused.body.code], [422, "INVALID"], hostName);
    assert.equal(refused.body.errors[0].field, "hostName");
  }
});

test("the name that people know this server by is nobody's, also when it is listed", async (t) => {
  const own = "queue.example.org";
  const env = { ROOM_PROXY: "true", ROOM_HOSTS: "*.example.org", PUBLIC_URL: `https://${own}` };
  const known = await startApp({ beside: app, env });
  t.after(() => known.close());
  const { port } = known.server.app.server.address() as AddressInfo;
  const here = api({ ...known, url: `http://127.0.0.1:${port}` });
  for (const hostName of [own, "QUEUE.example.org."]) {
    const refused = await here.post("/v1/rooms", { ...base, hostName });
    assert.deepEqual([refused.status, refused.body.code], [422, "INVALID"], hostName);
  }
  const other = await here.post("/v1/rooms", { ...base, hostName: "shop.example.org" });
  assert.equal(other.status, 201, JSON.stringify(other.body));
});

test("idle connections outlive a load balancer's, for other sites' names and for our own", async () => {
  await prove("six.example.com");
  assert.equal((await make({ hostName: "six.example.com" })).status, 201);
  for (const name of ["six.example.com", "localhost"]) {
    assert.equal((await ask(name, "/healthz")).idle, "timeout=72", name);
  }
});

test("a target in our own network is not connected to, whichever way it is written", async () => {
  await prove("five.example.com");
  const { port } = new URL(inner.url);
  for (const targetUrl of [
    inner.url,
    `http://2130706433:${port}`,
    `http://[::ffff:127.0.0.1]:${port}`,
    "http://169.254.169.254/latest/meta-data",
  ]) {
    const refused = await make({ hostName: "five.example.com", targetUrl });
    assert.deepEqual([refused.status, refused.body.errors?.[0].field], [422, "targetUrl"]);
  }
  // A name is only known when it is connected to: today it leads there, tomorrow elsewhere.
  const made = await make({
    hostName: "five.example.com",
    targetUrl: `http://localhost:${port}`,
    openPaths: ["/"],
  });
  assert.equal(made.status, 201);
  const refused = await ask("five.example.com");
  assert.deepEqual([refused.status, refused.code], [502, "TARGET_NOT_PUBLIC"]);
  const upgrade = await ask("five.example.com", "/", {
    connection: "Upgrade",
    upgrade: "websocket",
  });
  assert.equal(upgrade.status, 502);
  const patched = await api(app).patch(`/v1/rooms/${made.body.id}`, { targetUrl: inner.url });
  assert.equal(patched.status, 422);
});

test("a proof is not fetched from our own network", async () => {
  const { body } = await make({ hostName: "seven.example.com" });
  assert.ok(body.file, JSON.stringify(body));
  innerSays = body.file.content;
  assert.equal((await make({ hostName: "seven.example.com" })).body.code, "HOST_UNPROVEN");
  assert.deepEqual(askedInner, []);
});

test("without a host name a target may be anywhere: only browsers go there", async () => {
  assert.equal((await make({ targetUrl: inner.url })).status, 201);
});
