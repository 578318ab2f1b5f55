import assert from "node:assert/strict";
import { test } from "node:test";
import { password, startPlatform } from "../../test/platform.ts";
import type { TestPlatform, TestRequest } from "../../test/platform.ts";

const owner = { organisation: "Bakery", name: "Ada", email: "Ada@example.org", password };

async function withServer(
  work: (server: TestPlatform) => Promise<void>,
  options: Parameters<typeof startPlatform>[0] = {},
): Promise<void> {
  const server = await startPlatform(options);
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

const needed = async (server: TestPlatform) => (await server.call("GET", "/v1/setup")).body.needed;

test("the first run names the organisation, makes its owner and signs in, once", () =>
  withServer(async (server) => {
    assert.equal(await needed(server), true);
    const made = await server.call("POST", "/v1/setup", { body: owner });
    assert.equal(made.status, 201);
    assert.deepEqual(
      [made.body.organisation.name, made.body.user.name, made.body.user.email],
      ["Bakery", "Ada", "ada@example.org"],
    );
    const me = await server.call("GET", "/v1/me", { cookie: made.cookie });
    assert.deepEqual([me.body.role, me.body.organisation], ["owner", made.body.organisation]);
    const withKey = await server.call("GET", "/v1/me", { key: server.ownerKey });
    assert.deepEqual(withKey.body.organisation, made.body.organisation);
    assert.equal(await needed(server), false);
    const again = await server.call("POST", "/v1/setup", { body: owner });
    assert.deepEqual([again.status, again.body.code], [409, "ALREADY_SET_UP"]);
  }));

test("a retried first run is answered again", () =>
  withServer(async (server) => {
    const request = { body: owner, idempotencyKey: "setup-0123456789" };
    const first = await server.call("POST", "/v1/setup", request);
    const second = await server.call("POST", "/v1/setup", request);
    assert.deepEqual([second.status, second.body], [201, first.body]);
    assert.equal(second.headers["idempotency-replayed"], "true");
    assert.equal((await server.call("GET", "/v1/me", { cookie: second.cookie })).status, 200);
  }));

test("of several first runs at once one wins", () =>
  withServer(async (server) => {
    const answers = await Promise.all(
      ["a", "b", "c"].map((name) =>
        server.call("POST", "/v1/setup", { body: { ...owner, email: `${name}@example.org` } }),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409],
    );
    const { rows } = await server.database.pool.query(`select 1 from user_account`);
    assert.equal(rows.length, 1);
  }));

test("from another machine it takes the key that was printed", () =>
  withServer(async (server) => {
    const others: TestRequest[] = [
      { ip: "192.0.2.1" },
      { headers: { "x-forwarded-for": "192.0.2.1" } },
      { headers: { host: "queue.example.org" } },
      { headers: { via: "1.1 cache" } },
      { headers: { "x-forwarded-proto": "https" } },
      { headers: { origin: "https://queue.example.org", "sec-fetch-site": "same-origin" } },
    ];
    for (const other of others) {
      const { status, body } = await server.call("POST", "/v1/setup", { ...other, body: owner });
      assert.deepEqual([status, body.code], [401, "UNAUTHENTICATED"], JSON.stringify(other));
    }
    const foreign = { headers: { origin: "https://evil.example" }, body: owner };
    assert.equal((await server.call("POST", "/v1/setup", foreign)).status, 403);
    const organisation = await server.call("POST", "/v1/organisations", {
      key: server.ownerKey,
      body: { name: "Another" },
    });
    const wrongKey = { key: organisation.body.apiKey, ip: "192.0.2.1", body: owner };
    assert.equal((await server.call("POST", "/v1/setup", wrongKey)).status, 403);
    const made = await server.call("POST", "/v1/setup", {
      key: server.ownerKey,
      ip: "192.0.2.1",
      body: owner,
    });
    assert.equal(made.status, 201);
  }));

test("where a proxy may stand before the server, nobody counts as local", async () => {
  // As nginx's plain proxy_pass sends it: from this machine, to this machine, and nothing else.
  const settings = [{ publicUrl: "https://queue.example.org" }, { proxyTrusted: true }];
  for (const options of settings) {
    await withServer(async (server) => {
      const proxied = { headers: { host: "127.0.0.1:3000" }, body: owner };
      const { status, body } = await server.call("POST", "/v1/setup", proxied);
      assert.deepEqual([status, body.code], [401, "UNAUTHENTICATED"], JSON.stringify(options));
      const withKey = { ...proxied, key: server.ownerKey };
      assert.equal((await server.call("POST", "/v1/setup", withKey)).status, 201);
    }, options);
  }
});

test("with a key given there is no first run", () =>
  withServer(
    async (server) => {
      assert.equal(await needed(server), false);
      const refused = await server.call("POST", "/v1/setup", { body: owner });
      assert.deepEqual([refused.status, refused.body.code], [409, "ALREADY_SET_UP"]);
      const me = await server.call("GET", "/v1/me", {
        key: "any string of 16+".replaceAll(" ", "-"),
      });
      assert.equal(me.body.role, "owner");
    },
    { apiKey: "any-string-of-16+" },
  ));
