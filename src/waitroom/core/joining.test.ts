import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT } from "jose";
import { api, newKey, type Answer } from "../../../test/http.ts";
import { actOn, onBothStores, openRoom, see } from "../../../test/waitroom.ts";

onBothStores((app) => {
  test("one place per session: the same session gets the same position again", async () => {
    const room = await openRoom(app());
    const join = (sessionId: string) =>
      api(app(), null).post(`${room.path}/positions`, { sessionId });
    const first = await join("a-session-of-some-length");
    const second = await join("a-session-of-some-length");
    assert.deepEqual([first.status, second.status], [201, 200]);
    assert.deepEqual([second.body.id, second.body.secret], [first.body.id, first.body.secret]);
    assert.notEqual((await join("another-session-of-length")).body.id, first.body.id);
  });

  test("a session that can be guessed gives its secret away to nobody else", async () => {
    const room = await openRoom(app());
    const join = () => api(app(), null).post(`${room.path}/positions`, { sessionId: "1" });
    const first = await join();
    assert.ok(first.body.secret);
    // Also once it is their turn.
    for (const status of ["WAITING", "ADMITTED"]) {
      const second = await join();
      assert.deepEqual([second.status, second.body.id], [200, first.body.id]);
      assert.equal(second.body.status, status);
      const { secret, place, pass, redirectUrl } = second.body;
      assert.deepEqual([secret, place, pass, redirectUrl], [null, null, null, null]);
      assert.deepEqual(second.headers.getSetCookie(), []);
      await app().admit();
    }
    const { body: holder } = await api(app(), first.body.secret).get(
      `/v1/positions/${first.body.id}`,
    );
    assert.ok(holder.place && holder.pass && holder.redirectUrl, "its holder has all of them");
  });

  test("staff who look at a position, or act on it, get nothing that opens it", async () => {
    const room = await openRoom(app());
    const { id } = (await api(app(), null).post(`${room.path}/positions`)).body;
    await app().admit();
    const viewer = await api(app()).post("/v1/api-keys", { name: "V", role: "viewer" });
    const path = `/v1/positions/${id}`;
    const answers = [
      await api(app(), viewer.body.key).get(path),
      await api(app()).get(path),
      await api(app()).post(`${path}/heartbeat`),
      await api(app()).post(`${path}/start`),
      await api(app()).post(`${path}/terminate`),
    ];
    for (const { status, body, headers } of answers) {
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual([body.place, body.pass, body.redirectUrl], [null, null, null]);
      assert.equal(body.secret, undefined);
      assert.deepEqual(headers.getSetCookie(), []);
    }
  });

  test("the same browser has the same place, by its cookie", async () => {
    const room = await openRoom(app());
    const join = (cookie = ""): Promise<Answer> =>
      api(app(), null).post(`${room.path}/positions`, undefined, {
        headers: cookie ? { cookie } : {},
      });
    const first = await join();
    const [cookie = ""] = first.headers.getSetCookie();
    assert.match(cookie, /HttpOnly/i);
    assert.match(cookie, /SameSite=Lax/i);
    const second = await join(cookie.split(";")[0]);
    assert.deepEqual([second.status, second.body.id], [200, first.body.id]);
    assert.notEqual((await join()).body.id, first.body.id);
  });

  test("asked again with the same Idempotency-Key it is the same place", async () => {
    const room = await openRoom(app());
    const key = newKey();
    const join = () => api(app(), null).post(`${room.path}/positions`, undefined, { key });
    assert.equal((await join()).body.id, (await join()).body.id);
  });

  test("a priority counts from staff, and with a claim that the site has signed", async () => {
    const room = await openRoom(app(), { state: "paused" });
    await room.join("normal-session-000001");
    const anonymous = await api(app(), null).post(`${room.path}/positions`, { priority: 3 });
    assert.equal(anonymous.body.priority, 0);
    const staff = await room.join("vip-session-000000001", { priority: 2 });
    assert.deepEqual([staff.priority, staff.ahead], [2, 0]);

    const { body } = await api(app()).get(`${room.path}/claim-key`);
    const claim = (sub: string, expires: number, secret = body.secret) =>
      new SignJWT({ priority: 3 })
        .setProtectedHeader({ alg: "HS256" })
        .setAudience(room.id)
        .setSubject(sub)
        .setExpirationTime(Math.floor(app().clock.fixed().getTime() / 1_000) + expires)
        .sign(new TextEncoder().encode(secret));
    const join = async (sessionId: string, token: string) =>
      api(app(), null).post(`${room.path}/positions`, { sessionId, claim: token });
    const session = "premium-session-00001";
    const joined = await join(session, await claim(session, 60));
    assert.deepEqual([joined.status, joined.body.priority, joined.body.ahead], [201, 3, 0]);
    const wrong = [
      await claim("somebody-else", 60),
      await claim(session, -60),
      await claim(session, 60, "another-secret-0123456789012345678901234567"),
    ];
    for (const token of wrong) {
      const refused = await join(session, token);
      assert.deepEqual([refused.status, refused.body.code], [422, "INVALID"]);
    }
  });

  test("a full room and a closed one say so", async () => {
    const room = await openRoom(app(), { maxWaiting: 1, state: "paused" });
    await room.join();
    const full = await api(app(), null).post(`${room.path}/positions`);
    assert.deepEqual([full.status, full.body.code], [409, "ROOM_FULL"]);
    await room.change({ state: "closed", maxWaiting: null });
    const closed = await api(app(), null).post(`${room.path}/positions`);
    assert.deepEqual([closed.status, closed.body.code], [409, "ROOM_CLOSED"]);
  });

  test("joins are limited per address; what staff do is not", async () => {
    const room = await openRoom(app(), { joinsPerAddressPerMinute: 2, state: "paused" });
    const join = () => api(app(), null).post(`${room.path}/positions`);
    assert.deepEqual([(await join()).status, (await join()).status], [201, 201]);
    const third = await join();
    assert.deepEqual([third.status, third.body.code], [429, "RATE_LIMITED"]);
    assert.ok(third.headers.get("retry-after"));
    await room.join();
    app().clock.advance(60_000);
    assert.equal((await join()).status, 201);
  });

  test("asking counts as a heartbeat when the holder asks, not when staff look", async () => {
    const room = await openRoom(app(), { state: "paused" });
    const ann = await room.join();
    const bob = await room.join();
    app().clock.advance(20_000);
    await see(app(), ann);
    await api(app()).get(`/v1/positions/${bob.id}`);
    app().clock.advance(20_000);
    await app().admit();
    assert.equal((await see(app(), ann)).status, "WAITING");
    const gone = await see(app(), bob);
    assert.deepEqual([gone.status, gone.reason], ["EXPIRED", "HEARTBEAT_TIMEOUT"]);
  });

  test("heartbeats do not count against the limit of public writes", async () => {
    const room = await openRoom(app(), { state: "paused" });
    const ann = await room.join();
    for (let n = 0; n < 25; n++) {
      assert.equal((await actOn(app(), ann, "heartbeat")).status, 200);
    }
  });

  test("a position's secret opens that position alone", async () => {
    const room = await openRoom(app());
    const ann = await room.join();
    const bob = await room.join();
    assert.equal((await api(app(), ann.secret).get(`/v1/positions/${bob.id}`)).status, 404);
    assert.equal((await api(app(), null).get(`/v1/positions/${bob.id}`)).status, 401);
    const act = await api(app(), ann.secret).post(`/v1/positions/${bob.id}/cancel`);
    assert.equal(act.status, 404);
    const terminate = await actOn(app(), ann, "terminate");
    assert.equal(terminate.status, 403);
    const unknown = "00000001-0000-8000-8000-000000000000";
    assert.equal((await api(app()).get(`/v1/positions/${unknown}`)).status, 404);
  });

  test("what is refused in a state says which", async () => {
    const room = await openRoom(app(), { state: "paused" });
    const ann = await room.join();
    const early = await actOn(app(), ann, "start");
    assert.deepEqual([early.status, early.body.code], [409, "WRONG_STATE"]);
    assert.match(early.body.detail, /WAITING/);
  });

  test("settings are checked, and changes are for those who may manage", async () => {
    const base = { name: "X", targetUrl: "https://x.example", maxActive: 1, admitPerSecond: 1 };
    const wrong: object[] = [
      { targetUrl: "javascript:alert(1)" },
      { targetUrl: "https://user:pass@x.example" },
      { maxActive: 0 },
      { admitPerSecond: 0 },
      { policy: "fifo" },
      { opensAt: "tomorrow" },
      { heartbeatSeconds: 0 },
    ];
    for (const each of wrong) {
      const { status, body } = await api(app()).post("/v1/rooms", { ...base, ...each });
      assert.deepEqual([status, body.code], [422, "INVALID"], JSON.stringify(each));
    }
    const room = await openRoom(app());
    assert.equal((await room.change({})).status, 422);
    const viewer = await api(app()).post("/v1/api-keys", { name: "V", role: "viewer" });
    const tried = await api(app(), viewer.body.key).patch(room.path, { name: "No" });
    assert.equal(tried.status, 403);
  });

  test("a room is made once for one Idempotency-Key", async () => {
    const body = { name: "X", targetUrl: "https://x.example", maxActive: 1, admitPerSecond: 1 };
    const key = newKey();
    const first = await api(app()).post("/v1/rooms", body, { key });
    const second = await api(app()).post("/v1/rooms", body, { key });
    assert.equal(second.body.id, first.body.id);
    assert.equal(second.headers.get("idempotency-replayed"), "true");
  });
});
