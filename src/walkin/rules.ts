// The rules of walk-in queues: their settings, their words, how numbers are written, who may join. Pure; the kernel does the deciding.

import {
  placeFor,
  waitingCount,
  type Line,
  type Place,
  type Previous,
  type Ticket,
} from "../kernel/line.ts";
import type { Transition, Policy } from "../kernel/policy.ts";
import type { Refusal } from "../kernel/refusal.ts";
import { refuse } from "./refusals.ts";
import { periodAt, type NumberReset } from "./calendar.ts";
import { statsOf, updateStats } from "./stats.ts";

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
  /** Where they were before, when they did not come from outside. */
  from?: From | undefined;
  /** When they came to this queue, having been sent on to it from another one. */
  since?: number | undefined;
}

/** A place from which somebody was sent on to a queue. */
export interface From {
  /** As the staff call it: a doctor, or another queue. */
  name: string;
  /** What brought them here, when it was no ticket of a queue: the token that they go on with. */
  tokenId: string | null;
  /** Whose token it is: the ticket is theirs also when the token is no longer kept. */
  patientId?: string | undefined;
}

export type CounterTicket = Ticket & {
  readonly data: Person;
  readonly status: Status;
  readonly previous: (Previous & { readonly data: Person }) | null;
};

export const undoMs = 10 * 60_000;

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
    numbers: "on arrival",
    period: (now) => periodAt(settings.numberReset, settings.timezone, now).name,
    numberText: (sequence) => `${settings.prefix}-${String(sequence).padStart(6, "0")}`,
    deadline: (state, now) => (state === "holding" && noShowMs !== null ? now + noShowMs : null),
    eventType,
    updateStats: (line, transition, now) => updateStats(settings.timezone, line, transition, now),
  };
}

/** Ageing is a question only between priorities. */
export function ageingMsOf(settings: QueueSettings): number | null {
  if (settings.ageingMinutes === null || settings.priorities.length < 2) return null;
  return Math.round(settings.ageingMinutes * 60_000);
}

export function mayJoin(settings: QueueSettings, line: Line): Refusal | undefined {
  if (settings.state === "closed") return refuse("QUEUE_CLOSED");
  if (settings.state === "paused") return refuse("QUEUE_PAUSED");
  return hasRoom(settings, line);
}

/**
 * Somebody who is in the house already: they must not be lost, so neither a pause nor the length turns them
 * away. A closed queue does: nobody would call them there.
 */
export function mayBeSentTo(settings: QueueSettings): Refusal | undefined {
  return settings.state === "closed"
    ? refuse("QUEUE_CLOSED", `${settings.name} is closed`)
    : undefined;
}

const maxSame = 9;

/** Two people with one number never wait at once, wherever in the organisation: the second one has "R-12/2". */
export function freeNumber(
  number: string,
  isTaken: (uniqueKey: string) => boolean,
): string | Refusal {
  const free = numbersLike(number).find((one) => !isTaken(keyOfNumber(one)));
  return free ?? refuse("NUMBER_IN_USE", `Too many people have the number ${number}`);
}

export function numbersLike(number: string): string[] {
  const others = Array.from({ length: maxSame - 1 }, (_, i) => `${number}/${i + 2}`);
  return [number, ...others];
}

/** What a number that was brought along counts as while its ticket is active. */
export const keyOfNumber = (number: string) => `counter number ${number}`;

/** A transfer is the staff's choice: a paused queue still takes it. */
export function mayReceive(settings: QueueSettings, line: Line): Refusal | undefined {
  if (settings.state === "closed") return refuse("QUEUE_CLOSED", "The other queue is closed");
  return hasRoom(settings, line);
}

function hasRoom(settings: QueueSettings, line: Line): Refusal | undefined {
  if (settings.maxWaiting === null || waitingCount(line) < settings.maxWaiting) return undefined;
  return refuse("QUEUE_FULL", `${settings.maxWaiting} people are already waiting`);
}

/** By key, else by label; -1 for one the queue does not have. */
export function findPriority(settings: QueueSettings, wanted: string): number {
  const text = wanted.toLowerCase();
  const byKey = settings.priorities.findIndex(({ key }) => key === text);
  if (byKey !== -1) return byKey;
  return settings.priorities.findIndex(({ label }) => label.toLowerCase() === text);
}

/** The one of that name, or the ordinary one, which is the last. */
export function priorityIn(
  settings: QueueSettings,
  wanted: string | undefined,
): { index: number; key: string } {
  const found = wanted === undefined ? -1 : findPriority(settings, wanted);
  const index = found === -1 ? settings.priorities.length - 1 : found;
  return { index, key: settings.priorities[index]!.key };
}

/** Where somebody stands who has just come, or come back, to the end of their priority. */
export function positionAtEnd(line: Line, ticket: Ticket, ahead: number | undefined): number {
  if (ahead !== undefined) return ahead + 1;
  if (line.ageingMs !== null) return waitingCount(line);
  return line.waiting.slice(0, ticket.level + 1).reduce((sum, n) => sum + n, 0);
}

/** Where one with the priority of that name would stand, having come when this ticket did. */
export function placeByArrival(
  settings: QueueSettings,
  line: Line,
  ticket: CounterTicket,
  priority: string,
): Place {
  return placeFor(line, priorityIn(settings, priority).index, ticket.joinedAt * 1000);
}

/** Whether the place that undoing would go back to is from before everybody was put in order anew. */
export function lostItsPlace(line: Line, ticket: CounterTicket): boolean {
  return ticket.previous !== null && ticket.previous.at <= statsOf(line).reorderedAt;
}

function eventType({ step, before, after }: Transition): string {
  switch (step) {
    case "arrived":
      return (after as CounterTicket).data.from ? "counter.sent" : "counter.joined";
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
    case "renumbered":
    case "changed":
      return callsOf(before) === callsOf(after) ? "counter.changed" : "counter.recalled";
  }
}

const callsOf = (ticket: Ticket | null) => (ticket as CounterTicket | null)?.data.calls;
