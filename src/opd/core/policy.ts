// OPD's words and rules for the kernel.

import { Temporal } from "temporal-polyfill";
import { slotsIn, type Schedule } from "../../availability/schedule.ts";
import type { Product } from "../../engine/order.ts";
import type { Line } from "../../kernel/line.ts";
import type { Transition, Policy } from "../../kernel/policy.ts";
import { countsPerDay, isShifting, issueNumber } from "../days/numbers.ts";
import {
  defaultRules,
  isUncalled,
  slotStats,
  type BookedTime,
  type Day,
  type DoctorLimits,
  type OpdRules,
  type SlotStats,
  type Token,
  type TokenData,
} from "./rules.ts";

interface StoredDay {
  dayId: string;
  doctorId: string;
  date: string;
  from: number;
  to: number;
  code?: string | null;
  limits: Partial<DoctorLimits> | null;
  rules: Partial<OpdRules> | null;
  booked: BookedTime[];
  schedule: (Schedule & { name: string; active: boolean }) | null;
}

// Availability's tables are read through its own function, and so are bookings.
// What changes them is told in the day's own stream, or in the doctor's.
const settingsSql = `select d.line_id,
    (select json_build_object(l.id, l.event_seq) from line l where l.id = d.doctor_id) as depends_on,
    jsonb_build_object(
    'dayId', d.line_id, 'doctorId', d.doctor_id, 'date', d.date::text,
    'from', extract(epoch from d.starts_at) * 1000, 'to', extract(epoch from d.ends_at) * 1000,
    'code', (select code from opd_doctor o where o.org_id = d.org_id and o.id = d.doctor_id),
    'limits', (select limits from opd_doctor o where o.org_id = d.org_id and o.id = d.doctor_id),
    'rules', (select rules from opd_settings s where s.org_id = d.org_id),
    'booked', booked_time(d.org_id, d.doctor_id, d.starts_at, d.ends_at),
    'schedule', availability_schedule(d.doctor_id, d.starts_at, d.ends_at))::text as settings
  from opd_day d where d.line_id = any($1::uuid[])`;

export const opd: Product<Day> = {
  name: "opd",
  grouped: true,
  cacheable: true,
  settingsSql,
  parse(text) {
    const day = dayOf(JSON.parse(text) as StoredDay);
    return { settings: day, policy: policyOf(day) };
  },
  describe(ticket) {
    const { doctorId, slotStart, source, calledAt, reason, note, next } = (ticket as Token).data;
    const { status, number } = ticket;
    const described = { status, number, doctorId, slotStart, source, calledAt, reason };
    return {
      ...described,
      ...(note ? { note } : {}),
      ...(next ? { next: { queueId: next.queueId, ticketId: next.ticketId } } : {}),
    };
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
    code: stored.code ?? null,
    endsAt: stored.to,
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
    issue: (line, priority, group) => issueNumber(day.rules, line, priority, group),
    // Slips are printed: a token keeps its number in another slot of the day, where numbers allow it.
    keepsNumber: ({ lineId }, to, group) =>
      lineId === to.id
        ? !isShifting(day.rules, group())
        : group().some(({ id }) => id === lineId) && countsPerDay(day.rules, group()),
    promotion: { reason: "PROMOTED" } satisfies Partial<TokenData>,
    deadline: () => null,
    eventType,
    updateStats,
  };
}

/** After these a token may be in another slot, or over without having been seen. */
export const leavingEvents = ["opd.moved", "opd.cancelled", "opd.expired"];

export function eventType({ step, before, after }: Transition): string {
  if (before && !isSameHolder(before as Token, after as Token)) return "opd.holder_changed";
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
      return "opd.put_back";
    case "undone":
    case "changed":
      return changeType(before, after);
  }
}

const isSameHolder = (a: Token, b: Token) =>
  a.data.patientId === b.data.patientId && a.data.patientName === b.data.patientName;

function changeType(before: Transition["before"], after: Transition["after"]): string {
  if (isUncalled(before)) return isUncalled(after) ? "opd.checked_in" : "opd.called";
  if (isUncalled(after)) return "opd.skipped";
  const [was, is] = [before, after].map((ticket) => (ticket as Token).data.calledAt);
  return was === is ? "opd.checked_in" : "opd.recalled";
}

/** Keeps count of who is still to be called, and of the numbers that are settled. */
function updateStats(line: Line, { before, after }: Transition): object {
  const stats = slotStats(line);
  const was = before?.lineId === line.id && isUncalled(before);
  const is = after.lineId === line.id && isUncalled(after);
  if (was === is) return stats;
  const { priority } = after;
  const uncalled = stats.uncalled.with(priority, stats.uncalled[priority]! + (is ? 1 : -1));
  const settled = was && after.lineId === line.id && after.state !== "done";
  const fixed = settled ? [...stats.fixed, after.sequence] : stats.fixed;
  return { ...stats, uncalled, fixed } satisfies SlotStats;
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
