// The rules of a waiting room, as the specification has them: who stands where, who may go in, what
// may happen to a position. Pure; the PostgreSQL store calls them, the Redis store's scripts say the
// same in Lua, and one suite holds both to it.

export const statuses = ["WAITING", "ADMITTED", "ACTIVE", "COMPLETED", "EXPIRED"] as const;
export type Status = (typeof statuses)[number];

export const reasons = [
  "HEARTBEAT_TIMEOUT",
  "CANCELLED",
  "PASS_NOT_USED",
  "SESSION_TIMEOUT",
  "TERMINATED",
] as const;
export type Reason = (typeof reasons)[number];

export const events = [
  "enqueue",
  "admit",
  "session_start",
  "timeout",
  "cancel",
  "complete",
  "terminate",
] as const;
export type Event = (typeof events)[number];

type To = { to: Status; reason?: Reason };

/**
 * The specification's table, and what it leaves out: the holder of a pass can change their mind, and
 * an operator can remove anybody.
 */
export const transitions: Record<Status | "NULL", Partial<Record<Event, To>>> = {
  NULL: { enqueue: { to: "WAITING" } },
  WAITING: {
    admit: { to: "ADMITTED" },
    timeout: { to: "EXPIRED", reason: "HEARTBEAT_TIMEOUT" },
    cancel: { to: "EXPIRED", reason: "CANCELLED" },
    terminate: { to: "EXPIRED", reason: "TERMINATED" },
  },
  ADMITTED: {
    session_start: { to: "ACTIVE" },
    timeout: { to: "EXPIRED", reason: "PASS_NOT_USED" },
    cancel: { to: "EXPIRED", reason: "CANCELLED" },
    terminate: { to: "EXPIRED", reason: "TERMINATED" },
  },
  ACTIVE: {
    timeout: { to: "EXPIRED", reason: "SESSION_TIMEOUT" },
    complete: { to: "COMPLETED" },
    terminate: { to: "EXPIRED", reason: "TERMINATED" },
  },
  COMPLETED: { enqueue: { to: "WAITING" } },
  EXPIRED: { enqueue: { to: "WAITING" } },
};

export type Act = "start" | "complete" | "cancel" | "terminate";

const eventOf: Record<Act, Event> = {
  start: "session_start",
  complete: "complete",
  cancel: "cancel",
  terminate: "terminate",
};

/** What happens to a position: where it goes, that it is there already, or that it cannot be. */
export function outcomeOf(status: Status, act: Act): To | "already" | "refused" {
  const to = transitions[status][eventOf[act]];
  if (to) return to;
  const leads = { start: "ACTIVE", complete: "COMPLETED", cancel: "EXPIRED", terminate: "EXPIRED" };
  return leads[act] === status ? "already" : "refused";
}

export const policies = ["strict", "skip-ahead"] as const;
export type Policy = (typeof policies)[number];
export type RoomStateName = "open" | "paused" | "closed";

/** What the stores decide by. The version tells which of two is newer. */
export interface RoomRules {
  version: number;
  state: RoomStateName;
  maxActive: number;
  admitPerSecond: number;
  maxWaiting: number | null;
  policy: Policy;
  ageingSeconds: number | null;
  heartbeatSeconds: number;
  sessionMinutes: number;
  opensAtMs: number | null;
}

/** Everything a room can be set to. */
export interface RoomSettings {
  name: string;
  targetUrl: string;
  maxActive: number;
  admitPerSecond: number;
  maxWaiting: number | null;
  policy: Policy;
  ageingSeconds: number | null;
  heartbeatSeconds: number;
  sessionMinutes: number;
  state: RoomStateName;
  opensAt: string | null;
  message: string | null;
  joinsPerAddressPerMinute: number;
  /** Zero bits that a visitor's hash has to have to join; 0 asks for no work. */
  challengeBits: number;
  /** The name under which we ourselves stand before the site. */
  hostName: string | null;
  /** Paths that the proxy lets everybody have. */
  openPaths: string[];
  knownUser: KnownUserSettings | null;
  page: PageSettings;
}

/** How the room's page looks and speaks. */
export interface PageSettings {
  /** A small picture as a data address: it has to be there at once, for a hundred thousand people. */
  logo: string | null;
  accent: string | null;
  background: string | null;
  /** In the order in which they are offered. */
  languages: string[];
  texts: Record<string, { title?: string | undefined; intro?: string | undefined }>;
}

export interface KnownUserSettings {
  customerId: string;
  eventId: string;
  secretKey: string;
}

export const defaultSettings = {
  maxWaiting: null,
  policy: "strict",
  ageingSeconds: null,
  // A page in the background, or a phone that dozes, gives a sign about once a minute.
  heartbeatSeconds: 120,
  sessionMinutes: 10,
  state: "open",
  opensAt: null,
  message: null,
  joinsPerAddressPerMinute: 100,
  challengeBits: 0,
  hostName: null,
  openPaths: [],
  knownUser: null,
  page: { logo: null, accent: null, background: null, languages: ["en"], texts: {} },
} satisfies Partial<RoomSettings>;

export function rulesOf(settings: RoomSettings, version: number): RoomRules {
  const { opensAt } = settings;
  return {
    version,
    state: settings.state,
    maxActive: settings.maxActive,
    admitPerSecond: settings.admitPerSecond,
    maxWaiting: settings.maxWaiting,
    policy: settings.policy,
    ageingSeconds: settings.ageingSeconds,
    heartbeatSeconds: settings.heartbeatSeconds,
    sessionMinutes: settings.sessionMinutes,
    opensAtMs: opensAt === null ? null : Date.parse(opensAt),
  };
}

export const passSeconds = 60;
/** A session's cookie; a place whose visitor was sent away counts as free when it has run out. */
export const cookieSeconds = 60;
const forgetSeconds = 3_600;

export interface Position {
  id: string;
  status: Status;
  priority: number;
  /** Lanes are emptied in order; within one the lowest score goes first. */
  lane: number;
  score: number;
  /** Came before the opening and took part in the draw. */
  drawn: boolean;
  joinedAt: number;
  admittedAt: number | null;
  startedAt: number | null;
  endedAt: number | null;
  /** Of the session. */
  endsAt: number | null;
  cookieUntil: number | null;
  reason: Reason | null;
  /** What the pass was redeemed with: the same again gets the same answer. */
  redeemKey: string | null;
  address: string | null;
}

/** What a room counts and measures as it goes. */
export interface RoomState {
  tokens: number;
  refilledAt: number;
  lastRank: number;
  /** The last scores given by skipping ahead, by priority. */
  skipped: [number, number, number, number];
  admitted: number;
  active: number;
  joinedTotal: number;
  admittedTotal: number;
  completedTotal: number;
  expiredTotal: number;
  sessionsTotal: number;
  waitMsTotal: number;
  sessionMsTotal: number;
  lastAdmissionAt: number | null;
  measuredAt: number;
  observedMs: number;
  /** A second: admissions, arrivals, and the share of those waiting who leave. */
  admissionRate: number;
  arrivalRate: number;
  leavingRate: number;
  joinedSince: number;
  admittedSince: number;
  leftSince: number;
  /** After a loss nobody is admitted until then, and those who were there before it come back. */
  quarantineUntil: number;
  aliveUntil: number;
}

export function newState(rules: RoomRules, now: number): RoomState {
  return {
    tokens: rules.maxActive,
    refilledAt: now,
    lastRank: 0,
    skipped: [0, 0, 0, 0],
    admitted: 0,
    active: 0,
    joinedTotal: 0,
    admittedTotal: 0,
    completedTotal: 0,
    expiredTotal: 0,
    sessionsTotal: 0,
    waitMsTotal: 0,
    sessionMsTotal: 0,
    lastAdmissionAt: null,
    measuredAt: now,
    observedMs: 0,
    admissionRate: 0,
    arrivalRate: 0,
    leavingRate: 0,
    joinedSince: 0,
    admittedSince: 0,
    leftSince: 0,
    quarantineUntil: 0,
    aliveUntil: 0,
  };
}

/** Two heartbeats, and long enough that no pass or cookie from before the loss is left unknown. */
export function quarantineMs(rules: Pick<RoomRules, "heartbeatSeconds">): number {
  return Math.max(2 * rules.heartbeatSeconds, passSeconds, cookieSeconds) * 1_000;
}

// ── Order ────────────────────────────────────────────────────────────────────────────────────────

export const lanes = 4;
const lastLane = lanes - 1;
const skipShare = [0, 0.1, 0.5, 1];
const ranksFromMs = Date.UTC(2025, 0, 1);

/** Ranks are microseconds and ascend even within one instant. */
export function nextRank(state: Pick<RoomState, "lastRank">, now: number): number {
  return Math.max((now - ranksFromMs) * 1_000, state.lastRank + 1);
}

/** Where somebody who was drawn stands: before everybody who comes after the opening. */
export function drawnPlace(rules: RoomRules, priority: number, value: number) {
  if (isStrict(rules)) return { lane: lastLane - priority, score: value };
  if (rules.policy === "strict") return { lane: lastLane, score: value - priority * drawValues };
  return { lane: lastLane, score: value * [1, 0.9, 0.5, 1 / drawValues][priority]! };
}

/** A draw's values are whole numbers below this; every rank is above it. */
export const drawValues = 2 ** 40;

const isStrict = (rules: RoomRules) => rules.policy === "strict" && rules.ageingSeconds === null;

/** Lanes without ageing; with it, a priority is a head start and nobody waits for ever. */
export function arrivalPlace(rules: RoomRules, priority: number, rank: number) {
  if (isStrict(rules)) return { lane: lastLane - priority, score: rank };
  const headStart = rules.policy === "strict" ? priority * rules.ageingSeconds! * 1_000_000 : 0;
  return { lane: lastLane, score: rank - headStart };
}

/** How many stay ahead of somebody who skips ahead: nobody who has waited too long is overtaken. */
export function skipTo(priority: number, waiting: number, aged: number): number {
  return Math.max(Math.floor(waiting * (1 - skipShare[priority]!)), aged);
}

/** Scores up to this belong to those whom nobody may overtake any more. */
export function agedScore(rules: RoomRules, now: number): number | null {
  if (rules.ageingSeconds === null) return null;
  return (now - ranksFromMs - rules.ageingSeconds * 1_000) * 1_000;
}

/**
 * Between the two neighbours, and never before those of the same priority who skipped ahead earlier.
 * null: nobody is overtaken, so one arrives at the end like everybody.
 */
export function skippedScore(
  before: number | null,
  behind: number | null,
  lastSkipped: number,
): number | null {
  if (behind === null) return null;
  const between = before === null ? behind - 1 : (before + behind) / 2;
  return lastSkipped !== 0 && lastSkipped >= between ? lastSkipped + 1 / 16 : between;
}

// ── Admission ────────────────────────────────────────────────────────────────────────────────────

/** The bucket holds as many as may be active, is full at first, and refills by fractions. */
export function refilled(state: RoomState, rules: RoomRules, now: number): number {
  const seconds = Math.max(0, now - state.refilledAt) / 1_000;
  return Math.min(state.tokens + seconds * rules.admitPerSecond, rules.maxActive);
}

export function isAdmitting(rules: RoomRules, state: RoomState, now: number): boolean {
  return rules.state !== "paused" && now >= (rules.opensAtMs ?? 0) && now >= state.quarantineUntil;
}

/** Never more than there are tokens, and never more than fit beside all who hold a place. */
export function admissible(tokens: number, rules: RoomRules, held: number): number {
  return Math.max(0, Math.min(Math.floor(tokens), rules.maxActive - held));
}

// ── What is measured ─────────────────────────────────────────────────────────────────────────────

const memoryMs = 60_000;
const sampleMs = 1_000;

/** Whether there is something new to measure: silence is worked out when somebody looks. */
export function isMeasurable(state: RoomState, now: number): boolean {
  const since = state.joinedSince + state.admittedSince + state.leftSince;
  return since > 0 && now - state.measuredAt >= sampleMs;
}

/** Recent minutes weigh most; at first it is a plain mean. A burst is no pace: it is cut off. */
export function measured(
  state: RoomState,
  rules: RoomRules,
  waiting: number,
  now: number,
): RoomState {
  const dt = now - state.measuredAt;
  if (dt < sampleMs) return state;
  const seconds = dt / 1_000;
  const fresh = { ...state, measuredAt: now, joinedSince: 0, admittedSince: 0, leftSince: 0 };
  const weightOf = (observed: number) =>
    Math.max(1 - Math.exp(-dt / memoryMs), dt / (observed + dt));
  fresh.arrivalRate += weightOf(memoryMs) * (state.joinedSince / seconds - state.arrivalRate);
  // An empty room says nothing about how fast it moves.
  if (waiting === 0 && state.admittedSince === 0) return fresh;
  const weight = weightOf(state.observedMs);
  const admissions = Math.min(state.admittedSince / seconds, rules.admitPerSecond);
  const leaving = state.leftSince / seconds / Math.max(1, waiting + state.leftSince);
  fresh.admissionRate += weight * (admissions - state.admissionRate);
  fresh.leavingRate += weight * (leaving - state.leavingRate);
  fresh.observedMs += dt;
  return fresh;
}

// ── Signed places after a loss ───────────────────────────────────────────────────────────────────

/** A place as its visitor's signed cookie has it. */
export interface SignedPlace {
  position: Position;
  issuedAt: number;
}

/**
 * Whether somebody whom the store does not know gets the place that they show. Those who left are kept for
 * longer than a signed place is good, so an unknown visitor with a good one was lost, not sent away.
 */
export function isGood(
  { position, issuedAt }: SignedPlace,
  rules: RoomRules,
  state: RoomState,
  held: number,
  now: number,
): boolean {
  const recovering = now < state.quarantineUntil;
  if (position.status === "ACTIVE" || position.status === "ADMITTED") {
    return heldUntil(position)! > now && (recovering || held < rules.maxActive);
  }
  if (position.status !== "WAITING") return false;
  const alive = recovering ? Math.min(now, state.aliveUntil) : now;
  return issuedAt >= alive - rules.heartbeatSeconds * 1_000;
}

/** Until when a pass or a session holds its place, if nobody ends it before. */
export function heldUntil({ status, admittedAt, endsAt }: Position): number | null {
  return status === "ADMITTED" ? admittedAt! + passSeconds * 1_000 : endsAt;
}

/** Until when somebody who has left is kept: as long as anything of theirs could still be good. */
export function forgetAt(now: number, endsAt: number | null): number {
  return Math.max(now + forgetSeconds * 1_000, endsAt ?? 0);
}
