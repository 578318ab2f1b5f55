// Tickets and tokens are read and changed by staff, and by the holder of their secret.

import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../kernel/refusal.ts";
import { requireScope, staffOf, type Scope } from "./access.ts";

/** Reads by a holder are limited per ticket; throws when there were too many. */
export type CountTicketRead = (
  request: FastifyRequest,
  reply: FastifyReply,
  ticketId: string,
) => Promise<void>;

export type OnTicket = FastifyRequest<{ Params: { id: string } }>;

/** Staff act on every ticket of their organisation, a holder on their own alone. */
export function organisationOf(request: OnTicket, scope: Scope): string {
  const { caller } = request;
  if (caller.kind !== "ticket") {
    const staff = staffOf(request);
    requireScope(staff, scope);
    return staff.orgId;
  }
  if (caller.ticketId !== request.params.id) throw refuse("NOT_FOUND", "There is no such ticket");
  return caller.orgId;
}

/** For a look at a ticket: whose it is. */
export async function holderRead(
  request: OnTicket,
  reply: FastifyReply,
  scope: Scope,
  count: CountTicketRead,
): Promise<string> {
  const orgId = organisationOf(request, scope);
  if (request.caller.kind === "ticket") await count(request, reply, request.params.id);
  return orgId;
}
