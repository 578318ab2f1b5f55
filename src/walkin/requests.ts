// Who asks for what, as the services need to know it.

import type { FastifyRequest } from "fastify";
import { actorOf, staffOf } from "../http/access.ts";
import { organisationOf, type OnTicket } from "../http/holder.ts";
import { keyOf } from "../http/idempotency.ts";
import { refuse } from "../kernel/refusal.ts";
import type { Request } from "./reports.ts";

export function requestBy(request: FastifyRequest, operation: string): Omit<Request, "orgId"> {
  const key = keyOf(request, `counter.${operation}`);
  return { actor: actorOf(request.caller), requestId: request.id, ...key };
}

export function staffRequest(request: FastifyRequest, operation: string): Request {
  return { ...requestBy(request, operation), orgId: staffOf(request).orgId };
}

export function ticketRequest(request: OnTicket, operation: string): Request {
  const orgId = organisationOf(request, "counter:operate");
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
