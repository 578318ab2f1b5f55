// Bookings as iCalendar (RFC 5545): one as an attachment, many as a feed. Times are instants in UTC, so
// no calendar has to know a zone's rules to show them right. Names of people are in it only when the
// caller hands in a summary with them. Every text is escaped here, whatever it says: a line's end in a
// name must not begin a line of its own.

import type { FastifyReply } from "fastify";
import type { BookingView } from "../core/view.ts";

const statusOf = {
  requested: "TENTATIVE",
  approved: "CONFIRMED",
  denied: "CANCELLED",
  canceled: "CANCELLED",
} as const;

/** What of a booking stands in a calendar; of a resource's feed only that resource's part. */
export interface Entry {
  booking: BookingView;
  summary: string;
  /** Which part of it, counted from 0; without one, all of it. */
  part?: number;
}

/** A doctor's slot with the tokens that were given out in it. */
export interface SlotEntry {
  slotOf: string;
  start: number;
  end: number;
  tokens: number;
}

export function bookingIcs(booking: BookingView, summary: string, publicUrl: string): string {
  return calendarOf([], [{ booking, summary }], publicUrl);
}

export function feedIcs(
  name: string,
  timezone: string | null,
  entries: readonly (Entry | SlotEntry)[],
  publicUrl: string,
): string {
  const about = [
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    ...(timezone === null ? [] : [`X-WR-TIMEZONE:${escaped(timezone)}`]),
    "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
    "X-PUBLISHED-TTL:PT15M",
  ];
  // Cancelled ones stay in it as such: a calendar that only no longer finds them might keep them.
  return calendarOf(about, entries, publicUrl);
}

function calendarOf(
  about: readonly string[],
  entries: readonly (Entry | SlotEntry)[],
  publicUrl: string,
): string {
  const host = new URL(publicUrl).host;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Turnkeeper//Turnkeeper//EN",
    "METHOD:PUBLISH",
    ...about,
    ...entries.flatMap((entry) =>
      "slotOf" in entry ? slotEventOf(entry, host) : eventOf(entry, host),
    ),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

const places = new Set(["consultation_room", "ot", "lab"]);

function eventOf({ booking, summary, part }: Entry, host: string): string[] {
  const { start, end } = part === undefined ? booking : booking.resources[part]!;
  const changedAt = booking.decidedAt ?? booking.createdAt;
  const rooms = booking.resources.filter(({ type }) => places.has(type)).map(({ name }) => name);
  const names = booking.resources.map(({ name }) => name);
  return [
    "BEGIN:VEVENT",
    `UID:${booking.id}${part ? `.${part}` : ""}@${host}`,
    `SEQUENCE:${booking.version}`,
    `DTSTAMP:${utc(changedAt)}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escaped(summary)}`,
    ...(rooms.length > 0 ? [`LOCATION:${escaped(rooms.join(", "))}`] : []),
    `DESCRIPTION:${escaped(names.join("\n"))}`,
    `STATUS:${statusOf[booking.status]}`,
    `CREATED:${utc(booking.createdAt)}`,
    `LAST-MODIFIED:${utc(changedAt)}`,
    "END:VEVENT",
  ];
}

function slotEventOf({ slotOf, start, end, tokens }: SlotEntry, host: string): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${slotOf}.${start}@${host}`,
    // Not when it was written, which is not known: the same slots are the same text.
    `DTSTAMP:${utc(start)}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:Tokens: ${tokens}`,
    "STATUS:CONFIRMED",
    "END:VEVENT",
  ];
}

/** 20260302T090000Z */
const utc = (instant: string | number) =>
  new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** Of control characters only line ends can be written at all. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, "\\$&")
    .replaceAll(/\r\n?|\n/g, "\\n")
    .replaceAll(/\p{Cc}/gu, " ");
}

const maxOctets = 75;

/** A long line goes on in the next, behind a space; no character is cut in two. */
function folded(line: string): string {
  let written = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > maxOctets) {
      written += "\r\n ";
      octets = 1;
    }
    written += character;
    octets += size;
  }
  return written;
}

export function sendIcs(reply: FastifyReply, text: string, file: string) {
  return reply
    .type("text/calendar; charset=utf-8")
    .header("content-disposition", `attachment; filename="${file}"`)
    .header("cache-control", "no-store")
    .serializer(String)
    .send(text);
}
