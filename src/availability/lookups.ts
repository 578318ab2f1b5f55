// What other modules may ask about doctors, besides their hours.

import type pg from "pg";
import { slotsIn, type Slot } from "./schedule.ts";
import * as store from "./store.ts";
import type { Resource } from "./store.ts";

const maxDoctors = 1_000;

/** What a resource is, for callers that need to know before they ask about its time. */
export class ResourceLookups {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  find(orgId: string, ids: readonly string[]): Promise<Resource[]> {
    return store.findResources(this.#pool, orgId, ids);
  }

  /** For somebody who knows only the id. */
  any(id: string): Promise<Resource | null> {
    return store.findAnyResource(this.#pool, id);
  }
}

export class DoctorLookups {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async doctor(
    orgId: string,
    id: string,
    db: pg.Pool | pg.ClientBase = this.#pool,
  ): Promise<Resource | null> {
    return ifDoctor(await store.findResource(db, orgId, id));
  }

  /** For somebody who knows only the id. */
  async anyDoctor(id: string): Promise<Resource | null> {
    return ifDoctor(await store.findAnyResource(this.#pool, id));
  }

  doctors(orgId: string): Promise<Resource[]> {
    return store.listResources(this.#pool, orgId, { type: "doctor" }, null, maxDoctors);
  }

  /** Those of them that are no doctors: where one can be found. */
  async rooms(orgId: string, ids: readonly string[]): Promise<Resource[]> {
    const found = await store.findResources(this.#pool, orgId, ids);
    return found.filter(({ type }) => type !== "doctor");
  }

  /** What the hours say, no matter what is taken. */
  async slots(orgId: string, id: string, from: Date, to: Date): Promise<Slot[]> {
    const schedule = await store.findSchedule(this.#pool, orgId, id, from.getTime(), to.getTime());
    return schedule ? slotsIn(schedule, from.getTime(), to.getTime()) : [];
  }
}

function ifDoctor(resource: Resource | null): Resource | null {
  return resource?.type === "doctor" ? resource : null;
}
