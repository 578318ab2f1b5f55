// Redis killed in the middle of a sale and started again, empty or as it was earlier. Visitors who come
// back with what they have signed stand where they stood; nobody new goes in before they had time to;
// whoever was in is in, and whoever was out stays out.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api, type Answer } from "../../../test/http.ts";
import { startRedis, type TestRedis } from "../../../test/redis.ts";
import { actOn, openRoom, see, type TestRoom } from "../../../test/waitroom.ts";

let redis: TestRedis;
let app: TestApp;
before(async () => {
  redis = await startRedis();
  app = await startApp({ env: { REDIS_URL: redis.url } });
});
after(async () => {
  await app.close();
  await redis.stop();
});

interface Visitor {
  id: string;
  secret: string;
  place: string;
}

const loseEverything = () => lose(() => redis.restartEmpty());

async function lose(restart: () => Promise<void>): Promise<void> {
  await restart();
  // Until the server has found it again.
  for (;;) {
    const { status } = await api(app).get("/v1/rooms?limit=1");
    assert.equal(status, 200);
    const rooms = (await api(app).get("/v1/rooms")).body.items as { id: string }[];
    const stats = await api(app).get(`/v1/rooms/${rooms[0]!.id}/stats`);
    if (stats.status === 200) return;
    assert.deepEqual([stats.status, stats.body.code], [503, "BUSY"]);
  }
}

const beat = (visitor: Visitor): Promise<Answer> =>
  api(app, visitor.secret).post(`/v1/positions/${visitor.id}/heartbeat`, { place: visitor.place });

/** A room with one active, one admitted and three waiting. */
async function sale(): Promise<{ room: TestRoom; visitors: Visitor[]; session: string }> {
  const room = await openRoom(app, { maxActive: 2, admitPerSecond: 100, sessionMinutes: 30 });
  const visitors: Visitor[] = [];
  for (let n = 0; n < 5; n++) visitors.push(await room.join());
  await app.admit();
  const active = await see(app, visitors[0] as never);
  const redeemed = await api(app, null).post(`${room.path}/redeem`, { pass: active.pass });
  app.clock.advance(10_000);
  for (const [place, visitor] of visitors.entries()) {
    visitors[place] = { ...visitor, place: (await beat(visitor)).body.place };
  }
  await app.admit();
  return { room, visitors, session: redeemed.body.session };
}

test("who comes back stands where they stood, whoever comes back first", async () => {
  const { room, visitors } = await sale();
  await loseEverything();
  const [, , third, fourth, fifth] = visitors as [Visitor, Visitor, Visitor, Visitor, Visitor];
  const newcomer = await room.join();
  assert.equal(newcomer.status, "WAITING");
  for (const visitor of [fifth, third, fourth]) {
    assert.equal((await beat(visitor)).body.status, "WAITING");
  }
  const places = await Promise.all([third, fourth, fifth].map((one) => see(app, one as never)));
  assert.deepEqual(
    places.map(({ ahead }) => ahead),
    [0, 1, 2],
  );
  assert.equal((await see(app, newcomer)).ahead, 3);
});

test("sessions and passes from before go on, and count", async () => {
  const { room, visitors, session } = await sale();
  await loseEverything();
  const renewed = await api(app, null).post(`${room.path}/renew`, { session });
  assert.equal(renewed.status, 200, JSON.stringify(renewed.body));
  const admitted = await beat(visitors[1]!);
  assert.equal(admitted.body.status, "ADMITTED");
  const redeemed = await api(app, null).post(`${room.path}/redeem`, { pass: admitted.body.pass });
  assert.equal(redeemed.status, 200);
  const stats = await room.stats();
  assert.deepEqual([stats.active, stats.admitted], [2, 0]);
});

test("nobody new is admitted for two heartbeats, then everything goes on, never over the cap", async () => {
  const { room, visitors, session } = await sale();
  await loseEverything();
  await api(app, null).post(`${room.path}/renew`, { session });
  for (const visitor of visitors.slice(2)) await beat(visitor);
  const { quarantineUntil } = await room.stats();
  assert.equal(Date.parse(quarantineUntil) - app.clock.fixed().getTime(), 60_000);
  for (const _ of [1, 2]) {
    app.clock.advance(29_000);
    await app.admit();
    for (const visitor of visitors.slice(2)) {
      assert.equal((await beat(visitor)).body.status, "WAITING");
    }
  }
  app.clock.advance(3_000);
  await app.admit();
  const stats = await room.stats();
  assert.deepEqual([stats.active, stats.admitted, stats.waiting], [1, 1, 2]);
  assert.equal((await beat(visitors[2]!)).body.status, "ADMITTED");
});

test("an old place is good for those who were there, not for those who had left long before", async () => {
  const room = await openRoom(app, { state: "paused" });
  const gone: Visitor = await room.join();
  app.clock.advance(30_000);
  await app.admit();
  const here: Visitor = await room.join();
  app.clock.advance(15_000);
  await app.admit();
  await loseEverything();
  assert.equal((await beat(gone)).status, 404);
  assert.equal((await beat(here)).body.status, "WAITING");
});

/** A room of two places. */
async function twoPlaces() {
  const room = await openRoom(app, { maxActive: 2, admitPerSecond: 100, sessionMinutes: 30 });
  /** Joins, is admitted and goes in. */
  const goIn = async (key?: string) => {
    const visitor: Visitor = await room.join();
    await app.admit();
    const { pass } = (await beat(visitor)).body as { pass: string };
    const redeemed = await redeem(pass, key);
    assert.equal(redeemed.status, 200, JSON.stringify(redeemed.body));
    const { place } = (await beat(visitor)).body as { place: string };
    return { ...visitor, place, pass, session: redeemed.body.session as string };
  };
  const redeem = (pass: string, key?: string) =>
    api(app, null).post(
      `${room.path}/redeem`,
      { pass },
      key ? { headers: { "idempotency-key": key } } : {},
    );
  const renew = async (session: string) =>
    (await api(app, null).post(`${room.path}/renew`, { session })).status;
  return { room, goIn, redeem, renew };
}

for (const [how, restart] of [
  ["empty", () => redis.restartEmpty()],
  ["as it was earlier", () => redis.restartAsSaved()],
] as const) {
  test(`Redis is back ${how}: who was in is in, who was out stays out, never over the cap`, async () => {
    const { room, goIn, redeem, renew } = await twoPlaces();
    const done = await goIn();
    const sentAway = await goIn();
    const waiting = await room.join();
    await redis.save();
    await actOn(app, done, "complete");
    await api(app).post(`/v1/positions/${sentAway.id}/terminate`);
    // Until nobody's cookie is good any more.
    for (const _ of [1, 2, 3]) {
      app.clock.advance(25_000);
      waiting.place = (await beat(waiting)).body.place;
    }
    await app.admit();
    const pass = (await beat(waiting)).body.pass as string;
    const redeemed = await redeem(pass);
    const last = await goIn();
    const left = await room.join();
    await actOn(app, left, "cancel");
    await lose(restart);

    const { active, admitted, quarantineUntil } = await room.stats();
    assert.deepEqual([active, admitted], [2, 0]);
    assert.ok(Date.parse(quarantineUntil) > app.clock.fixed().getTime());
    assert.deepEqual([await renew(redeemed.body.session), await renew(last.session)], [200, 200]);
    assert.deepEqual([await renew(done.session), await renew(sentAway.session)], [401, 401]);
    for (const used of [pass, last.pass]) {
      assert.equal((await redeem(used)).body.code, "PASS_USED");
    }
    for (const out of [done, sentAway, left]) {
      assert.match((await beat(out)).body.status, /COMPLETED|EXPIRED/);
    }
    const newcomer = await room.join();
    for (const _ of [1, 2, 3]) {
      app.clock.advance(25_000);
      await app.admit();
      assert.equal((await beat(newcomer as never)).body.status, "WAITING");
    }
    assert.equal((await room.stats()).active, 2);
  });
}

test("a pass whose answer was lost together with Redis is answered again, for the same key alone", async () => {
  const { goIn, redeem } = await twoPlaces();
  const key = "a key that nobody else has";
  const visitor = await goIn(key);
  await loseEverything();
  const again = await redeem(visitor.pass, key);
  assert.deepEqual([again.status, again.body.session], [200, visitor.session]);
  assert.equal((await redeem(visitor.pass, `${key}, or has`)).body.code, "PASS_USED");
  assert.equal((await redeem(visitor.pass)).body.code, "PASS_USED");
});

/** Nothing of the room is written to PostgreSQL before the work is done. */
async function heldBack<Begun>(room: TestRoom, work: () => Promise<Begun>): Promise<Begun> {
  const tx = await app.pool.connect();
  try {
    await tx.query("begin");
    await tx.query(`select 1 from line where id = $1 for update`, [room.id]);
    return await work();
  } finally {
    await tx.query("rollback");
    tx.release();
  }
}

async function until(what: () => Promise<boolean>): Promise<void> {
  const giveUp = performance.now() + 30_000;
  while (!(await what())) assert.ok(performance.now() < giveUp, `not in time: ${String(what)}`);
}

async function oneWaits(): Promise<boolean> {
  const { rowCount } = await app.pool.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount! > 0;
}

test("nobody is told that they may go in before PostgreSQL knows it too", async () => {
  const room = await openRoom(app, { maxActive: 1 });
  const visitor = await room.join();
  let isWritten = false;
  const { admitting, told } = await heldBack(room, async () => {
    const begun = app.admit();
    // In Redis they are in already.
    await until(async () => (await room.stats()).admitted > 0);
    const asked = beat(visitor).then(({ body }) => ({ status: body.status, isWritten }));
    for (const _ of [1, 2, 3]) await room.stats();
    isWritten = true;
    return { admitting: begun, told: asked };
  });
  assert.deepEqual(await told, { status: "ADMITTED", isWritten: true });
  await admitting;
});

test("whoever may go in still may after a loss, also with a place from before", async () => {
  const { room, redeem } = await twoPlaces();
  const visitor = await room.join();
  await app.admit();
  const { pass } = (await beat(visitor)).body as { pass: string };
  await loseEverything();
  const { active, admitted } = await room.stats();
  assert.deepEqual([active, admitted], [0, 1]);
  // Another tab that has not heard of it, or a question that was asked twice.
  const asked = await beat(visitor);
  assert.deepEqual([asked.body.status, asked.body.place === visitor.place], ["ADMITTED", false]);
  const redeemed = await redeem(pass);
  assert.equal(redeemed.status, 200, JSON.stringify(redeemed.body));
});

test("nobody is told that they are in when Redis lost it before PostgreSQL knew", async () => {
  const { room, redeem } = await twoPlaces();
  const visitor = await room.join();
  await app.admit();
  const { pass } = (await beat(visitor)).body as { pass: string };
  const other = await room.join();
  const key = "a key that nobody else has";
  const { admitting, redeeming } = await heldBack(room, async () => {
    const begun = app.admit();
    await until(oneWaits);
    const asked = redeem(pass, key);
    await until(async () => (await room.stats()).active > 0);
    await redis.empty();
    return { admitting: begun, redeeming: asked };
  });
  await admitting;
  const lost = await redeeming;
  assert.deepEqual([lost.status, lost.body.code], [503, "BUSY"]);
  assert.equal((await redeem(pass, key)).status, 200);
  assert.equal((await actOn(app, visitor, "complete")).status, 200);
  assert.match((await beat(other)).body.status, /WAITING|ADMITTED/);
});

test("nobody is told that they are in when Redis came back without it and has told other things since", async () => {
  const { room, redeem } = await twoPlaces();
  const visitor = await room.join();
  await app.admit();
  const { pass } = (await beat(visitor)).body as { pass: string };
  await room.join();
  const key = "a key that nobody else has";
  const { admitting, redeeming } = await heldBack(room, async () => {
    const begun = app.admit().catch(() => undefined);
    await until(oneWaits);
    await redis.save();
    const asked = redeem(pass, key);
    await until(async () => (await room.stats()).active > 0);
    await lose(() => redis.restartAsSaved());
    // Has the number now that their entry had.
    await room.join();
    return { admitting: begun, redeeming: asked };
  });
  await admitting;
  const lost = await redeeming;
  assert.deepEqual([lost.status, lost.body.code], [503, "BUSY"]);
  await until(async () => (await redeem(pass, key)).status === 200);
  assert.equal((await room.stats()).active, 1);
});

test("what is late to be written after a loss is not written beside what came instead", async () => {
  const { room, redeem } = await twoPlaces();
  const visitor = await room.join();
  await app.admit();
  const { pass } = (await beat(visitor)).body as { pass: string };
  const key = "a key that nobody else has";
  const { redeeming } = await heldBack(room, async () => {
    const asked = redeem(pass, key);
    await until(oneWaits);
    await redis.empty();
    const { active, admitted } = await room.stats();
    assert.deepEqual([active, admitted], [0, 1]);
    return { redeeming: asked };
  });
  assert.equal((await redeeming).body.code, "BUSY");
  assert.equal((await redeem(pass, key)).status, 200);
  const { rows } = await app.pool.query<{ type: string }>(
    `select type from event where line_id = $1 and type = 'waitroom.started'`,
    [room.id],
  );
  assert.equal(rows.length, 1);
});

test("a forged place, and one of another room or session, is good for nothing", async () => {
  const { visitors } = await sale();
  const other = await openRoom(app);
  await loseEverything();
  const [, , mine, theirs] = visitors as [Visitor, Visitor, Visitor, Visitor];
  const forged = `${mine.place.slice(0, -2)}xx`;
  for (const place of [forged, theirs.place, "nonsense", ""]) {
    const answer = await beat({ ...mine, place });
    assert.equal(answer.status, 404, place);
  }
  const elsewhere = await api(app, null).post(`${other.path}/positions`, { place: mine.place });
  assert.equal(elsewhere.status, 201);
  assert.notEqual(elsewhere.body.id, mine.id);
});

test("the signed cookie alone brings the place back, by joining again", async () => {
  const room = await openRoom(app, { state: "paused" });
  const first = await api(app, null).post(`${room.path}/positions`);
  await room.join();
  app.clock.advance(5_000);
  await app.admit();
  const cookie = first.headers.getSetCookie()[0]!.split(";")[0]!;
  await loseEverything();
  await room.join();
  const back = await api(app, null).post(`${room.path}/positions`, undefined, {
    headers: { cookie },
  });
  assert.deepEqual([back.status, back.body.id, back.body.ahead], [200, first.body.id, 0]);
});

test("without Redis a visitor is asked to try again, and a good session is let through", async () => {
  const { room, visitors, session } = await sale();
  redis.pause();
  try {
    const asked = await beat(visitors[2]!);
    assert.deepEqual([asked.status, asked.body.code], [503, "BUSY"]);
    assert.ok(asked.headers.get("retry-after"));
    const headers = { cookie: `tk_session_${room.id}=${session}` };
    const verified = await api(app, null).get(`${room.path}/verify`, { headers });
    assert.equal(verified.status, 204);
  } finally {
    redis.resume();
  }
});

test("what happened is in the audit trail once, however often it is drained", async () => {
  const room = await openRoom(app, { maxActive: 1 });
  await room.join();
  await room.join();
  await Promise.all([app.admit(), app.admit(), app.admit()]);
  await app.admit();
  const { rows } = await app.pool.query<{ type: string }>(
    `select type from event where line_id = $1 order by seq`,
    [room.id],
  );
  assert.deepEqual(
    rows.map(({ type }) => type.replace("waitroom.", "")),
    ["room_created", "joined", "joined", "admitted"],
  );
});
