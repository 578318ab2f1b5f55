import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { ask, bookingNow, expecting } from "../../../test/booking.ts";
import { act, newPatient, openClinic, type Clinic } from "../../../test/opd.ts";
import { until } from "../../../test/until.ts";

let app: TestApp;
let servers: TestApp[];
const many = 36;

before(async () => {
  app = await startApp({ now: "2026-01-05T09:00:00Z" });
  servers = [app, await startApp({ beside: app }), await startApp({ beside: app })];
  // Nobody keeps a lease: all servers follow at the same moment.
  await app.pool.query(`
    create function over() returns trigger language plpgsql as
      $$ begin new.until := '-infinity'; return new; end $$;
    create trigger over before insert or update on lease for each row execute function over()`);
});
after(async () => {
  for (const server of servers.toReversed()) await server.close();
});

async function consult(clinic: Clinic): Promise<{ id: string; tokenId: string }> {
  const patientId = await newPatient(app);
  const [start, end] = [clinic.at("10:00"), clinic.at("10:15")];
  const resources = [{ resourceId: clinic.doctorId }];
  return expecting(201, await ask(app, { kind: "consultation", patientId, start, end, resources }));
}

/** Bookings cannot be written, as if every server ended right after its commit. */
async function whileNothingFollows(work: () => Promise<unknown>): Promise<void> {
  await app.pool.query(`
    create function not_now() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
    create trigger not_now before update on booking execute function not_now()`);
  const failed = ({ logged }: TestApp) => logged.some(({ event }) => event === "consumer.failed");
  try {
    await work();
    await until("somebody has tried to follow", () => servers.some(failed));
  } finally {
    await app.pool.query(`drop function not_now cascade`);
  }
}

test("many bookings follow their tokens, each once, whoever tries, and however late", async () => {
  const clinic = await openClinic(app, { slots: 1, places: many, reserve: 0 });
  const made: Awaited<ReturnType<typeof consult>>[] = [];
  while (made.length < many) made.push(await consult(clinic));
  await whileNothingFollows(() =>
    Promise.all(made.map(({ tokenId }) => act(app, tokenId, "cancel"))),
  );
  await until("all bookings are cancelled", async () => {
    const now = await Promise.all(made.map(({ id }) => bookingNow(app, id)));
    return now.every(({ status }) => status === "canceled");
  });
  const { rows } = await app.pool.query<{ n: number; different: number }>(
    `select count(*)::int as n, count(distinct ticket_id)::int as different from event
      where line_id = $1 and type = 'booking.canceled'`,
    [clinic.doctorId],
  );
  assert.deepEqual(rows[0], { n: many, different: many });
});

test("a booking stays as it is when its token was seen", async () => {
  const clinic = await openClinic(app, { slots: 1, places: 2, reserve: 0 });
  const [seen, left] = [await consult(clinic), await consult(clinic)];
  app.clock.set(clinic.at("10:00"));
  for (const verb of ["check-in", "start", "complete"]) await act(app, seen.tokenId, verb);
  await act(app, left.tokenId, "cancel");
  const statusOf = async ({ id }: { id: string }) => (await bookingNow(app, id)).status;
  await until("the other has followed", async () => (await statusOf(left)) === "canceled");
  assert.equal(await statusOf(seen), "approved");
});
