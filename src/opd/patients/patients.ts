// Patients of an organisation: added at the desk, found by name, phone or the hospital's own id.

import type { CommandContext } from "../../engine/command-context.ts";
import type pg from "pg";
import { auditedWrite } from "../../engine/audited-write.ts";
import type { Clock } from "../../infra/clock.ts";
import { newId } from "../../infra/ids.ts";
import { refuse } from "../refusals.ts";
import * as store from "./patient-store.ts";
import type { Patient } from "./patient-store.ts";

export class Patients {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;

  constructor(pool: pg.Pool, clock: Clock) {
    this.#pool = pool;
    this.#clock = clock;
  }

  async create(
    by: CommandContext,
    given: Omit<Patient, "id">,
  ): Promise<{ patient: Patient; replayed: boolean }> {
    const write = { ...by, lineId: by.orgId, operation: "createPatient", clock: this.#clock };
    const patient = { id: newId(), ...given };
    const work = async (tx: pg.PoolClient, now: Date) => {
      await store.insertPatient(tx, by.orgId, patient, now);
      return { type: "opd.patient_created", after: { id: patient.id }, answer: patient };
    };
    const { answer, replayed } = await auditedWrite<Patient>(this.#pool, write, work).catch(taken);
    return { patient: answer, replayed };
  }

  async change(
    by: CommandContext,
    id: string,
    patch: Partial<Omit<Patient, "id">>,
  ): Promise<Patient> {
    const write = { ...by, lineId: by.orgId, operation: "changePatient", clock: this.#clock };
    const { answer } = await auditedWrite<Patient>(this.#pool, write, async (tx) => {
      const patient = { ...(await this.#find(tx, by.orgId, id)), ...patch };
      await store.updatePatient(tx, by.orgId, patient);
      return { type: "opd.patient_changed", after: { id }, answer: patient };
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

  search(
    orgId: string,
    query: string,
    after: { name: string; id: string } | null,
    limit: number,
  ): Promise<Patient[]> {
    // A phone number is one word, however it is written.
    const words = store.plain(store.compact(query)).split(/\s+/).filter(Boolean).slice(0, 8);
    return store.searchPatients(this.#pool, orgId, words, after, limit);
  }

  async #find(db: pg.Pool | pg.ClientBase, orgId: string, id: string): Promise<Patient> {
    const patient = await store.findPatient(db, orgId, id);
    if (!patient) throw refuse("NOT_FOUND", "There is no such patient");
    return patient;
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
