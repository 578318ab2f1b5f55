// A name can change hands, so each proven one is checked again once a day, by one instance at a time. When its
// proof is gone, the room says so. If it is still gone three days later, requests for the name are no longer
// passed on until the proof is back. Names that the operator listed need no proof.

import type pg from "pg";
import { auditedWrite } from "../../engine/audited-write.ts";
import { Lease } from "../../engine/lease.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/log.ts";
import { Recurring } from "../../infra/recurring.ts";
import type { HostNames } from "./host-names.ts";
import { afterLook, nextHostCheck, type AfterLook, type HostStanding } from "./host-rules.ts";
import { isHostTaken, type Rooms } from "../core/rooms.ts";

export interface HostRechecksDeps {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  rooms: Pick<Rooms, "reread">;
  names: Pick<HostNames, "isListed" | "verify">;
}

interface Due extends HostStanding {
  orgId: string;
  id: string;
  /** As stored, to the microsecond. */
  dueAt: string;
}

const everyMs = 5 * 60_000;
/** Looked at together. Each has its own time limits, which end long before the lease. */
const batch = 20;
const leaseMs = 60_000;

export class HostRechecks {
  readonly #deps: HostRechecksDeps;
  readonly #lease: Lease;
  readonly #turns: Recurring;
  #isClosing = false;

  constructor(deps: HostRechecksDeps) {
    this.#deps = deps;
    this.#lease = new Lease(deps.pool, "host names", leaseMs);
    const failed = (error: Error) => deps.log.warn({ reason: error }, "hosts.unchecked");
    this.#turns = new Recurring(() => this.run(), everyMs, failed);
  }

  start(): void {
    this.#turns.start();
  }

  close(): Promise<void> {
    this.#isClosing = true;
    return this.#turns.close();
  }

  /** Looks at every name that is due; nothing is written while none is. */
  async run(): Promise<void> {
    if ((await this.#due(1)).length === 0 || !(await this.#lease.take())) return;
    try {
      let isMore = true;
      while (isMore && !this.#isClosing) {
        const due = await this.#due(batch);
        const looks = await Promise.allSettled(due.map((one) => this.#check(one)));
        const failed = looks.find((look) => look.status === "rejected");
        if (failed) throw failed.reason;
        isMore = due.length === batch && (await this.#lease.renew());
      }
    } finally {
      // If that fails, it runs out by itself.
      await this.#lease.giveBack().catch(() => undefined);
    }
  }

  async #due(limit: number): Promise<Due[]> {
    const { pool, clock } = this.#deps;
    // Index: room_host_check.
    const { rows } = await pool.query<Due>(
      `select org_id as "orgId", id, settings->>'hostName' as "hostName", host_proof as proof,
              host_proven_at is not null as "isProven", host_missing_since as "missingSince",
              host_check_at::text as "dueAt"
         from room where host_check_at <= coalesce($1::timestamptz, now())
          and settings->>'hostName' is not null
        order by host_check_at limit $2`,
      [clock.fixed(), limit],
    );
    return rows;
  }

  async #check(due: Due): Promise<void> {
    const { names, clock } = this.#deps;
    const found = names.isListed(due.hostName)
      ? due.proof
      : await names.verify(due.orgId, due.hostName, due.proof);
    await this.#save(due, afterLook(due, found, new Date(approximateNow(clock))));
  }

  /** Nothing is kept if the room was given another name or proof meanwhile. */
  async #save(due: Due, next: AfterLook): Promise<void> {
    const { pool, clock, rooms } = this.#deps;
    const { orgId, id } = due;
    const { event } = next;
    if (!event) return void (await keep(pool, due, next));
    const write = { orgId, lineId: id, actor: "system", operation: "recheckHost", clock };
    try {
      await auditedWrite(pool, write, async (tx) => {
        if (!(await keep(tx, due, next))) throw new Outdated();
        return { ...event, answer: null };
      });
    } catch (error) {
      if (error instanceof Outdated) return;
      // Shown again, but it is another room's by now.
      if (isHostTaken(error))
        return void (await keep(pool, due, afterLook(due, "unclear", next.at)));
      throw error;
    }
    await rooms.reread(id);
  }
}

class Outdated extends Error {
  override name = "Outdated";
}

/** The time when it is due is another one as soon as the room has another name or proof. */
async function keep(db: pg.Pool | pg.ClientBase, due: Due, next: AfterLook): Promise<boolean> {
  const { rowCount } = await db.query(
    `update room set host_proof = $3, host_missing_since = $4, host_check_at = $5,
            host_proven_at = case when $6 then coalesce(host_proven_at, $7) end
      where id = $1 and host_check_at = $2::timestamptz`,
    [
      due.id,
      due.dueAt,
      next.proof,
      next.missingSince,
      nextHostCheck(next.at),
      next.isProven,
      next.at,
    ],
  );
  return rowCount === 1;
}
