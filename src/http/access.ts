// Who is calling, and what each route asks of them. Every route names its access in its config;
// the app refuses to start with one that does not, so a forgotten rule cannot become a hole.

import type { FastifyRequest } from "fastify";
import { refuse } from "../kernel/refusal.ts";
import type { Draining } from "./draining.ts";
import type { Role, Scope } from "./scopes.ts";

export type { Role, Scope };

export interface Staff {
  orgId: string;
  role: Role;
  scopes: readonly Scope[];
}

export type Caller =
  | { kind: "anonymous" }
  | ({ kind: "key"; keyId: string } & Staff)
  | ({ kind: "user"; userId: string } & Staff)
  | { kind: "ticket"; orgId: string; ticketId: string };

export type StaffCaller = Extract<Caller, { kind: "key" | "user" }>;

/**
 * "holder": the ticket named in the path by its secret, or staff who may read; services look closer.
 * "staff": any member or key; their scopes decide what they see.
 */
export type Access = "public" | "holder" | "staff" | Scope;

export interface Authenticator {
  authenticate(request: FastifyRequest): Promise<Caller>;
}

export interface AccessRule {
  method: string;
  url: string;
  access: Access;
}

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
    /** Proves by a signature over its body who sent it: not counted among the public's writes. */
    signed?: boolean;
    /** The route counts its public callers itself, or knows them by something that was signed. */
    ownLimit?: boolean;
    /** Needs no key, or one of its own: nobody is asked who they are, and no database is. */
    ownKey?: boolean;
    /** Asked for by programs that add parameters of their own to an address. */
    anyQuery?: boolean;
    /** Of a route that everybody may write to: whose it is, by the id in its path. */
    organisationOf?: (id: string) => Promise<string>;
  }
  interface FastifyInstance {
    /** Of every route there is. */
    accessRules: AccessRule[];
    draining: Draining;
  }
  interface FastifyRequest {
    caller: Caller;
    /** What limits per address count by. */
    network: string;
  }
}

export function isStaff(caller: Caller): caller is StaffCaller {
  return caller.kind === "key" || caller.kind === "user";
}

export function actorOf(caller: Caller): string {
  switch (caller.kind) {
    case "anonymous":
      return "public";
    case "key":
      return `key:${caller.keyId}`;
    case "user":
      return `user:${caller.userId}`;
    case "ticket":
      return `ticket:${caller.ticketId}`;
  }
}

/** Throws unless this caller may use a route with that access. */
export function checkAccess(access: Access, caller: Caller): void {
  if (access === "public") return;
  if (caller.kind === "anonymous") throw refuse("UNAUTHENTICATED");
  // Which scope staff need, and whether it is the holder's own, is for holder.ts to say.
  if (access === "holder") return;
  if (caller.kind === "ticket") throw refuse("FORBIDDEN", "A ticket's secret is not enough here");
  if (access !== "staff") requireScope(caller, access);
}

export function requireScope(staff: Staff, scope: Scope): void {
  if (!staff.scopes.includes(scope)) throw refuse("FORBIDDEN", `This needs the scope ${scope}`);
}

export function staffOf(request: FastifyRequest): StaffCaller {
  if (!isStaff(request.caller)) throw refuse("UNAUTHENTICATED");
  return request.caller;
}
