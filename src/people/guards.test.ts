// What keeps an erasure from reaching too far or too early. Each test fails without the guard it is about.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { openBakery } from "../../test/boxes.ts";
import { act, openQueue } from "../../test/counter.ts";
import { holdLine, isAwaited } from "../../test/held-line.ts";
import { api, newKey } from "../../test/http.ts";
import { until } from "../../test/until.ts";
import { People } from "./people.ts";
import type { PersonPart } from "./person.ts";

let app: TestApp;
before(async () => {
  app = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "100000" } });
});
after(() => app.close());

const erase = (body: object) => api(app).post("/v1/people/erase", body);

async function orgId(): Promise<string> {
  return (await api(app).get("/v1/organisation")).body.id;
}

test("an erasure that was on its way when a hold came is refused", async () => {
  const queue = await openQueue(app);
  const mobile = "0171 333 111";
  const { id } = await queue.join("Held", { mobile });
  await act(app, id, "cancel");
  const letGo = await holdLine(app.databaseUrl, await orgId());
  const hold = (on: boolean) =>
    api(app).put("/v1/organisation/retention/hold", { on, reason: "Court order" });
  const holding = hold(true);
  await until("the hold is about to be set", () => isAwaited(app.pool));
  const erasing = erase({ phone: mobile });
  await until("the erasure has looked, and waits", () => isAwaited(app.pool, 2));
  await letGo();
  assert.equal((await holding).status, 200);
  assert.equal((await erasing).body.code, "LEGAL_HOLD");
  assert.equal((await api(app).get(`/v1/tickets/${id}`)).body.name, "Held");
  await hold(false);
});

test("somebody who came back while the erasure waited for the queue is not erased", async () => {
  const queue = await openQueue(app);
  const mobile = "0171 333 222";
  await queue.join("Late", { mobile });
  const { id } = await queue.callNext();
  await act(app, id, "no-show");
  const letGo = await holdLine(app.databaseUrl, queue.id);
  const erasing = erase({ phone: mobile });
  await until("the erasure waits for the line", () => isAwaited(app.pool));
  await letGo(`update ticket set state = 'holding', status = 'CALLED' where id = $1`, [id]);
  assert.equal((await erasing).body.code, "PERSON_ACTIVE");
  assert.equal((await api(app).get(`/v1/tickets/${id}`)).body.name, "Late");
});

test("the same person at another organisation stays as they are there", async () => {
  const { body } = await api(app).post("/v1/organisations", { name: "Others" });
  const others: TestApp = { ...app, ownerKey: body.apiKey };
  const phone = "+49 171 444 555";
  const userId = "the-same-shopper";
  const key = newKey();
  const join = (of: TestApp) => api(of).post("/v1/patients", { name: "Ann", phone }, { key });
  const [ours, theirs] = [(await join(app)).body, (await join(others)).body];
  for (const each of [app, others]) {
    await (await (await openBakery(each)).offer()).reserve({ userId });
  }
  await app.server.boxes.attempts.flush();

  assert.equal((await api(others).post("/v1/people/erase", { patientId: ours.id })).status, 200);
  assert.equal((await api(app).get(`/v1/patients/${ours.id}`)).body.name, "Ann");
  assert.equal((await erase({ phone })).body.erased.patients, 1);
  const counts = (await erase({ userId, endActive: true })).body.erased;
  assert.deepEqual([counts.reservations, counts.attempts], [1, 1]);

  const again = await join(others);
  assert.equal(again.headers.get("idempotency-replayed"), "true", "their answer is still stored");
  assert.deepEqual(again.body, theirs);
  assert.equal((await api(others).get(`/v1/patients/${theirs.id}`)).body.phone, phone);
  const { body: kept } = await api(others).post("/v1/people/export", { userId });
  assert.deepEqual([kept.reservations.length, kept.attempts.length], [1, 1]);
});

test("attempts that are not written yet are found as well", async () => {
  const box = await (await openBakery(app)).offer();
  const userId = "in-a-hurry";
  await box.reserve({ userId });
  await box.ask({ userId });
  const { body } = await api(app).post("/v1/people/export", { userId });
  assert.equal(body.attempts.length, 2);
});

test("what could not be ended is said as it is, and nothing is erased", async () => {
  let erased = 0;
  const part: PersonPart = {
    kind: "things",
    find: async () => ["0199c2a4-0000-7000-8000-000000000000"],
    read: async (_db, _orgId, ids) =>
      ids.map((id) => ({ id, lineId: null, open: "OPEN", data: {} })),
    erase: async () => void (erased += 1),
    end: () => Promise.reject(new Error("the database is away")),
  };
  const { pool, clock } = app;
  const people = new People({ pool, clock, findPatients: async () => [], parts: [part] });
  const caller = { orgId: await orgId() } as never;
  const by = { orgId: await orgId(), actor: "test", requestId: "1", caller };
  await assert.rejects(
    people.erase(by, { by: "userId", value: "x" }, true),
    /the database is away/,
  );
  assert.equal(erased, 0);
});
