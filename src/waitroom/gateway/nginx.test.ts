// The configuration for nginx that the documentation shows, in a real nginx.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api } from "../../../test/http.ts";
import { startNginx, type TestNginx } from "../../../test/nginx.ts";
import { newVisitor, startSite, throughTheRoom, type TestSite } from "../../../test/visitor.ts";
import { openRoom, type TestRoom } from "../../../test/waitroom.ts";

let app: TestApp;
let site: TestSite;
let nginx: TestNginx;
let room: TestRoom;

before(async () => {
  app = await startApp();
  site = await startSite((request, response) => void response.end(`the site: ${request.url}`));
  room = await openRoom(app, { maxActive: 100 });
  const turnkeeper = new URL(app.url).host;
  nginx = await startNginx({ roomId: room.id, turnkeeper, site: site.host });
  await room.change({ targetUrl: `${nginx.url}/sale` });
});
after(async () => {
  await nginx.stop();
  await site.close();
  await app.close();
});

test("from the site to the room and back in", async () => {
  const visitor = newVisitor();
  const sent = await visitor.get(`${nginx.url}/sale?size=m`);
  assert.equal(sent.status, 302);
  assert.ok(sent.headers.get("location")!.startsWith(`${app.url}/room/${room.id}?`));
  const inside = await visitor.get(await throughTheRoom(app, sent));
  assert.equal(inside.status, 200);
  assert.match(await inside.text(), /^the site: \/sale\?size=m/);
  const next = await visitor.get(`${nginx.url}/other`);
  assert.equal(await next.text(), "the site: /other");
});

test("the session is renewed on the way, and ends when somebody is sent away", async () => {
  const visitor = newVisitor();
  await visitor.get(await throughTheRoom(app, await visitor.get(`${nginx.url}/`)));
  const cookie = `tk_session_${room.id}`;
  const first = visitor.cookies.get(cookie)!;
  app.clock.advance(40_000);
  assert.equal((await visitor.get(`${nginx.url}/a`)).status, 200);
  const renewed = visitor.cookies.get(cookie)!;
  assert.notEqual(renewed, first);
  const { sub } = JSON.parse(atob(renewed.split(".")[1]!)) as { sub: string };
  await api(app).post(`/v1/positions/${sub}/terminate`);
  app.clock.advance(60_000);
  assert.equal((await visitor.get(`${nginx.url}/a`)).status, 302);
});

test("another browser gets nothing from the address with the pass", async () => {
  const visitor = newVisitor();
  const back = await throughTheRoom(app, await visitor.get(`${nginx.url}/`));
  const friend = newVisitor();
  await friend.get(`${nginx.url}/`);
  assert.equal((await friend.get(back)).status, 302);
  assert.equal((await visitor.get(back)).status, 200);
});

test("apps get JSON, assets need no session", async () => {
  const refused = await newVisitor().get(`${nginx.url}/api`, { accept: "application/json" });
  assert.equal(refused.status, 401);
  const body = (await refused.json()) as { code: string; roomUrl: string };
  assert.equal(body.code, "PASS_NEEDED");
  assert.equal(body.roomUrl, refused.headers.get("turnkeeper-room"));
  assert.equal((await newVisitor().get(`${nginx.url}/assets/a.css`)).status, 200);
});

test("an app comes in with headers", async () => {
  const { body: joined } = await api(app, null).post(`${room.path}/positions`, {});
  await app.admit();
  const { body } = await api(app, joined.secret).get(`/v1/positions/${joined.id}`);
  const first = await fetch(`${nginx.url}/api`, { headers: { "turnkeeper-pass": body.pass } });
  assert.equal(first.status, 200);
  const session = first.headers.get("turnkeeper-session")!;
  const next = await fetch(`${nginx.url}/api`, { headers: { "turnkeeper-session": session } });
  assert.equal(next.status, 200);
});

test("when Turnkeeper is away nobody comes in, or everybody, as the configuration says", async (t) => {
  const gone = await startSite(() => undefined);
  await gone.close();
  for (const [open, status] of [
    [false, 500],
    [true, 200],
  ] as const) {
    const filling = { roomId: room.id, turnkeeper: gone.host, site: site.host, open };
    const alone = await startNginx(filling);
    t.after(() => alone.stop());
    assert.equal((await newVisitor().get(`${alone.url}/`)).status, status);
  }
});
