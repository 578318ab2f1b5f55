import assert from "node:assert/strict";
import { test } from "node:test";
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import type { TestApp } from "../../../test/app.ts";
import { api, type Answer } from "../../../test/http.ts";
import { actOn, onBothStores, openRoom, see, type TestRoom } from "../../../test/waitroom.ts";

const redeem = (app: TestApp, room: TestRoom, pass: string): Promise<Answer> =>
  api(app, null).post(`${room.path}/redeem`, { pass });

const verify = (app: TestApp, room: TestRoom, session: string, path = "") =>
  api(app, null).get(`${room.path}/verify${path}`, {
    headers: session ? { cookie: `tk_session_${room.id}=${session}` } : {},
  });

/** Somebody with a pass. */
async function admitted(app: TestApp, room: TestRoom) {
  const visitor = await room.join();
  await app.admit();
  const { pass } = await see(app, visitor);
  assert.ok(pass, "was not admitted");
  return { ...visitor, pass: pass as string };
}

onBothStores((app) => {
  test("a site checks a pass with the room's public keys, by itself", async () => {
    const room = await openRoom(app());
    const { pass, id } = await admitted(app(), room);
    const { body } = await api(app()).get(room.path);
    const keys = createRemoteJWKSet(new URL(body.jwksUrl));
    const { payload, protectedHeader } = await jwtVerify(pass, keys, {
      audience: room.id,
      issuer: app().url,
      currentDate: app().clock.fixed(),
    });
    assert.deepEqual([protectedHeader.alg, payload.sub], ["EdDSA", id]);
    assert.equal(payload.exp! - payload.iat!, 60);
  });

  test("a pass is redeemed once, also when two come at the same moment", async () => {
    const room = await openRoom(app());
    const { pass } = await admitted(app(), room);
    const both = await Promise.all([redeem(app(), room, pass), redeem(app(), room, pass)]);
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]));
    assert.equal(both.find(({ status }) => status === 409)!.body.code, "PASS_USED");
  });

  test("a lost answer to a pass is given again, to whoever has its key alone", async () => {
    const room = await openRoom(app());
    const { pass } = await admitted(app(), room);
    const again = (key?: string) =>
      api(app(), null).post(
        `${room.path}/redeem`,
        { pass },
        key ? { headers: { "idempotency-key": key } } : {},
      );
    const key = "a key that nobody else has";
    const first = await again(key);
    assert.deepEqual([first.status, (await again(key)).body], [200, first.body]);
    assert.equal((await again("a key that somebody else has")).body.code, "PASS_USED");
    assert.equal((await again()).body.code, "PASS_USED");
    assert.equal((await room.stats()).active, 1);
  });

  test("forged, altered, expired and other rooms' passes are refused", async () => {
    const room = await openRoom(app());
    const other = await openRoom(app());
    const { pass } = await admitted(app(), room);
    const [header, body, signature] = pass.split(".") as [string, string, string];
    const claims = JSON.parse(Buffer.from(body, "base64url").toString());
    const altered = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 999 }));
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "pass+jwt" })).toString(
      "base64url",
    );
    const wrong = [
      "not a pass",
      `${header}.${altered.toString("base64url")}.${signature}`,
      `${none}.${body}.`,
      `${header}.${body}.${signature.slice(0, -4)}AAAA`,
    ];
    for (const each of wrong) {
      const answer = await redeem(app(), room, each);
      assert.deepEqual([answer.status, answer.body.code], [401, "PASS_INVALID"], each);
    }
    assert.equal((await redeem(app(), other, pass)).body.code, "PASS_INVALID");
    app().clock.advance(61_000);
    assert.equal((await redeem(app(), room, pass)).body.code, "PASS_INVALID");
  });

  test("a session is no pass, and a pass is no session", async () => {
    const room = await openRoom(app());
    const { pass } = await admitted(app(), room);
    const { body } = await redeem(app(), room, pass);
    assert.equal((await redeem(app(), room, body.session)).body.code, "PASS_INVALID");
    const renewed = await api(app(), null).post(`${room.path}/renew`, { session: pass });
    assert.deepEqual([renewed.status, renewed.body.code], [401, "SESSION_ENDED"]);
    assert.equal((await verify(app(), room, pass)).status, 401);
  });

  test("another session's pass starts nothing", async () => {
    const room = await openRoom(app());
    const ann = await admitted(app(), room);
    const bob = await admitted(app(), room);
    const start = (pass: string) =>
      api(app(), ann.secret).post(`/v1/positions/${ann.id}/start`, { pass });
    assert.deepEqual((await start(bob.pass)).body.code, "PASS_INVALID");
    assert.equal((await start(ann.pass)).body.status, "ACTIVE");
  });

  test("the holder's secret is enough to start, and starting twice is the same", async () => {
    const room = await openRoom(app());
    const ann = await admitted(app(), room);
    const first = await actOn(app(), ann, "start");
    assert.deepEqual([first.status, first.body.status], [200, "ACTIVE"]);
    const second = await actOn(app(), ann, "start");
    assert.deepEqual([second.status, second.body.startedAt], [200, first.body.startedAt]);
    assert.equal((await redeem(app(), room, ann.pass)).body.code, "PASS_USED");
  });

  test("a session lives a minute, is renewed while it lasts, and ends when it is told to", async () => {
    const room = await openRoom(app(), { sessionMinutes: 5 });
    const ann = await admitted(app(), room);
    const { body } = await redeem(app(), room, ann.pass);
    const now = app().clock.fixed().getTime();
    assert.equal(Date.parse(body.sessionExpiresAt) - now, 60_000);
    assert.equal(Date.parse(body.sessionEndsAt) - now, 300_000);
    app().clock.advance(120_000); // somebody reads for two minutes
    const renewed = await api(app(), null).post(`${room.path}/renew`, { session: body.session });
    assert.equal(renewed.status, 200);
    await api(app()).post(`/v1/positions/${ann.id}/terminate`);
    const after = await api(app(), null).post(`${room.path}/renew`, {
      session: renewed.body.session,
    });
    assert.deepEqual([after.status, after.body.code], [401, "SESSION_ENDED"]);
  });

  test("verify: a good session passes, is renewed in time, and a pass is redeemed on the way", async () => {
    const room = await openRoom(app());
    const ann = await admitted(app(), room);
    assert.equal((await verify(app(), room, "")).status, 401);
    const entered = await verify(app(), room, "", `?tk_pass=${ann.pass}`);
    assert.equal(entered.status, 204);
    const session = /=([^;]+)/.exec(entered.headers.getSetCookie()[0]!)![1]!;
    assert.equal(decodeProtectedHeader(session).typ, "session+jwt");
    const again = await verify(app(), room, session);
    assert.deepEqual([again.status, again.headers.getSetCookie()], [204, []]);
    app().clock.advance(31_000);
    const renewed = await verify(app(), room, session);
    assert.deepEqual([renewed.status, renewed.headers.getSetCookie().length], [204, 1]);
    await api(app()).post(`/v1/positions/${ann.id}/terminate`);
    app().clock.advance(31_000);
    assert.equal((await verify(app(), room, session)).status, 401);
  });

  test("nginx hands the pass over in X-Original-URI", async () => {
    const room = await openRoom(app());
    const ann = await admitted(app(), room);
    const headers = { "x-original-uri": `/tickets?seat=4&tk_pass=${ann.pass}` };
    const entered = await api(app(), null).get(`${room.path}/verify`, { headers });
    assert.equal(entered.status, 204);
  });

  test("keys rotate: the new one signs, the old one is believed for an hour", async () => {
    const room = await openRoom(app(), { sessionMinutes: 240 });
    const before = await admitted(app(), room);
    const rotated = await api(app()).post(`${room.path}/keys`);
    assert.equal(rotated.status, 201);
    const after = await admitted(app(), room);
    assert.equal(decodeProtectedHeader(after.pass).kid, rotated.body.kid);
    const kids = async () => {
      const { body } = await api(app(), null).get(`${room.path}/jwks.json`);
      assert.ok(body.keys.every((key: object) => !("d" in key)));
      return body.keys.map((key: { kid: string }) => key.kid);
    };
    assert.equal((await kids())[0], rotated.body.kid);
    assert.equal((await kids()).length, 2);
    const { session } = (await redeem(app(), room, before.pass)).body;
    const again = await api(app()).post(`${room.path}/keys`, { overlapSeconds: 3_600 });
    assert.equal((await verify(app(), room, session)).status, 204);
    app().clock.advance(3_601_000);
    assert.deepEqual(await kids(), [again.body.kid], "also where the room was read before");
    const refused = await api(app(), null).post(`${room.path}/renew`, { session });
    assert.equal(refused.body.code, "SESSION_ENDED");
  });

  test("a key that somebody else knows is refused at once", async () => {
    const room = await openRoom(app());
    const { pass } = await admitted(app(), room);
    const rotated = await api(app()).post(`${room.path}/keys`, { overlapSeconds: 0 });
    assert.equal(rotated.status, 201);
    const refused = await redeem(app(), room, pass);
    assert.deepEqual([refused.status, refused.body.code], [401, "PASS_INVALID"]);
  });

  test("an admitted visitor is sent to the page they wanted, of this site alone", async () => {
    const room = await openRoom(app());
    const ann = await admitted(app(), room);
    const target = async (returnTo: string) => {
      const query = `returnTo=${encodeURIComponent(returnTo)}`;
      const { body } = await api(app(), ann.secret).get(`/v1/positions/${ann.id}?${query}`);
      return body.redirectUrl.replace(/[?&]tk_pass=.*/, "");
    };
    assert.equal(
      await target("https://shop.example/seats?row=4"),
      "https://shop.example/seats?row=4",
    );
    assert.equal(await target("https://evil.example/"), "https://shop.example/tickets");
    assert.equal(await target("//evil.example"), "https://shop.example/tickets");
  });

  test("staff see a position, but never its pass", async () => {
    const room = await openRoom(app());
    const ann = await admitted(app(), room);
    const { body } = await api(app()).get(`/v1/positions/${ann.id}`);
    assert.deepEqual([body.status, body.pass, body.redirectUrl], ["ADMITTED", null, null]);
  });
});
