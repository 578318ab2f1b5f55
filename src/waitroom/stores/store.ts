// Where positions live: what a store of them has to do. There are two, PostgreSQL and Redis, and one
// suite that both pass. Calls of one kind come together: each takes a list, and is one transaction or
// one script.

import type {
  Act,
  SignedPlace,
  Position,
  Reason,
  RoomRules,
  RoomState,
  Status,
} from "../core/rules.ts";

export interface RoomRef {
  orgId: string;
  id: string;
  /** The first 32 bits of its positions' ids; in Redis its hash tag. */
  number: number;
  rules: RoomRules;
}

export interface Joining {
  id: string;
  priority: number;
  address: string | null;
  metadata: unknown;
  /** The place in the draw, should the room not be open yet. */
  drawValue: number | null;
  /** The signed place of somebody who says that they were here already. */
  signedPlace: SignedPlace | null;
}

export interface Touching {
  id: string;
  /** Somebody's own question counts as a heartbeat; a look by staff does not. */
  beat: boolean;
  signedPlace: SignedPlace | null;
}

/** How the room was when it answered. */
export interface RoomNow {
  rules: RoomRules;
  state: RoomState;
  waiting: number;
  /** Places that are not free: passes, sessions, and cookies of those who were sent away. */
  held: number;
  now: number;
}

export interface Standing {
  position: Position;
  /** How many go in before; null unless WAITING, or while the draw is still to come. */
  ahead: number | null;
  room: RoomNow;
}

export type Joined =
  | ({ outcome: "joined" | "existing" | "restored" } & Standing)
  | { outcome: "refused"; code: "ROOM_CLOSED" | "ROOM_FULL" };

export interface Acting {
  id: string;
  act: Act;
  /** Who does it, for the audit trail. */
  actor: string;
  /** The admission a pass was made for: another one's pass starts nothing. */
  admittedAt?: number;
  /** A session's cookie is handed out with it. */
  withCookie?: boolean;
  /** A session that is started once more with the same key: only the answer was lost. */
  redeemKey?: string | null;
  signedPlace?: SignedPlace | null;
}

export type Acted =
  | ({ outcome: "done" | "already" } & Standing)
  | { outcome: "refused"; status: Status; reason: Reason | null }
  | { outcome: "unknown" };

export interface Turned {
  expired: number;
  admitted: number;
  /** There is more to do at once. */
  more: boolean;
  /** Who waits or holds a place. */
  present: number;
}

export interface Listing {
  after: { lane: number; score: number; id: string } | null;
  limit: number;
}

export interface BusyRoom {
  orgId: string;
  id: string;
}

export interface RoomStore {
  /** Tells the store of a room or of its new rules; newer rules win. */
  configure(room: RoomRef): Promise<void>;
  join(room: RoomRef, list: readonly Joining[]): Promise<Joined[]>;
  /** null for somebody the store does not know. */
  touch(room: RoomRef, list: readonly Touching[]): Promise<(Standing | null)[]>;
  act(room: RoomRef, acting: Acting): Promise<Acted>;
  /** Another minute for the cookie of a session that still runs; null when it does not. */
  renew(room: RoomRef, id: string, signedPlace: SignedPlace | null): Promise<Standing | null>;
  /** Ends what is overdue, then admits. Where there is nothing to do, nothing is written. */
  tick(room: RoomRef): Promise<Turned>;
  /** Rooms in which something may be to do. */
  busyRooms(): Promise<BusyRoom[]>;
  /** Once what this says cannot be forgotten any more. */
  settled(room: RoomRef, standing: Standing): Promise<void>;
  now(room: RoomRef): Promise<RoomNow>;
  waiting(room: RoomRef, listing: Listing): Promise<Position[]>;
  metadataOf(room: RoomRef, id: string): Promise<unknown>;
  /** Everybody present, in no order: for counting addresses. */
  present(room: RoomRef): AsyncIterable<Position>;
}

/** Something that happened to a position, for the audit trail, the streams and the chart. */
export interface PositionEvent {
  type: "joined" | "restored" | "admitted" | "started" | "completed" | "expired";
  id: string;
  at: number;
  actor: string;
  before: Status | null;
  after: {
    status: Status;
    priority: number;
    reason?: Reason;
    waitMs?: number;
    drawValue?: number;
  };
}
