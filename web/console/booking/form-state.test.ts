import assert from "node:assert/strict";
import { test } from "node:test";
import type { Resource } from "../../wire/availability.ts";
import type { Kind } from "../../wire/booking.ts";
import { openRoles, seatsFor, usualKind, wishOf, withStart } from "./form-state.ts";

const need = { throughout: true, whole: true, beforeMinutes: 0, afterMinutes: 0 };
const rest = {
  needsPatient: false,
  takesToken: false,
  minutes: { least: 5, most: 600 },
  requestsHold: true,
  publicRequests: false,
  noticeMinutes: 0,
  offerMinutes: 15,
};
const surgery: Kind = {
  kind: "surgery",
  title: "Surgery",
  needs: [
    { role: "theatre", types: ["ot"], least: 1, most: 1, ...need },
    { role: "surgeon", types: ["doctor"], least: 1, most: 1, ...need },
    { role: "team", types: ["doctor", "other"], least: 0, most: 2, ...need },
  ],
  ...rest,
};
const room: Kind = {
  kind: "room",
  title: "Room",
  needs: [{ role: "resource", types: ["ot", "doctor"], least: 1, most: 20, ...need }],
  ...rest,
};
const resource = (id: string, type: Resource["type"]) =>
  ({
    id,
    type,
    name: id,
    timezone: "UTC",
    active: true,
    objectId: null,
    createdAt: "",
  }) as Resource;
const house = [resource("t1", "ot"), resource("t2", "ot"), resource("asha", "doctor")];

const said = (seats: { role: string; resourceId: string }[]) =>
  seats.map(({ role, resourceId }) => `${role} ${resourceId || "?"}`).join(", ");

test("what was pointed at has its seat, and where there is no choice it is made", () => {
  assert.equal(said(seatsFor(surgery, house, "t2")), "theatre t2, surgeon asha");
});

test("where there is a choice, somebody has to make it", () => {
  assert.equal(said(seatsFor(surgery, house, "asha")), "theatre ?, surgeon asha");
});

test("pointing at a theatre begins a surgery, at a doctor a consultation if there is such a kind", () => {
  assert.equal(usualKind([room, surgery], house[0]).kind, "surgery");
  assert.equal(usualKind([room, surgery], house[2]).kind, "room");
});

test("roles can be added as long as the kind has use for them", () => {
  const seats = seatsFor(surgery, house, "t1");
  assert.deepEqual(openRoles(surgery, seats), ["team"]);
  const team = { key: 7, role: "team", resourceId: "", own: null };
  assert.deepEqual(openRoles(surgery, [...seats, team, { ...team, key: 8 }]), []);
});

const at = (time: string) => ({ date: "2026-03-02", time });

test("a wish is whole when every seat is taken and its times are right", () => {
  const filled = {
    kind: surgery,
    start: at("10:00"),
    end: at("12:00"),
    seats: seatsFor(surgery, house, "t1"),
  };
  assert.equal(wishOf(filled, "UTC")!.resources.length, 2);
  assert.equal(wishOf({ ...filled, end: at("10:00") }, "UTC"), null);
  assert.equal(wishOf({ ...filled, seats: seatsFor(surgery, house, "asha") }, "UTC"), null);
});

test("a part has its own times", () => {
  const own = { start: at("10:00"), end: at("10:30") };
  const seats = [{ key: 0, role: "resource", resourceId: "t1", own }];
  const wish = wishOf({ kind: room, start: at("10:00"), end: at("12:00"), seats }, "Europe/Berlin");
  assert.equal(wish!.resources[0]!.end, "2026-03-02T09:30:00.000Z");
});

test("moving the start keeps the length, over midnight too", () => {
  const next = withStart({ start: at("10:00"), end: at("12:00") }, at("23:00"), "UTC");
  assert.deepEqual(next.end, { date: "2026-03-03", time: "01:00" });
});
