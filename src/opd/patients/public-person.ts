// Somebody without an account who asks for a place: the patient that they are, if it is known, or a new one.
//
// The name has to be the same, and with it the hospital's own number or the telephone number. A number alone is
// no proof: families share a phone, and anybody may type somebody else's. Whether a patient was found is never
// told to the public, and a found one is not changed.

import type { CommandContext } from "../../engine/command-context.ts";
import type pg from "pg";
import { recordEvent } from "../../engine/audited-write.ts";
import { newId } from "../../infra/ids.ts";
import { phoneEnd, phoneEndOf, samePhone } from "../../people/phone.ts";
import { plain, unknown } from "./patient.ts";
import { insertPatient } from "./patient-store.ts";

export interface PublicPerson {
  name: string;
  phone: string;
  /** As they typed it. It finds somebody, but a new patient does not get it: it is for staff to give. */
  externalId: string | null;
}

export interface Identified {
  id: string;
  isKnown: boolean;
}

/** Two who are the same person wait for each other here, until the other one's transaction is over. */
export async function identify(
  tx: pg.ClientBase,
  orgId: string,
  person: PublicPerson,
): Promise<Identified> {
  await tx.query(`select 1 from line where org_id = $1 and id = $1 for update`, [orgId]);
  const known = (await byExternalId(tx, orgId, person)) ?? (await byPhone(tx, orgId, person));
  return known === null ? { id: newId(), isKnown: false } : { id: known, isKnown: true };
}

export async function addPublicPatient(
  tx: pg.ClientBase,
  by: CommandContext,
  id: string,
  { name, phone }: PublicPerson,
  now: Date,
): Promise<void> {
  await insertPatient(tx, by.orgId, { ...unknown, id, name, phone }, now);
  const event = { orgId: by.orgId, lineId: by.orgId, actor: by.actor, at: now };
  await recordEvent(tx, { ...event, type: "opd.patient_created", after: { id } });
}

interface Found {
  id: string;
  name: string;
  phone: string | null;
}

// Index: patient_external.
async function byExternalId(tx: pg.ClientBase, orgId: string, person: PublicPerson) {
  const { rows } = await tx.query<Found>(
    `select id, name, phone from patient where org_id = $1 and external_id = $2 and merged_into is null`,
    [orgId, person.externalId],
  );
  return theSame(rows, ({ name }) => sameName(name, person.name));
}

const maxWithSameEnd = 200;

// Index: patient_by_phone_end.
async function byPhone(tx: pg.ClientBase, orgId: string, person: PublicPerson) {
  const { rows } = await tx.query<Found>(
    `select id, name, phone from patient
      where org_id = $1 and merged_into is null and phone is not null and ${phoneEndOf("phone")} = $2
      order by created_at, id limit ${maxWithSameEnd}`,
    [orgId, phoneEnd(person.phone)],
  );
  const isSame = ({ name, phone }: Found) =>
    sameName(name, person.name) && samePhone(phone!, person.phone);
  return theSame(rows, isSame);
}

const theSame = (rows: readonly Found[], isSame: (row: Found) => boolean) =>
  rows.find(isSame)?.id ?? null;

/** The same words in any order, whatever their case and accents. */
export function sameName(a: string, b: string): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  return one !== "" && one === other;
}

const wordsOf = (name: string) =>
  plain(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(" ");
