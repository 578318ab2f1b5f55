// What callers see of tokens and slots, and what is said to the person at the desk.

import type { z } from "zod";
import { Temporal } from "temporal-polyfill";
import type { Line } from "../../kernel/line.ts";
import { placesOpenTo } from "../../kernel/line.ts";
import { compareScore, isUncalled, labelOf, stateOf, type Day, type Token } from "./rules.ts";
import type * as schemas from "../schemas.ts";

export type TokenView = z.infer<typeof schemas.token>;

export type SlotView = z.infer<typeof schemas.slot>;

export function tokenView(token: Token, position: number | null): TokenView {
  const { data } = token;
  return {
    id: token.id,
    status: token.status,
    number: numberOf(token),
    label: labelOf(token),
    position,
    patientId: data.patientId,
    patientName: data.patientName,
    doctorId: data.doctorId,
    date: data.date,
    slotStart: instant(data.slotStart),
    slotEnd: instant(data.slotEnd),
    requestedSlotStart: instant(data.requestedSlotStart),
    movedToAlternative: data.slotStart !== data.requestedSlotStart,
    source: data.source,
    emergency: token.priority === 0,
    priority: token.priority,
    createdAt: instant(token.joinedAt),
    allocatedAt: instant(token.takenAt),
    checkedInAt: instant(data.checkedInAt),
    calledAt: instant(data.calledAt),
    startedAt: instant(token.startedAt),
    endedAt: instant(token.endedAt),
    noShowAt: token.state === "holding" ? instant(token.deadlineAt) : null,
    reason: data.reason,
    next: data.next ?? null,
    version: token.version,
  };
}

function numberOf(token: Token): number | string | null {
  if (token.number === "") return null;
  return token.number === String(token.sequence) ? token.sequence : token.number;
}

/**
 * Positions of those still to be called, and of those who wait, each within its slot. `open`: when the slots begin that are
 * in the hours; a slot in which the doctor is away promises nothing.
 */
export function positionsOf(
  tokens: readonly Token[],
  open?: ReadonlySet<number>,
): Map<string, number> {
  const positions = new Map<string, number>();
  const promised = open ? tokens.filter(({ data }) => open.has(data.slotStart)) : tokens;
  for (const group of Map.groupBy(promised, (token) => `${token.lineId} ${token.state}`).values()) {
    const queue = group
      .filter((token) => token.state === "waiting" || isUncalled(token))
      .toSorted(compareScore);
    for (const [i, token] of queue.entries()) positions.set(token.id, i + 1);
  }
  return positions;
}

export function slotView(
  { start, end }: { start: number; end: number },
  line: Line,
  closed: boolean,
  tokens: readonly Token[],
  positions: Map<string, number>,
): SlotView {
  const mine = tokens.filter((token) => token.lineId === line.id).toSorted(compareScore);
  const view = (token: Token) => tokenView(token, positions.get(token.id) ?? null);
  return {
    start: instant(start),
    end: instant(end),
    capacity: line.capacity ?? 0,
    emergencyReserve: line.reserve,
    taken: line.taken,
    open: placesOpenTo(line, false),
    openToEmergencies: placesOpenTo(line, true),
    state: stateOf(line),
    closed,
    allocated: mine.filter((token) => token.state !== "waiting").map(view),
    waiting: mine.filter((token) => token.state === "waiting").map(view),
  };
}

export type BoardView = z.infer<typeof schemas.boardPart>;

const maxOnBoard = 6;

/** What a screen shows of a doctor: numbers, never names; the newest call first. */
export function boardView(
  { id, name, timezone, room }: BoardView["doctor"],
  date: string,
  tokens: readonly Token[],
): BoardView {
  const inOrder = tokens.toSorted(compareScore);
  const calledAt = (token: Token) => token.data.calledAt ?? 0;
  const upcoming = inOrder
    .filter(isUncalled)
    .slice(0, maxOnBoard)
    .map((token) => ({
      number: numberOf(token)!,
      label: labelOf(token)!,
      slotStart: instant(token.data.slotStart),
    }));
  return {
    doctor: { id, name, timezone, room },
    date,
    now: inOrder
      .filter((token) => token.state !== "waiting" && !isUncalled(token))
      .toSorted((a, b) => calledAt(b) - calledAt(a))
      .slice(0, maxOnBoard)
      .map((token) => ({
        number: numberOf(token),
        label: labelOf(token),
        status: token.status,
        calledAt: instant(token.data.calledAt),
        slotStart: instant(token.data.slotStart),
      })),
    next: upcoming.map(({ number }) => number),
    upcoming,
    waiting: tokens.filter((token) => token.state === "waiting").length,
  };
}

/** What happened, in words a receptionist can read out. */
export function messageFor(
  token: Token,
  day: Day,
  position: number,
  allowAlternative: boolean,
): string {
  const { slotStart, requestedSlotStart } = token.data;
  const at = (ms: number) => clockTime(ms, day.timezone);
  const who = token.data.patientName;
  const doctor = day.doctorName;
  if (token.state === "waiting") {
    const full = allowAlternative
      ? `All places at ${at(requestedSlotStart)} with ${doctor} are taken, and no other slot is free.`
      : `All places at ${at(requestedSlotStart)} with ${doctor} are taken.`;
    return `${full} ${who} waits at place ${position} and moves up by itself.`;
  }
  const number = `number ${labelOf(token)}`;
  const emergency = token.priority === 0 ? "Emergency: " : "";
  if (slotStart !== requestedSlotStart) {
    return `${emergency}${at(requestedSlotStart)} with ${doctor} is full. ${who} has ${number} at ${at(slotStart)}, the nearest free time.`;
  }
  const front = token.priority === 0 ? ` and is at place ${position}` : "";
  return `${emergency}${who} has ${number} at ${at(slotStart)} with ${doctor}${front}.`;
}

// The times of slots are written again and again, and so is the present one: as texts they were a third
// of the time it takes to decide on a token.
const textOf = cached((ms: number) => new Date(ms).toISOString());

export function instant(ms: number): string;
export function instant(ms: number | null): string | null;
export function instant(ms: number | null): string | null {
  return ms === null ? null : textOf(ms);
}

const clockTimeIn = cached((timezone: string) =>
  cached((ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms)
      .toZonedDateTimeISO(timezone)
      .toPlainTime()
      .toString({ smallestUnit: "minute" }),
  ),
);

function clockTime(ms: number, timezone: string): string {
  return clockTimeIn(timezone)(ms);
}

const maxCached = 5_000;

function cached<In, Out>(work: (given: In) => Out): (given: In) => Out {
  const known = new Map<In, Out>();
  return (given) => {
    const found = known.get(given);
    if (found !== undefined) return found;
    if (known.size >= maxCached) known.clear();
    const made = work(given);
    known.set(given, made);
    return made;
  };
}
