// What happened to a token's number and slot, for its holder: a slip that was printed in the morning may be
// out of date, and nobody should have to guess why.

import type pg from "pg";
import { dayLineId } from "../days/ids.ts";
import type { Token } from "./rules.ts";

const kinds = {
  "opd.renumbered": "RENUMBERED",
  "opd.moved": "MOVED",
  "opd.promoted": "PROMOTED",
} as const;

export type ChangeKind = (typeof kinds)[keyof typeof kinds];

interface Described {
  status: string;
  number: string;
  doctorId: string;
  slotStart: number;
  reason?: string | null;
}

interface Place {
  /** null while it waited. */
  number: string | null;
  /** With the doctor's code, as on the slip. */
  label: string | null;
  slotStart: string;
}

export interface TokenChange {
  at: string;
  kind: ChangeKind;
  /** EMERGENCY, DOCTOR_AWAY, MOVED by the reception, or PLACE_FREE. */
  reason: string;
  before: Place;
  after: Place;
}

const maxTold = 50;

/** Of the day the token is on, the newest first. Index: event_pkey, a day's events. */
export async function changesOf(pool: pg.Pool, token: Token): Promise<TokenChange[]> {
  const { rows } = await pool.query<{
    type: keyof typeof kinds;
    at: Date;
    before: Described;
    after: Described;
  }>(
    `select type, at, before, after from event
      where org_id = $1 and line_id = $2 and ticket_id = $3 and type = any($4)
        and at > $5 -- an emergency gets its number in two steps, which is no news
      order by seq desc limit $6`,
    [
      token.orgId,
      dayLineId(token.data.doctorId, token.data.date),
      token.id,
      Object.keys(kinds),
      new Date(token.joinedAt),
      maxTold,
    ],
  );
  return rows.map(({ type, at, before, after }) => ({
    at: at.toISOString(),
    kind: kinds[type],
    reason: reasonOf(type, after),
    before: placeOf(before, token),
    after: placeOf(after, token),
  }));
}

function reasonOf(type: keyof typeof kinds, after: Described): string {
  if (type === "opd.renumbered") return "EMERGENCY";
  return type === "opd.promoted" ? "PLACE_FREE" : (after.reason ?? "MOVED");
}

/** Of another doctor's code nothing is known any more. */
function placeOf(
  { status, number: text, doctorId, slotStart: start }: Described,
  token: Token,
): Place {
  const slotStart = new Date(start).toISOString();
  if (status === "WAITING" || text === "") return { number: null, label: null, slotStart };
  const { code } = doctorId === token.data.doctorId ? token.data : {};
  return { number: text, label: code ? `${code}-${text}` : text, slotStart };
}
