// What a change would do to a schedule, before anything is written. A write carries the plan out; a preview
// only shows it.

import type pg from "pg";
import { newId } from "../infra/ids.ts";
import { invalid } from "../kernel/refusal.ts";
import { refuse } from "./refusals.ts";
import type { Settled } from "./commitments.ts";
import type { Interval } from "./intervals.ts";
import { canonical, momentIn } from "./moments.ts";
import {
  faultsIn,
  maxConfigurations,
  maxExceptions,
  maxRangeDays,
  succession,
  usualPlaces,
} from "./rules.ts";
import type { Configuration, Exception, Schedule, Window } from "./schedule.ts";
import * as store from "./store.ts";
import type { Resource } from "./store.ts";
import { exceptionView } from "./view.ts";
import { dateOf, dayMs, dayOf, firstMomentOf, localDate } from "./zone.ts";

export interface NewConfiguration {
  /** A local date, which stands for its first moment, or an instant. */
  validFrom: string;
  validTill?: string | null | undefined;
  slotMinutes: number;
  tokensPerSlot?: number | undefined;
  weekly: Window[];
}

export interface NewException {
  available: boolean;
  start: string;
  end: string;
  reason?: string | null | undefined;
}

export interface When {
  now: Date;
  /** Somebody wants to see the schedules from here on; from now on unless they say so. */
  since?: number;
}

export interface Plan<T> {
  event: string;
  before: Schedule;
  after: Schedule;
  /** Commitments in this range can be touched by it. */
  from: number;
  to: number | null;
  /** For the record. */
  was?: object;
  becomes: object;
  made: T;
  write(tx: pg.ClientBase): Promise<void>;
  /** At the end of the same commit, with what happened to those outside. */
  finish?(tx: pg.ClientBase, settled: readonly Settled[]): Promise<void>;
}

export async function planConfiguration(
  db: pg.ClientBase,
  resource: Resource,
  input: NewConfiguration,
  { now, since = now.getTime() }: When,
): Promise<Plan<Configuration>> {
  const { timezone } = resource;
  const { validFrom, validTill, slotMinutes, weekly } = input;
  const next: Configuration = {
    id: newId(),
    validFrom: canonical(validFrom),
    validTill: validTill == null ? null : canonical(validTill),
    slotMinutes,
    tokensPerSlot: input.tokensPerSlot ?? usualPlaces(resource.type),
    weekly,
  };
  const faults = faultsIn(next, timezone);
  if (faults.length > 0) throw invalid(faults);
  const { configurations } = await store.countEntries(db, resource.orgId, resource.id);
  if (configurations >= maxConfigurations) {
    throw refuse("SCHEDULE_FULL", `At most ${maxConfigurations} configurations are kept`);
  }
  const startsAt = momentIn(timezone, next.validFrom);
  const before = await scheduleFrom(db, resource, Math.min(startsAt, since));
  const { ended, replaced, result } = succession(before.configurations, next, timezone);
  const idsOf = (list: readonly Configuration[]) => list.map(({ id }) => id);
  return {
    event: "availability.configured",
    before,
    after: { ...before, configurations: result },
    from: startsAt,
    to: null,
    becomes: { configuration: next, ended: idsOf(ended), replaced: idsOf(replaced) },
    made: next,
    async write(tx) {
      await store.endConfigurations(tx, resource, idsOf(ended), next.validFrom);
      await store.replaceConfigurations(tx, resource, idsOf(replaced), now);
      await store.insertConfiguration(tx, resource, next, now);
    },
  };
}

export async function planException(
  db: pg.ClientBase,
  resource: Resource,
  input: NewException,
  { now, since = now.getTime() }: When,
): Promise<Plan<Exception>> {
  const { available, reason } = input;
  const { from: start, to: end } = rangeIn(
    resource.timezone,
    input.start,
    input.end,
    "start",
    "end",
  );
  const exception: Exception = { id: newId(), available, start, end, reason: reason ?? null };
  const { exceptions } = await store.countEntries(db, resource.orgId, resource.id);
  if (exceptions >= maxExceptions) {
    throw refuse("SCHEDULE_FULL", `A resource has at most ${maxExceptions} exceptions`);
  }
  const before = await scheduleFrom(db, resource, Math.min(start, since));
  return {
    event: "availability.exception_added",
    before,
    after: { ...before, exceptions: [...before.exceptions, exception] },
    ...datesOf(resource, exception),
    becomes: exceptionView(exception),
    made: exception,
    write: (tx) => store.insertException(tx, resource, exception, now),
  };
}

export async function planRemoval(
  db: pg.ClientBase,
  resource: Resource,
  exceptionId: string,
  { now, since = now.getTime() }: When,
): Promise<Plan<Exception>> {
  const found = await store.findException(db, resource.orgId, resource.id, exceptionId);
  if (!found) throw refuse("NOT_FOUND", "There is no such exception");
  const { createdAt: _, ...exception } = found;
  const before = await scheduleFrom(db, resource, Math.min(exception.start, since));
  const exceptions = before.exceptions.filter(({ id }) => id !== exceptionId);
  return {
    event: "availability.exception_removed",
    before,
    after: { ...before, exceptions },
    ...datesOf(resource, exception),
    was: exceptionView(exception),
    becomes: {},
    made: exception,
    write: (tx) => store.deleteException(tx, resource, exceptionId),
  };
}

/** When somebody is busy by a calendar from outside. */
export interface OutsideBusy {
  calendarId: string;
  /** Shown as the reason; what is in the calendar is nobody's business. */
  name: string;
  busy: readonly Interval[];
}

/** What the calendar said before is replaced. */
export async function planBusy(
  db: pg.Pool | pg.ClientBase,
  resource: Resource,
  { calendarId, name, busy }: OutsideBusy,
  { now, since = now.getTime() }: When,
): Promise<Plan<{ calendarId: string; changes: number }>> {
  const was = await store.exceptionsOf(db, resource, calendarId);
  const keyOf = ({ start, end, reason }: Omit<Exception, "id">) => `${start} ${end} ${reason}`;
  const wanted = busy.map(({ start, end }) => ({ available: false, start, end, reason: name }));
  const [had, wants] = [new Set(was.map(keyOf)), new Set(wanted.map(keyOf))];
  const gone = was.filter((each) => !wants.has(keyOf(each)));
  const fresh = wanted
    .filter((each) => !had.has(keyOf(each)))
    .map((each) => ({ id: newId(), ...each }));
  const changed = [...gone, ...fresh].map((each) => datesOf(resource, each));
  const nothing = { from: now.getTime(), to: now.getTime() };
  const from = Math.min(...(changed.length > 0 ? changed : [nothing]).map((each) => each.from));
  const before = await scheduleFrom(db, resource, Math.min(from, since));
  const removed = new Set(gone.map(({ id }) => id));
  return {
    event: "availability.calendar_read",
    before,
    after: {
      ...before,
      exceptions: [...before.exceptions.filter(({ id }) => !removed.has(id)), ...fresh],
    },
    from,
    to: Math.max(...changed.map((each) => each.to), from),
    becomes: { calendarId, name, busy: busy.length, added: fresh.length, removed: gone.length },
    made: { calendarId, changes: changed.length },
    write: (tx) => store.replaceExceptions(tx, resource, calendarId, [...removed], fresh, now),
  };
}

/** Whole local dates: one that opens can shift the slots of another one later on the same date. */
function datesOf({ timezone }: Resource, { start, end }: Interval): { from: number; to: number } {
  const dayAfter = dateOf(dayOf(localDate(timezone, end - 1)) + 1);
  return {
    from: firstMomentOf(timezone, localDate(timezone, start)),
    to: firstMomentOf(timezone, dayAfter),
  };
}

async function scheduleFrom(
  db: pg.Pool | pg.ClientBase,
  resource: Resource,
  from: number,
): Promise<Schedule> {
  const found = await store.findSchedule(db, resource.orgId, resource.id, from, null);
  return found!;
}

export function rangeIn(
  timezone: string,
  fromText: string,
  toText: string,
  fromField = "from",
  toField = "to",
): { from: number; to: number } {
  const from = momentIn(timezone, fromText);
  const to = momentIn(timezone, toText);
  if (to <= from) throw invalid([{ field: toField, message: `must be after ${fromField}` }]);
  // A local year can be an hour longer than its days.
  if (to - from > maxRangeDays * dayMs + dayMs / 24) {
    const message = `must be at most a year (${maxRangeDays} days) after ${fromField}`;
    throw invalid([{ field: toField, message }]);
  }
  return { from, to };
}
