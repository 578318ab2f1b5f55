// Who asks for what, as the services need to know it.

import type { FastifyRequest } from "fastify";
import { actorOf, staffOf } from "../http/access.ts";
import { organisationOf, type OnTicket } from "../http/holder.ts";
import { keyOf } from "../http/idempotency.ts";
import { refuse } from "../kernel/refusal.ts";
import type { By } from "./core/orders.ts";

export interface Request extends By {
  requestId: string;
  /** The network a guest comes from; a guest's own id is anybody's choice. */
  network?: string | undefined;
  key?: string | undefined;
}

export function requestBy(request: FastifyRequest, operation: string): Omit<Request, "orgId"> {
  const key = keyOf(request, `boxes.${operation}`);
  return { actor: actorOf(request.caller), requestId: request.id, ...key };
}

export function staffRequest(request: FastifyRequest, operation: string): Request {
  return { ...requestBy(request, operation), orgId: staffOf(request).orgId };
}

/** Staff act on every reservation of their organisation, a holder on their own alone. */
export function reservationRequest(request: OnTicket, operation: string): Request {
  const orgId = organisationOf(request, "boxes:operate");
  return { ...requestBy(request, operation), orgId };
}

export function badCursor() {
  const errors = [{ field: "cursor", message: "is not valid" }];
  return refuse("INVALID", "This cursor is not valid", { errors });
}

export function withoutUndefined<T extends object>(
  patch: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as never;
}
