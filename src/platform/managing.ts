// Routes that change when a resource is open: for those whose role lets them change all, and for those
// who have the right on this one.

import type { FastifyRequest } from "fastify";
import { staffOf, type StaffCaller } from "../http/access.ts";
import { isId } from "../infra/ids.ts";
import type { Permission } from "./rights.ts";

export interface RightsPort {
  /** Throws unless they have it on every one. */
  check(caller: StaffCaller, permission: Permission, resourceIds: readonly string[]): Promise<void>;
}

/** Asked before the content is looked at, as for every other refusal of who calls. */
export function managing(rights: RightsPort) {
  return {
    config: { access: "availability:read" },
    async preValidation(request: FastifyRequest): Promise<void> {
      const { id } = request.params as { id: string };
      // What is no id leads nowhere, which the route says itself.
      if (isId(id)) await rights.check(staffOf(request), "manage_availability", [id]);
    },
  } as const;
}
