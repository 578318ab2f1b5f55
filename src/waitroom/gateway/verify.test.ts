import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api } from "../../../test/http.ts";
import { openRoom, type TestRoom } from "../../../test/waitroom.ts";

let app: TestApp;
let room: TestRoom;
before(async () => {
  app = await startApp();
  room = await openRoom(app, { maxActive: 100 });
});
after(() => app.close());

const verify = (where: TestRoom, headers: Record<string, string>, query = "") =>
  api(app, null).get(`${where.path}/verify${query}`, { headers });

async function passOf(where: TestRoom, query = ""): Promise<string> {
  const joined = await where.join();
  await app.admit();
  const { body } = await api(app, joined.secret).get(`/v1/positions/${joined.id}${query}`);
  assert.equal(body.status, "ADMITTED");
  return body.pass as string;
}

const asked = (path: string) => ({ "x-original-url": `https://shop.example${path}` });

test("a program's pass opens a session once; the session lets in from then on", async () => {
  const pass = await passOf(room);
  const opened = await verify(room, {}, `?tk_pass=${pass}`);
  assert.equal(opened.status, 204);
  const cookie = opened.headers.get("set-cookie")!.split(";")[0]!;
  assert.equal((await verify(room, { cookie })).status, 204);
  assert.equal((await verify(room, {}, `?tk_pass=${pass}`)).status, 401, "replayed");
  const headers = { "turnkeeper-pass": await passOf(room) };
  const session = (await verify(room, headers)).headers.get("turnkeeper-session")!;
  assert.equal((await verify(room, { "turnkeeper-session": session })).status, 204);
});

test("whoever may not pass is told where to wait, tied to their browser", async () => {
  const refused = await verify(room, asked("/cart?item=7"));
  assert.deepEqual([refused.status, refused.body.code], [401, "PASS_NEEDED"]);
  const page = new URL(refused.headers.get("turnkeeper-room")!);
  assert.equal(page.searchParams.get("returnTo"), "https://shop.example/cart?item=7");
  assert.match(refused.headers.get("set-cookie")!, /=b\..*; HttpOnly; SameSite=Lax; Secure$/);
});

test("forged, expired, foreign and other browsers' passes are refused", async () => {
  const other = await openRoom(app, { maxActive: 100 });
  const first = await verify(room, asked("/"));
  const cookie = first.headers.get("set-cookie")!.split(";")[0]!;
  const bind = new URL(first.headers.get("turnkeeper-room")!).searchParams.get("bind")!;
  const good = await passOf(room, `?bind=${bind}`);
  const [head, body, signature] = good.split(".") as [string, string, string];
  const changed = Buffer.from(
    Buffer.from(body, "base64url")
      .toString()
      .replace(/"pri":0/, '"pri":3'),
  ).toString("base64url");
  const flipped = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
  for (const [why, pass, who] of [
    ["forged", `${head}.${body}.${flipped}`, cookie],
    ["changed", `${head}.${changed}.${signature}`, cookie],
    ["of another room", await passOf(other, `?bind=${bind}`), cookie],
    ["in another browser", good, `tk_session_${room.id}=b.somebody-else`],
    ["without the browser's cookie", good, ""],
    ["bound to no browser", await passOf(room), cookie],
  ] as const) {
    const headers = { ...asked(`/?tk_pass=${pass}`), ...(who && { cookie: who }) };
    assert.equal((await verify(room, headers)).status, 401, why);
  }
  const withGood = { ...asked(`/?tk_pass=${good}`), cookie };
  app.clock.advance(61_000);
  assert.equal((await verify(room, withGood)).status, 401, "expired");
});

test("a room's pass is not a session, nor a session another room's", async () => {
  const other = await openRoom(app, { maxActive: 100 });
  const pass = await passOf(room);
  const carried = { cookie: `tk_session_${room.id}=${pass}` };
  assert.equal((await verify(room, carried)).status, 401);
  const opened = await verify(room, { "turnkeeper-pass": pass });
  const session = opened.headers.get("turnkeeper-session")!;
  assert.equal((await verify(other, { "turnkeeper-session": session })).status, 401);
});
