import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api } from "../../../test/http.ts";
import { startSite, type TestSite } from "../../../test/visitor.ts";

// Names lead to a site of somebody's unless they were let lead here. Both listen on one port, as on the
// internet; the room's target is a third one.
let app: TestApp;
let site: Server;
let target: TestSite;
const ports = { http: 0, https: 9 };
const leadHere = new Set<string>();
const files = new Map<string, string>();
const records = new Map<string, string>();
let dnsTrouble: string | null = null;
let whileAsked = () => Promise.resolve();
const asked: string[] = [];
const fromTarget: string[] = [];
let targetSays = "";

const day = 86_400_000;

before(async () => {
  target = await startSite((request, response) => {
    fromTarget.push(request.url!);
    response.end(targetSays);
  });
  app = await startApp({
    env: {
      ROOM_PROXY: "true",
      ROOM_HOSTS: "listed.example.com",
      ALLOW_PRIVATE_TARGETS: "true",
    },
    async resolveTxt(name) {
      asked.push(name);
      await whileAsked();
      const code = dnsTrouble ?? "ENOTFOUND";
      const found = dnsTrouble === null && records.get(name);
      if (!found) throw Object.assign(new Error(code), { code });
      return [[found]];
    },
    hostFiles: {
      ports,
      resolve: (name, _options, callback) => {
        const address = leadHere.has(name) ? "127.0.0.1" : "127.0.0.2";
        callback(null, [{ address, family: 4 }]);
      },
    },
  });
  ports.http = Number(new URL(app.url).port);
  site = createServer((request, response) => {
    const file = files.get(`http://${request.headers.host!.split(":")[0]}${request.url}`);
    response.writeHead(file === undefined ? 404 : 200).end(file);
  }).listen(ports.http, "127.0.0.2");
  await once(site, "listening");
});
after(async () => {
  await app.close();
  await target.close();
  site.closeAllConnections();
  site.close();
  await once(site, "close");
});

const make = (hostName: string, key?: string) =>
  api(app, key).post("/v1/rooms", {
    name: "Sale",
    targetUrl: target.url,
    maxActive: 9,
    admitPerSecond: 1,
    openPaths: ["/"],
    hostName,
  });

/** A room whose name was proven in this way. */
async function prove(hostName: string, by: "dns" | "file") {
  const { body: refusal } = await make(hostName);
  assert.equal(refusal.code, "HOST_UNPROVEN", JSON.stringify(refusal));
  const put = () =>
    by === "dns"
      ? void records.set(refusal.record.name, refusal.record.value)
      : void files.set(refusal.file.url, refusal.file.content);
  const remove = () =>
    void (by === "dns" ? records.delete(refusal.record.name) : files.delete(refusal.file.url));
  put();
  const { status, body } = await make(hostName);
  assert.equal(status, 201, JSON.stringify(body));
  const path = `/v1/rooms/${body.id}`;
  return {
    path,
    value: refusal.record.value as string,
    put,
    remove,
    see: async () => (await api(app).get(path)).body,
    events: async () => {
      const { rows } = await app.pool.query<{ type: string; actor: string }>(
        `select type, actor from event where line_id = $1 and type like '%host%' order by seq`,
        [body.id],
      );
      return rows.map(({ type, actor }) => `${actor}: ${type}`);
    },
  };
}

async function nextDay(days = 1): Promise<void> {
  for (let i = 0; i < days; i++) {
    app.clock.advance(day);
    await app.server.hostRechecks!.run();
  }
}

async function visit(name: string, path = "/page") {
  const { port } = new URL(app.url);
  const request = httpRequest({ host: "127.0.0.1", port, path, headers: { host: name } });
  const [answer] = (await once(request.end(), "response")) as [IncomingMessage];
  const body = await text(answer);
  return { status: answer.statusCode, code: body.startsWith("{") ? JSON.parse(body).code : body };
}

test("a file on the site proves a name, as the refusal says", async () => {
  const { body } = await make("file.example.com");
  assert.equal(body.code, "HOST_UNPROVEN");
  const { url, content } = body.file;
  assert.equal(url, "http://file.example.com/.well-known/turnkeeper-host");
  assert.ok(body.detail.includes(url) && body.detail.includes(content), body.detail);
  files.set(url, "turnkeeper=another");
  assert.equal((await make("file.example.com")).status, 409);
  files.set(url, content);
  const made = await make("file.example.com");
  assert.deepEqual([made.status, made.body.hostServed], [201, true]);
  targetSays = "the site";
  assert.equal((await visit("file.example.com")).code, "the site");
});

test("nobody proves a name by letting it lead here", async () => {
  leadHere.add("here.example.com");
  const room = await prove("here.example.com", "dns");
  // From now on only the room's own target could say it.
  room.remove();
  targetSays = room.value;
  await nextDay();
  assert.notEqual((await room.see()).hostProofMissing, null);
  fromTarget.length = 0;
  for (const path of ["", "?a=1"]) {
    const refused = await visit("here.example.com", `/.well-known/turnkeeper-host${path}`);
    assert.deepEqual([refused.status, refused.code], [502, "SITE_UNREACHABLE"]);
  }
  assert.deepEqual(fromTarget, []);
  // Nor one that no room has.
  leadHere.add("unknown.example.com");
  assert.equal((await make("unknown.example.com")).body.code, "HOST_UNPROVEN");
});

test("a name that was proven by a file is served while it leads here", async () => {
  const room = await prove("moved.example.com", "file");
  leadHere.add("moved.example.com");
  room.remove();
  await nextDay(5);
  const { hostServed, hostProofMissing } = await room.see();
  assert.deepEqual([hostServed, hostProofMissing], [true, null]);
});

for (const by of ["dns", "file"] as const) {
  test(`a name whose proof (${by}) is gone for three days is not served until it is back`, async () => {
    const hostName = `gone-${by}.example.com`;
    const room = await prove(hostName, by);
    targetSays = "the site";
    await nextDay();
    assert.equal((await room.see()).hostProofMissing, null);
    room.remove();
    await nextDay();
    const since = app.clock.fixed();
    const marked = await room.see();
    assert.equal(marked.hostServed, true);
    const { hostProofMissing: missing } = marked;
    assert.equal(missing.since, since.toISOString());
    assert.equal(missing.servedUntil, new Date(since.getTime() + 3 * day).toISOString());
    for (const part of [hostName, missing.servedUntil, missing.file.url, missing.record.value]) {
      assert.ok(missing.detail.includes(part), missing.detail);
    }
    await nextDay(2);
    assert.equal((await visit(hostName)).code, "the site", "the third day is not over");
    await nextDay();
    const ended = await room.see();
    assert.equal(ended.hostServed, false);
    assert.match(ended.hostProofMissing.detail, /no longer passed on/);
    assert.deepEqual(await visit(hostName, "/v1/x"), await visit("nobody.example.com", "/v1/x"));
    await nextDay(2);
    assert.equal((await room.see()).hostServed, false);

    room.put();
    await nextDay();
    const back = await room.see();
    assert.deepEqual([back.hostServed, back.hostProofMissing], [true, null]);
    assert.equal((await visit(hostName)).code, "the site");
    assert.deepEqual(await room.events(), [
      "system: waitroom.host_proof_missing",
      "system: waitroom.host_no_longer_served",
      "system: waitroom.host_proof_found",
    ]);
  });
}

test("a proof that is back counts at once when the name is set again", async () => {
  const room = await prove("again.example.com", "dns");
  const setAgain = () => api(app).patch(room.path, { hostName: "again.example.com" });
  room.remove();
  await nextDay();
  assert.notEqual((await setAgain()).body.hostProofMissing, null, "still gone, still served");
  room.put();
  assert.equal((await setAgain()).body.hostProofMissing, null);
  room.remove();
  await nextDay(4);
  assert.equal((await setAgain()).body.code, "HOST_UNPROVEN");
  room.put();
  const { body } = await setAgain();
  assert.deepEqual([body.hostServed, body.hostProofMissing], [true, null]);
  await nextDay();
  assert.equal((await room.see()).hostServed, true);
});

test("a name that changed hands can be taken by whoever can prove it, once it is not served", async () => {
  const hostName = "sold.example.com";
  const first = await prove(hostName, "dns");
  first.remove();
  await nextDay();
  const { body: buyer } = await api(app).post("/v1/organisations", { name: "Buyer" });
  const take = () => make(hostName, buyer.apiKey);
  const { body: refusal } = await take();
  files.set(refusal.file.url, refusal.file.content);
  assert.equal((await take()).body.code, "HOST_TAKEN", "still served");
  await nextDay(3);
  const taken = await take();
  assert.deepEqual([taken.status, taken.body.hostServed], [201, true]);
  targetSays = "the buyer's";
  assert.equal((await visit(hostName)).code, "the buyer's");

  // Both proofs are there: it is the second one's all the same, and others are looked at as ever.
  first.put();
  const other = await prove("other.example.com", "dns");
  other.remove();
  await nextDay();
  assert.equal((await first.see()).hostServed, false);
  assert.notEqual((await other.see()).hostProofMissing, null);
  assert.equal((await api(app).patch(first.path, { hostName })).body.code, "HOST_TAKEN");
  const path = `/v1/rooms/${taken.body.id}`;
  assert.equal((await api(app, buyer.apiKey).patch(path, { hostName: null })).status, 200);
  await nextDay();
  assert.equal((await first.see()).hostServed, true);
});

test("the other proof is as good", async () => {
  const room = await prove("either.example.com", "dns");
  room.remove();
  files.set("http://either.example.com/.well-known/turnkeeper-host", room.value);
  await nextDay(5);
  assert.equal((await room.see()).hostProofMissing, null);
});

test("a DNS that does not answer does not mean that the proof is gone", async () => {
  const room = await prove("trouble.example.com", "dns");
  room.remove();
  for (const code of ["ESERVFAIL", "ETIMEOUT"]) {
    dnsTrouble = code;
    await nextDay(5);
    assert.equal((await room.see()).hostProofMissing, null, code);
  }
  // Nor that it is gone for good, when it was missing before.
  dnsTrouble = null;
  await nextDay();
  dnsTrouble = "ESERVFAIL";
  await nextDay(5);
  const { hostServed, hostProofMissing } = await room.see();
  assert.ok(hostServed && hostProofMissing);
  dnsTrouble = null;
});

test("each name is looked at once a day, listed ones never", async () => {
  const listed = await make("listed.example.com");
  assert.equal(listed.body.hostServed, true);
  const room = await prove("daily.example.com", "dns");
  const looks = () => asked.filter((name) => name === "_turnkeeper.daily.example.com").length;
  const first = looks();
  app.clock.advance(day - 1);
  await app.server.hostRechecks!.run();
  assert.equal(looks(), first);
  app.clock.advance(1);
  await app.server.hostRechecks!.run();
  await app.server.hostRechecks!.run();
  assert.equal(looks(), first + 1);
  await nextDay(5);
  assert.equal(asked.includes("_turnkeeper.listed.example.com"), false);
  assert.equal((await api(app).get(`/v1/rooms/${listed.body.id}`)).body.hostServed, true);

  // Not served any more, and listed since: the other one has the name.
  const had = `settings = jsonb_set(settings::jsonb, '{hostName}', '"listed.example.com"')`;
  await app.pool.query(
    `update room set ${had}, host_proven_at = null, host_missing_since = now()
      where '/v1/rooms/' || id = $1`,
    [room.path],
  );
  await api(app).patch(room.path, { openPaths: [] });
  targetSays = "the site";
  assert.equal((await visit("listed.example.com")).code, "the site");
  await nextDay();
  assert.equal((await visit("listed.example.com")).code, "the site");
  // Alone again, it is served without a look.
  await api(app).patch(`/v1/rooms/${listed.body.id}`, { hostName: null });
  await nextDay();
  assert.equal((await visit("listed.example.com")).code, "PASS_NEEDED");
  assert.equal((await room.see()).hostProofMissing, null);
  assert.equal(asked.includes("_turnkeeper.listed.example.com"), false);
});

test("one instance at a time looks at them", async () => {
  const room = await prove("leased.example.com", "dns");
  room.remove();
  await app.pool.query(
    `insert into lease (name, holder, fence, until)
     values ('host names', 'another', 1, now() + interval '1 hour')
     on conflict (name) do update set fence = lease.fence + 1, until = excluded.until`,
  );
  await nextDay();
  assert.equal((await room.see()).hostProofMissing, null);
  await app.pool.query(`update lease set until = now() where name = 'host names'`);
  await app.server.hostRechecks!.run();
  assert.notEqual((await room.see()).hostProofMissing, null);
});

test("what was looked at counts only for the name and proof that the room still has", async () => {
  const room = await prove("meanwhile.example.com", "dns");
  room.remove();
  whileAsked = async () => {
    whileAsked = () => Promise.resolve();
    const changed = await api(app).patch(room.path, { hostName: null });
    assert.equal(changed.status, 200);
  };
  app.clock.advance(day);
  await app.pool.query(
    `update room set host_check_at = '2100-01-01' where '/v1/rooms/' || id <> $1`,
    [room.path],
  );
  await app.server.hostRechecks!.run();
  const { hostName, hostProofMissing } = await room.see();
  assert.deepEqual([hostName, hostProofMissing, await room.events()], [null, null, []]);
});

test("a room that gave its name up is not looked at", async () => {
  const room = await prove("nameless.example.com", "dns");
  // As an earlier version leaves it, which knows of no looks.
  await app.pool.query(
    `update room set settings = jsonb_set(settings::jsonb, '{hostName}', 'null')
      where '/v1/rooms/' || id = $1`,
    [room.path],
  );
  await nextDay();
  assert.deepEqual(await room.events(), []);
});

test("more names than are looked at together all have their turn", async () => {
  const names = Array.from({ length: 25 }, (_, i) => `many-${i}.example.com`);
  const rooms = await Promise.all(names.map((name) => prove(name, "dns")));
  for (const room of rooms) room.remove();
  await nextDay();
  const seen = await Promise.all(rooms.map((room) => room.see()));
  assert.deepEqual(
    seen.filter(({ hostProofMissing }) => hostProofMissing === null),
    [],
  );
});
