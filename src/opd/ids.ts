// The line of a slot and of a day follow from the doctor and the time, so nobody has to look them up
// and two servers that make the same one make the same row.

import { createHash } from "node:crypto";

export function slotLineId(doctorId: string, start: number): string {
  return idFrom(`opd slot ${doctorId} ${start}`);
}

export function dayLineId(doctorId: string, date: string): string {
  return idFrom(`opd day ${doctorId} ${date}`);
}

// Asked for several times per token; hashing was a tenth of an allocation's time.
const known = new Map<string, string>();
const mostKnown = 20_000;

function idFrom(text: string): string {
  const found = known.get(text);
  if (found) return found;
  if (known.size >= mostKnown) known.clear();
  const id = hashId(text);
  known.set(text, id);
  return id;
}

/** A version 8 UUID: its bits are ours to choose. */
function hashId(text: string): string {
  const hash = createHash("sha256").update(text).digest().subarray(0, 16);
  hash[6] = 0x80 | (hash[6]! & 0x0f);
  hash[8] = 0x80 | (hash[8]! & 0x3f);
  const hex = hash.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
