// The gate in real servers, in front of a real Turnkeeper.

import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { after, before, describe, test } from "node:test";
import express from "express";
import { fastify } from "fastify";
import { Hono } from "hono";
import { startApp, type TestApp } from "../test/app.ts";
import { api } from "../test/http.ts";
import { freePort } from "../test/port.ts";
import { newVisitor, startSite, throughTheRoom, type TestSite } from "../test/visitor.ts";
import { openRoom, type TestRoom } from "../test/waitroom.ts";
import {
  expressGate,
  fastifyGate,
  gateFetch,
  honoGate,
  type GateOptions,
} from "./gate-adapters.ts";

let app: TestApp;
before(async () => (app = await startApp()));
after(() => app.close());

type Start = (options: GateOptions, port: number) => Promise<Pick<TestSite, "close">>;

const inside = "Welcome in";

/** Whatever answers Requests, behind Node's own server. */
function startFetching(answer: (request: Request) => Promise<Response> | Response, port: number) {
  return startSite((request, response) => {
    void (async () => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      const url = `http://${request.headers.host}${request.url}`;
      const { method = "GET" } = request;
      const given = await answer(
        new Request(url, { method, headers: headers as [string, string][] }),
      );
      response.writeHead(given.status, [...given.headers].flat());
      response.end(await given.text());
    })();
  }, port);
}

const servers: Record<string, Start> = {
  async Express(options, port) {
    const site = express();
    site.use(expressGate(options));
    site.get("/{*path}", (_request, response) => void response.send(inside));
    return startSite(site, port);
  },
  async Fastify(options, port) {
    const site = fastify();
    site.addHook("onRequest", fastifyGate(options));
    site.get("/*", () => inside);
    await site.listen({ port });
    return { close: () => site.close() };
  },
  Hono(options, port) {
    const site = new Hono();
    site.use(honoGate(options));
    site.get("*", (context) => context.text(inside));
    return startFetching((request) => site.fetch(request), port);
  },
  "Request and Response": (options, port) =>
    startFetching(
      gateFetch(options, () => new Response(inside)),
      port,
    ),
};

for (const [name, start] of Object.entries(servers)) {
  describe(name, () => {
    let room: TestRoom;
    let site: Pick<TestSite, "close">;
    let url: string;
    before(async () => {
      const port = await freePort();
      url = `http://127.0.0.1:${port}`;
      room = await openRoom(app, { targetUrl: `${url}/sale`, maxActive: 100 });
      const options: GateOptions = {
        url: app.url,
        roomId: room.id,
        except: ["/assets/"],
        now: () => app.clock.fixed(),
      };
      site = await start(options, port);
    });
    after(() => site.close());

    test("from the site to the room and back in, with a clean address", async () => {
      const visitor = newVisitor();
      const sent = await visitor.get(`${url}/sale?size=m`);
      const back = await throughTheRoom(app, sent);
      assert.ok(back.startsWith(`${url}/sale?size=m&tk_pass=`));
      const { url: shown, answer } = await visitor.follow(back);
      assert.equal(shown, `${url}/sale?size=m`);
      assert.equal(await answer.text(), inside);
      assert.equal((await visitor.get(`${url}/other`)).status, 200);
      assert.equal((await room.stats()).active, 1);
    });

    test("the address with the pass is worth nothing elsewhere, nor a second time", async () => {
      const visitor = newVisitor();
      const back = await throughTheRoom(app, await visitor.get(`${url}/`));
      const friend = newVisitor();
      await friend.get(`${url}/`);
      assert.match((await friend.get(back)).headers.get("location")!, /\/room\//);
      await visitor.follow(back);
      visitor.cookies.clear();
      assert.match((await visitor.get(back)).headers.get("location")!, /\/room\//);
    });

    test("the session goes on while somebody is there, and ends when they are sent away", async () => {
      const visitor = newVisitor();
      await visitor.follow(await throughTheRoom(app, await visitor.get(`${url}/`)));
      const cookie = `tk_session_${room.id}`;
      const first = visitor.cookies.get(cookie);
      app.clock.advance(3 * 60_000);
      assert.equal((await visitor.get(`${url}/a`)).status, 200);
      const renewed = visitor.cookies.get(cookie)!;
      assert.notEqual(renewed, first);
      const { sub } = JSON.parse(atob(renewed.split(".")[1]!)) as { sub: string };
      assert.equal((await api(app).post(`/v1/positions/${sub}/terminate`)).status, 200);
      assert.equal((await visitor.get(`${url}/a`)).status, 200, "for the rest of its minute");
      app.clock.advance(60_000);
      assert.match((await visitor.get(`${url}/a`)).headers.get("location")!, /\/room\//);
    });

    test("apps get JSON; assets need no pass", async () => {
      const asApp = await newVisitor().get(`${url}/api`, { accept: "application/json" });
      assert.equal(asApp.status, 401);
      assert.equal(((await asApp.json()) as { code: string }).code, "PASS_NEEDED");
      assert.equal((await newVisitor().get(`${url}/assets/a.css`)).status, 200);
    });

    if (name === "Express" || name === "Fastify") {
      test("a path that is written oddly, or stands in Host, is not excepted", async () => {
        const ask = async (path: string, host: string) => {
          const { port } = new URL(url);
          const request = httpRequest({ host: "127.0.0.1", port, path, headers: { host } }).end();
          const [answer] = (await once(request, "response")) as [IncomingMessage];
          answer.resume();
          return answer.statusCode;
        };
        const { host } = new URL(url);
        assert.equal(await ask("/assets/a.css", host), 200);
        assert.equal(await ask("/order/../assets/a.css", host), 401);
        assert.equal(await ask("//order/assets/", host), 401);
        assert.equal(await ask("/order", `${host}/assets/?`), 400);
      });
    }

    test("an app joins, waits and comes in without cookies", async () => {
      const asked = await fetch(`${url}/api`, { headers: { accept: "application/json" } });
      const { joinUrl } = (await asked.json()) as { joinUrl: string };
      const join = await fetch(joinUrl, { method: "POST" });
      const { id, secret } = (await join.json()) as { id: string; secret: string };
      await app.admit();
      const { body } = await api(app, secret).get(`/v1/positions/${id}`);
      const first = await fetch(`${url}/api`, { headers: { "turnkeeper-pass": body.pass } });
      assert.equal(await first.text(), inside);
      const session = first.headers.get("turnkeeper-session")!;
      const next = await fetch(`${url}/api`, { headers: { "turnkeeper-session": session } });
      assert.equal(await next.text(), inside);
    });

    test("after the room's key was changed, old sessions and new passes are both good", async () => {
      const early = newVisitor();
      await early.follow(await throughTheRoom(app, await early.get(`${url}/`)));
      assert.equal((await api(app).post(`/v1/rooms/${room.id}/keys`)).status, 201);
      app.clock.advance(11_000);
      const late = newVisitor();
      const back = await throughTheRoom(app, await late.get(`${url}/`));
      assert.equal((await late.follow(back)).url, `${url}/`);
      assert.equal((await early.get(`${url}/`)).status, 200);
    });
  });
}

test("when Turnkeeper is away, the gate is closed or open as it was set", async (t) => {
  const port = await freePort();
  const roomId = crypto.randomUUID();
  for (const [whenUnreachable, status] of [
    ["closed", 302],
    ["open", 200],
  ] as const) {
    const site = express();
    site.use(expressGate({ url: `http://127.0.0.1:${port}`, roomId, whenUnreachable }));
    site.get("/{*path}", (_request, response) => void response.send(inside));
    const started = await startSite(site);
    t.after(() => started.close());
    const visitor = newVisitor();
    assert.equal((await visitor.get(started.url)).status, status, whenUnreachable);
    // With something to check and nobody to ask, closed means closed.
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const head = part({ alg: "EdDSA", kid: "one", typ: "session+jwt" });
    const carried = { "turnkeeper-session": `${head}.${part({ aud: roomId })}.c2ln` };
    const expected = whenUnreachable === "open" ? 200 : 503;
    assert.equal((await visitor.get(started.url, carried)).status, expected, whenUnreachable);
  }
});
