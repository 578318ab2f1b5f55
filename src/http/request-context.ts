// The context of a command that comes over HTTP: who calls, for which organisation, under which key.

import type { FastifyRequest } from "fastify";
import type { CommandContext } from "../engine/command-context.ts";
import { actorOf, staffOf, type Caller, type Scope } from "./access.ts";
import { organisationOf, type OnTicket } from "./holder.ts";
import { keyOf } from "./idempotency.ts";

export interface RequestContext extends CommandContext {
  caller: Caller;
  requestId: string;
}

/** Of anybody: whose it is, the caller finds out by what is asked for. */
export function publicContext(
  request: FastifyRequest,
  operation: string,
): Omit<RequestContext, "orgId"> {
  const { caller, id: requestId } = request;
  return { caller, actor: actorOf(caller), requestId, ...keyOf(request, operation) };
}

export function staffContext(request: FastifyRequest, operation: string): RequestContext {
  return { ...publicContext(request, operation), orgId: staffOf(request).orgId };
}

/** Staff with that scope act for everybody, a holder on what is theirs alone. */
export function holderContext(request: OnTicket, scope: Scope, operation: string): RequestContext {
  const orgId = organisationOf(request, scope);
  return { ...publicContext(request, operation), orgId };
}
