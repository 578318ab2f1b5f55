// Who asks for what, as the services need to know it.

import type { FastifyRequest } from "fastify";
import { actorOf, staffOf } from "../http/access.ts";
import { keyOf } from "../http/idempotency.ts";
import { refuse } from "../kernel/refusal.ts";
import type { Request } from "./core/rooms.ts";

export function staffRequest(request: FastifyRequest, operation: string): Request {
  const { orgId } = staffOf(request);
  return { orgId, actor: actorOf(request.caller), ...keyOf(request, operation) };
}

export function badCursor() {
  const errors = [{ field: "cursor", message: "is not valid" }];
  return refuse("INVALID", "This cursor is not valid", { errors });
}
