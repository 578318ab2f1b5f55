import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api, newKey, type Answer } from "../../../test/http.ts";
import { until } from "../../../test/until.ts";
import { startAnew } from "../../events/consumers.ts";
import { act, idsOf, newClinic, newPatient, openClinic, tokenNow } from "../../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const merge = (into: string, patientId: string, more: object = {}): Promise<Answer> =>
  api(app).post(`/v1/patients/${into}/merge`, { patientId, ...more }, { key: newKey() });

async function merged(into: string, patientId: string, more: object = {}): Promise<Answer["body"]> {
  const { status, body } = await merge(into, patientId, more);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Another turn of the consumer may be under way, which is waited for. */
async function logFollowed(): Promise<void> {
  await until("the log is followed", async () => {
    await app.server.consumers.catchUp();
    return (await app.server.consumers.lag()).every(({ events }) => events === 0);
  });
}

async function visitsOf(patientId: string): Promise<Answer["body"][]> {
  await logFollowed();
  const { status, body } = await api(app).get(`/v1/patients/${patientId}/visits`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items;
}

const patientNow = async (id: string) => (await api(app).get(`/v1/patients/${id}`)).body;

test("a patient's visits: past ones and those to come, the latest first, page after page", async () => {
  const clinic = await openClinic(app, { name: "Dr Visits" });
  const patientId = await newPatient(app);
  const seen = await clinic.token({ patientId, at: "10:00" });
  await act(app, seen.id, "start");
  await act(app, seen.id, "complete");
  const later = await clinic.token({ patientId, at: clinic.at("10:00", clinic.later(2)) });
  const next = await clinic.token({ patientId, at: clinic.at("10:00", clinic.later(1)) });
  const visits = await visitsOf(patientId);
  assert.deepEqual(idsOf(visits), [later.id, next.id, seen.id]);
  assert.deepEqual(
    visits.map(({ status, doctorName }) => [status, doctorName]),
    [
      ["ALLOCATED", "Dr Visits"],
      ["ALLOCATED", "Dr Visits"],
      ["COMPLETED", "Dr Visits"],
    ],
  );
  const first = await api(app).get(`/v1/patients/${patientId}/visits?limit=2`);
  const rest = await api(app).get(
    `/v1/patients/${patientId}/visits?limit=2&cursor=${first.body.nextCursor}`,
  );
  assert.deepEqual(idsOf([...first.body.items, ...rest.body.items]), idsOf(visits));
});

test("a token that was given a moment ago is among the visits before anybody has followed the log", async () => {
  const clinic = await openClinic(app);
  const patientId = await newPatient(app);
  const { id } = await clinic.token({ patientId });
  const { body } = await api(app).get(`/v1/patients/${patientId}/visits`);
  assert.deepEqual(idsOf(body.items), [id]);
});

test("one who did not come, and one who was never called, can be found with their patient", async () => {
  const clinic = await openClinic(app);
  const patientId = await newPatient(app);
  const missed = await clinic.token({ patientId });
  await clinic.callNext();
  app.clock.advance(2 * 3_600_000);
  await app.sweep();
  const never = await clinic.token({ patientId, at: "12:00" });
  app.clock.advance(12 * 3_600_000);
  await app.sweep();
  const visits = await visitsOf(patientId);
  assert.deepEqual(idsOf(visits), [never.id, missed.id]);
  assert.deepEqual(visits.map(({ reason }) => reason).at(-1), "NO_SHOW");
});

test("two records become one: tokens, bookings, waits and the key of the day follow", async () => {
  const clinic = await openClinic(app);
  const winner = await newPatient(app, { name: "Mia Kept", phone: "0301 11111" });
  const loser = await newPatient(app, {
    name: "Mia Lost",
    phone: "0302 22222",
    externalId: "mia-1",
    email: "mia@example.org",
  });
  const seen = await clinic.token({ patientId: loser });
  await act(app, seen.id, "start");
  await act(app, seen.id, "complete");
  const tomorrow = clinic.at("10:00", clinic.later(1));
  const open = await clinic.token({ patientId: loser, at: tomorrow });
  const booking = await api(app).post("/v1/bookings", {
    kind: "consultation",
    patientId: loser,
    start: clinic.at("10:00", clinic.later(3)),
    end: clinic.at("11:00", clinic.later(3)),
    resources: [{ resourceId: clinic.doctorId }],
  });
  assert.equal(booking.status, 201, JSON.stringify(booking.body));
  await logFollowed();

  const foreseen = await merged(winner, loser, { dryRun: true });
  assert.deepEqual((await tokenNow(app, open.id)).patientId, loser, "a look changes nothing");
  const done = await merged(winner, loser);
  assert.deepEqual({ ...done, dryRun: true }, foreseen);
  assert.deepEqual(done.moved, { tokens: 3, bookings: 1, waitlist: 0 });
  assert.deepEqual(
    [done.patient.name, done.patient.phone, done.patient.externalId, done.patient.email],
    ["Mia Kept", "0301 11111", "mia-1", "mia@example.org"],
  );

  for (const { id } of [seen, open]) {
    const token = await tokenNow(app, id);
    assert.deepEqual([token.patientId, token.patientName], [winner, "Mia Kept"]);
  }
  assert.equal(idsOf(await visitsOf(winner)).length, 3);
  const theirs = await api(app).get(`/v1/bookings/${booking.body.id}`);
  assert.equal(theirs.body.patientId, winner);
  const twice = await clinic.ask({ patientId: winner, at: clinic.at("11:00", clinic.later(1)) });
  assert.deepEqual([twice.body.code, twice.body.tokenId], ["DUPLICATE_TOKEN", open.id]);
  await act(app, open.id, "cancel");
  const free = await clinic.ask({ patientId: winner, at: tomorrow });
  assert.equal(free.status, 201, "and the key is free again");

  assert.equal(
    (await patientNow(loser)).id,
    winner,
    "the former id leads to the record that is left",
  );
  const { body } = await api(app).get("/v1/patients?q=mia");
  assert.deepEqual(idsOf(body.items), [winner]);
  const byOldId = await clinic.token({ patientId: loser, at: clinic.at("10:00", clinic.later(4)) });
  assert.equal(byOldId.patientId, winner);
  assert.equal((await merge(winner, loser)).status, 404, "it is gone");
});

test("what is to be taken from the other record is taken, and the notes of both are kept", async () => {
  const winner = await newPatient(app, { name: "Jo A", phone: "0301 11112", notes: "Deaf" });
  const loser = await newPatient(app, { name: "Jo B", phone: "0302 22223", notes: "Uses a stick" });
  const { patient } = await merged(winner, loser, { take: ["name", "phone"] });
  assert.deepEqual(
    [patient.name, patient.phone, patient.notes],
    ["Jo B", "0302 22223", "Deaf\nUses a stick"],
  );
});

test("refused when both have an active token for one date, naming both; nothing changes", async () => {
  const clinic = await openClinic(app);
  const other = await newClinic(app);
  const [winner, loser] = [await newPatient(app), await newPatient(app)];
  const kept = await clinic.token({ patientId: winner });
  const lost = await other.token({ patientId: loser });
  for (const dryRun of [true, false]) {
    const { status, body } = await merge(winner, loser, { dryRun });
    assert.deepEqual([status, body.code], [409, "BOTH_HAVE_TOKENS"]);
    const tokens = [{ date: clinic.date, tokenId: lost.id, otherTokenId: kept.id }];
    assert.deepEqual(body.tokens, tokens);
  }
  assert.equal((await tokenNow(app, lost.id)).patientId, loser);
  assert.equal((await patientNow(loser)).id, loser);
  await act(app, lost.id, "cancel");
  await merged(winner, loser);
});

test("a token given by the former id while the records become one follows by itself", async () => {
  const clinic = await openClinic(app);
  const [winner, loser] = [
    await newPatient(app, { name: "Lea Left" }),
    await newPatient(app, { name: "Lea Late" }),
  ];
  const token = await clinic.token({ patientId: loser });
  await merged(winner, loser);
  // As somebody leaves it who had looked the patient up a moment before.
  await app.pool.query(
    `update ticket set claim = replace(claim, $2, $3),
        data = (data::jsonb || jsonb_build_object('patientId', $3::text))::json where id = $1`,
    [token.id, winner, loser],
  );
  await startAnew(app.pool, "visits of patients");
  await logFollowed();
  assert.equal((await tokenNow(app, token.id)).patientId, winner);
  assert.deepEqual(idsOf(await visitsOf(winner)), [token.id]);
});

test("a corrected name shows on tokens that are not over", async () => {
  const clinic = await openClinic(app);
  const patientId = await newPatient(app, { name: "Jhon" });
  const { id } = await clinic.token({ patientId });
  await api(app).patch(`/v1/patients/${patientId}`, { name: "John" });
  const { allocated } = await clinic.slot();
  assert.deepEqual(
    allocated.map(({ patientName }: { patientName: string }) => patientName),
    ["John"],
  );
  await act(app, id, "cancel");
});

test("two merges of the same records at once: one takes place", async () => {
  const [a, b] = [await newPatient(app), await newPatient(app)];
  const answers = await Promise.all([merge(a, b), merge(b, a)]);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 404]));
});

test("erasing a person finds them by the id of either record", async () => {
  const [winner, loser] = [
    await newPatient(app, { name: "Eve Erased" }),
    await newPatient(app, { name: "Eve Before" }),
  ];
  await merged(winner, loser);
  const { status, body } = await api(app).post("/v1/people/erase", { patientId: loser });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal((await patientNow(winner)).name, "Erased");
});

test("the same request again answers the same, and merges once", async () => {
  const [winner, loser] = [await newPatient(app), await newPatient(app)];
  const sending = { key: newKey() };
  const body = { patientId: loser };
  const first = await api(app).post(`/v1/patients/${winner}/merge`, body, sending);
  const again = await api(app).post(`/v1/patients/${winner}/merge`, body, sending);
  assert.deepEqual([again.status, again.body], [first.status, first.body]);
  const self = await merge(winner, winner);
  assert.deepEqual([self.status, self.body.errors[0].field], [422, "patientId"]);
});
