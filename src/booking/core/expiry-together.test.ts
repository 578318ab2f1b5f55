// Many holds and offers that run out at the same moment.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import {
  ask,
  at,
  book,
  expecting,
  hold,
  openResource,
  wait,
  waitNow,
} from "../../../test/booking.ts";

let app: TestApp;
const minute = 60_000;

before(async () => {
  app = await startApp();
});
after(() => app.close());

const hours = ["08", "09", "10", "11", "12", "13", "14", "15", "16", "17"];
const timesOf = (hour: string) => ({ start: at(`${hour}:00`), end: at(`${hour}:50`) });
const hourOf = (resourceId: string, hour: string) => ({ resourceId, ...timesOf(hour) });

async function leftOf(): Promise<number> {
  const { rows } = await app.pool.query<{ n: number }>(
    `select (select count(*) from booking_hold) + (select count(*) from booking_use
       where expires_at is not null) as n`,
  );
  return rows[0]!.n;
}

test("holds of one resource that run out together are all cleared, and those who wait served", async () => {
  const room = await openResource(app);
  const others = await Promise.all(hours.map(() => openResource(app)));
  for (const hour of hours) expecting(201, await hold(app, [hourOf(room.id, hour)]));
  const waiting = await Promise.all(
    hours.map((hour, i) =>
      wait(app, [room, others[i]!], {
        earliest: at(`${hour}:00`),
        latest: at(`${hour}:50`),
        minutes: 50,
      }),
    ),
  );
  app.clock.advance(minute);
  const all = (status: string) => async () => {
    const now = await Promise.all(waiting.map(({ id }) => waitNow(app, id)));
    return now.every((wait) => wait.status === status);
  };
  await sweepUntil(all("offered"));
  assert.equal(await leftOf(), 2 * hours.length); // what is offered now

  app.clock.advance(24 * 60 * minute);
  await sweepUntil(all("lapsed"));
  assert.equal(await leftOf(), 0);
  for (const hour of hours) {
    await book(app, { resources: [room], ...timesOf(hour) });
  }
});

test("more of them than one commit ends are cleared as well", async () => {
  const hall = await openResource(app, { places: 100 });
  const room = await openResource(app);
  const holds = Array.from({ length: 230 }, (_, i) => [hourOf(hall.id, hours[i % hours.length]!)]);
  await Promise.all(holds.map(async (parts) => expecting(201, await hold(app, parts))));
  expecting(201, await hold(app, [hourOf(room.id, "10")]));
  app.clock.advance(minute);
  await sweepUntil(async () => (await leftOf()) === 0);
});

test("a hold that somebody else's booking has displaced is cleared as well", async () => {
  const room = await openResource(app);
  expecting(201, await hold(app, [hourOf(room.id, "10")]));
  app.clock.advance(minute);
  expecting(201, await ask(app, { resources: [room], ...timesOf("10") }));
  await sweepUntil(async () => (await leftOf()) === 0);
});

/** A machine that is busy with other things may need another sweep. */
async function sweepUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let sweeps = 0; sweeps < 20; sweeps++) {
    await app.sweep();
    if (await isSo()) return;
  }
  assert.fail("not within 20 sweeps");
}
