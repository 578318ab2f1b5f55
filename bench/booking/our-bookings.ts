// Our side: bookings with everything that is written for one (booking, what it uses of each resource under
// the constraint on double bookings, an event for each resource, the first with its Idempotency-Key).

import { randomUUID } from "node:crypto";
import { ResourceLookups } from "../../src/availability/lookups.ts";
import { AvailabilityService } from "../../src/availability/service.ts";
import { makeBookings } from "../../src/booking/module.ts";
import { createOrganisationLine, fingerprintOf, idemOf } from "../../src/engine/audited-write.ts";
import { Feed } from "../../src/events/feed.ts";
import { Metrics } from "../../src/http/metrics.ts";
import { databaseClock } from "../../src/infra/clock.ts";
import { readConfig } from "../../src/infra/config.ts";
import { Connections } from "../../src/infra/connections.ts";
import "../../src/infra/database.ts";
import { newId } from "../../src/infra/ids.ts";
import { createLog } from "../../src/infra/log.ts";
import { migrate } from "../../src/infra/migrate.ts";
import { loadSecrets } from "../../src/infra/secrets.ts";
import { testVault } from "../../test/vault.ts";
import { Refusal } from "../../src/kernel/refusal.ts";
import { DoctorLookups } from "../../src/availability/lookups.ts";
import { Days } from "../../src/opd/days/days.ts";
import { TokensForBookings } from "../../src/opd/bookings/for-bookings.ts";
import { OpdReports } from "../../src/opd/reports.ts";
import { Engine } from "../../src/engine/engine.ts";

export interface OurBookings {
  /** Fresh resources, open around the clock. */
  reset(resources: number): Promise<void>;
  /** False when the time is taken. */
  book(resources: readonly number[], start: Date, end: Date): Promise<boolean>;
  /** Free times of one resource, as GET /v1/resources/{id}/free answers. */
  free(resource: number, from: Date, to: Date): Promise<{ start: string; end: string }[]>;
  /** Any two that overlap on one resource. */
  doubles(): Promise<number>;
  count(): Promise<number>;
  close(): Promise<void>;
}

export async function openOurBookings(url: string): Promise<OurBookings> {
  const log = createLog("warn");
  const connections = new Connections(url, log);
  const pool = connections.pool(4);
  // When a run fails its servers are stopped first; what went wrong is told after that.
  pool.on("error", () => undefined);
  await migrate(pool);
  const { limits } = readConfig({}, import.meta.dirname);
  const clock = databaseClock;
  const metrics = new Metrics();
  const lanes = {
    connections,
    clock,
    log,
    maxInBatch: limits.batch,
    maxInMailbox: limits.mailbox,
  };
  const engine = new Engine(lanes);
  const doctors = new DoctorLookups(pool);
  const reports = new OpdReports(metrics, log);
  const days = new Days({ pool, engine, clock, doctors, reports });
  const bookings = makeBookings(
    {
      pool,
      clock,
      log,
      metrics,
      secrets: (await loadSecrets(pool, testVault())).secrets,
      lanes,
      feed: new Feed(connections, log),
      publicUrl: "",
    },
    {
      tokens: new TokensForBookings({ pool, clock, days, doctors, reports, log }),
      resources: new ResourceLookups(pool),
      permissions: { may: async () => true },
      patientNames: async () => new Map(),
      kinds: [],
    },
  );
  const commitments = [bookings.commitments];
  const availability = new AvailabilityService({
    pool,
    clock,
    commitments,
    budgets: { check: () => Promise.resolve() },
  });
  const orgId = newId();
  const tx = await pool.connect();
  await createOrganisationLine(tx, orgId);
  tx.release();
  const caller = { kind: "key", keyId: "bench", orgId, role: "owner", scopes: [] } as const;
  let ids: string[] = [];

  return {
    async reset(resources) {
      ids = [];
      const by = { orgId, actor: "bench" };
      const weekly = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: "00:00", end: "24:00" }));
      for (let n = 0; n < resources; n += 1) {
        const room = { type: "consultation_room", name: `Room ${n}`, timezone: "UTC" } as const;
        const { resource } = await availability.createResource(by, room);
        const validFrom = new Date().toISOString().slice(0, 10);
        await availability.setConfiguration(by, resource.id, {
          validFrom,
          slotMinutes: 30,
          tokensPerSlot: 1,
          weekly,
        });
        ids.push(resource.id);
      }
    },
    async book(resources, start, end) {
      const key = randomUUID();
      const by = {
        orgId,
        actor: "key:bench",
        requestId: key,
        caller,
        idem: idemOf("book", key),
        fingerprint: fingerprintOf(key),
      };
      try {
        await bookings.service.create(by, {
          kind: "room",
          start: start.getTime(),
          end: end.getTime(),
          resources: resources.map((n) => ({ resourceId: ids[n]! })),
        });
        return true;
      } catch (error) {
        if (error instanceof Refusal && error.code === "TAKEN") return false;
        throw error;
      }
    },
    free: (resource, from, to) =>
      availability.free(orgId, ids[resource]!, {
        from: from.toISOString(),
        to: to.toISOString(),
      }),
    async doubles() {
      const { rows } = await pool.query<{ n: number }>(
        `select count(*)::int as n from booking_use a join booking_use b
           on a.resource_id = b.resource_id and a.owner_id < b.owner_id
          and a.busy_from < b.busy_till and b.busy_from < a.busy_till
          where a.occupies and b.occupies`,
      );
      return rows[0]!.n;
    },
    async count() {
      const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from booking`);
      return rows[0]!.n;
    },
    async close() {
      await bookings.lanes.close();
      await engine.close();
      await pool.end();
    },
  };
}
