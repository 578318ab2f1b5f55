// Doctors, rooms and theatres from a table: looked at first, then all of them in one commit or none.

import type pg from "pg";
import type { CommandContext } from "../../engine/command-context.ts";
import { auditedWrite } from "../../engine/audited-write.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { newId } from "../../infra/ids.ts";
import { invalid } from "../../kernel/refusal.ts";
import type { Budgets } from "../../platform/budgets.ts";
import { maxDepartments } from "../departments.ts";
import { refuse } from "../refusals.ts";
import type { Resource } from "../store.ts";
import { localDate } from "../zone.ts";
import * as store from "./import-store.ts";
import { readTable, type ImportLine } from "./lines.ts";

export interface ImportDeps {
  pool: pg.Pool;
  clock: Clock;
  budgets: Pick<Budgets, "check">;
}

export interface Importing {
  csv: string;
  /** For lines that name none. */
  timezone: string;
}

/** So many are shown of each kind; they are enough to see whether the table was understood. */
const maxShown = 200;

export class ResourceImport {
  readonly #deps: ImportDeps;

  constructor(deps: ImportDeps) {
    this.#deps = deps;
  }

  /** What would be made, and what is wrong, line by line. Nothing is written. */
  async preview(orgId: string, input: Importing) {
    const { pool } = this.#deps;
    const [resources, departments] = await Promise.all([
      store.takenNames(pool, orgId),
      store.departmentIds(pool, orgId),
    ]);
    const lines = read(input, resources);
    const wrong = lines.filter(({ errors }) => errors.length > 0);
    const right = lines.filter(({ errors }) => errors.length === 0);
    return {
      total: lines.length,
      wrongTotal: wrong.length,
      wrong: wrong.slice(0, maxShown).map(shown),
      lines: right.slice(0, maxShown).map(shown),
      newDepartments: missingIn(lines, departments).slice(0, maxDepartments),
    };
  }

  async import(by: CommandContext, input: Importing) {
    const { pool, clock, budgets } = this.#deps;
    const { orgId } = by;
    const write = { ...by, lineId: orgId, operation: "availability.import", clock };
    const { answer, replayed } = await auditedWrite(pool, write, async (tx, now) => {
      const lines = read(input, await store.takenNames(tx, orgId));
      const wrong = lines.filter(({ errors }) => errors.length > 0);
      if (wrong.length > 0) throw notRight(wrong);
      await budgets.check(tx, orgId, "resources", lines.length);
      const departments = await store.departmentIds(tx, orgId);
      const fresh = missingIn(lines, departments).map((name) => ({ id: newId(), name }));
      if (departments.size + fresh.length > maxDepartments) {
        throw refuse("DEPARTMENTS_FULL", `There are at most ${maxDepartments} departments`);
      }
      await store.insertDepartments(tx, orgId, fresh);
      for (const { id, name } of fresh) departments.set(name.toLowerCase(), id);
      const resources = lines.map((line) => resourceOf(orgId, line, departments, now));
      await store.insertResources(tx, orgId, resources, now);
      await store.insertHours(tx, orgId, hoursOf(lines, resources, approximateNow(clock)), now);
      const done = { imported: resources.length, departments: fresh.map(({ name }) => name) };
      const after = { ...done, resourceIds: resources.map(({ id }) => id) };
      return { type: "availability.resources_imported", after, answer: done };
    });
    return { ...answer, replayed };
  }
}

function read({ csv, timezone }: Importing, resources: ReadonlySet<string>): ImportLine[] {
  const { lines, fault } = readTable(csv, { timezone, resources });
  if (fault !== null) throw invalid([{ field: "csv", message: fault }]);
  return lines;
}

function notRight(wrong: readonly ImportLine[]) {
  const errors = wrong
    .slice(0, maxShown)
    .map(({ line, errors: ofLine }) => ({ field: `csv.line ${line}`, message: ofLine.join("; ") }));
  return invalid(errors);
}

/** As the first line writes each. */
function missingIn(lines: readonly ImportLine[], departments: ReadonlyMap<string, string>) {
  const missing = new Map<string, string>();
  for (const { department } of lines) {
    const key = department?.toLowerCase();
    if (key && !departments.has(key) && !missing.has(key)) missing.set(key, department!);
  }
  return [...missing.values()];
}

function resourceOf(
  orgId: string,
  { name, type, timezone, department }: ImportLine,
  departments: ReadonlyMap<string, string>,
  createdAt: Date,
): Resource {
  const departmentId = departments.get(department?.toLowerCase() ?? "") ?? null;
  return {
    orgId,
    id: newId(),
    name,
    type,
    timezone,
    objectId: null,
    departmentId,
    active: true,
    createdAt,
  };
}

/** From today on, where each of them is. */
function hoursOf(lines: readonly ImportLine[], resources: readonly Resource[], now: number) {
  return lines.flatMap(({ hours, timezone }, i): store.HoursOf[] => {
    if (!hours) return [];
    const validFrom = localDate(timezone, now);
    const configuration = { id: newId(), validFrom, validTill: null, ...hours };
    return [{ resourceId: resources[i]!.id, configuration }];
  });
}

function shown({ hours, ...line }: ImportLine) {
  return {
    ...line,
    slotMinutes: hours?.slotMinutes ?? null,
    tokensPerSlot: hours?.tokensPerSlot ?? null,
    weekly: hours?.weekly ?? [],
  };
}
