// The lines of a history: desks, a clinic's day with its slots, a shop. How many, and of what size, is
// up to the seed.

import { lineOf } from "../src/engine/rows.ts";
import { Book } from "../src/kernel/book.ts";
import { Change } from "../src/kernel/decide.ts";
import type { Line } from "../src/kernel/line.ts";
import type { SimulatedPostgres } from "./postgres/postgres.ts";
import {
  readLine,
  storedLine,
  storedTicket,
  storedWaiting,
  ticketKey,
  waitingKey,
} from "./postgres/tables.ts";
import { desk, type Rules } from "./products.ts";
import type { World } from "./world.ts";

export interface Premises {
  orgId: string;
  desks: string[];
  /** The group. */
  clinic: string;
  slots: string[];
  /** In whose stream the clinic's settings are told. */
  doctor: string;
  shop: string;
  newId(): string;
  /** Lines whose settings can be changed. */
  readonly all: readonly string[];
}

const tiers = [0, 0, 0];

/** So many wait already that nobody reads them all at once. */
function crowd(
  { chance }: World,
  postgres: SimulatedPostgres,
  lineId: string,
  newId: () => string,
): void {
  const { tables } = postgres;
  const line = lineOf(readLine(tables.line.seenAt(lineId, null)!));
  const [now, policy] = [
    postgres.clock() - 60_000,
    desk.parse(`{"prefix":"D0-","slots":[]}`).policy,
  ];
  const change = new Change(new Book([line], []), policy, now);
  const data = { note: 0 };
  for (let people = chance.between(80, 200); people > 0; people--) {
    const priority = chance.below(3);
    change.arrive(change.line(lineId), { ticketId: newId(), priority, data });
  }
  const { lines, transitions } = change.decision();
  for (const after of lines) tables.line.load(lineId, storedLine(after));
  for (const { after } of transitions) {
    const waiting = storedWaiting(after);
    const key = waitingKey(lineId, waiting.level, waiting.rank, after.id);
    tables.ticket.load(ticketKey(after.orgId, after.id), storedTicket(after));
    tables.waiting.load(key, waiting);
  }
}

export function openPremises(world: World, postgres: SimulatedPostgres): Premises {
  const { chance } = world;
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => chance.below(16).toString(16)).join("");
  const newId = () => `${hex(8)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`;
  const orgId = newId();
  const desks = Array.from({ length: chance.pick([1, 1, 2, 3]) }, newId);
  const slots = Array.from({ length: chance.between(1, 3) }, newId);
  const [clinic, doctor, shop] = [newId(), newId(), newId()];
  const breakMs = chance.pick([null, null, null, null, 300, 1_500]);
  const ageingMs = chance.pick([null, null, 3_000]);
  const add = (id: string, product: string, more: Partial<Line>) => {
    const line: Line = {
      orgId,
      id,
      groupId: id,
      product,
      eventSeq: 0,
      sequence: 0,
      period: "",
      lastRank: 0,
      waiting: tiers,
      heads: tiers,
      ageingMs: null,
      capacity: null,
      reserve: 0,
      taken: 0,
      stats: {},
      deadlineAt: null,
      ...more,
    };
    postgres.tables.line.load(id, storedLine(line));
  };
  const set = (lineId: string, product: string, rules: Rules, dependsOn: string | null) => {
    const settings = JSON.stringify(rules);
    const row = { line_id: lineId, product, settings, depends_on: dependsOn };
    postgres.tables.settings.load(lineId, row);
  };
  for (const [i, id] of desks.entries()) {
    add(id, "desk", ageingMs === null ? {} : { ageingMs, waiting: [0], heads: [0] });
    set(id, "desk", { open: true, prefix: `D${i}-`, breakMs, slots: [] }, null);
  }
  if (chance.next() < 0.1) crowd(world, postgres, desks[0]!, newId);
  add(doctor, "doctor", {});
  add(clinic, "clinic", {});
  set(clinic, "clinic", { open: true, prefix: "C-", breakMs, slots }, doctor);
  for (const id of slots) {
    const capacity = chance.between(1, 4);
    add(id, "clinic", { groupId: clinic, capacity, reserve: chance.below(Math.min(2, capacity)) });
  }
  const boxes = chance.between(2, 6);
  add(shop, "shop", { capacity: boxes, reserve: chance.below(2) });
  set(shop, "shop", { open: true, prefix: "B-", breakMs, slots: [] }, null);
  return { orgId, desks, clinic, slots, doctor, shop, newId, all: [...desks, clinic, shop] };
}
