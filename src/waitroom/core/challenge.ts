// A proof of work before joining, for rooms that are under attack: a visitor first has to find a number whose
// hash with our seed begins with enough zero bits. A person's phone does it in a
// second while the page loads; for ten thousand places it is hours of computing. The seed is signed and
// names room, address and time, so that nothing has to be stored before somebody is let in, and what
// was computed in one place cannot be used in another.

import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export interface Challenge {
  seed: string;
  bits: number;
}

export interface Solution {
  seed: string;
  nonce: string;
}

export interface ChallengeFor {
  roomId: string;
  address: string;
  bits: number;
}

export const challengeLastsMs = 5 * 60_000;
export const maxBits = 24;

/** `time.bits.random.mac`; the mac covers room and address as well. */
export function newChallenge(
  { roomId, address, bits }: ChallengeFor,
  key: string,
  now: Date,
  random: string,
): Challenge {
  const seen = `${now.getTime().toString(36)}.${bits}.${random}`;
  return { seed: `${seen}.${mac(seen, roomId, address, key)}`, bits };
}

export type ChallengeProblem = "missing" | "foreign" | "old" | "wrong";

/** What is wrong with a solution; null when it is right. */
export function problemOf(
  solution: Solution | undefined,
  { roomId, address, bits }: ChallengeFor,
  key: string,
  now: Date,
): ChallengeProblem | null {
  if (!solution) return "missing";
  const { time, given, random, signature } = partsOf(solution.seed);
  const right = mac(`${time}.${given}.${random}`, roomId, address, key);
  if (!isSame(signature, right)) return "foreign";
  const age = now.getTime() - Number.parseInt(time, 36);
  // One that was made before the room asked for more work does not do any longer.
  if (age > challengeLastsMs || Number(given) < bits) return "old";
  return zeroBits(solution) >= bits ? null : "wrong";
}

/** What a challenge is known by: it is issued once, and its work counts once. */
export function nameOf({ seed }: Solution): string {
  return partsOf(seed).signature;
}

/** Exactly the parts that were issued. With more, one piece of work would have many names. */
function partsOf(seed: string) {
  const parts = seed.split(".");
  const [time = "", given = "", random = "", signature = ""] = parts.length === 4 ? parts : [];
  return { time, given, random, signature };
}

export function zeroBits({ seed, nonce }: Solution): number {
  const hash = createHash("sha256").update(`${seed}.${nonce}`).digest();
  let bits = 0;
  for (const byte of hash) {
    if (byte === 0) bits += 8;
    else return bits + Math.clz32(byte) - 24;
  }
  return bits;
}

function mac(seen: string, roomId: string, address: string, key: string): string {
  const text = `challenge\0${seen}\0${roomId}\0${address}`;
  return createHmac("sha256", key).update(text).digest("base64url").slice(0, 22);
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
