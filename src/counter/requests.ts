// Who asks for what, as the services need to know it.

import type { FastifyReply, FastifyRequest } from "fastify";
import { actorOf, requireScope, staffOf, type Scope } from "../http/access.ts";
import { keyOf } from "../http/idempotency.ts";
import { refuse } from "../kernel/refusal.ts";
import type { Request } from "./reports.ts";

/** Reads by a ticket's holder are limited per ticket; throws when there were too many. */
export type CountTicketRead = (
  request: FastifyRequest,
  reply: FastifyReply,
  ticketId: string,
) => Promise<void>;

export function requestBy(request: FastifyRequest, operation: string): Omit<Request, "orgId"> {
  const key = keyOf(request, `counter.${operation}`);
  return { actor: actorOf(request.caller), requestId: request.id, ...key };
}

export function staffRequest(request: FastifyRequest, operation: string): Request {
  return { ...requestBy(request, operation), orgId: staffOf(request).orgId };
}

type OnTicket = FastifyRequest<{ Params: { id: string } }>;

/** Staff act on every ticket of their organisation, a holder on their own alone. */
export function ticketRequest(request: OnTicket, operation: string): Request {
  const orgId = organisationOf(request, "counter:operate");
  return { ...requestBy(request, operation), orgId };
}

/** For a look at a ticket: whose it is. */
export async function ticketRead(
  request: OnTicket,
  reply: FastifyReply,
  count: CountTicketRead,
): Promise<string> {
  const orgId = organisationOf(request, "counter:read");
  if (request.caller.kind === "ticket") await count(request, reply, request.params.id);
  return orgId;
}

function organisationOf(request: OnTicket, scope: Scope): string {
  const { caller } = request;
  if (caller.kind !== "ticket") {
    const staff = staffOf(request);
    requireScope(staff, scope);
    return staff.orgId;
  }
  if (caller.ticketId !== request.params.id) throw refuse("NOT_FOUND", "There is no such ticket");
  return caller.orgId;
}

export function badCursor() {
  const errors = [{ field: "cursor", message: "is not valid" }];
  return refuse("INVALID", "This cursor is not one of ours", { errors });
}

export function withoutUndefined<T extends object>(
  patch: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as never;
}
