// Patients of an organisation: added at the desk, found by name, phone or the hospital's own id.

import type { CommandContext } from "../../engine/command-context.ts";
import type pg from "pg";
import { auditedWrite } from "../../engine/audited-write.ts";
import type { Clock } from "../../infra/clock.ts";
import { newId } from "../../infra/ids.ts";
import { invalid } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import { decidableTokens, lockLines, renameTokens } from "./following.ts";
import {
  mayBeSame,
  unknown,
  type NewPatient,
  type Patient,
  type PatientFields,
} from "./patient.ts";
import * as store from "./patient-store.ts";
import { searchPatients, type Found, type PlaceFound } from "./search.ts";

const maxFamily = 20;
const maxAlike = 10;

export class Patients {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;

  constructor(pool: pg.Pool, clock: Clock) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Without `allowDuplicate` somebody who may be known already is refused, with the records that there are. */
  async create(
    by: CommandContext,
    given: NewPatient,
    allowDuplicate = true,
  ): Promise<{ patient: Patient; replayed: boolean }> {
    const write = { ...by, lineId: by.orgId, operation: "createPatient", clock: this.#clock };
    const patient: Patient = { ...unknown, ...given, id: newId() };
    const work = async (tx: pg.PoolClient, now: Date) => {
      refuseUnborn(patient, now);
      if (!allowDuplicate) {
        const patients = await this.#alike(tx, by.orgId, patient);
        if (patients.length > 0) throw refuse("POSSIBLE_DUPLICATE", undefined, { patients });
      }
      await store.insertPatient(tx, by.orgId, patient, now);
      return { type: "opd.patient_created", after: { id: patient.id }, answer: patient };
    };
    const { answer, replayed } = await auditedWrite<Patient>(this.#pool, write, work).catch(taken);
    return { patient: answer, replayed };
  }

  /** Tokens that are not over show the corrected name. */
  async change(by: CommandContext, id: string, patch: Partial<PatientFields>): Promise<Patient> {
    const { orgId } = by;
    const write = { ...by, lineId: orgId, operation: "changePatient", clock: this.#clock };
    const { answer } = await auditedWrite<Patient>(this.#pool, write, async (tx, now) => {
      const known = await this.#find(tx, orgId, id);
      const patient = { ...known, ...patch };
      refuseUnborn(patient, now);
      await store.updatePatient(tx, orgId, patient);
      if (patient.name !== known.name) {
        const tokens = await decidableTokens(tx, orgId, patient.id, now);
        await lockLines(tx, tokens);
        const holder = { patientId: patient.id, patientName: patient.name };
        await renameTokens(tx, this.#clock, by, tokens, holder);
      }
      return { type: "opd.patient_changed", after: { id: patient.id }, answer: patient };
    }).catch(taken);
    return answer;
  }

  find(orgId: string, id: string): Promise<Patient> {
    return this.#find(this.#pool, orgId, id);
  }

  /** Of those that are known. */
  names(orgId: string, ids: readonly string[]): Promise<Map<string, string>> {
    return store.findNames(this.#pool, orgId, ids);
  }

  search(orgId: string, query: string, after: PlaceFound | null, limit: number): Promise<Found[]> {
    return searchPatients(this.#pool, orgId, query, after, limit);
  }

  /** Records that may be about the same person, those who were added first in front. */
  alike(orgId: string, person: NewPatient): Promise<Patient[]> {
    return this.#alike(this.#pool, orgId, { ...unknown, ...person });
  }

  async duplicatesOf(orgId: string, id: string): Promise<Patient[]> {
    const patient = await this.find(orgId, id);
    const alike = await this.#alike(this.#pool, orgId, patient);
    return alike.filter((other) => other.id !== patient.id);
  }

  async family(orgId: string, id: string): Promise<Patient[]> {
    return store.familyOf(this.#pool, orgId, (await this.find(orgId, id)).id);
  }

  /** The families of both become one. */
  async joinFamily(by: CommandContext, id: string, otherId: string): Promise<Patient[]> {
    return this.#changeFamily(by, id, async (tx, patient) => {
      const other = await this.#find(tx, by.orgId, otherId);
      if (other.id === patient.id) {
        throw invalid([{ field: "patientId", message: "must be somebody else" }]);
      }
      const members = await store.joinFamilies(tx, by.orgId, [patient.id, other.id], newId());
      if (members > maxFamily) throw refuse("FAMILY_TOO_LARGE");
    });
  }

  async leaveFamily(by: CommandContext, id: string): Promise<Patient[]> {
    return this.#changeFamily(by, id, (tx, patient) => store.leaveFamily(tx, by.orgId, patient.id));
  }

  async #changeFamily(
    by: CommandContext,
    id: string,
    work: (tx: pg.PoolClient, patient: Patient) => Promise<void>,
  ): Promise<Patient[]> {
    const write = { ...by, lineId: by.orgId, operation: "changeFamily", clock: this.#clock };
    const { answer } = await auditedWrite<Patient[]>(this.#pool, write, async (tx) => {
      const patient = await this.#find(tx, by.orgId, id);
      await work(tx, patient);
      const family = await store.familyOf(tx, by.orgId, patient.id);
      const after = { id: patient.id, family: family.map((member) => member.id) };
      return { type: "opd.family_changed", after, answer: family };
    });
    return answer;
  }

  async #alike(db: store.Db, orgId: string, person: PatientFields): Promise<Patient[]> {
    const found = await store.candidates(db, orgId, person);
    return found
      .filter((other) => mayBeSame(person, other))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, maxAlike);
  }

  async #find(db: store.Db, orgId: string, id: string): Promise<Patient> {
    const patient = await store.findPatient(db, orgId, id);
    if (!patient) throw refuse("NOT_FOUND", "There is no such patient");
    return patient;
  }
}

/** A day ahead, somewhere on earth it is tomorrow already. */
function refuseUnborn({ birthDate }: Patient, now: Date): void {
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
  if (birthDate !== null && birthDate > tomorrow) {
    throw invalid([{ field: "birthDate", message: "must not be in the future" }]);
  }
}

function taken(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === "23505" && constraint === "patient_external") {
    throw refuse("EXTERNAL_ID_TAKEN", undefined, {
      errors: [{ field: "externalId", message: "belongs to another patient" }],
    });
  }
  throw error;
}
