// Kinds: what each needs, and that a fifth one is one file's worth of rules.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { ask, at, book, expecting, openResource, refused } from "../../../test/booking.ts";
import { api } from "../../../test/http.ts";
import { newPatient } from "../../../test/opd.ts";
import { usualSettings, type Kind } from "./kinds.ts";

/** A fifth kind, as somebody else would write it: an ambulance with a crew, an hour's notice. */
const transport: Kind = {
  name: "transport",
  title: "Patient transport",
  needs: [
    {
      role: "ambulance",
      types: ["other"],
      least: 1,
      most: 1,
      throughout: true,
      whole: true,
      beforeMinutes: 15,
      afterMinutes: 15,
    },
  ],
  minutes: { least: 30, most: 240 },
  needsPatient: true,
  takesToken: false,
  settings: { ...usualSettings, noticeMinutes: 60, requestsHold: true },
};

let app: TestApp;

before(async () => {
  app = await startApp({ kinds: [transport] });
});
after(() => app.close());

test("there are four kinds, and whatever is registered besides", async () => {
  const { items } = expecting(200, await api(app).get("/v1/bookings/kinds"));
  assert.deepEqual(
    items.map(({ kind }: { kind: string }) => kind),
    ["consultation", "surgery", "lab", "room", "transport"],
  );
  const unknown = await ask(app, { kind: "party", resources: [await openResource(app)] });
  assert.match(refused(unknown, 422, "INVALID").detail, /consultation, surgery/);
});

test("a fifth kind brings its own needs, buffers, length and notice", async () => {
  const van = await openResource(app, { type: "other", name: "Van" });
  const patientId = await newPatient(app);
  const made = await book(app, { kind: "transport", patientId, resources: [van] });
  assert.deepEqual(
    [made.resources[0].busyFrom, made.resources[0].busyTill],
    [at("09:45"), at("11:15")],
  );
  const next = { kind: "transport", patientId, start: at("11:15"), end: at("12:00") };
  refused(await ask(app, { ...next, resources: [van] }), 409, "TAKEN");
  const short = { kind: "transport", patientId, start: at("13:00"), end: at("13:10") };
  refused(await ask(app, { ...short, resources: [van] }), 422, "INVALID");
  refused(await ask(app, { kind: "transport", resources: [van] }), 422, "INVALID");
  const soon = { start: "2026-03-02T09:30:00Z", end: "2026-03-02T10:30:00Z" };
  const hurried = { kind: "transport", patientId, request: true, ...soon, resources: [van] };
  const { earliest } = refused(await ask(app, hurried), 409, "NOTICE_TOO_SHORT");
  assert.equal(earliest, "2026-03-02T10:00:00.000Z");
});

test("a surgery needs a theatre and a surgeon from the start to the end", async () => {
  const theatre = await openResource(app, { type: "ot" });
  const surgeon = await openResource(app, { type: "doctor" });
  const room = await openResource(app);
  const surgery = { kind: "surgery", start: at("10:00"), end: at("12:00") };
  const alone = refused(await ask(app, { ...surgery, resources: [theatre] }), 422, "INVALID");
  assert.match(alone.detail, /surgeon/);
  const withRoom = { ...surgery, resources: [theatre, surgeon, room] };
  assert.match(refused(await ask(app, withRoom), 422, "INVALID").detail, /no \(further\) use/);
  const late = { resourceId: theatre.id, start: at("10:30"), end: at("12:00") };
  const partly = { ...surgery, resources: [late, surgeon] };
  assert.match(refused(await ask(app, partly), 422, "INVALID").detail, /from the start to the end/);
});

test("the clean-up after a surgery keeps the theatre, not the surgeon", async () => {
  const theatre = await openResource(app, { type: "ot" });
  const surgeon = await openResource(app, { type: "doctor" });
  const other = await openResource(app, { type: "doctor", name: "Dr Iyer" });
  await book(app, { kind: "surgery", resources: [theatre, surgeon] });
  const next = { kind: "surgery", start: at("11:00"), end: at("12:00") };
  const { conflicts } = refused(
    await ask(app, { ...next, resources: [theatre, other] }),
    409,
    "TAKEN",
  );
  assert.deepEqual(
    [conflicts[0].name, conflicts[0].start, conflicts[0].end],
    ["Theatre", at("11:00"), at("11:30")],
  );
  await book(app, { resources: [surgeon], start: at("11:00"), end: at("12:00") });
});

test("a laboratory gets ten minutes between two bookings", async () => {
  const lab = await openResource(app, { type: "lab" });
  await book(app, { kind: "lab", resources: [lab] });
  const close = { kind: "lab", start: at("11:05"), end: at("12:00") };
  refused(await ask(app, { ...close, resources: [lab] }), 409, "TAKEN");
  await book(app, { kind: "lab", resources: [lab], start: at("11:10"), end: at("12:00") });
});

test("what is set for a kind has its limits, and unknown kinds cannot be set", async () => {
  const wrong = await api(app).put("/v1/bookings/kinds/room", { noticeMinutes: -1 });
  refused(wrong, 422, "INVALID");
  const unknown = await api(app).put("/v1/bookings/kinds/party", { requestsHold: true });
  assert.equal(unknown.status, 404);
});
