// Who asks for what, as the services need to know it.

import type { FastifyRequest } from "fastify";
import { actorOf, staffOf } from "../http/access.ts";
import { organisationOf } from "../http/holder.ts";
import { keyOf } from "../http/idempotency.ts";
import type { Asker } from "./core/service.ts";

export function staffRequest(request: FastifyRequest, operation: string): Asker {
  return { ...requestBy(request, operation), orgId: staffOf(request).orgId };
}

/** Staff act for everybody, a holder on their own booking or entry of the waitlist alone. */
export function holderRequest(
  request: FastifyRequest<{ Params: { id: string } }>,
  operation: string,
): Asker {
  const orgId = organisationOf(request, "bookings:request");
  return { ...requestBy(request, operation), orgId };
}

function requestBy(request: FastifyRequest, operation: string): Omit<Asker, "orgId"> {
  const { caller, id: requestId } = request;
  return { caller, actor: actorOf(caller), requestId, ...keyOf(request, `booking.${operation}`) };
}
