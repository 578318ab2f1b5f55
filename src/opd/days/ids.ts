// The line of a slot and of a day follow from the doctor and the time, so nobody has to look them up
// and two servers that make the same one make the same row.

import { createHash } from "node:crypto";
import { idText } from "../../infra/ids.ts";

export function slotLineId(doctorId: string, start: number): string {
  return idOf(doctorId, "slot", start);
}

export function dayLineId(doctorId: string, date: string): string {
  return idOf(doctorId, "day", date);
}

// By doctor. Asked for several times per token; hashing was a tenth of an allocation's time.
const known = new Map<string, Map<number | string, string>>();
const maxKnown = 20_000;
let howMany = 0;

function idOf(doctorId: string, what: "slot" | "day", when: number | string): string {
  const found = known.get(doctorId)?.get(when);
  if (found) return found;
  if (howMany >= maxKnown) {
    known.clear();
    howMany = 0;
  }
  const id = hashId(`opd ${what} ${doctorId} ${when}`);
  const mine = known.get(doctorId) ?? new Map<number | string, string>();
  known.set(doctorId, mine.set(when, id));
  howMany += 1;
  return id;
}

/** A version 8 UUID: its bits are ours to choose. */
function hashId(text: string): string {
  const hash = createHash("sha256").update(text).digest().subarray(0, 16);
  hash[6] = 0x80 | (hash[6]! & 0x0f);
  hash[8] = 0x80 | (hash[8]! & 0x3f);
  return idText(hash);
}
