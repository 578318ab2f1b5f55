// Another server that has a calendar, for tests: what it says, and what it was asked.
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface CalendarServer {
  url: string;
  /** Of every request so far. */
  asked: IncomingHttpHeaders[];
  answer: { status?: number; headers?: Record<string, string>; body?: string };
  /** Happens while somebody waits for an answer. */
  meanwhile: (() => Promise<unknown>) | null;
  close(): Promise<void>;
}

export async function calendarServer(host = "127.0.0.1"): Promise<CalendarServer> {
  const asked: IncomingHttpHeaders[] = [];
  const made: CalendarServer = {
    url: "",
    asked,
    answer: {},
    meanwhile: null,
    close: () => new Promise((done) => server.close(() => done())),
  };
  const server: Server = createServer((request, reply) => {
    asked.push(request.headers);
    const { status = 200, headers = {}, body = "" } = made.answer;
    const same = headers["etag"] && request.headers["if-none-match"] === headers["etag"];
    void Promise.resolve(made.meanwhile?.()).then(() =>
      reply.writeHead(same ? 304 : status, headers).end(same ? "" : body),
    );
  });
  await new Promise<void>((ready) => server.listen(0, host, ready));
  made.url = `http://${host}:${(server.address() as AddressInfo).port}/doctor.ics`;
  return made;
}

/** Each line is a property; UIDs are given. */
export function icsWith(...events: string[][]): string {
  const lines = events.flatMap((event, i) => ["BEGIN:VEVENT", `UID:${i}`, ...event, "END:VEVENT"]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...lines, "END:VCALENDAR"].join(
    "\r\n",
  );
}

/** 2026-03-03T10:00:00Z as iCalendar writes it. */
export const stamp = (instant: string) => instant.replaceAll(/[-:]/g, "").replace(".000", "");

export const busyBetween = (start: string, end: string) => [
  `DTSTART:${stamp(start)}`,
  `DTEND:${stamp(end)}`,
];
