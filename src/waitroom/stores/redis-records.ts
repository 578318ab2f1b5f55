// How a room lies in Redis: its keys, a position as one line of text, and what its stream tells.

import { idOf } from "../core/position-ids.ts";
import type { SignedPlace, Position, Reason, Status } from "../core/rules.ts";
import type { PositionEvent } from "./store.ts";

const names = [
  "state",
  "positions",
  "due",
  "live",
  "lane:0",
  "lane:1",
  "lane:2",
  "lane:3",
  "events",
  "metadata",
  "restoring",
] as const;

/** All with one hash tag, so that they live on one node of a cluster. */
export function keysOf(roomNumber: number): string[] {
  return names.map((name) => keyTo(roomNumber, name));
}

export function keyTo(roomNumber: number, name: (typeof names)[number]): string {
  return `tk:room:{${roomNumber}}:${name}`;
}

const statusOf: Record<string, Status> = {
  W: "WAITING",
  A: "ADMITTED",
  S: "ACTIVE",
  C: "COMPLETED",
  E: "EXPIRED",
};
const letterOf = Object.fromEntries(
  Object.entries(statusOf).map(([letter, status]) => [status, letter]),
) as Record<Status, string>;

const reasonOf: Record<string, Reason> = {
  H: "HEARTBEAT_TIMEOUT",
  C: "CANCELLED",
  P: "PASS_NOT_USED",
  S: "SESSION_TIMEOUT",
  T: "TERMINATED",
};
const letterOfReason = Object.fromEntries(
  Object.entries(reasonOf).map(([letter, reason]) => [reason, letter]),
) as Record<Reason, string>;

/** In the order of the scripts' `pack`. */
export function parse(id: string, record: string): Position {
  const [
    head = "",
    joined,
    ,
    admitted,
    started,
    ended,
    ends,
    cookie,
    reason = "",
    redeemKey,
    score,
    ...address
  ] = record.split("|");
  const time = (text: string | undefined) => (text ? Number(text) : null);
  return {
    id,
    status: statusOf[head[0]!]!,
    lane: Number(head[1]),
    priority: Number(head[2]),
    drawn: head[3] === "D",
    score: Number(score),
    joinedAt: Number(joined),
    admittedAt: time(admitted),
    startedAt: time(started),
    endedAt: time(ended),
    endsAt: time(ends),
    cookieUntil: time(cookie),
    reason: reasonOf[reason] ?? null,
    redeemKey: redeemKey || null,
    address: address.join("|") || null,
  };
}

export function pack(p: Position): string {
  const head = `${letterOf[p.status]}${p.lane}${p.priority}${p.drawn ? "D" : "-"}`;
  const times = [p.joinedAt, null, p.admittedAt, p.startedAt, p.endedAt, p.endsAt, p.cookieUntil];
  const reason = p.reason ? letterOfReason[p.reason] : "";
  const rest = [reason, p.redeemKey ?? "", p.score, p.address ?? ""];
  return [head, ...times.map((time) => time ?? ""), ...rest].join("|");
}

export function packSignedPlace(signedPlace: SignedPlace | null): string {
  return signedPlace ? `${signedPlace.issuedAt}|${pack(signedPlace.position)}` : "";
}

/** With the whole position where it must not be forgotten with Redis. */
export interface PositionTransition extends PositionEvent {
  position: Position | null;
}

/** What one entry of the room's stream tells: a line for each transition. */
export function eventsOf(roomNumber: number, entry: string): PositionTransition[] {
  return entry.split("\n").map((line) => {
    const [type, key, at, actor, before, status, priority, name, value, ...record] =
      line.split("|");
    const id = idOf(roomNumber, key!);
    const more =
      name === "" ? {} : { [name!]: name === "reason" ? reasonOf[value!]! : Number(value) };
    return {
      type: type as PositionEvent["type"],
      id,
      at: Number(at),
      actor: actor || `ticket:${id}`,
      before: statusOf[before!] ?? null,
      after: { status: statusOf[status!]!, priority: Number(priority), ...more },
      position: record.length > 0 ? parse(id, record.join("|")) : null,
    };
  });
}
