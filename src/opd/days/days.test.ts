// A doctor's day is opened by whoever asks for it first, and once: later bookings of consultations must not
// wait for the doctor's line before it is their turn.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { holdLine } from "../../../test/held-line.ts";
import { openClinic } from "../../../test/opd.ts";
import { Days, type DayDeps, type Doctor } from "./days.ts";

let app: TestApp;

before(async () => {
  app = await startApp();
});
after(() => app.close());

test("a day that is open is not opened again, so nobody waits for the doctor's line", async () => {
  const clinic = await openClinic(app);
  const { pool, clock } = app;
  const slot = {
    start: Date.parse("2026-03-03T10:00:00Z"),
    end: Date.parse("2026-03-03T11:00:00Z"),
  };
  const doctors = { slots: async () => [{ ...slot, capacity: 4 }] };
  const days = new Days({ pool, clock, doctors } as unknown as DayDeps);
  const { rows } = await pool.query<{ org_id: string }>(`select org_id from line where id = $1`, [
    clinic.doctorId,
  ]);
  const orgId = rows[0]!.org_id;
  const doctor = { id: clinic.doctorId, name: "Dr Rao", timezone: "UTC" } as Doctor;
  await days.open(orgId, doctor, clinic.date);
  const letGo = await holdLine(app.databaseUrl, clinic.doctorId);
  try {
    await days.open(orgId, doctor, clinic.date);
    // Another day waits for it, and gives up.
    const another = days.open(orgId, doctor, "2026-03-10");
    await assert.rejects(another, { code: "55P03" });
  } finally {
    await letGo();
  }
});

test("a doctor whose days are from before there were codes gets one when the server starts", async () => {
  const clinic = await openClinic(app);
  await clinic.token();
  const { pool, clock } = app;
  await pool.query(`update opd_doctor set code = null where id = $1`, [clinic.doctorId]);
  const doctors = { doctor: async (_: string, id: string) => ({ id, name: "Dr Olga Ng" }) };
  await new Days({ pool, clock, doctors } as unknown as DayDeps).giveCodes();
  const { rows } = await pool.query<{ code: string }>(`select code from opd_doctor where id = $1`, [
    clinic.doctorId,
  ]);
  assert.equal(rows[0]!.code, "N");
});
