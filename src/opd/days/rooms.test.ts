import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { newResource } from "../../../test/availability.ts";
import { api } from "../../../test/http.ts";
import { newClinic, openClinic, type Clinic } from "../../../test/opd.ts";
import { watch } from "../../../test/stream.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const newRoom = async (name: string) =>
  (await newResource(app, { type: "consultation_room", name })).id;

const setRoom = ({ doctorId }: Clinic, body: object) =>
  api(app).put(`/v1/opd/doctors/${doctorId}/room`, body);

async function roomOn({ doctorId }: Clinic, date: string): Promise<string | null> {
  const { body } = await api(app).get(`/v1/opd/doctors/${doctorId}/room?date=${date}`);
  return body.room?.name ?? null;
}

async function onBoard({ doctorId }: Clinic): Promise<string | null> {
  const { body } = await api(app).get(`/v1/opd/board?doctors=${doctorId}`, { bearer: null });
  return body.doctors[0].doctor.room;
}

test("a doctor has a usual room, and another one on a date", async () => {
  const clinic = await openClinic(app);
  const [four, nine] = [await newRoom("Room 4"), await newRoom("Room 9")];
  assert.equal(await roomOn(clinic, clinic.date), null);
  assert.equal((await setRoom(clinic, { roomId: four })).body.usualRoom.name, "Room 4");
  assert.equal(await onBoard(clinic), "Room 4");
  const changed = await setRoom(clinic, { roomId: nine, date: clinic.date });
  assert.deepEqual(
    [changed.status, changed.body.room.name, changed.body.usualRoom.name],
    [200, "Room 9", "Room 4"],
  );
  assert.equal(await onBoard(clinic), "Room 9");
  assert.equal(await roomOn(clinic, clinic.later(1)), "Room 4");
  await setRoom(clinic, { roomId: null, date: clinic.later(1) });
  assert.equal(await roomOn(clinic, clinic.later(1)), null);
  await setRoom(clinic, { roomId: "usual", date: clinic.date });
  assert.equal(await onBoard(clinic), "Room 4");
});

test("the list of doctors says where each is today, and usually", async () => {
  const clinic = await openClinic(app);
  const other = await newClinic(app);
  const [one, two] = [await newRoom("Room 1"), await newRoom("Room 2")];
  await setRoom(clinic, { roomId: one });
  await setRoom(clinic, { roomId: two, date: clinic.date });
  const { items } = (await api(app).get("/v1/opd/doctors")).body;
  const of = (doctorId: string) => items.find(({ id }: { id: string }) => id === doctorId);
  assert.deepEqual(of(clinic.doctorId).room, { id: two, name: "Room 2" });
  assert.deepEqual(of(clinic.doctorId).usualRoom, { id: one, name: "Room 1" });
  assert.deepEqual([of(other.doctorId).room, of(other.doctorId).usualRoom], [null, null]);
});

test("a screen shows the other room at once, and the new name of a room with the next call", async () => {
  const clinic = await openClinic(app);
  const roomId = await newRoom("Room 5");
  await clinic.token();
  const path = `/v1/opd/board/events?doctors=${clinic.doctorId}`;
  const stream = await watch(app, path, { bearer: null });
  assert.equal((await stream.next()).data.doctor.room, null);
  await setRoom(clinic, { roomId, date: clinic.date });
  assert.equal((await stream.next()).data.doctor.room, "Room 5");
  await api(app).patch(`/v1/resources/${roomId}`, { name: "Room 5a" });
  await clinic.callNext();
  assert.equal((await stream.next()).data.doctor.room, "Room 5a");
  await stream.close();
});

test("a room is a resource of the organisation that is no doctor", async () => {
  const clinic = await openClinic(app);
  const other = await api(app).post("/v1/organisations", { name: "Another" });
  const theirs = await api(app, other.body.apiKey).post("/v1/resources", {
    type: "consultation_room",
    name: "Theirs",
    timezone: "UTC",
  });
  for (const roomId of [clinic.doctorId, theirs.body.id, crypto.randomUUID()]) {
    const { status, body } = await setRoom(clinic, { roomId });
    assert.deepEqual([status, body.errors[0].field], [422, "roomId"]);
  }
  const usual = await setRoom(clinic, { roomId: "usual" });
  assert.deepEqual([usual.status, usual.body.errors[0].field], [422, "date"]);
});

test("the reception says where a doctor is, and a viewer only looks", async () => {
  const clinic = await openClinic(app);
  const roomId = await newRoom("Room 7");
  const keyFor = async (role: string) =>
    (await api(app).post("/v1/api-keys", { name: role, role })).body.key;
  const path = `/v1/opd/doctors/${clinic.doctorId}/room`;
  const viewer = api(app, await keyFor("viewer"));
  assert.equal((await viewer.put(path, { roomId })).status, 403);
  assert.equal((await api(app, await keyFor("staff")).put(path, { roomId })).status, 200);
  assert.equal((await viewer.get(path)).body.room.name, "Room 7");
});
