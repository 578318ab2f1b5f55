// Two records turn out to be about one person: one of them becomes part of the other, and everything that points to
// it follows, in one transaction. A look at what would happen does the same and takes it back.

import type pg from "pg";
import { auditedWrite } from "../../engine/audited-write.ts";
import type { CommandContext } from "../../engine/command-context.ts";
import { dryRun, isDuplicate } from "../../engine/transaction.ts";
import type { Clock } from "../../infra/clock.ts";
import { approximateNow } from "../../infra/clock.ts";
import type { Transition } from "../../kernel/policy.ts";
import { invalid } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import type { OpdReports } from "../reports.ts";
import { findToken } from "../core/store.ts";
import { decidableTokens, lockLines, renameTokens } from "./following.ts";
import { combined, type FieldName, type Patient } from "./patient.ts";
import { bury, findPatient, lockPatients, updatePatient } from "./patient-store.ts";
import { movePastVisits } from "./visits.ts";

/** What other parts of the server keep about patients, by their ids. */
export interface PatientRecords {
  /** Lines under whose locks they change. */
  linesOf(tx: pg.ClientBase, orgId: string, patientId: string): Promise<string[]>;
  /** Says how many of each kind followed. */
  follow(
    tx: pg.ClientBase,
    orgId: string,
    fromId: string,
    toId: string,
  ): Promise<Record<string, number>>;
}

export interface MergeDeps {
  pool: pg.Pool;
  clock: Clock;
  reports: OpdReports;
  records: readonly PatientRecords[];
}

export interface Merge {
  /** The record that becomes part of this one. */
  patientId: string;
  /** What is to be taken from it although this one has something there. */
  take: readonly FieldName[];
}

export interface Merged {
  patient: Patient;
  moved: Record<string, number>;
}

export class Merging {
  readonly #deps: MergeDeps;

  constructor(deps: MergeDeps) {
    this.#deps = deps;
  }

  async merge(by: CommandContext, winnerId: string, merge: Merge): Promise<Merged> {
    const { pool, clock, reports } = this.#deps;
    const write = { ...by, lineId: by.orgId, operation: "mergePatients", clock };
    let transitions: Transition[] = [];
    const { answer, replayed } = await auditedWrite<Merged>(pool, write, async (tx, now) => {
      const done = await this.#merge(tx, by, winnerId, merge, now);
      transitions = done.transitions;
      const { patient, moved } = done;
      const after = { id: merge.patientId, into: winnerId, moved };
      return { type: "opd.patient_merged", after, answer: { patient, moved } };
    }).catch(tokenJustGiven);
    if (!replayed) reports.happened(by, transitions);
    return answer;
  }

  async preview(by: CommandContext, winnerId: string, merge: Merge): Promise<Merged> {
    const { pool, clock } = this.#deps;
    const now = new Date(approximateNow(clock));
    const look = (tx: pg.ClientBase) => this.#merge(tx, by, winnerId, merge, now);
    const { patient, moved } = await dryRun(pool, look).catch(tokenJustGiven);
    return { patient, moved };
  }

  async #merge(
    tx: pg.ClientBase,
    by: CommandContext,
    winnerId: string,
    { patientId: loserId, take }: Merge,
    now: Date,
  ): Promise<Merged & { transitions: Transition[] }> {
    const { clock, records } = this.#deps;
    const { orgId } = by;
    if (winnerId === loserId) {
      throw invalid([{ field: "patientId", message: "must be another record" }]);
    }
    const both = await lockPatients(tx, orgId, [winnerId, loserId]);
    const [winner, loser] = [both.get(winnerId), both.get(loserId)];
    if (!winner || !loser) throw refuse("NOT_FOUND", "There is no such patient");
    const tokens = await decidableTokens(tx, orgId, loserId, now);
    const lines: string[] = [];
    for (const record of records) lines.push(...(await record.linesOf(tx, orgId, loserId)));
    await lockLines(tx, tokens, lines);
    const patient = combined(winner, loser, take);
    const holder = { patientId: winnerId, patientName: patient.name };
    const transitions = await renameTokens(tx, clock, by, tokens, holder);
    if (patient.name !== winner.name) {
      const own = await decidableTokens(tx, orgId, winnerId, now);
      const others = own.filter(({ id }) => !tokens.some((token) => token.id === id));
      await lockLines(tx, others);
      transitions.push(...(await renameTokens(tx, clock, by, others, holder)));
    }
    const ids = tokens.map(({ id }) => id);
    const moved: Record<string, number> = {
      tokens: ids.length + (await movePastVisits(tx, orgId, loserId, holder, ids)),
    };
    for (const record of records) {
      Object.assign(moved, await record.follow(tx, orgId, loserId, winnerId));
    }
    await bury(tx, orgId, loserId, winnerId);
    await updatePatient(tx, orgId, patient);
    return { patient, moved, transitions };
  }

  /** A token that was given to a record at the moment in which it became part of another one. */
  async follow(orgId: string, tokenId: string): Promise<void> {
    const { pool, clock, reports } = this.#deps;
    const by = { orgId, actor: "system", requestId: "merge" };
    const write = { ...by, lineId: orgId, operation: "followPatient", clock };
    let transitions: Transition[] = [];
    await auditedWrite(pool, write, async (tx) => {
      const token = await findToken(tx, orgId, tokenId);
      const patient = token && (await findPatient(tx, orgId, token.data.patientId));
      if (!token || !patient) throw refuse("NOT_FOUND");
      await lockLines(tx, [token]);
      const holder = { patientId: patient.id, patientName: patient.name };
      transitions = await renameTokens(tx, clock, by, [token], holder);
      const after = { id: patient.id, tokenId };
      return { type: "opd.patient_changed", after, answer: null };
    });
    reports.happened(by, transitions);
  }
}

/** Between the look and the write the other record got a token for the same date. */
function tokenJustGiven(error: unknown): never {
  if (isDuplicate(error) && (error as { constraint?: string }).constraint === "ticket_claim") {
    throw refuse("BOTH_HAVE_TOKENS", undefined, { tokens: [] });
  }
  throw error;
}
