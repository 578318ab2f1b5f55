import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { api, type Answer } from "../../../test/http.ts";
import { newPatient, openClinic, setRules } from "../../../test/opd.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

async function found(query: string): Promise<string[]> {
  const { status, body } = await api(app).get(`/v1/patients?q=${encodeURIComponent(query)}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items.map(({ name }: { name: string }) => name);
}

const nothingElse = {
  phone: null,
  externalId: null,
  birthDate: null,
  sex: null,
  email: null,
  language: null,
  notes: null,
};

test("a patient is added with a name; everything else may be left out", async () => {
  const { status, body } = await api(app).post("/v1/patients", { name: "  Nils Berg " });
  assert.equal(status, 201);
  assert.deepEqual({ ...body, id: "" }, { id: "", name: "Nils Berg", ...nothingElse });
  assert.deepEqual((await api(app).get(`/v1/patients/${body.id}`)).body, body);
});

test("found by any part of name, phone or external id, in any order and with or without accents", async () => {
  await newPatient(app, {
    name: "José Álvarez Peña",
    phone: "+34 600 123 456",
    externalId: "MRN-0042",
  });
  await newPatient(app, { name: "Peter Müller", phone: "(030) 9876-567", externalId: "77-12/9" });
  const jose = ["José Álvarez Peña"];
  for (const query of [
    "alvarez",
    "PEÑA jose",
    "pena alv",
    "600123456",
    "123 456",
    "+34 600",
    "mrn-0042",
    "0042",
  ]) {
    assert.deepEqual(await found(query), jose, query);
  }
  const peter = ["Peter Müller"];
  for (const query of ["muller", "MÜLLER peter", "030 9876", "0309876567", "77-12/9", "77129"]) {
    assert.deepEqual(await found(query), peter, query);
  }
  assert.deepEqual(await found("jose muller"), []);
  for (const odd of ["%", "_", "\\", "'", "100%"]) assert.deepEqual(await found(odd), [], odd);
});

test("the number itself comes first, then names that begin as typed, then others that have it", async () => {
  await newPatient(app, { name: "Ola Quennberg" });
  await newPatient(app, { name: "Berg Quenn" });
  await newPatient(app, { name: "Zoe Number", externalId: "quenn" });
  assert.deepEqual(await found("quenn"), ["Zoe Number", "Berg Quenn", "Ola Quennberg"]);
  assert.deepEqual(await found("enn"), ["Berg Quenn", "Ola Quennberg", "Zoe Number"]);
  await newPatient(app, { name: "Yul Phone", phone: "+49 30 555 8123" });
  await newPatient(app, { name: "Ann Phone", phone: "5558123 77" });
  assert.deepEqual(await found("555 8123"), ["Yul Phone", "Ann Phone"], "by the last digits");
});

test("a search forgives a typing mistake in short words, and two in long ones", async () => {
  await newPatient(app, { name: "Friederike Schwarzmüller" });
  for (const query of [
    "schwarzmueller",
    "freiderike",
    "schwarzmuler",
    "schwartzmüller frederike",
    "Shcwarzm",
  ]) {
    assert.deepEqual(await found(query), ["Friederike Schwarzmüller"], query);
  }
  for (const query of ["schwarzmeier", "friede berger", "xyz"]) {
    assert.deepEqual(await found(query), [], query);
  }
});

test("one or two letters find the words that begin with them", async () => {
  await newPatient(app, { name: "Qx Begins" });
  await newPatient(app, { name: "Ends Iqx" });
  assert.deepEqual(await found("qx"), ["Qx Begins"]);
});

test("more than a few are shown, page after page, each once", async () => {
  for (let i = 0; i < 12; i++) await newPatient(app, { name: `Manymany ${"abc"[i % 3]}${i}` });
  const names: string[] = [];
  let cursor = "";
  do {
    const { body } = await api(app).get(`/v1/patients?q=manymany&limit=5${cursor}`);
    names.push(...body.items.map(({ name }: { name: string }) => name));
    cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : "";
  } while (cursor);
  assert.equal(new Set(names).size, 12);
  assert.equal(names.length, 12);
});

test("birth date, sex, e-mail, language and notes are kept, found and corrected", async () => {
  const given = {
    birthDate: "1985-03-02",
    sex: "female",
    email: "Kim.Kept@example.org",
    language: "pt-BR",
    notes: "Hard of hearing\nCall twice",
  };
  const id = await newPatient(app, { name: "Kim Kept", ...given });
  const { body } = await api(app).get(`/v1/patients/${id}`);
  assert.deepEqual(body, { id, name: "Kim Kept", ...nothingElse, ...given });
  for (const query of ["1985-03-02 kim", "kim.kept@example"]) {
    assert.deepEqual(await found(query), ["Kim Kept"], query);
  }
  const changed = await api(app).patch(`/v1/patients/${id}`, { sex: null, notes: "None" });
  assert.deepEqual([changed.body.sex, changed.body.notes], [null, "None"]);
});

test("somebody who may be known already is refused when asked to, and added all the same when not", async () => {
  const first = await newPatient(app, { name: "Dora Double", phone: "0171 22 33 44 55" });
  const again = { name: "Double, Dora", phone: "+49 171 22334455", allowDuplicate: false };
  const refused = await api(app).post("/v1/patients", again);
  assert.deepEqual([refused.status, refused.body.code], [409, "POSSIBLE_DUPLICATE"]);
  assert.deepEqual(
    refused.body.patients.map(({ id }: { id: string }) => id),
    [first],
  );
  const sister = { name: "Klara Double", phone: "0171 22334455", allowDuplicate: false };
  assert.equal(
    (await api(app).post("/v1/patients", sister)).status,
    201,
    "a family shares a phone",
  );
  const second = await newPatient(app, { name: "Dora Double", phone: "0171 22334455" });
  const { body } = await api(app).get(`/v1/patients/${second}/duplicates`);
  assert.deepEqual(
    body.items.map(({ id }: { id: string }) => id),
    [first],
  );
});

test("patients are a family: all who were joined, until one leaves", async () => {
  const [a, b, c] = [
    await newPatient(app, { name: "Ann Kin" }),
    await newPatient(app, { name: "Ben Kin" }),
    await newPatient(app, { name: "Cem Kin" }),
  ];
  const family = async (id: string) =>
    (await api(app).get(`/v1/patients/${id}/family`)).body.items.map(
      ({ name }: { name: string }) => name,
    );
  await api(app).post(`/v1/patients/${a}/family`, { patientId: b });
  await api(app).post(`/v1/patients/${c}/family`, { patientId: b });
  assert.deepEqual(await family(a), ["Ben Kin", "Cem Kin"]);
  await api(app).delete(`/v1/patients/${a}/family`);
  assert.deepEqual([await family(a), await family(b)], [[], ["Cem Kin"]]);
  await api(app).delete(`/v1/patients/${b}/family`);
  assert.deepEqual(await family(c), [], "one alone is no family");
  const self = await api(app).post(`/v1/patients/${a}/family`, { patientId: a });
  assert.equal(self.status, 422);
});

test("a family has at most twenty members", async () => {
  const first = await newPatient(app);
  for (let i = 0; i < 19; i++) {
    const { status } = await api(app).post(`/v1/patients/${first}/family`, {
      patientId: await newPatient(app),
    });
    assert.equal(status, 200);
  }
  const last = await newPatient(app);
  const refused = await api(app).post(`/v1/patients/${last}/family`, { patientId: first });
  assert.deepEqual([refused.status, refused.body.code], [409, "FAMILY_TOO_LARGE"]);
  assert.deepEqual((await api(app).get(`/v1/patients/${last}/family`)).body.items, []);
});

test("an external id belongs to one patient", async () => {
  const first = await newPatient(app, { externalId: "X-1" });
  const taken = await api(app).post("/v1/patients", { name: "Other", externalId: "X-1" });
  assert.deepEqual([taken.status, taken.body.code], [409, "EXTERNAL_ID_TAKEN"]);
  assert.equal(taken.body.errors[0].field, "externalId");
  const other = await newPatient(app, { externalId: "X-2" });
  const changed = await api(app).patch(`/v1/patients/${other}`, { externalId: "X-1" });
  assert.equal(changed.body.code, "EXTERNAL_ID_TAKEN");
  await api(app).patch(`/v1/patients/${first}`, { externalId: null });
  assert.equal((await api(app).patch(`/v1/patients/${other}`, { externalId: "X-1" })).status, 200);
});

test("a corrected patient is found by what is right now", async () => {
  const id = await newPatient(app, { name: "Wrongname" });
  const { body } = await api(app).patch(`/v1/patients/${id}`, {
    name: "Rightname",
    phone: "0171 555",
  });
  assert.deepEqual([body.name, body.phone], ["Rightname", "0171 555"]);
  assert.deepEqual(await found("wrongname"), []);
  assert.deepEqual(await found("0171555"), ["Rightname"]);
});

test("pages in order of the name, nobody twice and nobody left out", async () => {
  for (let i = 0; i < 7; i++) await newPatient(app, { name: `Paged ${i % 3}` });
  const names: string[] = [];
  const ids = new Set<string>();
  let cursor = "";
  do {
    const { body } = await api(app).get(`/v1/patients?q=paged&limit=2${cursor}`);
    for (const { id, name } of body.items) {
      names.push(name);
      ids.add(id);
    }
    cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : "";
  } while (cursor);
  assert.equal(ids.size, 7);
  assert.deepEqual(names, names.toSorted());
});

async function refused(answer: Promise<Answer>, field: string) {
  const { status, body } = await answer;
  assert.deepEqual([status, body.code], [422, "INVALID"], JSON.stringify(body));
  assert.equal(body.errors[0].field, field, JSON.stringify(body.errors));
  assert.ok(body.errors[0].message);
}

test("bad input about patients: a clear error for each field, nothing stored", async () => {
  const before = (await api(app).get("/v1/patients?limit=200")).body.items.length;
  const wrong: [object, string][] = [
    [{}, "name"],
    [{ name: "" }, "name"],
    [{ name: "   " }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ name: "a\u0000b" }, "name"],
    [{ name: 5 }, "name"],
    [{ name: "A", phone: "abc" }, "phone"],
    [{ name: "A", phone: "((((((" }, "phone"],
    [{ name: "A", phone: "1".repeat(30) }, "phone"],
    [{ name: "A", externalId: "" }, "externalId"],
    [{ name: "A", externalId: "x".repeat(65) }, "externalId"],
    [{ name: "A", birthDate: "1985-02-30" }, "birthDate"],
    [{ name: "A", birthDate: "1849-01-01" }, "birthDate"],
    [{ name: "A", birthDate: "2126-01-01" }, "birthDate"],
    [{ name: "A", sex: "x" }, "sex"],
    [{ name: "A", email: "at home" }, "email"],
    [{ name: "A", language: "Klingon!" }, "language"],
    [{ name: "A", notes: "x".repeat(2_001) }, "notes"],
  ];
  for (const [body, field] of wrong) await refused(api(app).post("/v1/patients", body), field);
  const id = await newPatient(app, { name: "Kept" });
  await refused(api(app).patch(`/v1/patients/${id}`, { phone: "no" }), "phone");
  assert.equal((await api(app).patch(`/v1/patients/${id}`, {})).status, 422);
  assert.equal((await api(app).post("/v1/patients", "{")).status, 400);
  assert.equal((await api(app).get("/v1/patients/not-an-id")).status, 404);
  assert.equal((await api(app).get("/v1/patients?cursor=nonsense")).status, 422);
  assert.equal((await api(app).get("/v1/patients?limit=0")).status, 422);
  assert.equal((await api(app).get("/v1/patients?limit=200")).body.items.length, before + 1);
});

test("bad input about tokens: a clear error for each field, nothing stored", async () => {
  const clinic = await openClinic(app);
  const right = {
    patientId: await newPatient(app),
    doctorId: clinic.doctorId,
    slotStart: clinic.at("10:00"),
    source: "walk_in",
  };
  const wrong: [object, string][] = [
    [{ patientId: undefined }, "patientId"],
    [{ patientId: "me" }, "patientId"],
    [{ doctorId: undefined }, "doctorId"],
    [{ doctorId: 7 }, "doctorId"],
    [{ slotStart: undefined }, "slotStart"],
    [{ slotStart: "tomorrow" }, "slotStart"],
    [{ slotStart: "2026-03-02T10:00:00" }, "slotStart"],
    [{ slotStart: "2026-02-30T10:00:00Z" }, "slotStart"],
    [{ source: undefined }, "source"],
    [{ source: "vip" }, "source"],
    [{ emergency: "yes" }, "emergency"],
    [{ allowAlternative: 1 }, "allowAlternative"],
  ];
  for (const [over, field] of wrong)
    await refused(api(app).post("/v1/opd/tokens", { ...right, ...over }), field);
  assert.deepEqual((await clinic.slot()).taken, 0);
  const { id } = await clinic.token();
  await refused(api(app).post(`/v1/opd/tokens/${id}/move`, {}), "slotStart");
  await refused(
    api(app).post(`/v1/opd/tokens/${id}/move`, { slotStart: clinic.at("11:00"), doctorId: "x" }),
    "doctorId",
  );
});

test("bad input about slots, limits, rules and dates: a clear error, nothing stored", async () => {
  const clinic = await openClinic(app);
  const { doctorId } = clinic;
  const slot = { doctorId, slotStart: clinic.at("10:00"), capacity: 5, emergencyReserve: 1 };
  const slots: [object, string][] = [
    [{ capacity: -1 }, "capacity"],
    [{ capacity: 1.5 }, "capacity"],
    [{ capacity: 1_001 }, "capacity"],
    [{ capacity: undefined }, "capacity"],
    [{ emergencyReserve: 6 }, "emergencyReserve"],
    [{ emergencyReserve: -1 }, "emergencyReserve"],
    [{ slotStart: "10:00" }, "slotStart"],
    [{ doctorId: "x" }, "doctorId"],
  ];
  for (const [over, field] of slots)
    await refused(api(app).put("/v1/opd/slots", { ...slot, ...over }), field);
  await refused(clinic.setLimits({ capacity: 3, emergencyReserve: 4 }), "emergencyReserve");
  await refused(clinic.setLimits({ capacity: "ten" }), "capacity");
  const rules: [object, string][] = [
    [{ numbering: "random" }, "numbering"],
    [{ numbersPer: "week" }, "numbersPer"],
    [{ usualReserve: "all" }, "usualReserve"],
    [{ duplicates: "never" }, "duplicates"],
    [{ graceMinutes: 0 }, "graceMinutes"],
    [{ graceMinutes: 241 }, "graceMinutes"],
    [{ bufferReleaseMinutes: -1 }, "bufferReleaseMinutes"],
    [{ bufferReleaseMinutes: 1_441 }, "bufferReleaseMinutes"],
  ];
  for (const [patch, field] of rules) await refused(setRules(app, patch), field);
  assert.equal((await setRules(app, {})).status, 422);
  const { body } = await api(app).get("/v1/opd/settings");
  assert.deepEqual(body, {
    numbering: "stable",
    numbersPer: "day",
    duplicates: "per_date",
    graceMinutes: 10,
    bufferReleaseMinutes: 15,
    usualReserve: "two",
  });
  assert.equal((await clinic.slot()).capacity, 10);
  for (const date of ["", "today", "2026-02-30", "2026-3-2", "0001-01-01", "9999-12-31"]) {
    await refused(api(app).get(`/v1/opd/slots?doctorId=${doctorId}&date=${date}`), "date");
    await refused(api(app).get(`/v1/opd/doctors/${doctorId}/live-queue?date=${date}`), "date");
    await refused(api(app).post(`/v1/opd/doctors/${doctorId}/call-next`, { date }), "date");
  }
  for (const date of ["2000-01-01", "2199-12-31"]) {
    assert.equal(
      (await api(app).get(`/v1/opd/slots?doctorId=${doctorId}&date=${date}`)).status,
      200,
    );
  }
});
