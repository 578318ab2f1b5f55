// Everything that is held of one person, over all products: to hand it to them, or to take out who it was.
// What is erased is erased in one transaction: all of it, or nothing.

import type pg from "pg";
import { auditedWrite } from "../engine/audited-write.ts";
import { refuseOnHold } from "../events/retention/settings.ts";
import { approximateNow, type Clock } from "../infra/clock.ts";
import { Refusal } from "../kernel/refusal.ts";
import {
  normalised,
  type Ending,
  type Identifier,
  type Person,
  type PersonPart,
  type Trace,
} from "./person.ts";
import { refuse } from "./refusals.ts";
import { eraseFromTrail, forgetAnswers } from "./told.ts";

export interface PeopleDeps {
  pool: pg.Pool;
  clock: Clock;
  findPatients(db: pg.Pool, person: Omit<Person, "patientIds">): Promise<string[]>;
  parts: readonly PersonPart[];
}

export interface Wanted {
  by: Identifier;
  value: string;
}

export type Counts = Record<string, number>;

/** More than one person can have: the number of a clinic, say. */
const maxTraces = 10_000;

interface FoundPart {
  part: PersonPart;
  ids: string[];
}

export class People {
  readonly #deps: PeopleDeps;

  constructor(deps: PeopleDeps) {
    this.#deps = deps;
  }

  async export(by: Ending, wanted: Wanted): Promise<Record<string, object[]>> {
    const { pool } = this.#deps;
    const { found } = await this.#find(by.orgId, wanted);
    const data: Record<string, object[]> = {};
    for (const { part, ids } of found) {
      const traces = await part.read(pool, by.orgId, ids, this.#now());
      data[part.kind] = traces.map((trace) => trace.data);
    }
    const after = { by: wanted.by, found: countsOf(found) };
    await auditedWrite(pool, writeBy(by, "exportPerson"), async () => {
      return { type: "organisation.person_exported", after, answer: null };
    });
    return data;
  }

  /** What would be erased, and what is open. */
  async look(orgId: string, wanted: Wanted) {
    const { found } = await this.#find(orgId, wanted);
    return { erased: countsOf(found), open: await this.#open(this.#deps.pool, orgId, found) };
  }

  async erase(by: Ending, wanted: Wanted, endActive: boolean): Promise<Counts> {
    const { orgId } = by;
    // Before anything is ended; and again under the lock.
    await refuseOnHold(this.#deps.pool, orgId);
    const { person, found } = await this.#find(orgId, wanted);
    if (endActive) await this.#endAll(by, found);
    const ids = found.flatMap((each) => each.ids);
    const { answer } = await auditedWrite(
      this.#deps.pool,
      writeBy(by, "erasePerson"),
      async (tx) => {
        await refuseOnHold(tx, orgId);
        await this.#lock(tx, orgId, found);
        const open = await this.#open(tx, orgId, found);
        if (open.length > 0) throw refuse("PERSON_ACTIVE", undefined, { open: open.slice(0, 100) });
        for (const { part, ids: theirs } of found) {
          if (theirs.length > 0) await part.erase(tx, orgId, theirs);
        }
        const erased: Counts = {
          ...countsOf(found),
          answers: await forgetAnswers(tx, person, ids),
          audit: await eraseFromTrail(tx, person),
        };
        const after = { by: wanted.by, erased };
        return { type: "organisation.person_erased", after, answer: erased };
      },
    );
    return answer;
  }

  async #find(orgId: string, { by, value }: Wanted) {
    const { pool, parts, findPatients } = this.#deps;
    const wanted = { orgId, by, value: normalised(by, value) };
    const person: Person = { ...wanted, patientIds: await findPatients(pool, wanted) };
    const found: FoundPart[] = [];
    for (const part of parts) found.push({ part, ids: await part.find(pool, person) });
    if (found.flatMap(({ ids }) => ids).length > maxTraces) throw refuse("PERSON_NOT_ONE");
    return { person, found };
  }

  async #open(db: pg.Pool | pg.PoolClient, orgId: string, found: readonly FoundPart[]) {
    const open: { kind: string; id: string; status: string }[] = [];
    for (const { part, ids } of found) {
      for (const trace of await part.read(db, orgId, ids, this.#now())) {
        if (trace.open !== null) open.push({ kind: part.kind, id: trace.id, status: trace.open });
      }
    }
    return open;
  }

  /** Each in the usual way, with its own event. One that has ended meanwhile is as good. */
  async #endAll(by: Ending, found: readonly FoundPart[]): Promise<void> {
    for (const { part, ids } of found) {
      if (!part.end) continue;
      const traces: Trace[] = await part.read(this.#deps.pool, by.orgId, ids, this.#now());
      for (const trace of traces) {
        if (trace.open !== null) await part.end(by, trace).catch(ignoreConflict);
      }
    }
  }

  /** In the order of their ids, as everybody does. */
  async #lock(tx: pg.PoolClient, orgId: string, found: readonly FoundPart[]): Promise<void> {
    const lines = new Set<string>();
    for (const { part, ids } of found) {
      for (const { lineId } of await part.read(tx, orgId, ids, this.#now())) {
        if (lineId) lines.add(lineId);
      }
    }
    await tx.query(`select 1 from line where id = any($1::uuid[]) order by id for update`, [
      [...lines],
    ]);
  }

  #now(): Date {
    return new Date(approximateNow(this.#deps.clock));
  }
}

const writeBy = ({ orgId, actor }: Ending, operation: string) => ({
  orgId,
  lineId: orgId,
  actor,
  operation,
});

/** The last look, under the locks, says whether it is over. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof Refusal) || error.status !== 409) throw error;
}

const countsOf = (found: readonly FoundPart[]): Counts =>
  Object.fromEntries(found.map(({ part, ids }) => [part.kind, ids.length]));
