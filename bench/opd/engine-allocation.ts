// Our side: the engine with everything an allocation writes (token, claim of the patient on the day,
// event with its Idempotency-Key, slot and day), each with a key and a patient of its own.

import { randomUUID } from "node:crypto";
import { createOrganisationLine, fingerprintOf, idemOf } from "../../src/engine/audited-write.ts";
import { Engine } from "../../src/engine/engine.ts";
import { databaseClock } from "../../src/infra/clock.ts";
import { readConfig } from "../../src/infra/config.ts";
import { Connections } from "../../src/infra/connections.ts";
import "../../src/infra/database.ts";
import { newId } from "../../src/infra/ids.ts";
import { createLog } from "../../src/infra/log.ts";
import { migrate } from "../../src/infra/migrate.ts";
import { allocate } from "../../src/opd/core/orders.ts";
import { DoctorLookups } from "../../src/availability/lookups.ts";
import { AvailabilityService } from "../../src/availability/service.ts";
import { openDay } from "../../src/opd/core/store.ts";
import type { TokenView } from "../../src/opd/core/view.ts";

export const date = "2030-01-07"; // a Monday
const from = new Date(`${date}T00:00:00Z`);
const to = new Date(`${date}T24:00:00Z`);

export interface EngineSlots {
  /** Fresh doctors with open slots. */
  reset(): Promise<void>;
  allocate(doctor: number, slot: number): Promise<boolean>;
  fullest(): Promise<number>;
  close(): Promise<void>;
}

export async function openEngineSlots(
  url: string,
  { doctors, slots, capacity }: { doctors: number; slots: number; capacity: number },
): Promise<EngineSlots> {
  const log = createLog("warn");
  const connections = new Connections(url, log);
  const pool = connections.pool(4);
  await migrate(pool);
  const { limits } = readConfig({}, import.meta.dirname);
  const engine = new Engine({
    connections,
    clock: databaseClock,
    log,
    maxInBatch: limits.batch,
    maxInMailbox: limits.mailbox,
  });
  const orgId = newId();
  const tx = await pool.connect();
  await createOrganisationLine(tx, orgId);
  tx.release();
  const availability = new AvailabilityService({
    pool,
    clock: databaseClock,
    commitments: [],
    budgets: { check: () => Promise.resolve() },
  });
  const lookups = new DoctorLookups(pool);
  let ids: string[] = [];
  let starts: number[] = [];

  async function newDoctor(): Promise<string> {
    const by = { orgId, actor: "bench" };
    const { resource } = await availability.createResource(by, {
      type: "doctor",
      name: "Dr Bench",
      timezone: "UTC",
    });
    await availability.setConfiguration(by, resource.id, {
      validFrom: date,
      slotMinutes: 30,
      tokensPerSlot: capacity,
      weekly: [{ day: 0, start: "08:00", end: endOf(slots) }],
    });
    const open = await lookups.slots(orgId, resource.id, from, to);
    starts = open.map((slot) => slot.start);
    const { id: doctorId, name: doctorName } = resource;
    await openDay(pool, { orgId, doctorId, doctorName, date, from, to, slots: open });
    return resource.id;
  }

  return {
    async reset() {
      ids = [];
      for (let i = 0; i < doctors; i++) ids.push(await newDoctor());
      await pool.query("analyze line, opd_day");
    },
    async allocate(doctor, slot) {
      const key = randomUUID();
      const by = {
        orgId,
        actor: "key:bench",
        idem: idemOf("allocate", key),
        fingerprint: fingerprintOf(key),
      };
      const { answer } = await engine.submit(
        allocate(by, ids[doctor]!, date, {
          ticketId: newId(),
          patientId: newId(),
          patientName: "Ada Lovelace",
          slotStart: starts[slot]!,
          source: "walk_in",
          emergency: false,
          allowAlternative: false,
        }),
      );
      return (answer as TokenView).status === "ALLOCATED";
    },
    async fullest() {
      const { rows } = await pool.query<{ most: number }>(
        `select coalesce(max(n), 0)::int as most from
           (select count(*) as n from ticket where state = 'holding' group by line_id) slots`,
      );
      return rows[0]!.most;
    },
    async close() {
      await engine.close();
      await pool.end();
    },
  };
}

function endOf(slots: number): string {
  const minutes = 8 * 60 + slots * 30;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}
