// Waiting rooms, as their visitors saw them: what Redis lost of its events must not hide that too many
// were in. Somebody is certainly in from the answer that said so to the last request that still did.

import { isRedisLoss, type Facts } from "./facts.ts";

interface Stay {
  positionId: string;
  joinedFromMs: number;
  joinedByMs: number;
  /** The first answer that let them in. */
  inFromMs: number;
  /** The start of the last request that was answered as one who is in. */
  inTillMs: number;
  /** The start of the last request that was answered "wait". */
  waitedTillMs: number;
  /** How often they were told that they had started, or were done. */
  started: number;
  completed: number;
}

const isIn = (status: unknown) => status === "ADMITTED" || status === "ACTIVE";

export function staysOf(facts: Facts): Stay[] {
  const stays = new Map<string, Stay>();
  for (const { product, name, attempts } of facts.operations) {
    if (product !== "waitroom") continue;
    for (const { startMs, endMs, status: answered, body } of attempts) {
      if (answered !== 200 && answered !== 201) continue;
      const { id, status } = body as { id?: string; status?: string };
      if (!id || !status) continue;
      const stay = stays.get(id) ?? newStay(id, startMs, endMs);
      stays.set(id, stay);
      if (status === "WAITING") stay.waitedTillMs = Math.max(stay.waitedTillMs, startMs);
      if (isIn(status)) {
        stay.inFromMs = Math.min(stay.inFromMs, endMs);
        stay.inTillMs = Math.max(stay.inTillMs, startMs);
      }
      if (name === "start") stay.started += 1;
      if (name === "complete") stay.completed += 1;
    }
  }
  return [...stays.values()];
}

function newStay(positionId: string, joinedFromMs: number, joinedByMs: number): Stay {
  const [inFromMs, inTillMs, waitedTillMs] = [Infinity, -Infinity, -Infinity];
  const counts = { started: 0, completed: 0 };
  return { positionId, joinedFromMs, joinedByMs, inFromMs, inTillMs, waitedTillMs, ...counts };
}

export function roomsAreNeverOver(facts: Facts, places: number): string[] {
  const stays = staysOf(facts).filter(({ inFromMs, inTillMs }) => inTillMs > inFromMs);
  const most = Math.max(
    0,
    ...stays.map(
      ({ inFromMs: at }) =>
        stays.filter((stay) => stay.inFromMs <= at && at < stay.inTillMs).length,
    ),
  );
  return most > places ? [`${most} were in the room at once, for ${places} places`] : [];
}

/** Nobody overtakes those who came before them and are still there, unless Redis was lost meanwhile. */
export function roomsKeepTheOrder(facts: Facts): string[] {
  const losses = facts.faults.filter(({ kind }) => isRedisLoss(kind));
  const stays = staysOf(facts).filter(
    ({ joinedFromMs, inFromMs, waitedTillMs }) =>
      !losses.some(
        ({ startMs, backMs }) =>
          startMs - graceMs < Math.max(finite(inFromMs), waitedTillMs) &&
          backMs + quarantineMs > joinedFromMs,
      ),
  );
  const problems: string[] = [];
  for (const late of stays) {
    const overtaken = stays.find(
      (early) => early.joinedByMs < late.joinedFromMs && early.waitedTillMs > late.inFromMs,
    );
    if (overtaken) problems.push(`${late.positionId} was let in before ${overtaken.positionId}`);
  }
  return problems;
}

const graceMs = 1_000;
const quarantineMs = 60_000;
const finite = (ms: number) => (Number.isFinite(ms) ? ms : -Infinity);

/** In the audit trail: nobody starts or is done twice, and nobody who is done comes back. */
export function roomsForgetNobody(facts: Facts): string[] {
  const ended = new Map<string, string>();
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const { ticketId, type } of facts.events) {
    if (!ticketId || !type.startsWith("waitroom.")) continue;
    const transition = `${type} ${ticketId}`;
    if (/started|completed/.test(type) && seen.has(transition))
      problems.push(`${transition} twice`);
    seen.add(transition);
    const before = ended.get(ticketId);
    if (before) problems.push(`${transition} after ${before}`);
    if (type === "waitroom.completed") ended.set(ticketId, type);
  }
  return problems;
}
