// OPD's words and rules for the kernel.

import { Temporal } from "temporal-polyfill";
import { slotsIn, type Schedule } from "../../availability/schedule.ts";
import type { Product } from "../../engine/order.ts";
import type { Line } from "../../kernel/line.ts";
import type { Happening, Policy } from "../../kernel/policy.ts";
import {
  defaultRules,
  isUncalled,
  slotMemory,
  type BookedTime,
  type Day,
  type DoctorLimits,
  type OpdRules,
  type SlotMemory,
  type Token,
  type TokenData,
} from "./rules.ts";

interface StoredDay {
  dayId: string;
  doctorId: string;
  date: string;
  from: number;
  to: number;
  limits: Partial<DoctorLimits> | null;
  rules: Partial<OpdRules> | null;
  booked: BookedTime[];
  schedule: (Schedule & { name: string; active: boolean }) | null;
}

// Availability's tables are read through its own function, and so are bookings.
// What changes them is told in the day's own stream, or in the doctor's.
const settingsSql = `select d.line_id,
    (select json_build_object(l.id, l.event_seq) from line l where l.id = d.doctor_id) as told_by,
    jsonb_build_object(
    'dayId', d.line_id, 'doctorId', d.doctor_id, 'date', d.date::text,
    'from', extract(epoch from d.starts_at) * 1000, 'to', extract(epoch from d.ends_at) * 1000,
    'limits', (select limits from opd_doctor o where o.org_id = d.org_id and o.id = d.doctor_id),
    'rules', (select rules from opd_settings s where s.org_id = d.org_id),
    'booked', booked_time(d.org_id, d.doctor_id, d.starts_at, d.ends_at),
    'schedule', availability_schedule(d.doctor_id, d.starts_at, d.ends_at))::text as settings
  from opd_day d where d.line_id = any($1::uuid[])`;

export const opd: Product<Day> = {
  name: "opd",
  grouped: true,
  remembered: true,
  settingsSql,
  parse(text) {
    const day = dayOf(JSON.parse(text) as StoredDay);
    return { settings: day, policy: policyOf(day) };
  },
  describe(ticket) {
    const { doctorId, slotStart, source, calledAt, reason } = (ticket as Token).data;
    const { status, number } = ticket;
    return { status, number, doctorId, slotStart, source, calledAt, reason };
  },
};

export function dayOf(stored: StoredDay): Day {
  const { dayId, doctorId, date, schedule } = stored;
  return {
    dayId,
    doctorId,
    doctorName: schedule?.name ?? "",
    active: schedule?.active ?? false,
    date,
    timezone: schedule?.timezone ?? "UTC",
    limits: { capacity: null, emergencyReserve: null, ...stored.limits },
    rules: { ...defaultRules, ...stored.rules },
    slots: schedule ? slotsIn(schedule, stored.from, stored.to) : [],
    booked: stored.booked,
  };
}

export function policyOf(day: Day): Policy {
  return {
    places: "on arrival",
    statusOf: { waiting: "WAITING", holding: "ALLOCATED", serving: "IN_PROGRESS" },
    endings: {
      COMPLETED: { from: ["serving"], givesPlaceBack: false },
      CANCELLED: { from: ["waiting", "holding"], givesPlaceBack: true },
      EXPIRED: { from: ["waiting", "holding"], givesPlaceBack: true },
    },
    undoMs: 0,
    mayUseReserve: (priority) => priority === 0,
    mayPutBack: () => false,
    numbers: "with a place",
    period: () => "",
    numberText: String,
    issue: (line, priority) =>
      day.rules.numbering === "stable" && priority === 0 ? ownSeries(line) : null,
    promotion: { reason: "PROMOTED" } satisfies Partial<TokenData>,
    deadline: () => null,
    eventType,
    remember,
  };
}

function ownSeries(line: Line) {
  const memory = slotMemory(line);
  const emergencies = memory.emergencies + 1;
  const next = { ...line, memory: { ...memory, emergencies } satisfies SlotMemory };
  return { line: next, sequence: emergencies, number: `E${emergencies}` };
}

/** After these a token may be in another slot, or over without having been seen. */
export const leavingEvents = ["opd.moved", "opd.cancelled", "opd.expired"];

export function eventType({ step, before, after }: Happening): string {
  switch (step) {
    case "arrived":
      return after.state === "waiting" ? "opd.waiting" : "opd.allocated";
    case "promoted":
    case "taken":
      return "opd.promoted";
    case "started":
      return "opd.started";
    case "ended":
      return `opd.${after.status.toLowerCase()}`;
    case "moved":
      return "opd.moved";
    case "renumbered":
      return "opd.renumbered";
    case "put back":
    case "undone":
    case "changed":
      return isUncalled(before) && !isUncalled(after) ? "opd.called" : "opd.checked_in";
  }
}

/** Keeps count of who is still to be called, and of the numbers that are settled. */
function remember(line: Line, { before, after }: Happening): object {
  const memory = slotMemory(line);
  const was = before?.lineId === line.id && isUncalled(before);
  const is = after.lineId === line.id && isUncalled(after);
  if (was === is) return memory;
  const { priority } = after;
  const uncalled = memory.uncalled.with(priority, memory.uncalled[priority]! + (is ? 1 : -1));
  const settled = was && after.lineId === line.id && after.state !== "done";
  const fixed = settled ? [...memory.fixed, after.sequence] : memory.fixed;
  return { ...memory, uncalled, fixed } satisfies SlotMemory;
}

/** The local day as instants. */
export function dayBounds(date: string, timezone: string): { from: Date; to: Date } {
  const day = Temporal.PlainDate.from(date);
  const at = (plain: Temporal.PlainDate) =>
    new Date(plain.toZonedDateTime(timezone).epochMilliseconds);
  return { from: at(day), to: at(day.add({ days: 1 })) };
}

export function localDate(instant: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .toString();
}
