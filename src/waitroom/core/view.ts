// What callers see of rooms and positions.

import type { z } from "zod";
import { shownSettings, type Room } from "./rooms.ts";
import { passSeconds } from "./rules.ts";
import type { RoomNow, Standing } from "../stores/store.ts";
import { seedHashOf } from "../passes/tokens.ts";
import { waitRange, type WaitRange } from "./wait.ts";
import type * as schemas from "../schemas.ts";

export type PositionView = z.infer<typeof schemas.position>;

/** How a room stands with its host name. */
export interface HostView {
  hostServed: boolean;
  hostProofMissing: {
    since: string;
    servedUntil: string;
    detail: string;
    record: { type: string; name: string; value: string };
    file: { url: string; content: string };
  } | null;
}

export function roomView(
  room: Room,
  { publicUrl, now, ...host }: { publicUrl: string; now: number } & HostView,
) {
  return {
    id: room.id,
    ...shownSettings(room.settings),
    ...host,
    draw: drawView(room, now),
    jwksUrl: `${publicUrl}/v1/rooms/${room.id}/jwks.json`,
    createdAt: room.createdAt,
  };
}

/** The seed is a secret until the draw is held, and no more afterwards. */
export function drawView({ seed, rules }: Room, now: number) {
  const isHeld = rules.opensAtMs === null || now >= rules.opensAtMs;
  return { seedHash: seedHashOf(seed), seed: isHeld ? seed : null };
}

export function publicView(room: Room, roomNow: RoomNow) {
  const { name, state, opensAt, message, page } = room.settings;
  const { waiting, now } = roomNow;
  return {
    id: room.id,
    name,
    state,
    opensAt,
    waiting,
    estimatedWait: waitRange(waiting, roomNow),
    message,
    page,
    draw: drawView(room, now),
  };
}

/** Everything but the pass, which has to be signed. */
export function positionView(room: Room, standing: Standing, place: string): PositionView {
  const { position, ahead, room: roomNow } = standing;
  const { status, admittedAt } = position;
  const estimatedWait = ahead === null ? null : waitRange(ahead, roomNow);
  const isAdmitted = status === "ADMITTED";
  return {
    id: position.id,
    roomId: room.id,
    status,
    reason: position.reason,
    priority: position.priority,
    position: ahead === null ? null : ahead + 1,
    ahead,
    queueLength: roomNow.waiting,
    estimatedWait,
    opensAt: room.settings.opensAt,
    message: room.settings.message,
    joinedAt: new Date(position.joinedAt).toISOString(),
    admittedAt: instant(admittedAt),
    startedAt: instant(position.startedAt),
    endedAt: instant(position.endedAt),
    sessionEndsAt: instant(position.endsAt),
    pass: null,
    passExpiresAt: isAdmitted ? instant(admittedAt! + passSeconds * 1_000) : null,
    redirectUrl: null,
    pollSeconds: pollSeconds(roomNow.rules.heartbeatSeconds, estimatedWait),
    place,
  };
}

/** How it stands, for those who do not hold the position: nothing in it opens anything. */
export function closedView(view: PositionView): PositionView {
  return { ...view, pass: null, redirectUrl: null, place: null };
}

export function statsView({ state, rules, waiting, now }: RoomNow) {
  const { quarantineUntil } = state;
  const rounded = (value: number) => Math.round(value * 1_000) / 1_000;
  return {
    waiting,
    admitted: state.admitted,
    active: state.active,
    expired: state.expiredTotal,
    completed: state.completedTotal,
    joined: state.joinedTotal,
    admittedTotal: state.admittedTotal,
    maxActive: rules.maxActive,
    lastAdmissionAt: instant(state.lastAdmissionAt),
    averageWaitSeconds: average(state.waitMsTotal, state.admittedTotal),
    averageSessionSeconds: average(state.sessionMsTotal, state.sessionsTotal),
    admissionsPerSecond: rounded(state.admissionRate),
    arrivalsPerSecond: rounded(state.arrivalRate),
    abandonedPerMinute: rounded(1 - (1 - state.leavingRate) ** 60),
    quarantineUntil: quarantineUntil > now ? instant(quarantineUntil) : null,
  };
}

/** Often when it matters, and always well within a heartbeat. */
function pollSeconds(heartbeatSeconds: number, wait: WaitRange | null): number {
  const calm = Math.max(1, Math.floor(heartbeatSeconds / 3));
  return wait !== null && wait.fromSeconds < 30 ? Math.min(calm, 2) : calm;
}

function average(sumMs: number, count: number): number | null {
  return count === 0 ? null : Math.round(sumMs / count / 1_000);
}

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
