// Departments: what a hospital with sixty doctors sorts them by. A resource belongs to one, or to none.

import type pg from "pg";
import type { CommandContext } from "../engine/command-context.ts";
import { auditedWrite } from "../engine/audited-write.ts";
import type { Clock } from "../infra/clock.ts";
import { newId } from "../infra/ids.ts";
import * as store from "./department-store.ts";
import type { Department } from "./department-store.ts";
import { refuse } from "./refusals.ts";

export const maxDepartments = 200;

export interface DepartmentDeps {
  pool: pg.Pool;
  clock: Clock;
}

export class Departments {
  readonly #deps: DepartmentDeps;

  constructor(deps: DepartmentDeps) {
    this.#deps = deps;
  }

  list(orgId: string, after: string | null, limit: number): Promise<Department[]> {
    return store.listDepartments(this.#deps.pool, orgId, after, limit);
  }

  async create(by: CommandContext, { name }: { name: string }) {
    const { answer, replayed } = await this.#write(
      by,
      "availability.createDepartment",
      async (tx) => {
        if ((await store.countDepartments(tx, by.orgId)) >= maxDepartments) {
          throw refuse("DEPARTMENTS_FULL", `There are at most ${maxDepartments} departments`);
        }
        await notTaken(tx, by.orgId, name);
        const department = { id: newId(), name };
        await store.insertDepartment(tx, by.orgId, department);
        return { type: "availability.department_created", after: department, answer: department };
      },
    );
    return { department: answer, replayed };
  }

  async rename(by: CommandContext, id: string, { name }: { name: string }) {
    const { answer, replayed } = await this.#write(
      by,
      "availability.renameDepartment",
      async (tx) => {
        const before = await found(tx, by.orgId, id);
        await notTaken(tx, by.orgId, name, id);
        const department = { id, name };
        await store.renameDepartment(tx, by.orgId, department);
        return {
          type: "availability.department_changed",
          before,
          after: department,
          answer: department,
        };
      },
    );
    return { department: answer, replayed };
  }

  /** Nobody is left in a department that is gone: first they are put elsewhere. */
  async remove(by: CommandContext, id: string) {
    return this.#write(by, "availability.removeDepartment", async (tx) => {
      const before = await found(tx, by.orgId, id);
      const resources = await store.countResourcesIn(tx, by.orgId, id);
      if (resources > 0) {
        const detail = `${resources} resources belong to ${before.name}; put them elsewhere first`;
        throw refuse("DEPARTMENT_IN_USE", detail, { resources });
      }
      await store.deleteDepartment(tx, by.orgId, id);
      return { type: "availability.department_removed", before, after: {}, answer: null };
    });
  }

  #write<T>(
    by: CommandContext,
    operation: string,
    work: Parameters<typeof auditedWrite<T>>[2],
  ): Promise<{ answer: T; replayed: boolean }> {
    const { pool, clock } = this.#deps;
    return auditedWrite(pool, { ...by, lineId: by.orgId, operation, clock }, work);
  }
}

async function found(tx: pg.ClientBase, orgId: string, id: string): Promise<Department> {
  const department = await store.findDepartment(tx, orgId, id);
  if (!department) throw refuse("NOT_FOUND", "There is no such department");
  return department;
}

/** The organisation's line is locked, so nobody can come in between. */
async function notTaken(tx: pg.ClientBase, orgId: string, name: string, but?: string) {
  const same = await store.findDepartmentByName(tx, orgId, name);
  if (same && same.id !== but) {
    throw refuse("DEPARTMENT_EXISTS", `There is a department ${same.name}`, {
      departmentId: same.id,
    });
  }
}
