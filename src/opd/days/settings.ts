// A hospital's settings for its doctors. Days that have tokens are brought up to date in the same commit.

import type { CommandContext } from "../../engine/command-context.ts";
import type pg from "pg";
import { auditedWrite } from "../../engine/audited-write.ts";
import type { Clock } from "../../infra/clock.ts";
import { decideDays, type Days, type Doctor, type Doctors } from "./days.ts";
import * as orders from "../core/orders.ts";
import type { OpdReports } from "../reports.ts";
import { defaultRules, type DoctorLimits, type OpdRules } from "../core/rules.ts";
import * as store from "../core/store.ts";

export interface SettingsDeps {
  pool: pg.Pool;
  clock: Clock;
  days: Days;
  doctors: Doctors;
  reports: OpdReports;
}

export class OpdSettings {
  readonly #deps: SettingsDeps;

  constructor(deps: SettingsDeps) {
    this.#deps = deps;
  }

  async rules(orgId: string): Promise<OpdRules> {
    return { ...defaultRules, ...(await store.readRules(this.#deps.pool, orgId)) };
  }

  async changeRules(by: CommandContext, patch: Partial<OpdRules>): Promise<OpdRules> {
    return this.#change(by, by.orgId, "opd.rules", async (tx, now) => {
      const before = { ...defaultRules, ...(await store.readRules(tx, by.orgId)) };
      const after = { ...before, ...patch };
      await store.saveRules(tx, by.orgId, after);
      const days = await store.lockAllDays(tx, by.orgId, now);
      if (after.duplicates !== before.duplicates) {
        const dayIds = days.map(({ dayId }) => dayId);
        await store.renewUniqueKeys(tx, dayIds, after.duplicates);
      }
      return { type: "opd.rules_changed", before, after, days, answer: after };
    });
  }

  async doctors(orgId: string): Promise<(Doctor & DoctorLimits)[]> {
    const all = await this.#deps.doctors.doctors(orgId);
    const ids = all.map(({ id }) => id);
    const limits = await store.readLimits(this.#deps.pool, orgId, ids);
    const none = { capacity: null, emergencyReserve: null };
    return all.map((doctor) => shown(doctor, { ...none, ...limits.get(doctor.id) }));
  }

  /** What a doctor's slots hold unless set for one of them. */
  async setLimits(
    by: CommandContext,
    doctorId: string,
    limits: DoctorLimits,
  ): Promise<Doctor & DoctorLimits> {
    const doctor = await this.#deps.days.doctor(by.orgId, doctorId);
    const saved = await this.#change(by, doctorId, "opd.limits", async (tx, now) => {
      await store.saveLimits(tx, by.orgId, doctorId, limits);
      const days = await store.lockDays(tx, by.orgId, doctorId, now, null);
      return { type: "opd.limits_changed", after: limits, days, answer: limits };
    });
    return shown(doctor, saved);
  }

  async #change<T>(
    by: CommandContext,
    lineId: string,
    operation: string,
    work: (
      tx: pg.PoolClient,
      now: Date,
    ) => Promise<{
      type: string;
      before?: object;
      after: object;
      days: store.DayRow[];
      answer: T;
    }>,
  ): Promise<T> {
    const { pool, clock, reports } = this.#deps;
    const { orgId, actor } = by;
    const write = { ...by, lineId, operation, clock };
    let transitions: Awaited<ReturnType<typeof decideDays>> = [];
    const { answer } = await auditedWrite<T>(pool, write, async (tx, now) => {
      const { days, ...done } = await work(tx, now);
      const settled = days.map(({ dayId }) => orders.settle({ orgId, actor }, dayId));
      transitions = await decideDays(tx, clock, settled);
      return done;
    });
    reports.happened(by, transitions);
    return answer;
  }
}

/** Field by field: what availability knows of a doctor is more than is shown here. */
function shown(
  { id, name, timezone, active, departmentId }: Doctor,
  { capacity, emergencyReserve }: DoctorLimits,
): Doctor & DoctorLimits {
  return { id, name, timezone, active, departmentId, capacity, emergencyReserve };
}
