// How many places a doctor's slots have by the limits in force, and how many of them are for emergencies: what
// availability answers with, so that nobody is shown a place that a decision would refuse.

import type pg from "pg";
import type { PlacesOf } from "../../availability/commitments.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import {
  defaultRules,
  setLimits,
  type DoctorLimits,
  type OpdRules,
  type SlotLimits,
} from "../core/rules.ts";

interface Asked {
  orgId: string;
  doctorId: string;
  from: Date;
  to: Date;
}

/** What was set: for the organisation, for the doctor, for single slots. As text, since all of it may be null. */
interface SetRow {
  rules: string | null;
  limits: string | null;
  overrides: string | null;
}

// Index: opd_day_pkey, line_by_group.
const setSql = `select
    (select rules::text from opd_settings where org_id = $1) as rules,
    (select limits::text from opd_doctor where org_id = $1 and id = $2) as limits,
    (select json_agg(json_build_array(l.memory->'start', l.memory->'override'))::text
       from opd_day d join line l on l.group_id = d.line_id and l.group_id <> l.id
      where d.org_id = $1 and d.doctor_id = $2 and d.ends_at > $3 and d.starts_at < $4
        and json_typeof(l.memory->'override') = 'object') as overrides`;

export async function findSlotPlaces(
  db: pg.Pool,
  clock: Clock,
  { orgId, doctorId, from, to }: Asked,
): Promise<PlacesOf> {
  const { rows } = await db.query<SetRow>({
    name: "opd_slot_places",
    text: setSql,
    values: [orgId, doctorId, from, to],
  });
  const { rules, limits, overrides } = rows[0]!;
  const usual = { capacity: null, emergencyReserve: null };
  const set = {
    rules: { ...defaultRules, ...(parsed(rules) as Partial<OpdRules> | null) },
    limits: { ...usual, ...(parsed(limits) as DoctorLimits | null) },
  };
  const ofSlots = new Map(parsed(overrides) as [start: number, set: SlotLimits][] | null);
  const now = approximateNow(clock);
  return (slot) => setLimits(set, slot, ofSlots.get(slot.start) ?? null, now);
}

const parsed = (text: string | null): unknown => JSON.parse(text ?? "null");
