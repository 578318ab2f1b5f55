// Pickup codes: short, readable aloud, never two alike among the open ones of a merchant, and not to be
// guessed. A code is a number that only counts up (which inventory, which reservation of it), scrambled
// under the merchant's own key: a permutation cannot collide, so nothing has to be looked up or stored
// to keep codes apart, and one code says nothing about the next.

import { createHmac } from "node:crypto";

/** Without what looks or sounds like something else: no 0/O, 1/I/L, 8/B, M without N, C without G. */
const alphabet = "2345679ACFHJKMRTUWXY";
const characters = 6;
const codes = alphabet.length ** characters;

/** How many reservations of one inventory get a code. */
export const codesPerInventory = 100_000;
/** How many inventories of a merchant can be open at a time. */
export const inventoriesPerMerchant = codes / codesPerInventory;

export function pickupCode(key: Buffer, ordinal: number, sequence: number): string {
  if (ordinal >= inventoriesPerMerchant || sequence >= codesPerInventory || sequence < 1) {
    throw new Error(`there is no pickup code ${sequence} of inventory ${ordinal}`);
  }
  return written(walk(key, ordinal * codesPerInventory + sequence, scramble));
}

/** Which reservation a code stands for; null when it cannot be one. However it was typed. */
export function readPickupCode(
  key: Buffer,
  typed: string,
): { ordinal: number; sequence: number } | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, "");
  if (code.length !== characters) return null;
  let number = 0;
  for (const character of code) {
    const digit = alphabet.indexOf(character);
    if (digit === -1) return null;
    number = number * alphabet.length + digit;
  }
  const index = walk(key, number, unscramble);
  const sequence = index % codesPerInventory;
  return sequence === 0 ? null : { ordinal: Math.floor(index / codesPerInventory), sequence };
}

function written(number: number): string {
  let text = "";
  for (let rest = number; text.length < characters; rest = Math.floor(rest / alphabet.length)) {
    text = alphabet[rest % alphabet.length]! + text;
  }
  return text;
}

// A Feistel network over 26 bits, the least that hold all codes. What falls outside is scrambled again
// until it is inside (one in twenty), which keeps it a permutation of the codes.
const halfBits = 13;
const halfMask = (1 << halfBits) - 1;
const rounds = 8;

function walk(key: Buffer, number: number, step: (key: Buffer, n: number) => number): number {
  let at = step(key, number);
  while (at >= codes) at = step(key, at);
  return at;
}

function scramble(key: Buffer, number: number): number {
  let left = number >>> halfBits;
  let right = number & halfMask;
  for (let round = 0; round < rounds; round++) {
    [left, right] = [right, left ^ mix(key, round, right)];
  }
  return left * (halfMask + 1) + right;
}

function unscramble(key: Buffer, number: number): number {
  let left = number >>> halfBits;
  let right = number & halfMask;
  for (let round = rounds - 1; round >= 0; round--) {
    [left, right] = [right ^ mix(key, round, left), left];
  }
  return left * (halfMask + 1) + right;
}

function mix(key: Buffer, round: number, half: number): number {
  const digest = createHmac("sha256", key).update(`${round} ${half}`).digest();
  return digest.readUInt16BE(0) & halfMask;
}
