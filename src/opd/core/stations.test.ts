// A patient goes on from the doctor to stations, with one number on one slip.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { openQueue, ticketNow, type TestQueue } from "../../../test/counter.ts";
import { api, newKey, type Answer, type Sending } from "../../../test/http.ts";
import { act, newClinic, openClinic, tokenNow, type Clinic } from "../../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const minute = 60_000;

/** A token of somebody who is with the doctor. */
async function inside(clinic: Clinic, wish = {}): Promise<Answer["body"]> {
  const token = await clinic.token(wish);
  await act(app, token.id, "start");
  return token;
}

const complete = (id: string, next: string, sending?: Sending) =>
  api(app).post(`/v1/opd/tokens/${id}/complete`, { next }, sending);

/** Sent on to a station: the ticket there. */
async function sent(clinic: Clinic, station: TestQueue, wish = {}): Promise<Answer["body"]> {
  const token = await inside(clinic, wish);
  const answer = await complete(token.id, station.id);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return ticketNow(app, answer.body.next.ticketId);
}

const waitingAt = async (station: TestQueue) => {
  const { body } = await api(app).get(`/v1/queues/${station.id}/tickets`);
  return body.items as Answer["body"][];
};

test("a patient who goes on waits at the station in the same moment, with the number on the slip", async () => {
  const clinic = await openClinic(app, { name: "Dr Anil Wong" });
  const lab = await openQueue(app, { name: "Laboratory", prefix: "LAB" });
  const token = await inside(clinic);
  assert.equal(token.label, "W-1");
  const done = (await complete(token.id, lab.id)).body;
  assert.equal(done.status, "COMPLETED");
  assert.deepEqual(done.next, {
    queueId: lab.id,
    queueName: "Laboratory",
    ticketId: done.next.ticketId,
  });
  const [ticket, ...others] = await waitingAt(lab);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [ticket.id, ticket.number, ticket.name, ticket.position, ticket.status],
    [done.next.ticketId, "W-1", token.patientName, 1, "WAITING"],
  );
  assert.deepEqual(ticket.from, { name: "Dr Anil Wong", tokenId: token.id });
  assert.equal((await lab.callNext("2")).number, "W-1");
});

test("people with numbers of the station itself wait in one line with those who are sent", async () => {
  const clinic = await openClinic(app, { name: "Dr Yara" });
  const lab = await openQueue(app, { prefix: "LAB" });
  await lab.join("Ana");
  await sent(clinic, lab);
  await lab.join("Bo");
  const numbers = await lab.waiting();
  assert.deepEqual(numbers, ["LAB-000001", "Y-1", "LAB-000002"]);
});

test("the same key sends on once and answers again; without a key the second try is refused", async () => {
  const clinic = await openClinic(app);
  const lab = await openQueue(app);
  const key = newKey();
  const { id } = await inside(clinic);
  const first = await complete(id, lab.id, { key });
  const second = await complete(id, lab.id, { key });
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.deepEqual(second.body, first.body);
  assert.equal(second.headers.get("idempotency-replayed"), "true");
  assert.equal((await complete(id, lab.id)).body.code, "WRONG_STATE");
  assert.equal((await waitingAt(lab)).length, 1);
});

test("two who send the same patient on at once: one ticket at one station", async () => {
  const clinic = await openClinic(app);
  const [lab, pharmacy] = [await openQueue(app), await openQueue(app)];
  const { id } = await inside(clinic);
  const stations = [lab, pharmacy, lab, pharmacy, lab, pharmacy];
  const answers = await Promise.all(stations.map((station) => complete(id, station.id)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal((await waitingAt(lab)).length + (await waitingAt(pharmacy)).length, 1);
});

test("a paused or full station takes those who are sent; a closed one refuses, and nothing has changed", async () => {
  const clinic = await openClinic(app);
  const lab = await openQueue(app, { maxWaiting: 1 });
  await lab.join();
  await lab.change({ state: "paused" });
  assert.equal((await sent(clinic, lab)).position, 2);
  await lab.change({ state: "closed" });
  const { id } = await inside(clinic);
  const refused = await complete(id, lab.id);
  assert.deepEqual([refused.status, refused.body.code], [409, "QUEUE_CLOSED"]);
  const token = await tokenNow(app, id);
  assert.deepEqual([token.status, token.next], ["IN_PROGRESS", null]);
  assert.equal((await waitingAt(lab)).length, 2);
});

test("only who is with the doctor is sent on, and only to a queue of the same organisation", async () => {
  const clinic = await openClinic(app);
  const lab = await openQueue(app);
  const { id } = await clinic.token();
  assert.equal((await complete(id, lab.id)).body.code, "WRONG_STATE");
  await act(app, id, "start");
  const nowhere = await complete(id, clinic.doctorId);
  assert.deepEqual([nowhere.status, nowhere.body.code], [404, "NOT_FOUND"]);
  assert.equal((await waitingAt(lab)).length, 0);
  assert.equal((await tokenNow(app, id)).status, "IN_PROGRESS");
});

test("patients of two doctors never have the same number at a station", async () => {
  const rao = await openClinic(app, { name: "Dr Nina Quist" });
  const reddy = await newClinic(app, { name: "Dr Omar Quist" });
  const lab = await openQueue(app);
  await sent(rao, lab);
  await sent(reddy, lab);
  assert.deepEqual(await lab.waiting(), ["Q-1", "OQ-1"]);
});

test("somebody who still waits from another day keeps the number; the newcomer's says that it is the second", async () => {
  const clinic = await openClinic(app, { name: "Dr Ivo" });
  const [lab, pharmacy] = [await openQueue(app), await openQueue(app)];
  const yesterday = await sent(clinic, lab);
  const tomorrow = { at: `${clinic.later(1)}T10:00:00.000Z` };
  app.clock.advance(24 * 60 * minute);
  const today = await sent(clinic, pharmacy, tomorrow);
  assert.deepEqual([yesterday.number, today.number], ["I-1", "I-1/2"]);
  await api(app).post(`/v1/tickets/${today.id}/transfer`, { queueId: lab.id });
  assert.deepEqual(await lab.waiting(), ["I-1", "I-1/2"]);
});

test("a number that was given up comes back by undoing or requeueing only while nobody else has it", async () => {
  const clinic = await openClinic(app, { name: "Dr Zoe" });
  const lab = await openQueue(app);
  const first = await sent(clinic, lab);
  await api(app).post(`/v1/tickets/${first.id}/cancel`);
  assert.equal((await api(app).post(`/v1/tickets/${first.id}/undo`)).status, 200);
  await lab.callNext();
  await api(app).post(`/v1/tickets/${first.id}/no-show`);
  app.clock.advance(24 * 60 * minute);
  const second = await sent(clinic, lab, { at: `${clinic.later(1)}T10:00:00.000Z` });
  assert.equal(second.number, "Z-1");
  const refused = await api(app).post(`/v1/tickets/${first.id}/requeue`);
  assert.deepEqual([refused.status, refused.body.code], [409, "NUMBER_IN_USE"]);
  await api(app).post(`/v1/tickets/${second.id}/cancel`);
  assert.equal((await api(app).post(`/v1/tickets/${first.id}/requeue`)).status, 200);
  const undone = await api(app).post(`/v1/tickets/${second.id}/undo`);
  assert.deepEqual([undone.status, undone.body.code], [409, "NUMBER_IN_USE"]);
});

test("from station to station: the same ticket and number, at the end as they have just come, and served where they were", async () => {
  const clinic = await openClinic(app, { name: "Dr Uma" });
  const lab = await openQueue(app, { name: "Laboratory" });
  const pharmacy = await openQueue(app, { name: "Pharmacy" });
  const { id } = await sent(clinic, lab);
  app.clock.advance(5 * minute);
  await pharmacy.join("Ana");
  await lab.callNext();
  await api(app).post(`/v1/tickets/${id}/serve`);
  app.clock.advance(10 * minute);
  const transfer = { queueId: pharmacy.id, place: "end" };
  const moved = (await api(app).post(`/v1/tickets/${id}/transfer`, transfer)).body;
  assert.deepEqual([moved.number, moved.position, moved.from.name], ["U-1", 2, "Laboratory"]);
  assert.equal(moved.joinedAt, app.clock.fixed().toISOString());
  const stats = async (queue: TestQueue) => (await queue.get("/stats")).body;
  const served = await stats(lab);
  assert.deepEqual([served.servedToday, served.averageServiceSeconds], [1, 600]);
  await api(app).post(`/v1/tickets/${id}/undo`);
  assert.equal((await stats(lab)).servedToday, 0);
  await api(app).post(`/v1/tickets/${id}/transfer`, transfer);
  app.clock.advance(minute);
  await pharmacy.callNext();
  assert.equal((await pharmacy.callNext()).id, id);
  assert.equal((await stats(pharmacy)).averageWaitSeconds, Math.round((11 * 60 + 60) / 2));
});

test("without the place at the end a transfer keeps the time of arrival", async () => {
  const clinic = await openClinic(app);
  const [lab, pharmacy] = [await openQueue(app), await openQueue(app)];
  const { id } = await sent(clinic, lab);
  app.clock.advance(minute);
  await pharmacy.join("Ana");
  const answer = await api(app).post(`/v1/tickets/${id}/transfer`, { queueId: pharmacy.id });
  assert.equal(answer.body.position, 1);
});

test("the holder of the token is shown the way to the ticket at the station; staff are not shown its secret", async () => {
  const clinic = await openClinic(app);
  const lab = await openQueue(app);
  const { id, secret } = await inside(clinic);
  const before = await api(app, secret).get(`/v1/opd/tokens/${id}`);
  assert.equal("onward" in before.body, false);
  const { next } = (await complete(id, lab.id)).body;
  const { onward } = (await api(app, secret).get(`/v1/opd/tokens/${id}`)).body;
  const [path, ticketSecret] = onward.split("#");
  assert.equal(path, `/t/${next.ticketId}`);
  const ticket = await api(app, ticketSecret).get(`/v1/tickets/${next.ticketId}`);
  assert.deepEqual([ticket.status, ticket.body.position], [200, 1]);
  assert.equal("onward" in (await tokenNow(app, id)), false);
});

test("sending on needs the right to work at queues as well", async () => {
  const clinic = await openClinic(app);
  const lab = await openQueue(app);
  const { id } = await inside(clinic);
  const made = await api(app).post("/v1/api-keys", { name: "OPD", scopes: ["opd:operate"] });
  const refused = await complete(id, lab.id, { bearer: made.body.key });
  assert.equal(refused.status, 403, JSON.stringify(refused.body));
  assert.equal((await tokenNow(app, id)).status, "IN_PROGRESS");
});

test("what a station holds of a patient is handed over and erased with the rest", async () => {
  const clinic = await openClinic(app);
  const [lab, pharmacy] = [await openQueue(app), await openQueue(app)];
  const ticket = await sent(clinic, lab);
  await api(app).post(`/v1/tickets/${ticket.id}/transfer`, { queueId: pharmacy.id });
  const { patientId } = await tokenNow(app, ticket.from.tokenId);
  const { body } = await api(app).get(`/v1/people/export?patientId=${patientId}`);
  const ids = body.tickets.map((one: Answer["body"]) => one.id);
  assert.deepEqual(ids, [ticket.id]);
  await api(app).post(`/v1/tickets/${ticket.id}/cancel`);
  const erased = await api(app).post("/v1/people/erase", { patientId });
  assert.equal(erased.status, 200, JSON.stringify(erased.body));
  assert.equal((await ticketNow(app, ticket.id)).name, "Erased");
});

test("a doctor's code comes from the name, is one doctor's alone, and can be set", async () => {
  const clinic = await openClinic(app, { name: "Dr Farid Xu" });
  await clinic.token();
  const codes = async () => {
    const { body } = await api(app).get("/v1/opd/doctors");
    return new Map<string, string | null>(
      body.items.map((one: Answer["body"]) => [one.id, one.code]),
    );
  };
  assert.equal((await codes()).get(clinic.doctorId), "X");
  assert.equal((await clinic.setLimits({ code: "fx" })).body.code, "FX");
  assert.equal((await clinic.setLimits({ capacity: 5 })).body.code, "FX");
  assert.equal((await clinic.token()).label, "FX-2");
  const other = await newClinic(app, { name: "Dr Fay Xi" });
  assert.equal((await codes()).get(other.doctorId), null);
  const refused = await other.setLimits({ code: "FX" });
  assert.deepEqual([refused.status, refused.body.code], [409, "CODE_TAKEN"]);
  assert.equal((await other.setLimits({ code: "F-X" })).status, 422);
});
