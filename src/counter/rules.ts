// The walk-in counter's rules: what a queue is set to, what its words are, how numbers are written,
// and what it remembers of a day. Pure; the kernel does the deciding.

import { waitingCount, type Line, type Ticket } from "../kernel/line.ts";
import type { Happening, Policy } from "../kernel/policy.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import { periodAt, type NumberReset } from "./calendar.ts";
import { noPace, paceAfterCall, type Pace } from "./pace.ts";

export interface QueueSettings {
  name: string;
  prefix: string;
  timezone: string;
  numberReset: NumberReset;
  state: "open" | "paused" | "closed";
  /** Most urgent first; the last one is what everybody has who has no other. */
  priorities: { key: string; label: string }[];
  ageingMinutes: number | null;
  noShowMinutes: number | null;
  maxWaiting: number | null;
  serviceMinutes: number;
  desks: string[];
  message: string | null;
}

export const defaultSettings = {
  timezone: "UTC",
  numberReset: "daily",
  state: "open",
  priorities: [{ key: "standard", label: "Standard" }],
  ageingMinutes: 20,
  noShowMinutes: null,
  maxWaiting: null,
  serviceMinutes: 5,
  desks: [],
  message: null,
} satisfies Partial<QueueSettings>;

export const statuses = ["WAITING", "CALLED", "SERVING", "SERVED", "CANCELLED", "NO_SHOW"] as const;
export type Status = (typeof statuses)[number];

export interface Person {
  name: string;
  mobile: string | null;
  partySize: number;
  /** Key of the priority, which outlives a reordering of the queue's list. */
  priority: string;
  desk: string | null;
  calls: number;
}

export type CounterTicket = Ticket & { readonly data: Person; readonly status: Status };

export interface QueueMemory {
  pace: Pace;
  day: DayCounts;
}

export interface DayCounts {
  date: string;
  called: number;
  served: number;
  noShows: number;
  cancelled: number;
  waitMs: number;
  serviceMs: number;
}

export function memoryOf(line: Line): QueueMemory {
  const memory = line.memory as Partial<QueueMemory>;
  return { pace: memory.pace ?? noPace, day: memory.day ?? emptyDay("") };
}

export function emptyDay(date: string): DayCounts {
  return { date, called: 0, served: 0, noShows: 0, cancelled: 0, waitMs: 0, serviceMs: 0 };
}

const undoMs = 10 * 60_000;

export function policyOf(settings: QueueSettings): Policy {
  const noShowMs = settings.noShowMinutes === null ? null : settings.noShowMinutes * 60_000;
  return {
    places: "on call",
    statusOf: { waiting: "WAITING", holding: "CALLED", serving: "SERVING" },
    endings: {
      SERVED: { from: ["holding", "serving"], givesPlaceBack: true },
      CANCELLED: { from: ["waiting", "holding", "serving"], givesPlaceBack: true },
      NO_SHOW: { from: ["holding"], givesPlaceBack: true },
    },
    undoMs,
    mayUseReserve: () => false,
    mayPutBack: (ticket) => ticket.state !== "done" || ticket.status === "NO_SHOW",
    period: (now) => periodAt(settings.numberReset, settings.timezone, now),
    numberText: (sequence) => `${settings.prefix}-${String(sequence).padStart(6, "0")}`,
    deadline: (state, now) => (state === "holding" && noShowMs !== null ? now + noShowMs : null),
    eventType,
    remember: (line, happening, now) => remember(settings, line, happening, now),
  };
}

/** Ageing is a question only between priorities. */
export function ageingMsOf(settings: QueueSettings): number | null {
  if (settings.ageingMinutes === null || settings.priorities.length < 2) return null;
  return settings.ageingMinutes * 60_000;
}

export function mayJoin(settings: QueueSettings, line: Line): Refusal | undefined {
  if (settings.state === "closed") return refuse("QUEUE_CLOSED");
  if (settings.state === "paused")
    return refuse("QUEUE_PAUSED", "The queue takes nobody at the moment");
  return hasRoom(settings, line);
}

/** A transfer is the staff's choice: a paused queue still takes it. */
export function mayReceive(settings: QueueSettings, line: Line): Refusal | undefined {
  if (settings.state === "closed") return refuse("QUEUE_CLOSED", "The other queue is closed");
  return hasRoom(settings, line);
}

function hasRoom(settings: QueueSettings, line: Line): Refusal | undefined {
  if (settings.maxWaiting === null || waitingCount(line) < settings.maxWaiting) return undefined;
  return refuse("QUEUE_FULL", `${settings.maxWaiting} people are waiting already`);
}

/** By key or label; -1 for one the queue does not have. */
export function findPriority(settings: QueueSettings, wanted: string): number {
  const text = wanted.toLowerCase();
  return settings.priorities.findIndex(
    ({ key, label }) => key === text || label.toLowerCase() === text,
  );
}

/** The ordinary one is the last. */
export function priorityIndex(settings: QueueSettings, wanted: string | undefined): number {
  const found = wanted === undefined ? -1 : findPriority(settings, wanted);
  return found === -1 ? settings.priorities.length - 1 : found;
}

/** Where an arrival stands right after it came. */
export function positionOnArrival(line: Line, ticket: Ticket, behind: number): number {
  if (line.ageingMs !== null) return Math.max(1, waitingCount(line) - behind);
  return line.waiting.slice(0, ticket.level + 1).reduce((sum, n) => sum + n, 0);
}

function eventType({ step, before, after }: Happening): string {
  switch (step) {
    case "arrived":
      return "counter.joined";
    case "taken":
    case "promoted":
      return "counter.called";
    case "started":
      return "counter.serving";
    case "ended":
      return `counter.${after.status.toLowerCase()}`;
    case "put back":
      return "counter.requeued";
    case "moved":
      return "counter.transferred";
    case "undone":
      return "counter.undone";
    case "changed":
      return callsOf(before) === callsOf(after) ? "counter.changed" : "counter.recalled";
  }
}

const callsOf = (ticket: Ticket | null) => (ticket?.data as Partial<Person> | undefined)?.calls;

function remember(
  settings: QueueSettings,
  line: Line,
  { step, before, after }: Happening,
  now: number,
): QueueMemory | object {
  if (step === "arrived" || step === "changed") return line.memory;
  const { pace, day } = memoryOf(line);
  const date = periodAt("daily", settings.timezone, now);
  const counts = { ...(day.date === date ? day : emptyDay(date)) };
  if (step === "undone" && before) {
    // What was counted is taken back; the pace keeps what it learnt.
    tally(counts, before, after, -1);
    return { pace, day: counts };
  }
  if (before) tally(counts, after, before, 1);
  const called = step === "taken";
  return { pace: called ? paceAfterCall(pace, now, waitingCount(line)) : pace, day: counts };
}

function tally(counts: DayCounts, reached: Ticket, left: Ticket, sign: 1 | -1): void {
  if (reached.status === left.status) return;
  if (reached.status === "CALLED" && left.state === "waiting") {
    counts.called += sign;
    counts.waitMs += sign * (reached.takenAt! - reached.joinedAt);
  }
  if (reached.status === "SERVED") {
    counts.served += sign;
    counts.serviceMs += sign * (reached.endedAt! - (reached.startedAt ?? reached.takenAt!));
  }
  if (reached.status === "NO_SHOW") counts.noShows += sign;
  if (reached.status === "CANCELLED") counts.cancelled += sign;
}
