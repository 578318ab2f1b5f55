// Every kind of deadline, with many of them on one line that have run out.

import assert from "node:assert/strict";
import type { TestApp } from "./app.ts";
import { ask, expecting, hold, openResource, wait, act as onBooking } from "./booking.ts";
import { act as onReservation, openBakery, reservationNow, type Box } from "./boxes.ts";
import { act as onTicket, openQueue } from "./counter.ts";
import { openClinic, setRules, type Clinic } from "./opd.ts";

/** What has to come of what is overdue. */
export interface Overdue {
  /** Whose streams tell it. */
  lineIds: string[];
  /** How many events of each type, each about somebody else. */
  events: Record<string, number>;
  /** What was held is free, and nothing more. */
  check?(): Promise<void>;
}

export interface Kind {
  name: string;
  /** Everything that is told is overdue at the end, and nobody has looked. */
  arrange(app: TestApp): Promise<Overdue>;
}

const many = 36;
const minute = 60_000;

const times = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

export const kinds: Kind[] = [
  {
    name: "no-shows of a walk-in queue, recalled or not",
    async arrange(app) {
      const queue = await openQueue(app, { noShowMinutes: 5 });
      await times(many, () => queue.join());
      const called = await times(many, () => queue.callNext());
      app.clock.advance(4 * minute);
      await Promise.all(called.slice(0, 10).map(({ id }) => onTicket(app, id, "recall")));
      app.clock.advance(60 * minute);
      return { lineIds: [queue.id], events: { "counter.no_show": many } };
    },
  },
  {
    name: "no-shows of a doctor's slot, whose places go to those who wait",
    async arrange(app) {
      const clinic = await openClinic(app, { slots: 1, places: many, reserve: 0 });
      await times(many, () => clinic.token());
      await times(many - 6, () => clinic.token());
      app.clock.set(clinic.at("10:00"));
      for (let i = 0; i < many; i++) await clinic.callNext();
      app.clock.advance(30 * minute);
      return {
        lineIds: [await dayOf(app, clinic)],
        events: { "opd.expired": many, "opd.promoted": many - 6 },
        check: async () => assert.equal((await clinic.slot()).taken, many - 6),
      };
    },
  },
  {
    name: "reserves of all slots of a doctor's day, for those who wait",
    async arrange(app) {
      const { clinic, starts } = await shortSlots(app);
      await setRules(app, { bufferReleaseMinutes: 600 });
      for (let round = 0; round < 2; round++) await oneInEach(clinic, starts);
      const slots = starts.length;
      app.clock.set(clinic.at("09:30", clinic.later(1)));
      return {
        lineIds: [await dayOf(app, clinic)],
        events: { "opd.reserve_released": slots, "opd.promoted": slots },
        async check() {
          const taken = (await clinic.slots(clinic.later(1))).map((slot) => slot.taken);
          assert.deepEqual(new Set(taken), new Set([2]));
          await setRules(app, { bufferReleaseMinutes: 0 });
        },
      };
    },
  },
  {
    name: "slots of a doctor's day that end while people wait for them",
    async arrange(app) {
      const { clinic, starts } = await shortSlots(app);
      const slots = starts.length;
      for (let round = 0; round < 3; round++) await oneInEach(clinic, starts);
      app.clock.set(clinic.at("23:00", clinic.later(1)));
      return {
        lineIds: [await dayOf(app, clinic)],
        // One has a place; the reserve goes to the next one, too late; the last one is sent home.
        events: { "opd.promoted": slots, "opd.expired": slots },
      };
    },
  },
  {
    name: "holds of a room, whose times are offered to those who wait",
    async arrange(app) {
      const { room, quarters } = await quarterHours(app);
      for (const time of quarters)
        expecting(201, await hold(app, [{ resourceId: room.id, ...time }]));
      for (const time of quarters) await waitFor(app, room, time);
      app.clock.advance(minute);
      const each = quarters.length;
      return {
        lineIds: [room.id],
        events: { "booking.released": each, "booking.offered": each },
        check: () => checkUses(app, room.id, each),
      };
    },
  },
  {
    name: "offers of a room's times",
    async arrange(app) {
      const { room, quarters } = await quarterHours(app);
      const booked = [];
      for (const time of quarters)
        booked.push(expecting(201, await ask(app, { resources: [room], ...time })));
      for (const time of quarters) await waitFor(app, room, time);
      for (const { id } of booked) await onBooking(app, id, "cancel");
      app.clock.advance(24 * 60 * minute);
      return {
        lineIds: [room.id],
        events: { "booking.offered": quarters.length, "booking.lapsed": quarters.length },
        check: () => checkUses(app, room.id, 0),
      };
    },
  },
  {
    name: "people who waited for a room until it was too late",
    async arrange(app) {
      const { room, quarters, date } = await quarterHours(app);
      for (const time of quarters) {
        expecting(201, await ask(app, { resources: [room], ...time }));
        await waitFor(app, room, time);
      }
      app.clock.set(`${date}T23:00:00Z`);
      return { lineIds: [room.id], events: { "booking.lapsed": quarters.length } };
    },
  },
  {
    name: "holds of boxes, which are offered to those who wait",
    async arrange(app) {
      const { box } = await soldOut(app);
      await times(many, () => box.waitlist());
      app.clock.advance(25 * minute);
      return {
        lineIds: [box.id],
        events: { "boxes.hold_lapsed": many, "boxes.offered": many },
        check: () => checkBoxes(box, { offered: many, lapsed: many }),
      };
    },
  },
  {
    name: "offers of boxes",
    async arrange(app) {
      const { box, held } = await soldOut(app);
      await times(many, () => box.waitlist());
      await Promise.all(held.map(({ id }) => onReservation(app, id, "cancel")));
      app.clock.advance(15 * minute);
      return {
        lineIds: [box.id],
        events: { "boxes.offered": many, "boxes.offer_lapsed": many },
        check: async () => assert.equal((await box.view()).remaining, many),
      };
    },
  },
  {
    name: "cool-downs after holds of boxes",
    async arrange(app) {
      const { box, held } = await soldOut(app);
      app.clock.advance(25 * minute);
      await app.sweep();
      app.clock.advance(40 * minute);
      return {
        lineIds: [box.id],
        events: { "boxes.hold_lapsed": many, "boxes.cooled_down": many },
        check: async () => void (await box.reserve({ userId: held[0].userId })),
      };
    },
  },
  {
    name: "boxes that nobody collected, and people who waited until the window closed",
    async arrange(app) {
      const { box, held } = await soldOut(app);
      await Promise.all(held.map(({ id }) => onReservation(app, id, "confirm")));
      const waiting = await times(many, () => box.waitlist());
      app.clock.advance(4 * 60 * minute);
      return {
        lineIds: [box.id],
        events: { "boxes.not_collected": many, "boxes.window_closed": many },
        async check() {
          assert.equal((await reservationNow(app, waiting[0].id)).status, "EXPIRED");
        },
      };
    },
  },
  {
    name: "boxes that came back while those who wait could not be reached",
    async arrange(app) {
      nextDay(app, 16);
      const bakery = await openBakery(app);
      const boxes = await times(many, () => bakery.offer({ quantity: 1 }));
      await Promise.all(
        boxes.map(async (box) => {
          const [held] = await box.sellOut();
          await box.waitlist();
          await box.change({ paused: true });
          await onReservation(app, held.id, "cancel");
        }),
      );
      const lineIds = boxes.map(({ id }) => id);
      // As the decision leaves it that could not reach everybody.
      await app.pool.query(
        `update line set deadline_at = $2,
                memory = jsonb_set(memory::jsonb, '{paused}', 'false')::json where id = any($1)`,
        [lineIds, app.clock.fixed()],
      );
      return { lineIds, events: { "boxes.offered": many } };
    },
  },
  {
    name: "box types of one merchant that publish themselves",
    async arrange(app) {
      const bakery = await openBakery(app);
      await times(many, () =>
        bakery.boxType({ weekdays: [0, 1, 2, 3, 4, 5, 6], publishAt: "08:00" }),
      );
      nextDay(app, 10);
      const today = app.clock.fixed().toISOString().slice(0, 10);
      return {
        lineIds: [bakery.id],
        events: { "boxes.published": many },
        async check() {
          const published = await bakery.day(today);
          assert.equal(new Set(published.map(({ boxTypeId }) => boxTypeId)).size, many);
          assert.equal(published.length, many);
        },
      };
    },
  },
  {
    name: "box types of one merchant whose window was over before anybody came by",
    async arrange(app) {
      const bakery = await openBakery(app);
      await times(many, () => bakery.boxType({ weekdays: [0, 1, 2, 3, 4, 5, 6] }));
      nextDay(app, 23);
      return { lineIds: [bakery.id], events: { "boxes.publication_skipped": many } };
    },
  },
];

// ---- what these are made of

async function dayOf(app: TestApp, { doctorId }: Clinic): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `select distinct group_id as id from line join ticket t on t.line_id = line.id
      where t.data->>'doctorId' = $1`,
    [doctorId],
  );
  assert.equal(rows.length, 1);
  return rows[0]!.id;
}

/** Tomorrow, 36 slots of ten minutes, each with a place and a reserve. */
async function shortSlots(app: TestApp): Promise<{ clinic: Clinic; starts: string[] }> {
  const clinic = await openClinic(app, { reserve: 1 });
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: "10:00", end: "16:00" }));
  const hours = { validFrom: "2026-01-01", slotMinutes: 10, tokensPerSlot: 2, weekly };
  expecting(200, await clinic.resource.configure(hours));
  const starts = (await clinic.slots(clinic.later(1))).map(({ start }) => start as string);
  assert.equal(starts.length, many);
  return { clinic, starts };
}

function oneInEach(clinic: Clinic, starts: readonly string[]): Promise<unknown> {
  return Promise.all(starts.map((at) => clinic.token({ at, allowAlternative: false })));
}

/** Those of a room, in two days' time. */
async function quarterHours(app: TestApp) {
  const room = await openResource(app);
  const date = new Date(app.clock.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const first = Date.parse(`${date}T08:00:00Z`);
  const instant = (quarter: number) => new Date(first + quarter * 15 * minute).toISOString();
  const quarters = Array.from({ length: many }, (_, i) => ({
    start: instant(i),
    end: instant(i + 1),
  }));
  return { room, quarters, date };
}

type Room = Awaited<ReturnType<typeof openResource>>;

function waitFor(app: TestApp, room: Room, { start, end }: { start: string; end: string }) {
  return wait(app, [room], { earliest: start, latest: end, minutes: 15 });
}

async function checkUses(app: TestApp, resourceId: string, count: number): Promise<void> {
  const { rows } = await app.pool.query<{ uses: number; holds: number }>(
    `select (select count(*)::int from booking_use where resource_id = $1 and occupies) as uses,
            (select count(*)::int from booking_hold) as holds`,
    [resourceId],
  );
  assert.deepEqual(rows[0], { uses: count, holds: 0 });
}

/** An hour before its window. */
async function soldOut(app: TestApp) {
  nextDay(app, 16);
  const box = await (await openBakery(app)).offer({ quantity: many });
  return { box, held: await box.sellOut() };
}

async function checkBoxes(box: Box, expected: Record<string, number>): Promise<void> {
  const { boxes } = await box.counts();
  for (const [where, count] of Object.entries(expected)) assert.equal(boxes[where], count, where);
}

function nextDay(app: TestApp, hour: number): void {
  const tomorrow = new Date(app.clock.now() + 86_400_000).toISOString().slice(0, 10);
  app.clock.set(`${tomorrow}T${String(hour).padStart(2, "0")}:00:00Z`);
}
