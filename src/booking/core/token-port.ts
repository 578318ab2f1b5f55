// What bookings ask of the product that gives out tokens in doctors' slots. The server fills this port. A
// token is taken, moved and given back in the booking's own commit.

import type { CommandContext } from "../../engine/command-context.ts";
import type pg from "pg";
import type { Refusal } from "../../kernel/refusal.ts";
import type { Source } from "../../kernel/score.ts";
import type { Hours } from "../../availability/schedule.ts";
import type { Window } from "./batch-state.ts";
import type { OtherPlaces } from "./rules.ts";

/** Somebody without an account, who is a patient or becomes one. */
export interface PublicPerson {
  name: string;
  phone: string;
  externalId: string | null;
}

export interface Identified {
  id: string;
  isKnown: boolean;
}

/** Where a token is by now. */
export interface TokenPlace {
  doctorId: string;
  start: number;
  end: number;
  /** Still to come, seen by the doctor (or left over when the day ended), or given back. */
  state: "active" | "seen" | "over";
  /** Why it is over, when nobody cancelled it. */
  ended: "NO_SHOW" | "SLOT_ENDED" | null;
}

/** What is told when the transaction is committed. */
export type AfterCommit = (() => void)[];

export interface TokenPort {
  /** The types of events after which a token may be elsewhere, or over. */
  readonly leavingEvents: readonly string[];
  /** By the token's id. */
  placesOf(
    db: pg.Pool | pg.ClientBase,
    orgId: string,
    tokenIds: readonly string[],
  ): Promise<Map<string, TokenPlace>>;
  /** $1 organisations, $2 resources, $3 from, $4 to → rows with a resource_id, for `othersIn`. */
  readonly slotsSql: string;
  /** What of a doctor's slots is not for bookings. */
  othersIn(rows: readonly object[], hours: Hours, now: number): OtherPlaces[];
  /** The lines under which tokens of these days are decided. */
  dayIds(doctorId: string, timezone: string, from: number, to: number): string[];
  knowsPatient(orgId: string, patientId: string): Promise<boolean>;
  /** First in a transaction: the patient that somebody from the public is, or the id of a new one. */
  identify(tx: pg.ClientBase, orgId: string, person: PublicPerson): Promise<Identified>;
  /** Adds them, in the same transaction. */
  addPatient(
    tx: pg.ClientBase,
    by: CommandContext,
    id: string,
    person: PublicPerson,
    now: Date,
  ): Promise<void>;
  /** Before the transaction: the slots of that day are there, if it is a doctor. */
  prepare(orgId: string, doctorId: string, at: number): Promise<void>;
  take(
    tx: pg.ClientBase,
    by: CommandContext,
    wish: {
      tokenId: string;
      patientId: string;
      doctorId: string;
      slotStart: number;
      source: Source;
      emergency: boolean;
    },
    afterCommit: AfterCommit,
  ): Promise<Refusal | undefined>;
  move(
    tx: pg.ClientBase,
    by: CommandContext,
    to: { tokenId: string; doctorId: string; slotStart: number },
    afterCommit: AfterCommit,
  ): Promise<Refusal | undefined>;
  cancel(
    tx: pg.ClientBase,
    by: CommandContext,
    tokenId: string,
    afterCommit: AfterCommit,
  ): Promise<Refusal | undefined>;
  /** Time was given back, of doctors too: those who wait for a place may have one now. */
  freed(orgId: string, windows: readonly Window[]): Promise<void>;
}
