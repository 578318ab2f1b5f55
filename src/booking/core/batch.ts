// One batch of bookings, by the engine's protocol: lock, load, decide one after another in memory, write
// with a few statements, commit once. Resources are locked in id order, and then the days of doctors in id
// order, which is the order of everybody who locks both. The second statement sees days that were opened
// while the first one waited.

import {
  commitBatch,
  decideInTurn,
  done,
  noRows,
  nowOf,
  refused,
  replaysOf,
  sendLocks,
  sendReplays,
  type BatchOptions,
  type Replay,
  type Verdict,
} from "../../engine/batch-protocol.ts";
import { allSent, type Rows, type Sender } from "../../engine/connection.ts";
import type { ByKey } from "../../engine/order.ts";
import type { Prepared } from "../../engine/batch-processor.ts";
import { lineOf } from "../../engine/rows.ts";
import { Writes } from "../../engine/writes.ts";
import { Refusal, refuse } from "../../kernel/refusal.ts";
import { BatchState, Draft, type TokenStep, type Window } from "./batch-state.ts";
import type { Kinds, KindSettings } from "../kinds/kinds.ts";
import type { BookingOrder } from "./order.ts";
import type { TokenPort } from "./token-port.ts";
import { bookingOf, holdOf, statements, waitOf } from "./statements.ts";
import type { Calendar } from "./rules.ts";
import { writesOf } from "./writes.ts";

export interface BatchDeps {
  kinds: Kinds;
  tokens: Pick<TokenPort, "slotsSql" | "othersIn" | "placesOf">;
}

export interface Ready {
  state: BatchState;
  replays: ByKey<Replay>;
  /** Lines that are there, locked by us or by somebody else. */
  present: Set<string>;
}

export async function load(
  connection: Sender,
  orders: readonly BookingOrder[],
  { fixedNow, contended }: BatchOptions,
  { kinds, tokens }: BatchDeps,
): Promise<Ready> {
  const days = new Set(orders.flatMap(({ dayIds }) => dayIds));
  const lineIds = [...new Set(orders.flatMap((order) => order.lineIds))];
  const resources = lineIds.filter((id) => !days.has(id));
  const ask = (name: keyof typeof statements, values: unknown[]) =>
    connection.sendText(`booking ${name}`, statements[name], values);
  const byId = (name: keyof typeof statements, ids: (order: BookingOrder) => readonly string[]) => {
    const wanted = orders.flatMap((order) => ids(order).map((id) => [order.orgId, id]));
    if (wanted.length === 0) return noRows;
    return ask(name, [wanted.map(([orgId]) => orgId), wanted.map(([, id]) => id)]);
  };
  const orgOf = new Map(orders.flatMap((o) => o.lineIds.map((id) => [id, o.orgId] as const)));
  const windows = mergedWindows(orders.flatMap((order) => order.windows));
  const sharedWindows = mergedWindows(orders.flatMap((order) => order.shared));
  const hulls = hullsOf(windows);
  const orgIds = [...new Set(orders.map(({ orgId }) => orgId))];

  const [
    ,
    first,
    firstIfFree,
    second,
    secondIfFree,
    present,
    replays,
    schedules,
    uses,
    others,
    bookings,
    holds,
    waits,
    waiting,
    settings,
    expiring,
  ] = await allSent(
    connection.together(() => [
      connection.control("begin"),
      ...sendLocks(connection, resources, contended),
      ...sendLocks(connection, [...days], contended),
      ask("present", [lineIds]),
      sendReplays(connection, orders),
      ask("schedules", columnsOf(hulls, orgOf)),
      windows.length ? ask("uses", columnsOf(windows, orgOf)) : noRows,
      sharedWindows.length
        ? connection.sendText("booking shared", tokens.slotsSql, columnsOf(sharedWindows, orgOf))
        : noRows,
      byId("bookings", (order) => order.bookingIds),
      byId("holds", (order) => order.holdIds),
      byId("waits", (order) => order.waitIds),
      ask("waiting", [resources]),
      ask("settings", [orgIds]),
      ask("expiring", [resources, orders.flatMap(({ endingIds }) => endingIds)]),
    ]),
  );

  const locked = [...first!, ...firstIfFree!, ...second!, ...secondIfFree!];
  const lines = new Map(locked.map((row) => [row.id as string, lineOf(row as never)]));
  const now = nowOf(fixedNow, locked[0]);
  const state = new BatchState({
    now,
    kinds,
    lines,
    calendars: calendarsOf(schedules!, uses!, othersBy(others!, tokens, now)),
    known: windows,
    bookings: byIdOf(bookings!, bookingOf),
    holds: byIdOf(holds!, holdOf),
    waits: byIdOf([...waits!, ...waiting!], waitOf),
    settings: new Map(
      settings!.map((row) => [
        `${String(row.org_id)} ${String(row.kind)}`,
        row.settings as Partial<KindSettings>,
      ]),
    ),
    expiring: new Map(expiring!.map((row) => [row.resource_id as string, row.at as number])),
  });
  return {
    state,
    replays: replaysOf(replays!),
    present: new Set(present!.map((row) => row.id as string)),
  };
}

function byIdOf<T extends { id: string }>(rows: Rows, of: (row: never) => T): Map<string, T> {
  return new Map(rows.map((row) => of(row as never)).map((each) => [each.id, each]));
}

type OthersOf = (resourceId: string, hours: Calendar["hours"]) => Calendar["others"];

export function othersBy(rows: Rows, tokens: Pick<TokenPort, "othersIn">, now: number): OthersOf {
  const ofDoctor = Map.groupBy(rows, (row) => row.resource_id as string);
  return (resourceId, hours) => tokens.othersIn(ofDoctor.get(resourceId) ?? [], hours, now);
}

export function calendarsOf(
  schedules: Rows,
  uses: Rows,
  othersOf: OthersOf,
): Map<string, Calendar> {
  const usesBy = Map.groupBy(uses, (row) => row.resource_id as string);
  return new Map(
    schedules
      .filter((row) => row.schedule !== null)
      .map((row) => {
        const resourceId = row.resource_id as string;
        const { name, type, active, ...hours } = parsedSchedule(resourceId, row.schedule as string);
        const used = (usesBy.get(resourceId) ?? []).map((use) => ({
          ownerId: use.owner_id as string,
          start: use.start as number,
          end: use.end as number,
          whole: use.whole as boolean,
          expiresAt: use.expires_at as number | null,
        }));
        const unique = new Map(used.map((use) => [`${use.ownerId} ${use.start}`, use]));
        const others = type === "doctor" ? othersOf(resourceId, hours) : [];
        const calendar = { resourceId, name, type, active, hours };
        return [resourceId, { ...calendar, uses: [...unique.values()], others }];
      }),
  );
}

type StoredSchedule = Calendar["hours"] & Pick<Calendar, "name" | "type" | "active">;

// Read under the lock every time, but parsed only when the text has changed.
const parsedSchedules = new Map<string, { text: string; schedule: StoredSchedule }>();
const maxParsed = 5_000;

function parsedSchedule(resourceId: string, text: string): StoredSchedule {
  const known = parsedSchedules.get(resourceId);
  if (known?.text === text) return known.schedule;
  const schedule = JSON.parse(text) as StoredSchedule;
  if (parsedSchedules.size >= maxParsed) parsedSchedules.clear();
  parsedSchedules.set(resourceId, { text, schedule });
  return schedule;
}

export interface Decided {
  verdicts: Verdict[];
  drafts: Draft[];
  writes: Writes;
}

/** One after another; each sees what the ones before it changed. */
export function decideAll(orders: readonly BookingOrder[], ready: Ready): Decided {
  const { state } = ready;
  const writes = new Writes(state.lines, state.now);
  const drafts: Draft[] = [];
  const verdicts = decideInTurn(orders, ready.replays, (order) => {
    const missing = notLocked(order, ready);
    if (missing) return missing;
    const draft = new Draft(state, order.orgId, order.actor);
    try {
      const answer = order.decide(draft);
      if (answer instanceof Refusal) return refused(answer);
      // Telling comes first: events are numbered on the lines as they were loaded.
      writes.tell(order, draft.notices, answer);
      writes.keep({ lines: [...draft.lines.values()], transitions: [], notices: [] });
      state.apply(draft);
      drafts.push(draft);
      return done(answer, false);
    } catch (error) {
      return { kind: "failed", error: error as Error };
    }
  });
  return { verdicts, drafts, writes };
}

function notLocked(order: BookingOrder, { state, present }: Ready): Verdict | null {
  for (const id of order.lineIds) {
    const line = state.lines.get(id);
    if (!line && present.has(id)) return { kind: "line is locked" };
    const isDay = order.dayIds.includes(id);
    if (!isDay && (!line || line.orgId !== order.orgId || !state.calendars.has(id))) {
      return refused(refuse("NOT_FOUND", "There is no such resource", { resourceId: id }));
    }
  }
  return null;
}

/** Everything that the drafts changed, and the news of it, without the commit. */
export function sendWrites(connection: Sender, { drafts, writes }: Decided, now: number) {
  return connection.together(() => [
    ...writesOf(drafts, now).map((write) => write(connection)),
    ...writes.send(connection),
  ]);
}

export function tokenSteps({ drafts }: Decided): TokenStep[] {
  return drafts.flatMap((draft) => draft.tokens);
}

/** A whole batch for a lane. */
export function prepareBookings(deps: BatchDeps) {
  return async (
    connection: Sender,
    orders: readonly BookingOrder[],
    options: BatchOptions,
  ): Promise<Prepared> => {
    const ready = await load(connection, orders, options, deps);
    return {
      locked: ready.state.lines.keys(),
      decide() {
        const decided = decideAll(orders, ready);
        if (tokenSteps(decided).length > 0)
          throw new Error("tokens need a transaction of their own");
        const { verdicts, drafts, writes } = decided;
        if (drafts.length === 0 && writes.isEmpty) return { verdicts, commit: null, seal: null };
        const own = () => writesOf(drafts, ready.state.now).map((write) => write(connection));
        const commit = () => commitBatch(connection, writes, { own });
        return { verdicts, commit, seal: writes.seal };
      },
    };
  };
}

/** Windows of the same resource that touch become one. */
function mergedWindows(windows: readonly Window[]): Window[] {
  const result: Window[] = [];
  for (const [, own] of Map.groupBy(windows, ({ resourceId }) => resourceId)) {
    let last: Window | undefined;
    for (const window of own.toSorted((a, b) => a.from - b.from)) {
      if (last && window.from <= last.to) last.to = Math.max(last.to, window.to);
      else result.push((last = { ...window }));
    }
  }
  return result;
}

/** From the first to the last of each resource: hours are few, whatever the range. */
function hullsOf(windows: readonly Window[]): Window[] {
  return [...Map.groupBy(windows, ({ resourceId }) => resourceId)].map(([resourceId, own]) => ({
    resourceId,
    from: Math.min(...own.map(({ from }) => from)),
    to: Math.max(...own.map(({ to }) => to)),
  }));
}

export function columnsOf(
  windows: readonly Window[],
  orgOf: ReadonlyMap<string, string>,
): unknown[] {
  return [
    windows.map(({ resourceId }) => orgOf.get(resourceId)!),
    windows.map(({ resourceId }) => resourceId),
    windows.map(({ from }) => new Date(from)),
    windows.map(({ to }) => new Date(to)),
  ];
}
