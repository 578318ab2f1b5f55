// Bookings as iCalendar (RFC 5545): one as an attachment, many as a feed. Times are instants in UTC, so
// no calendar has to know a zone's rules to show them right. Names of people are in it only when the
// caller hands in a summary with them.

import type { FastifyReply } from "fastify";
import ical, { ICalCalendarMethod, ICalEventStatus, type ICalCalendar } from "ical-generator";
import type { BookingView } from "./view.ts";

const prodId = { company: "Turnkeeper", product: "Turnkeeper", language: "EN" };

const statusOf = {
  requested: ICalEventStatus.TENTATIVE,
  approved: ICalEventStatus.CONFIRMED,
  denied: ICalEventStatus.CANCELLED,
  canceled: ICalEventStatus.CANCELLED,
} as const;

/** What of a booking stands in a calendar; of a resource's feed only that resource's part. */
export interface Entry {
  booking: BookingView;
  summary: string;
  /** Which part of it, counted from 0; without one, all of it. */
  part?: number;
}

export function bookingIcs(booking: BookingView, summary: string, publicUrl: string): string {
  const calendar = ical({ prodId, method: ICalCalendarMethod.PUBLISH });
  addEntry(calendar, { booking, summary }, publicUrl);
  return calendar.toString();
}

export function feedIcs(
  name: string,
  timezone: string | null,
  entries: readonly Entry[],
  publicUrl: string,
): string {
  // Cancelled ones stay in it as such: a calendar that only no longer finds them might keep them.
  const calendar = ical({ prodId, method: ICalCalendarMethod.PUBLISH, name, ttl: 15 * 60 });
  if (timezone !== null) calendar.x("X-WR-TIMEZONE", timezone);
  for (const entry of entries) addEntry(calendar, entry, publicUrl);
  return calendar.toString();
}

const places = new Set(["consultation_room", "ot", "lab"]);

function addEntry(calendar: ICalCalendar, entry: Entry, publicUrl: string): void {
  const { booking, summary, part } = entry;
  const { start, end } = part === undefined ? booking : booking.resources[part]!;
  const changedAt = new Date(booking.decidedAt ?? booking.createdAt);
  const rooms = booking.resources.filter(({ type }) => places.has(type)).map(({ name }) => name);
  const names = booking.resources.map(({ name }) => name);
  calendar.createEvent({
    id: `${booking.id}${part ? `.${part}` : ""}@${new URL(publicUrl).host}`,
    sequence: booking.version,
    start: new Date(start),
    end: new Date(end),
    stamp: changedAt,
    created: new Date(booking.createdAt),
    lastModified: changedAt,
    status: statusOf[booking.status],
    summary,
    description: names.join("\n"),
    ...(rooms.length > 0 ? { location: rooms.join(", ") } : {}),
  });
}

export function sendIcs(reply: FastifyReply, text: string, file: string) {
  return reply
    .type("text/calendar; charset=utf-8")
    .header("content-disposition", `attachment; filename="${file}"`)
    .header("cache-control", "no-store")
    .serializer(String)
    .send(text);
}
