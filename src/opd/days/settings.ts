// A hospital's settings for its doctors. Days that have tokens are brought up to date in the same commit.

import type { CommandContext } from "../../engine/command-context.ts";
import type pg from "pg";
import { auditedWrite } from "../../engine/audited-write.ts";
import type { Clock } from "../../infra/clock.ts";
import { invalid } from "../../kernel/refusal.ts";
import { decideDays, type Days, type Doctor, type Doctors } from "./days.ts";
import { dayBounds } from "../core/policy.ts";
import {
  inNoRoom,
  saveDayRoom,
  saveUsualRoom,
  type DoctorRooms,
  type Room,
  type RoomsOfDay,
} from "./rooms.ts";
import * as orders from "../core/orders.ts";
import type { OpdReports } from "../reports.ts";
import { readCodes, setCode } from "./doctor-codes.ts";
import { defaultRules, type DoctorLimits, type OpdRules } from "../core/rules.ts";
import * as store from "../core/store.ts";

type ShownDoctor = Doctor &
  DoctorLimits & { code: string | null; room: Room | null; usualRoom: Room | null };

export interface RoomWish {
  /** "usual": as on other dates. */
  roomId: string | null;
  date?: string | undefined;
}

export interface SettingsDeps {
  pool: pg.Pool;
  clock: Clock;
  days: Days;
  doctors: Doctors;
  rooms: DoctorRooms;
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

  async doctors(orgId: string): Promise<ShownDoctor[]> {
    const { pool, days, rooms } = this.#deps;
    const all = await this.#deps.doctors.doctors(orgId);
    const codes = await readCodes(this.#deps.pool, orgId);
    const ids = all.map(({ id }) => id);
    const today = all.map((doctor) => ({ doctorId: doctor.id, date: days.today(doctor) }));
    const [limits, inRooms] = await Promise.all([
      store.readLimits(pool, orgId, ids),
      rooms.on(orgId, today),
    ]);
    const none = { capacity: null, emergencyReserve: null };
    return all.map((doctor) => {
      const code = codes.get(doctor.id) ?? null;
      const its = { ...none, ...limits.get(doctor.id), code };
      return shown(doctor, its, inRooms.get(doctor.id));
    });
  }

  /** Where a doctor is on a date, today unless said. */
  async room(orgId: string, doctorId: string, asked?: string) {
    const { days, rooms } = this.#deps;
    const doctor = await days.doctor(orgId, doctorId);
    const date = asked ?? days.today(doctor);
    const { room, usual } = await rooms.ofDay(orgId, { doctorId, date });
    return { date, room, usualRoom: usual };
  }

  /** On one date, or from now on. Screens and patients' pages of those days are told. */
  async setRoom(by: CommandContext, doctorId: string, { roomId, date }: RoomWish) {
    const { days, rooms } = this.#deps;
    const doctor = await days.doctor(by.orgId, doctorId);
    if (roomId !== null && roomId !== "usual" && !(await rooms.find(by.orgId, roomId))) {
      throw invalid([{ field: "roomId", message: "is not a room of yours" }]);
    }
    await this.#change(by, doctorId, "opd.room", async (tx, now) => {
      if (date) await saveDayRoom(tx, by.orgId, { doctorId, date }, roomId);
      else await saveUsualRoom(tx, by.orgId, doctorId, roomId);
      const bounds = date ? dayBounds(date, doctor.timezone) : { from: now, to: null };
      const from = new Date(Math.max(bounds.from.getTime(), now.getTime()));
      const touched = await store.lockDays(tx, by.orgId, doctorId, from, bounds.to);
      const after = { roomId, date: date ?? null };
      return { type: "opd.room_changed", after, days: touched, answer: after };
    });
    return this.room(by.orgId, doctorId, date);
  }

  /** What a doctor's slots hold unless set for one of them; and the code, when one is given. */
  async setLimits(
    by: CommandContext,
    doctorId: string,
    { code, ...limits }: DoctorLimits & { code?: string | undefined },
  ): Promise<ShownDoctor> {
    const doctor = await this.#deps.days.doctor(by.orgId, doctorId);
    const saved = await this.#change(by, doctorId, "opd.limits", async (tx, now) => {
      await store.saveLimits(tx, by.orgId, doctorId, limits);
      if (code !== undefined) await setCode(tx, by.orgId, doctorId, code);
      const codeNow = (await readCodes(tx, by.orgId)).get(doctorId) ?? null;
      const days = await store.lockDays(tx, by.orgId, doctorId, now, null);
      const after = { ...limits, code: codeNow };
      return { type: "opd.limits_changed", after, days, answer: after };
    });
    const day = { doctorId, date: this.#deps.days.today(doctor) };
    return shown(doctor, saved, await this.#deps.rooms.ofDay(by.orgId, day));
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
  { capacity, emergencyReserve, code }: DoctorLimits & { code: string | null },
  { room, usual }: RoomsOfDay = inNoRoom,
): ShownDoctor {
  const its = { id, name, timezone, active, departmentId, room, usualRoom: usual };
  return { ...its, code, capacity, emergencyReserve };
}
