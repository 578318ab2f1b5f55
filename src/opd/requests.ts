// Who asks for what, as the services need to know it.

import type { FastifyRequest } from "fastify";
import { actorOf, staffOf } from "../http/access.ts";
import { organisationOf } from "../http/holder.ts";
import { keyOf } from "../http/idempotency.ts";
import type { Request } from "./days/days.ts";

export function staffRequest(request: FastifyRequest, operation: string): Request {
  return { ...requestBy(request, operation), orgId: staffOf(request).orgId };
}

/** Staff act on every token of their organisation, a holder on their own alone. */
export function tokenRequest(
  request: FastifyRequest<{ Params: { id: string } }>,
  operation: string,
): Request {
  return { ...requestBy(request, operation), orgId: organisationOf(request, "opd:operate") };
}

function requestBy(request: FastifyRequest, operation: string): Omit<Request, "orgId"> {
  const key = keyOf(request, `opd.${operation}`);
  return { actor: actorOf(request.caller), requestId: request.id, ...key };
}
