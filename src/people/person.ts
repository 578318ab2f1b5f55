// Who is meant, and what each part of the server has to say about what it holds of a person.

import type pg from "pg";
import type { StaffCaller } from "../http/access.ts";

export type Db = pg.Pool | pg.PoolClient;

/** How somebody is found: by one of these. */
export const identifiers = ["patientId", "phone", "email", "userId"] as const;
export type Identifier = (typeof identifiers)[number];

export interface Person {
  orgId: string;
  by: Identifier;
  /** Phones as digits, e-mail addresses in small letters. */
  value: string;
  /** Patients who are found by it. */
  patientIds: readonly string[];
}

export function normalised(by: Identifier, value: string): string {
  if (by === "phone") return value.replaceAll(/\D/g, "");
  return by === "email" ? value.trim().toLowerCase() : value;
}

/** SQL: the digits of a phone number. */
export const digitsOf = (text: string) => `regexp_replace(${text}, '\\D', '', 'g')`;

/** One thing that is held of somebody. */
export interface Trace {
  id: string;
  /** The line under whose lock it is changed; null: it has none. */
  lineId: string | null;
  /** Its status while it is not over. */
  open: string | null;
  /** As it is exported. */
  data: object;
}

export interface Ending {
  orgId: string;
  actor: string;
  requestId: string;
  caller: StaffCaller;
}

/** A kind of things that are held of people. */
export interface PersonPart {
  readonly kind: string;
  /** Ids of what is theirs. */
  find(db: pg.Pool, person: Person): Promise<string[]>;
  read(db: Db, orgId: string, ids: readonly string[], now: Date): Promise<Trace[]>;
  /** Takes out who it is and leaves the rest. */
  erase(tx: pg.PoolClient, orgId: string, ids: readonly string[]): Promise<void>;
  /** Ends what is open; without it somebody has to do so by hand. */
  end?(by: Ending, trace: Trace): Promise<unknown>;
}

/** What stands where a name was. */
export const nobody = "Erased";
