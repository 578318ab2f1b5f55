// When a resource is open, what is left of that, and changing it. Other parts ask here; the tables belong to
// this folder alone.

import type { CommandContext } from "../engine/command-context.ts";
import type pg from "pg";
import { auditedWrite } from "../engine/audited-write.ts";
import { approximateNow, type Clock } from "../infra/clock.ts";
import { newId } from "../infra/ids.ts";
import { invalid } from "../kernel/refusal.ts";
import { refuse } from "./refusals.ts";
import type { Budgets } from "../platform/budgets.ts";
import { carryOut, foresee, maxListed, type Conflicts } from "./changes.ts";
import type { CommitmentPort, PlacesOf, Taken } from "./commitments.ts";
import { findDepartment } from "./department-store.ts";
import { ManyExceptions } from "./many-exceptions.ts";
import { isDate, momentIn } from "./moments.ts";
import {
  conflictsIn,
  freeOf,
  keptBack,
  placesLeft,
  placesOfHours,
  withTaken,
} from "./occupancy.ts";
import {
  planBusy,
  planConfiguration,
  planException,
  planRemoval,
  rangeIn,
  type NewConfiguration,
  type NewException,
  type OutsideBusy,
  type Plan,
} from "./plans.ts";
import { isForOne, type ResourceType } from "./rules.ts";
import { openIn, slotsIn, type Hours, type Slot } from "./schedule.ts";
import * as store from "./store.ts";
import type { Resource } from "./store.ts";
import * as view from "./view.ts";
import { dateOf, dayMs, dayOf, localDate } from "./zone.ts";

export type { Commitment, CommitmentPort, ScheduleChange, Taken } from "./commitments.ts";

export interface AvailabilityDeps {
  pool: pg.Pool;
  clock: Clock;
  commitments: readonly CommitmentPort[];
  budgets: Pick<Budgets, "check">;
}

export interface NewResource {
  type: ResourceType;
  name: string;
  timezone: string;
  objectId?: string | null | undefined;
  departmentId?: string | null | undefined;
}

export interface ResourcePatch {
  name?: string | undefined;
  active?: boolean | undefined;
  departmentId?: string | null | undefined;
}

/** Each end is an instant, or a local date, which stands for its first moment. */
export interface Range {
  from: string;
  to: string;
}

export interface BusyChange {
  operation: string;
  event: string;
  conflicts: Conflicts;
  /** In the same commit: how many tokens and bookings it ran into. */
  finish(tx: pg.ClientBase, now: Date, leftOutside: number): Promise<void>;
}

const maxSlots = 50_000;

export class AvailabilityService {
  readonly #deps: AvailabilityDeps;
  /** One exception for many resources. */
  readonly many: ManyExceptions;

  constructor(deps: AvailabilityDeps) {
    this.#deps = deps;
    this.many = new ManyExceptions(deps);
  }

  async createResource(by: CommandContext, input: NewResource) {
    const { pool, clock, budgets } = this.#deps;
    const { objectId = null, departmentId = null, ...rest } = input;
    const id = newId();
    const write = { ...by, lineId: id, operation: "availability.createResource", clock };
    const { answer, replayed } = await auditedWrite(pool, write, async (tx, createdAt) => {
      const its = { orgId: by.orgId, id, objectId, departmentId };
      const resource = { ...rest, ...its, active: true, createdAt };
      // The organisation's line is locked, so nobody can come in between.
      if (objectId !== null) {
        const filter = { type: input.type, objectId };
        const [same] = await store.listResources(tx, by.orgId, filter, null, 1);
        if (same) throw refuse("OBJECT_TAKEN", undefined, { resourceId: same.id });
      }
      await checkDepartment(tx, resource);
      await budgets.check(tx, by.orgId, "resources");
      await store.insertResource(tx, resource);
      const shown = view.resourceView(resource);
      return { type: "availability.resource_created", after: shown, answer: shown };
    });
    return { resource: withAll(answer), replayed };
  }

  async changeResource(by: CommandContext, id: string, patch: ResourcePatch) {
    const { pool, clock } = this.#deps;
    await this.getResource(by.orgId, id);
    const write = { ...by, lineId: id, operation: "availability.changeResource", clock };
    const { answer, replayed } = await auditedWrite(pool, write, async (tx) => {
      const before = (await store.findResource(tx, by.orgId, id))!;
      const {
        name = before.name,
        active = before.active,
        departmentId = before.departmentId,
      } = patch;
      const resource = { ...before, name, active, departmentId };
      if (departmentId !== before.departmentId) await checkDepartment(tx, resource);
      await store.saveResource(tx, resource);
      const shown = view.resourceView(resource);
      return {
        type: "availability.resource_changed",
        before: view.resourceView(before),
        after: shown,
        answer: shown,
      };
    });
    return { resource: withAll(answer), replayed };
  }

  async getResource(orgId: string, id: string): Promise<Resource> {
    const resource = await store.findResource(this.#deps.pool, orgId, id);
    if (!resource) throw notThere();
    return resource;
  }

  async resources(
    orgId: string,
    filter: store.ResourceFilter,
    after: string | null,
    limit: number,
  ): Promise<view.ResourceView[]> {
    const found = await store.listResources(this.#deps.pool, orgId, filter, after, limit);
    return found.map(view.resourceView);
  }

  /** All configurations there ever were, and the exceptions. */
  async availability(orgId: string, id: string) {
    const { pool, clock } = this.#deps;
    const [resource, configurations, exceptions] = await Promise.all([
      this.getResource(orgId, id),
      store.listConfigurations(pool, orgId, id),
      store.listExceptions(pool, orgId, id),
    ]);
    const now = approximateNow(clock);
    return {
      resourceId: id,
      timezone: resource.timezone,
      configurations: configurations.map((each) =>
        view.configurationView(each, resource.timezone, now),
      ),
      exceptions: exceptions.map(view.exceptionEntryView),
    };
  }

  async slots(orgId: string, id: string, range: Range) {
    const { found, taken, placesOf, from, to } = await this.#look(
      orgId,
      id,
      range,
      store.findHours,
    );
    const slots = slotsIn(found, from, to);
    if (slots.length > maxSlots) throw tooManySlots();
    return withTaken(slots, taken, placesOf).map((slot) => view.slotView(slot, found.active));
  }

  /** Where it is open and nothing at all is booked or held. */
  async free(orgId: string, id: string, range: Range) {
    const { found, taken, placesOf, from, to } = await this.#look(
      orgId,
      id,
      range,
      store.findHours,
    );
    if (!found.active) return [];
    const slots = placesOf === placesOfHours ? [] : slotsTouching(found, from, to);
    const kept = keptBack(withTaken(slots, taken, placesOf));
    return freeOf(openIn(found, from, to), taken, kept).map(view.intervalView);
  }

  /** Is it open from a to b, is all of that free, and if not, why. */
  async check(orgId: string, id: string, range: Range) {
    const { found, taken, placesOf, from, to } = await this.#look(
      orgId,
      id,
      range,
      store.findSchedule,
    );
    const slots = withTaken(slotsTouching(found, from, to), taken, placesOf);
    const conflicts = conflictsIn(found, taken, from, to, keptBack(slots));
    const open =
      found.active && conflicts.every(({ kind }) => kind === "taken" || kind === "reserved");
    const free = open && conflicts.length === 0;
    const places = slots.length > 0 ? Math.min(...slots.map(placesLeft)) : Number(free);
    return {
      active: found.active,
      open,
      free,
      left: open ? places : 0,
      conflicts: conflicts.slice(0, maxListed).map(view.conflictView),
    };
  }

  async setConfiguration(
    by: CommandContext,
    id: string,
    {
      confirmSeveral = false,
      ...input
    }: NewConfiguration & { confirmSeveral?: boolean | undefined },
    conflicts?: Conflicts,
  ) {
    const resource = await this.getResource(by.orgId, id);
    if (isForOne(resource.type) && (input.tokensPerSlot ?? 1) > 1 && !confirmSeveral) {
      throw severalNotConfirmed(resource, input.tokensPerSlot!);
    }
    const change = { by, resource, operation: "availability.setConfiguration", conflicts };
    const { made, settled, replayed } = await carryOut(this.#deps, change, (tx, now) =>
      planConfiguration(tx, resource, input, { now }),
    );
    return { configuration: { ...made, settled }, replayed };
  }

  async addException(by: CommandContext, id: string, input: NewException, conflicts?: Conflicts) {
    const resource = await this.getResource(by.orgId, id);
    const change = { by, resource, operation: "availability.addException", conflicts };
    const { made, settled, replayed } = await carryOut(this.#deps, change, (tx, now) =>
      planException(tx, resource, input, { now }),
    );
    return { exception: { ...view.exceptionView(made), settled }, replayed };
  }

  async removeException(
    by: CommandContext,
    id: string,
    exceptionId: string,
    conflicts?: Conflicts,
  ) {
    const resource = await this.getResource(by.orgId, id);
    const change = { by, resource, operation: "availability.removeException", conflicts };
    const { made, settled, replayed } = await carryOut(this.#deps, change, (tx, now) =>
      planRemoval(tx, resource, exceptionId, { now }),
    );
    return { exception: { ...view.exceptionView(made), settled }, replayed };
  }

  /** Whether a calendar from outside says what it said when it was last read. */
  async isAsRead(orgId: string, id: string, outside: OutsideBusy): Promise<boolean> {
    const { pool, clock } = this.#deps;
    const resource = await this.getResource(orgId, id);
    const now = new Date(approximateNow(clock));
    return (await planBusy(pool, resource, outside, { now })).made.changes === 0;
  }

  /**
   * Closes the resource where a calendar from outside is busy now, and opens it where it no longer is.
   * Nobody is there to ask about those left outside, so what happens to them is said beforehand.
   */
  async setBusy(by: CommandContext, id: string, outside: OutsideBusy, change: BusyChange) {
    const { operation, event, conflicts, finish } = change;
    const resource = await this.getResource(by.orgId, id);
    return carryOut(this.#deps, { by, resource, operation, conflicts }, async (tx, now) => ({
      ...(await planBusy(tx, resource, outside, { now })),
      event,
      finish: (tx, settled) => finish(tx, now, settled.length),
    }));
  }

  /**
   * The slots that would result in the range, the commitments that would be left outside, and, when told
   * what to do with those, what would become of each.
   */
  async preview(
    by: CommandContext,
    id: string,
    input: NewConfiguration | NewException,
    range: Partial<Range>,
    conflicts?: Conflicts,
  ) {
    const { orgId } = by;
    const resource = await this.getResource(orgId, id);
    const { timezone } = resource;
    const now = new Date(approximateNow(this.#deps.clock));
    const asked =
      range.from === undefined ? Number.POSITIVE_INFINITY : momentIn(timezone, range.from);
    const when = { now, since: Math.min(asked, now.getTime()) };
    const change = { by, resource, conflicts };
    const { plan, outside, settled } = await foresee<unknown>(this.#deps, change, now, (tx) =>
      "weekly" in input
        ? planConfiguration(tx, resource, input, when)
        : planException(tx, resource, input, when),
    );
    const usual = usuallyShown(timezone, plan, now.getTime());
    const { from, to } = rangeIn(timezone, range.from ?? usual.from, range.to ?? usual.to);
    const slots = slotsIn(plan.after, from, to);
    if (slots.length > maxSlots) throw tooManySlots();
    const [taken, places] = await Promise.all([
      this.#taken(orgId, id, from, to),
      this.#places(orgId, id, from, to),
    ]);
    const placesOf = places.get(resource.type);
    return {
      slots: withTaken(slots, taken, placesOf).map((slot) => view.slotView(slot, resource.active)),
      outside: outside.slice(0, maxListed).map(view.commitmentView),
      outsideTotal: outside.length,
      ...(settled && { settled: settled.slice(0, maxListed).map(view.settledView) }),
    };
  }

  /** The hours and what is taken, at the same time. */
  async #look<Found extends { type: ResourceType }>(
    orgId: string,
    id: string,
    range: Range,
    find: (
      pool: pg.Pool,
      orgId: string,
      id: string,
      from: number,
      to: number,
    ) => Promise<Found | null>,
  ) {
    const zoneMatters = isDate(range.from) || isDate(range.to);
    const timezone = zoneMatters ? (await this.getResource(orgId, id)).timezone : "UTC";
    const { from, to } = rangeIn(timezone, range.from, range.to);
    const [found, taken, places] = await Promise.all([
      find(this.#deps.pool, orgId, id, from, to),
      this.#taken(orgId, id, from, to),
      this.#places(orgId, id, from, to),
    ]);
    if (!found) throw notThere();
    return { found, taken, placesOf: places.get(found.type) ?? placesOfHours, from, to };
  }

  /** By type of resource, for those whose places a product gives out. */
  async #places(orgId: string, id: string, from: number, to: number) {
    const ports = this.#deps.commitments.flatMap(({ places }) => places ?? []);
    const all = ports.map(
      async ({ ofType, find }) =>
        [ofType, await find(orgId, id, new Date(from), new Date(to))] as const,
    );
    return new Map<ResourceType, PlacesOf>(await Promise.all(all));
  }

  async #taken(orgId: string, id: string, from: number, to: number): Promise<Taken[]> {
    const [start, end] = [new Date(from), new Date(to)];
    const all = await Promise.all(
      this.#deps.commitments.map((port) => port.taken(orgId, id, start, end)),
    );
    return all.flat();
  }
}

/** An answer that was stored before there were departments has none. */
function withAll(stored: view.ResourceView): view.ResourceView {
  return { ...stored, departmentId: stored.departmentId ?? null };
}

/** Departments come and go under the lock of the organisation's line, which the writer holds. */
async function checkDepartment(tx: pg.ClientBase, { orgId, departmentId }: Resource) {
  if (departmentId === null || (await findDepartment(tx, orgId, departmentId))) return;
  throw invalid([{ field: "departmentId", message: "is not a department of yours" }]);
}

const notThere = () => refuse("NOT_FOUND", "There is no such resource");

function severalNotConfirmed({ name }: Resource, places: number) {
  const detail =
    `With tokensPerSlot ${places}, ${places} could have ${name} at the same time; ` +
    `send confirmSeveral: true if that is meant, or leave tokensPerSlot out for one at a time`;
  return refuse("SEVERAL_NOT_CONFIRMED", detail);
}

/** Also those that begin before it or end after it. */
function slotsTouching(hours: Hours, from: number, to: number): Slot[] {
  return slotsIn(hours, from - dayMs, to + dayMs).filter(
    ({ start, end }) => start < to && from < end,
  );
}

const tooManySlots = () =>
  invalid([{ field: "to", message: `these are more than ${maxSlots} slots; ask for fewer days` }]);

/** The first week of a configuration, from today on; the days of an exception. */
function usuallyShown(timezone: string, { from, to }: Plan<unknown>, now: number): Range {
  if (to !== null) return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const today = localDate(timezone, Math.max(from, now));
  return { from: today, to: dateOf(dayOf(today) + 7) };
}
