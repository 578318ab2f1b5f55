import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { after, before, test } from "node:test";
import { text } from "node:stream/consumers";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api } from "../../../test/http.ts";
import { startSite, type TestSite } from "../../../test/visitor.ts";
import { openRoom, type TestRoom } from "../../../test/waitroom.ts";

// A site that knows nothing of us, and a room under the site's name.
let app: TestApp;
let site: TestSite;
let room: TestRoom;
let asked: IncomingMessage[] = [];
const host = "shop.example.com";

before(async () => {
  site = await startSite((request, response) => {
    asked.push(request);
    const { pathname } = new URL(request.url!, "http://site");
    if (pathname === "/moved") {
      response.writeHead(302, { location: `${site.url}/new?a=1`, "set-cookie": "own=1" }).end();
    } else if (pathname === "/echo") {
      response.writeHead(200, { connection: "x-private", "x-private": "1", "x-own": "2" });
      request.pipe(response);
    } else if (pathname === "/busy") {
      response.writeHead(503).end("too much");
    } else {
      response.end(`the site: ${request.url}`);
    }
  });
  app = await startApp({
    env: { ROOM_PROXY: "true", ROOM_HOSTS: "*.example.com", ALLOW_PRIVATE_TARGETS: "true" },
  });
  room = await openRoom(app, {
    targetUrl: `${site.url}/start`,
    hostName: host,
    openPaths: ["/assets/"],
    maxActive: 100,
  });
});
after(async () => {
  await app.close();
  await site.close();
});

interface Ask {
  path?: string;
  headers?: Record<string, string>;
  method?: string;
  body?: string;
  name?: string;
}

async function ask({ path = "/", headers = {}, method = "GET", body, name = host }: Ask = {}) {
  const { port } = new URL(app.url);
  asked = [];
  const request = httpRequest({
    host: "127.0.0.1",
    port,
    path,
    method,
    agent: false,
    headers: { host: `${name}:${port}`, accept: "text/html", ...headers },
  });
  request.end(body);
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

const cookieOf = (answer: { headers: IncomingMessage["headers"] }) =>
  answer.headers["set-cookie"]!.find((one) => one.startsWith("tk_session_"))!.split(";")[0]!;

/** Through the room: the cookie of a session. */
async function enter(): Promise<string> {
  const sent = await ask({ path: "/start?x=1" });
  const page = new URL(sent.headers.location!);
  const { body: joined } = await api(app, null).post(`${room.path}/positions`, {});
  await app.admit();
  const query = page.search;
  const { body } = await api(app, joined.secret).get(`/v1/positions/${joined.id}${query}`);
  const back = new URL(body.redirectUrl);
  assert.equal(back.hostname, host, "back to the name that the visitor knows");
  const path = back.pathname + back.search;
  const opened = await ask({ path, headers: { cookie: cookieOf(sent) } });
  assert.equal(opened.status, 302);
  assert.equal(new URL(opened.headers.location!).pathname, "/start");
  assert.ok(!opened.headers.location!.includes("tk_pass"));
  return cookieOf(opened);
}

test("without a session nobody reaches the site, with one everybody does", async () => {
  const sent = await ask({ path: "/start" });
  assert.equal(sent.status, 302);
  assert.ok(sent.headers.location!.startsWith(`${app.url}/room/${room.id}?`));
  assert.equal(asked.length, 0, "the site was not asked");
  const cookie = await enter();
  const inside = await ask({ path: "/any?q=1&r=%20", headers: { cookie } });
  assert.equal(inside.body, "the site: /any?q=1&r=%20");
});

test("apps get JSON, open paths need no session", async () => {
  const refused = await ask({ path: "/api", headers: { accept: "application/json" } });
  assert.equal(refused.status, 401);
  assert.equal(JSON.parse(refused.body).code, "PASS_NEEDED");
  assert.equal((await ask({ path: "/assets/a.css" })).body, "the site: /assets/a.css");
  for (const path of [
    "/assets/..%2forder",
    "/assets/%2e%2e/order",
    "/assets",
    "//index.php/assets/",
    "/assets//order",
    "/assets/..;/order",
  ]) {
    assert.notEqual((await ask({ path })).status, 200, path);
  }
});

const forgedHeaders = {
  "x-forwarded-for": "203.0.113.66",
  "x-forwarded-host": "evil.example",
  "x-real-ip": "203.0.113.66",
  forwarded: "for=203.0.113.66",
  "turnkeeper-position": "forged",
  "proxy-authorization": "Basic eDp5",
};

test("the site hears who asks from us alone, and nothing of our cookie", async () => {
  const cookie = await enter();
  await ask({
    path: "/any",
    headers: {
      cookie: `own=1; ${cookie}; other=2; tk_place_x=3; turnkeeper.session_token=4`,
      ...forgedHeaders,
      connection: "close, x-private",
      "x-private": "1",
    },
  });
  const { headers } = asked[0]!;
  assert.equal(headers.host, site.host);
  assert.equal(headers["x-forwarded-for"], "127.0.0.1");
  assert.equal(headers["x-forwarded-proto"], "http");
  assert.match(headers["x-forwarded-host"] as string, /^shop\.example\.com:\d+$/);
  assert.equal(headers.cookie, "own=1; other=2");
  assert.match(headers["turnkeeper-position"] as string, /^[\da-f-]{36}$/);
  for (const name of ["x-real-ip", "forwarded", "proxy-authorization", "x-private"]) {
    assert.equal(headers[name], undefined, name);
  }
});

test("bodies flow through both ways, and what belongs to one connection stays on it", async () => {
  const cookie = await enter();
  const body = "x".repeat(1_000_000);
  const headers = { cookie, "content-type": "application/octet-stream" };
  const answer = await ask({ path: "/echo", method: "POST", headers, body });
  assert.equal(answer.body.length, body.length);
  assert.equal(answer.headers["x-own"], "2");
  assert.equal(answer.headers["x-private"], undefined);
});

test("the site's redirects lead back through its name, with its cookies", async () => {
  const cookie = await enter();
  const moved = await ask({ path: "/moved", headers: { cookie } });
  assert.equal(moved.status, 302);
  const { port } = new URL(app.url);
  assert.equal(moved.headers.location, `http://${host}:${port}/new?a=1`);
  assert.deepEqual(moved.headers["set-cookie"], ["own=1"]);
});

test("a site that is overloaded is asked once", async () => {
  const cookie = await enter();
  const busy = await ask({ path: "/busy", headers: { cookie } });
  assert.deepEqual([busy.status, busy.body], [503, "too much"]);
  assert.equal(asked.length, 1);
});

test("it is no open proxy: nothing but the room's target is ever asked", async () => {
  const cookie = await enter();
  const other = await startSite((_request, response) => void response.end("elsewhere"));
  try {
    for (const path of [
      `${other.url}/x`,
      `//${other.host}/x`,
      `/\\${other.host}/x`,
      `@${other.host}/x`,
      `/..//${other.host}/x`,
      "http:/x",
    ]) {
      const answer = await ask({ path, headers: { cookie } }).catch(() => null);
      assert.ok(!answer?.body.includes("elsewhere"), path);
    }
  } finally {
    await other.close();
  }
});

test("the API of the server is not reached under the site's name, nor the site under the server's", async () => {
  const cookie = await enter();
  assert.equal((await ask({ path: "/healthz", headers: { cookie } })).body, "the site: /healthz");
  assert.notEqual((await ask({ path: "/any", name: "127.0.0.1" })).status, 200);
  assert.equal((await ask({ path: "/any", name: "unknown.example" })).status, 404);
});

test("a host name belongs to one room, and is free again when that gives it up", async () => {
  const taken = await api(app).post("/v1/rooms", {
    name: "Other",
    targetUrl: site.url,
    maxActive: 1,
    admitPerSecond: 1,
    hostName: host,
  });
  assert.deepEqual([taken.status, taken.body.code], [409, "HOST_TAKEN"]);
  const own = await openRoom(app, { targetUrl: site.url, hostName: "b.example.com" });
  assert.equal((await ask({ name: "b.example.com", path: "/any" })).status, 302);
  await own.change({ hostName: null });
  assert.equal((await ask({ name: "b.example.com", path: "/any" })).status, 404);
  await openRoom(app, { targetUrl: site.url, hostName: "b.example.com" });
});

test("a site that is away is said to be away", async () => {
  const gone = await startSite(() => undefined);
  await gone.close();
  await openRoom(app, { targetUrl: gone.url, hostName: "c.example.com", openPaths: ["/"] });
  const answer = await ask({ name: "c.example.com" });
  assert.deepEqual([answer.status, JSON.parse(answer.body).code], [502, "SITE_UNREACHABLE"]);
});

test("WebSockets pass with a session, and only with one", async (t) => {
  const socketSite = await startSite(() => undefined);
  t.after(() => socketSite.close());
  const upgraded: IncomingMessage[] = [];
  socketSite.server.on("upgrade", (request: IncomingMessage, socket: Socket) => {
    upgraded.push(request);
    const accept = createHash("sha1")
      .update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.pipe(socket);
  });
  await room.change({ targetUrl: `${socketSite.url}/start` });
  t.after(() => room.change({ targetUrl: `${site.url}/start` }));
  const cookie = await enter();
  const { port } = new URL(app.url);
  const upgrade = (headers: Record<string, string>) =>
    httpRequest({
      host: "127.0.0.1",
      port,
      path: "/live",
      headers: {
        host: `${host}:${port}`,
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        "sec-websocket-version": "13",
        ...headers,
      },
    }).end();
  const [refused] = (await once(upgrade({}), "response")) as [IncomingMessage];
  assert.equal(refused.statusCode, 401);
  refused.resume();
  const [answer, socket] = (await once(upgrade({ cookie }), "upgrade")) as [
    IncomingMessage,
    Socket,
  ];
  assert.equal(answer.headers["sec-websocket-accept"], "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  socket.write("hello");
  const [echoed] = (await once(socket, "data")) as [Buffer];
  assert.equal(echoed.toString(), "hello");
  socket.destroy();

  const forged = { cookie: `own=1; ${cookie}; tk_place_x=1`, ...forgedHeaders };
  const [, second] = (await once(upgrade(forged), "upgrade")) as [IncomingMessage, Socket];
  second.destroy();
  const { headers } = upgraded.at(-1)!;
  assert.equal(headers.host, socketSite.host);
  assert.equal(headers.cookie, "own=1");
  assert.equal(headers["x-forwarded-for"], "127.0.0.1");
  assert.match(headers["x-forwarded-host"] as string, /^shop\.example\.com:\d+$/);
  assert.match(headers["turnkeeper-position"] as string, /^[\da-f-]{36}$/);
  for (const name of ["x-real-ip", "forwarded", "proxy-authorization", "x-private"]) {
    assert.equal(headers[name], undefined, name);
  }
});

test("a target that leads back to this server is not followed in circles", async () => {
  await openRoom(app, {
    targetUrl: app.url.replace("127.0.0.1", "localhost"),
    hostName: "d.example.com",
    openPaths: ["/"],
  });
  const via = { via: "1.1 somebody" };
  assert.equal(
    (await ask({ name: "d.example.com", path: "/v1/nowhere", headers: via })).status,
    404,
    "once, as localhost",
  );
  await ask({ path: "/assets/a", headers: via });
  const own = asked[0]!.headers.via as string;
  assert.match(own, /^1\.1 somebody, 1\.1 turnkeeper-/);
  const circle = await ask({ path: "/assets/a", headers: { via: own } });
  assert.deepEqual([circle.status, JSON.parse(circle.body).code], [502, "SITE_UNREACHABLE"]);
});
