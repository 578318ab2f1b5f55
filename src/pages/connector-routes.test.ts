// A site with Queue-it's own connector in front of it, pointed at us instead.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { after, before, test } from "node:test";
import connector, { type IConnectorContextProvider } from "@queue-it/connector-javascript";
import { startApp, type TestApp } from "../../test/app.ts";
import { newVisitor, startSite, type TestSite } from "../../test/visitor.ts";
import { openRoom, type TestRoom } from "../../test/waitroom.ts";

const { KnownUser, QueueEventConfig, CancelEventConfig } = connector;
const names = { customerId: "acme", eventId: "spring-sale", secretKey: "0123456789abcdef-secret" };
const queueHost = "queue.example";

let app: TestApp;
let site: TestSite;
let room: TestRoom;
before(async () => {
  // The connector has its own idea of the time.
  app = await startApp({ realTime: true });
  site = await startSite((request, reply) => void atTheSite(request, reply));
  const targetUrl = `${site.url}/tickets`;
  room = await openRoom(app, { targetUrl, knownUser: names, maxActive: 1, admitPerSecond: 1000 });
});
after(() => Promise.all([app.close(), site.close()]));

function contextOf(request: IncomingMessage, reply: ServerResponse): IConnectorContextProvider {
  const cookies = new Map(
    (request.headers.cookie ?? "").split("; ").map((pair): [string, string] => {
      const [name = "", ...value] = pair.split("=");
      return [name, decodeURIComponent(value.join("="))];
    }),
  );
  return {
    getHttpRequest: () => ({
      getUserAgent: () => "test",
      getHeader: (name) => String(request.headers[name.toLowerCase()] ?? ""),
      getAbsoluteUri: () => site.url + request.url!,
      getUserHostAddress: () => "127.0.0.1",
      getCookieValue: (name) => cookies.get(name),
      getRequestBodyAsString: () => "",
    }),
    getHttpResponse: () => ({
      setCookie: (name, value) =>
        void reply.appendHeader("set-cookie", `${name}=${encodeURIComponent(value)}; Path=/`),
    }),
    getCryptoProvider: () => ({
      getSha256Hash: (key, text) => createHmac("sha256", key).update(text).digest("hex"),
    }),
    getEnqueueTokenProvider: () => null,
  };
}

async function atTheSite(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const url = new URL(request.url!, site.url);
  const token = url.searchParams.get("queueittoken") ?? "";
  url.searchParams.delete("queueittoken");
  const { customerId, eventId, secretKey } = names;
  const context = contextOf(request, reply);
  const result = url.pathname.startsWith("/done")
    ? KnownUser.cancelRequestByLocalConfig(
        `${site.url}/thanks`,
        token,
        new CancelEventConfig([eventId], queueHost, "", "", false, false, 1),
        customerId,
        secretKey,
        context,
      )
    : await KnownUser.resolveQueueRequestByLocalConfig(
        url.href,
        token,
        new QueueEventConfig(eventId, [], "", "", queueHost, "", true, 10, "", false, false, 1),
        customerId,
        secretKey,
        context,
        null,
      );
  if (result.doRedirect()) reply.writeHead(302, { location: result.redirectUrl }).end();
  else reply.end("tickets");
}

/** The connector only knows https. */
const atOurHost = (url: string) => url.replace(`https://${queueHost}`, app.url);

test("from the site to the room and back, accepted once, and the place given back", async () => {
  const [first, second] = [newVisitor(), newVisitor()];
  const wanted = `${site.url}/tickets?row=7`;
  const sent = (await first.get(wanted)).headers.get("location")!;
  assert.ok(sent.startsWith(`https://${queueHost}/?c=acme&e=spring-sale`), sent);
  const toRoom = await first.get(atOurHost(sent));
  const page = new URL(toRoom.headers.get("location")!, app.url);
  assert.equal(page.pathname, `/room/${room.id}`);
  assert.equal((await first.get(page.href)).status, 200);

  await app.admit();
  const back = (await first.get(page.href)).headers.get("location")!;
  assert.ok(back.startsWith(`${wanted}&queueittoken=e_spring-sale~q_`), back);
  assert.equal(await (await first.get(back)).text(), "tickets");
  assert.equal(await (await first.get(wanted)).text(), "tickets", "by the connector's own cookie");

  // One place: the other one waits until the site says that the first is done.
  const waiting = await second.follow(
    atOurHost((await second.get(wanted)).headers.get("location")!),
  );
  assert.equal(waiting.answer.status, 200);
  await app.admit();
  assert.equal((await second.get(waiting.url)).status, 200);
  const done = (await first.get(`${site.url}/done`)).headers.get("location")!;
  assert.ok(done.startsWith(`https://${queueHost}/cancel/multiple/acme?wrl=spring-sale~`), done);
  const asked = await first.get(atOurHost(done));
  assert.equal(asked.status, 200, "a link alone gives nobody's place back");
  const [, action] = /<form method="post" action="([^"]*)"/.exec(await asked.text())!;
  await app.admit();
  assert.equal((await second.get(waiting.url)).status, 200);
  const cookie = [...first.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const thanks = await fetch(app.url + action!.replaceAll("&amp;", "&"), {
    method: "POST",
    redirect: "manual",
    headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
  });
  assert.equal(thanks.status, 303);
  assert.equal(thanks.headers.get("location"), `${site.url}/thanks`);
  await app.admit();
  assert.equal((await second.get(waiting.url)).status, 302);
});

test("whoever comes back with a token that is not accepted waits again", async () => {
  const visitor = newVisitor();
  const forged = `${site.url}/tickets?queueittoken=e_spring-sale~q_x~ts_9999999999~ce_true~cv_10~rt_queue~h_00`;
  const sent = (await visitor.get(forged)).headers.get("location")!;
  assert.ok(sent.startsWith(`https://${queueHost}/error/`), sent);
  const again = new URL((await visitor.get(atOurHost(sent))).headers.get("location")!, app.url);
  assert.equal(again.pathname, `/room/${room.id}`);
});

test("a connector's address leads to no other site, and to no room that is not there", async () => {
  const visitor = newVisitor();
  const away = encodeURIComponent("https://evil.example/");
  const left = await visitor.get(`${app.url}/cancel/multiple/acme?wrl=spring-sale&r=${away}`);
  assert.equal(left.headers.get("location"), `${site.url}/tickets`);
  for (const path of [
    "/cancel/multiple/acme",
    "/cancel/multiple/acme?wrl=other~1",
    "/error/hash/?c=a&e=b",
  ]) {
    assert.equal((await visitor.get(app.url + path)).status, 404, path);
  }
});
