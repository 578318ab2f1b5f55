// A hospital has hundreds of resources: pages ask for those in sight, and follow the rest as one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { moreLike } from "../../../test/availability.ts";
import { at, book, expecting, openResource, request } from "../../../test/booking.ts";
import { api } from "../../../test/http.ts";
import { watch } from "../../../test/stream.ts";

const many = 500;

let app: TestApp;
let ids: string[];
before(async () => {
  app = await startApp();
  const room = await openResource(app);
  ids = [room.id, ...(await moreLike(app, room.id, many - 1))];
});
after(() => app.close());

const calendarOf = (resources: string[]) =>
  api(app).get(
    `/v1/bookings/calendar?resources=${resources.join(",")}&from=${at("00:00")}&to=${at("23:59")}`,
  );

test("all of five hundred resources are listed, page by page", async () => {
  const found = new Set<string>();
  let cursor = "";
  do {
    const page = expecting(200, await api(app).get(`/v1/resources?limit=200${cursor}`));
    for (const { id } of page.items) found.add(id);
    cursor = page.nextCursor === null ? "" : `&cursor=${page.nextCursor}`;
  } while (cursor !== "");
  assert.deepEqual(found, new Set(ids));
});

test("the calendar of those in sight is answered, whichever of five hundred they are", async () => {
  const shown = ids.slice(-12);
  const { id } = await book(app, { resources: [{ resourceId: shown[0]! }] });
  const { resources, bookings } = expecting(200, await calendarOf(shown));
  assert.deepEqual([resources.length, bookings.map((one: { id: string }) => one.id)], [12, [id]]);
});

test("what is too much for one answer or one stream is refused by name", async () => {
  const calendar = await calendarOf(ids.slice(0, 101));
  assert.deepEqual([calendar.status, calendar.body.errors[0].field], [422, "resources"]);
  const stream = await api(app).get(`/v1/bookings/events?resources=${ids.slice(0, 51).join(",")}`);
  assert.deepEqual([stream.status, stream.body.errors[0].field], [422, "resources"]);
});

test("a stream follows those in sight", async (t) => {
  const shown = ids.slice(100, 150);
  const stream = await watch(app, `/v1/bookings/events?resources=${shown.join(",")}`);
  t.after(() => stream.close());
  await book(app, { resources: [{ resourceId: ids[200]! }] });
  const { id } = await book(app, { resources: [{ resourceId: shown[49]! }] });
  assert.equal((await changed(stream)).subjectId, id);
});

test("one stream tells of requests for any of five hundred", async (t) => {
  const stream = await watch(app, "/v1/events?types=booking");
  t.after(() => stream.close());
  const { id } = await request(app, { resources: [{ resourceId: ids[499]! }] });
  const { type, subjectId, lineId } = await changed(stream);
  assert.deepEqual([type, subjectId, lineId], ["booking.requested", id, ids[499]]);
});

async function changed(stream: Awaited<ReturnType<typeof watch>>) {
  for (;;) {
    const { event, data } = await stream.next();
    if (event === "change") return data;
  }
}
