// One exception for many resources, such as a holiday of the whole hospital. Each resource is one commit, as if
// somebody went from one to the next: a hospital's lines are not locked together for as long as that takes. With
// its Idempotency-Key a request that was cut off goes on where it stopped.

import type { CommandContext } from "../engine/command-context.ts";
import { approximateNow } from "../infra/clock.ts";
import { Refusal } from "../kernel/refusal.ts";
import { carryOut, foresee, maxListed, type ChangeDeps, type Conflicts } from "./changes.ts";
import type { Commitment } from "./commitments.ts";
import { planException, type NewException } from "./plans.ts";
import { refuse } from "./refusals.ts";
import type { Exception } from "./schedule.ts";
import * as store from "./store.ts";
import type { Resource } from "./store.ts";
import * as view from "./view.ts";

interface Outside {
  resource: Resource;
  commitment: Commitment;
}

export class ManyExceptions {
  readonly #deps: ChangeDeps;

  constructor(deps: ChangeDeps) {
    this.#deps = deps;
  }

  /** Who would be left outside, over all of them. Nothing is written. */
  async preview(by: CommandContext, resourceIds: readonly string[], input: NewException) {
    const resources = await this.#find(by.orgId, resourceIds);
    const outside = await this.#outside(by, resources, input);
    return { ...listed(outside), resources: new Set(outside.map((one) => one.resource.id)).size };
  }

  async add(
    by: CommandContext,
    resourceIds: readonly string[],
    input: NewException,
    conflicts?: Conflicts,
  ) {
    const resources = await this.#find(by.orgId, resourceIds);
    if (!conflicts) {
      const outside = await this.#outside(by, resources, input);
      if (outside.length > 0) throw commitmentsOutside(outside);
    }
    const items: view.ManyExceptionsItem[] = [];
    for (const resource of resources) {
      items.push(await this.#addTo(by, resource, input, conflicts));
    }
    return { items };
  }

  async #addTo(
    by: CommandContext,
    resource: Resource,
    input: NewException,
    conflicts: Conflicts | undefined,
  ): Promise<view.ManyExceptionsItem> {
    const { id: resourceId, name } = resource;
    const key = by.key && `${by.key} ${resourceId}`;
    const operation = "availability.addException";
    const change = { by: { ...by, key }, resource, operation, conflicts };
    try {
      const { made, settled } = await carryOut<Exception>(this.#deps, change, (tx, now) =>
        planException(tx, resource, input, { now }),
      );
      return { resourceId, name, exceptionId: made.id, settled, refusal: null };
    } catch (error) {
      // Somebody came in between, or its list is full. The others have theirs all the same.
      if (!(error instanceof Refusal)) throw error;
      const refusal = { code: error.code, detail: error.detail };
      return { resourceId, name, exceptionId: null, settled: [], refusal };
    }
  }

  async #find(orgId: string, ids: readonly string[]): Promise<Resource[]> {
    const found = await store.findResources(this.#deps.pool, orgId, ids);
    if (found.length < new Set(ids).size) throw refuse("NOT_FOUND", "There is no such resource");
    return found.toSorted((a, b) => a.name.localeCompare(b.name));
  }

  async #outside(by: CommandContext, resources: readonly Resource[], input: NewException) {
    const now = new Date(approximateNow(this.#deps.clock));
    const all: Outside[] = [];
    for (const resource of resources) {
      const change = { by, resource, conflicts: undefined };
      const { outside } = await foresee(this.#deps, change, now, (tx) =>
        planException(tx, resource, input, { now }),
      );
      all.push(...outside.map((commitment) => ({ resource, commitment })));
    }
    return all;
  }
}

function listed(outside: readonly Outside[]) {
  return {
    outside: outside.slice(0, maxListed).map(({ resource, commitment }) => ({
      resourceId: resource.id,
      resourceName: resource.name,
      ...view.commitmentView(commitment),
    })),
    outsideTotal: outside.length,
  };
}

function commitmentsOutside(outside: readonly Outside[]): Refusal {
  const detail =
    `${outside.length} tokens or bookings would be left outside; ` +
    `say conflicts: keep to leave them as they are, or move to find them other places`;
  const { outside: claims, outsideTotal: claimsTotal } = listed(outside);
  return refuse("CLAIMS_OUTSIDE", detail, { claims, claimsTotal });
}
