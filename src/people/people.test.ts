import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { at, openResource } from "../../test/booking.ts";
import { openBakery } from "../../test/boxes.ts";
import { openQueue } from "../../test/counter.ts";
import { api, newKey, type Answer } from "../../test/http.ts";
import { openClinic } from "../../test/opd.ts";
import { newPerson } from "../../test/people.ts";
import { openRoom } from "../../test/waitroom.ts";

const name = "Zenobia Canary";
const phone = "+91 98765 00431";
const email = "zenobia.canary@example.org";
const externalId = "canary-mrn-77";
/** However it is written. */
const canaries = /zenobia|canary|98765\D{0,3}00431/i;

let app: TestApp;
before(async () => {
  app = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "100000" } });
});
after(() => app.close());

const erase = (body: object) => api(app).post("/v1/people/erase", body);

async function made(path: string, body: object, bearer?: string | null): Promise<Answer["body"]> {
  const sending = { key: newKey(), ...(bearer === undefined ? {} : { bearer }) };
  const answer = await api(app).post(path, body, sending);
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** One person comes to every product, and says who they are wherever they are asked. */
async function visitAll() {
  const clinic = await openClinic(app);
  const resource = await openResource(app);
  const queue = await openQueue(app);
  const box = await (await openBakery(app)).offer();
  const room = await openRoom(app, { maxActive: 1 });
  const contact = { name, phone, email, note: `${name} is late` };
  const patient = await made("/v1/patients", {
    name,
    phone,
    externalId,
    email,
    birthDate: "1985-03-02",
    sex: "female",
    language: "en",
    notes: `${name} hears badly`,
  });
  await api(app).patch(`/v1/patients/${patient.id}`, { name: `${name} II` }, { key: newKey() });
  const ticket = await made(`/v1/queues/${queue.id}/tickets`, { name, mobile: phone }, null);
  await api(app).patch(`/v1/tickets/${ticket.id}`, { name: `${name} Jr` }, { key: newKey() });
  const token = await made("/v1/opd/tokens", {
    patientId: patient.id,
    doctorId: clinic.doctorId,
    slotStart: clinic.at("11:00"),
    source: "walk_in",
  });
  const hours = { start: at("15:00", clinic.date), end: at("16:00", clinic.date) };
  const resources = [{ resourceId: resource.id, ...hours }];
  const booked = { kind: "room", ...hours, resources };
  const booking = await made("/v1/bookings", { ...booked, title: name, contact });
  const wait = await made("/v1/bookings/waitlist", {
    resources: [{ resourceId: resource.id }],
    earliest: hours.start,
    latest: hours.end,
    minutes: 60,
    title: name,
    contact,
    patientId: patient.id,
  });
  const page = await made("/v1/booking-pages", {
    title: "Ask for a time",
    kind: "room",
    minutes: 30,
    resourceIds: [resource.id],
  });
  const request = { start: at("10:00", clinic.date), name, phone, email, note: `${name} ${phone}` };
  const asked = await made(`/v1/public/booking-pages/${page.id}/requests`, request, null);
  const denied = { statusMessage: `No time for ${name}` };
  await made(`/v1/bookings/${asked.booking?.id ?? asked.id}/deny`, denied);
  const reservation = await made(`/v1/inventories/${box.id}/reservations`, { userId: email, name });
  await api(app).post(`/v1/inventories/${box.id}/reservations`, { userId: email, name });
  const metadata = { name, phone, email };
  const joining = { sessionId: "a session of zenobia", metadata };
  const position = await made(`/v1/rooms/${room.id}/positions`, joining, null);
  await made("/v1/members", { email, name, role: "staff" });
  await app.server.boxes.attempts.flush();
  return { patient, ticket, token, booking, wait, reservation, position };
}

// Where people stand. Whoever adds a column in which somebody may be named adds it here, leaves a canary in
// it above, and takes it out in the part that erases.
const holdsPeople = [
  "booking.contact",
  "booking.status_message",
  "booking.title",
  "booking_wait.contact",
  "booking_wait.title",
  "box_attempt.user_id",
  "event.after",
  "event.answer",
  "invitation.email",
  "invitation.name",
  "patient.email",
  "patient.external_id",
  "patient.name",
  "patient.notes",
  "patient.phone",
  "patient.search",
  "room_position.metadata",
  "ticket.claim",
  "ticket.data",
];

// Where nobody is named who comes to an organisation: settings, states, ids, hashes, and the accounts of
// those who work for it, which end with their membership.
const holdsNobody: Record<string, string> = {
  api_key: "config_id key metadata name permissions prefix start",
  availability_configuration: "weekly",
  availability_department: "name",
  availability_exception: "reason",
  availability_resource: "name object_id timezone type",
  booking: "booked_by decided_by kind resources_used source status visit",
  booking_hold: "held_by parts",
  booking_kind: "kind settings",
  booking_page: "settings",
  booking_use: "owner",
  booking_wait: "kind offer resource_ids status wished_by",
  box_attempt: "actor outcome request_id",
  box_inventory: "details title",
  box_payment: "currency intent_id session_id state title url",
  box_refund: "currency intent_id reason refund_id state",
  box_type: "template",
  calendar_feed: "made_by",
  credential: "access_token account_id id_token password provider_id refresh_token scope",
  delegation: "actor permissions",
  event: "actor before type", // what was before is told as what is after
  event_consumer: "name",
  instance: "room_store",
  invitation: "role status",
  lease: "holder name",
  line: "heads memory period product waiting",
  member: "role",
  merchant: "code_key details town",
  opd_doctor: "code limits",
  opd_settings: "rules",
  organisation: "logo metadata name slug",
  outside_calendar: "conflicts etag failure ics modified name url", // a copy of what others keep
  patient: "language sex", // taken out all the same
  passkey: "aaguid credential_id device_type name public_key transports",
  queue: "settings",
  rate_window: "hits key",
  retention: "days held_because held_by",
  room: "host_proof seed settings",
  room_key: "kid private_jwk private_sealed public_jwk",
  room_position: "address reason redeem_key status", // the address goes with the metadata
  room_store: "kind redis_id",
  room_visit: "record", // of rooms in Redis; forgotten an hour after the visit
  schema_migration: "checksum name",
  server_key: "sealed secret",
  session: "ip_address token user_agent",
  sign_in_failures: "subject",
  ticket: "number previous state status", // what undo goes back to is dropped as a whole
  two_factor: "backup_codes secret",
  user_account: "email image name",
  verification: "identifier value",
};

interface Column {
  table: string;
  column: string;
}

async function columnsThatMayHoldTexts(): Promise<Column[]> {
  const { rows } = await app.pool.query<Column>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
       join pg_tables t on t.tablename = c.table_name and t.schemaname = c.table_schema
      where c.table_schema = 'public'
        and c.data_type in ('text', 'json', 'jsonb', 'character varying', 'ARRAY', 'bytea')
      order by 1, 2`,
  );
  return rows;
}

async function columnsWithCanaries(): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await columnsThatMayHoldTexts()) {
    const { rows } = await app.pool.query<{ text: string }>(
      `select "${column}"::text as text from "${table}" where "${column}" is not null`,
    );
    if (rows.some(({ text }) => canaries.test(text))) found.push(`${table}.${column}`);
  }
  return found;
}

test("every column that can hold a text is known to name people or not", async () => {
  const known = new Set([
    ...holdsPeople,
    ...Object.entries(holdsNobody).flatMap(([table, columns]) =>
      columns.split(" ").map((column) => `${table}.${column}`),
    ),
  ]);
  const there = (await columnsThatMayHoldTexts()).map(({ table, column }) => `${table}.${column}`);
  const unknown = there.filter((column) => !known.has(column));
  assert.deepEqual(unknown, [], "do they name people? say so above");
});

test("who somebody is can be erased everywhere; rows and events stay", async () => {
  const visit = await visitAll();
  assert.deepEqual(await columnsWithCanaries(), holdsPeople, "a canary sits in each of them");
  const rowsBefore = await countRows();

  const refused = await erase({ phone });
  assert.deepEqual([refused.status, refused.body.code], [409, "PERSON_ACTIVE"]);
  const open = refused.body.open.map(({ kind, id }: { kind: string; id: string }) => [kind, id]);
  assert.deepEqual(open, [
    ["tickets", visit.ticket.id],
    ["bookings", visit.booking.id],
    ["waitlist", visit.wait.id],
    ["tokens", visit.token.id],
    ["positions", visit.position.id],
  ]);
  assert.equal((await api(app).get(`/v1/tickets/${visit.ticket.id}`)).body.name, `${name} Jr`);

  for (const who of [{ patientId: visit.patient.id }, { phone }, { email }]) {
    const dry = await erase({ ...who, dryRun: true });
    const done = await erase({ ...who, endActive: true });
    assert.equal(done.status, 200, JSON.stringify(done.body));
    const { answers: _, audit: _trail, ...counts } = done.body.erased;
    assert.deepEqual(counts, dry.body.erased);
    assert.equal(dry.body.dryRun, true);
  }
  assert.deepEqual(await columnsWithCanaries(), []);
  const { rows } = await app.pool.query(`select address from room_position where id = $1`, [
    visit.position.id,
  ]);
  assert.equal(rows[0].address, null);

  const rowsAfter = await countRows();
  for (const [table, n] of Object.entries(rowsBefore)) {
    assert.ok(rowsAfter[table]! >= n, `${table} has lost rows`);
  }
  const ticket = (await api(app).get(`/v1/tickets/${visit.ticket.id}`)).body;
  assert.deepEqual([ticket.name, ticket.mobile, ticket.status], ["Erased", null, "CANCELLED"]);
  const { body: trail } = await api(app).get("/v1/audit?limit=200");
  assert.match(JSON.stringify(trail), /organisation.person_erased/);
  assert.doesNotMatch(JSON.stringify(trail), canaries);
  const events = JSON.stringify((await api(app).get("/v1/events?limit=200")).body);
  assert.match(events, new RegExp(visit.ticket.id));

  const before = await texts();
  const again = await erase({ patientId: visit.patient.id });
  assert.equal(again.status, 200);
  assert.deepEqual(await texts(), before, "doing it again changes nothing");
});

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ["ticket", "event", "booking", "booking_wait", "patient", "box_attempt"]) {
    const { rows } = await app.pool.query(`select count(*)::int as n from ${table}`);
    counts[table] = rows[0].n;
  }
  return counts;
}

async function texts(): Promise<unknown> {
  const { rows } = await app.pool.query(
    `select (select json_agg(t order by id) from ticket t) as tickets,
            (select json_agg(b order by id) from booking b) as bookings,
            (select json_agg(p order by id) from patient p) as patients`,
  );
  return rows;
}

test("what is held of somebody is handed over, from every product", async () => {
  const visit = await visitAll();
  const by = async (body: object) => {
    const { status, body: data } = await api(app).post("/v1/people/export", body);
    assert.equal(status, 200, JSON.stringify(data));
    return data;
  };
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);
  const byPatient = await by({ patientId: visit.patient.id });
  assert.deepEqual(byPatient.patients[0].externalId, externalId);
  assert.deepEqual(ids(byPatient.tokens), [visit.token.id]);
  const byPhone = await by({ phone: "+919876500431" });
  assert.deepEqual(ids(byPhone.tickets), [visit.ticket.id]);
  assert.equal(byPhone.bookings[0].contact.note, `${name} is late`);
  const byEmail = await by({ email: email.toUpperCase() });
  assert.deepEqual(ids(byEmail.reservations), [visit.reservation.id]);
  assert.equal(byEmail.attempts.length, 2);
  assert.deepEqual(byEmail.positions[0].metadata, { name, phone, email });
  assert.equal(byEmail.invitations[0].email, email);
  const byUser = await api(app).get(`/v1/people/export?userId=${encodeURIComponent(email)}`);
  assert.deepEqual(ids(byUser.body.reservations), [visit.reservation.id]);
  const { body: trail } = await api(app).get("/v1/audit?limit=1");
  assert.equal(trail.items[0].type, "organisation.person_exported");
  assert.doesNotMatch(JSON.stringify(trail.items[0]), canaries);

  const { body: other } = await api(app).post("/v1/organisations", { name: "Others" });
  const theirs = await api(app, other.apiKey).post("/v1/people/export", { phone });
  for (const [kind, list] of Object.entries(theirs.body))
    assert.deepEqual([kind, list], [kind, []]);
});

test("a legal hold keeps everybody as they are: nothing is erased, and nothing is ended", async () => {
  const queue = await openQueue(app);
  const ticket = await queue.join("Held", { mobile: "0171 222 333" });
  const hold = (on: boolean) =>
    api(app).put("/v1/organisation/retention/hold", { on, reason: "Court order" });
  await hold(true);
  const { status, body } = await erase({ phone: "0171222333", endActive: true });
  assert.deepEqual([status, body.code], [409, "LEGAL_HOLD"]);
  const now = await api(app).get(`/v1/tickets/${ticket.id}`);
  assert.deepEqual([now.body.name, now.body.status], ["Held", "WAITING"]);
  await hold(false);
  assert.equal((await erase({ phone: "0171222333", endActive: true })).status, 200);
});

test("members are removed by hand, and erased afterwards", async () => {
  const {
    as: _,
    memberId,
    email: theirs,
  } = await newPerson(app, "staff", { name: "Nadja Member" });
  const refused = await erase({ email: theirs, endActive: true });
  assert.deepEqual(refused.body.open[0].kind, "members");
  await api(app).delete(`/v1/members/${memberId}`);
  assert.equal((await erase({ email: theirs })).status, 200);
  const { body: trail } = await api(app).get("/v1/audit?limit=200");
  assert.ok(!JSON.stringify(trail).includes(theirs));
  assert.ok(!JSON.stringify(trail).includes("Nadja"));
});

test("exactly one identifier, owners only, and never more than one person can have", async () => {
  for (const wrong of [
    {},
    { phone, email },
    { phone: "no" },
    { email: "no" },
    { patientId: "no" },
  ]) {
    assert.equal((await erase(wrong)).status, 422, JSON.stringify(wrong));
    assert.equal((await api(app).post("/v1/people/export", wrong)).status, 422);
  }
  const { as } = await newPerson(app, "admin");
  assert.equal((await as.post("/v1/people/erase", { phone })).body.code, "FORBIDDEN");
  assert.equal((await as.post("/v1/people/export", { phone })).body.code, "FORBIDDEN");
  await app.pool.query(
    `insert into box_attempt (org_id, id, merchant_id, inventory_id, at, actor, user_id, quantity,
       outcome, request_id, duration_ms)
     select (select min(id::text)::uuid from organisation), gen_random_uuid(), gen_random_uuid(),
       gen_random_uuid(), now(), 'public', 'everybody', 1, 'ACTIVE', 'x', 1
       from generate_series(1, 10001)`,
  );
  assert.equal((await erase({ userId: "everybody" })).body.code, "PERSON_NOT_ONE");
});
