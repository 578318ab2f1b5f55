// Idempotency-Key: the same key and body answer the same again. The key is handed to the engine,
// which writes it in the same commit as the effect; here it is only read and checked.

import type { FastifyReply, FastifyRequest } from "fastify";
import { fingerprintOf, idemOf } from "../engine/audited-write.ts";
import { refuse } from "../kernel/refusal.ts";
import { isStaff } from "./access.ts";

const maxCharacters = 255;
const minWithoutAccount = 16; // its replay shows the ticket's secret again

export interface Keyed {
  key?: string;
  idem?: string;
  fingerprint?: string;
}

export function keyOf(request: FastifyRequest, operation: string): Keyed {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return {};
  if (typeof key !== "string" || key.length === 0 || key.length > maxCharacters) {
    throw refuse("MALFORMED", `Idempotency-Key must have 1 to ${maxCharacters} characters`);
  }
  if (!isStaff(request.caller) && key.length < minWithoutAccount) {
    throw refuse("IDEMPOTENCY_KEY_TOO_SHORT");
  }
  const path = request.url.split("?", 1)[0];
  const fingerprint = fingerprintOf([request.method, path, request.body ?? null]);
  return { key, idem: idemOf(operation, key), fingerprint };
}

export function markReplayed(reply: FastifyReply, replayed: boolean): void {
  if (replayed) reply.header("idempotency-replayed", "true");
}
