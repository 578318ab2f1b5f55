// What the routes know of somebody who signs in: where they come from, the cookies they get, who they are.

import type { FastifyReply, FastifyRequest } from "fastify";
import type { StaffCaller } from "../http/access.ts";
import type { PublicWrites } from "../http/public-writes.ts";
import { refuse } from "./refusals.ts";
import type { Platform } from "./platform.ts";
import { membershipOf } from "./sessions.ts";
import type { ScopedSchemas } from "./schemas.ts";
import type { SignedIn, Visitor } from "./sessions.ts";

export interface PlatformRouteDeps {
  scoped: ScopedSchemas;
  platform: Platform;
  publicWrites: Pick<PublicWrites, "refusal" | "checkApart">;
}

const deviceCookie = "turnkeeper.device";
const deviceSeconds = 180 * 86_400;

export function visitorOf(
  request: FastifyRequest,
  { platform: { guard }, publicWrites }: PlatformRouteDeps,
): Visitor {
  return {
    ip: request.network,
    device: request.cookies[deviceCookie],
    mustWait: (resetSeconds) =>
      publicWrites.refusal("wrong_passwords", request, { limit: guard.free, resetSeconds }),
  };
}

export function letIn(
  reply: FastifyReply,
  { cookies, device }: SignedIn,
  { publicUrl }: Platform,
): void {
  setCookies(reply, cookies);
  reply.setCookie(deviceCookie, device, {
    path: "/v1",
    httpOnly: true,
    sameSite: "lax",
    secure: publicUrl.startsWith("https:"),
    maxAge: deviceSeconds,
  });
}

export function setCookies(reply: FastifyReply, cookies: string[]): void {
  for (const cookie of cookies) reply.header("set-cookie", cookie);
}

export async function callerOf(
  platform: Platform,
  { userId, orgId }: SignedIn,
): Promise<StaffCaller> {
  const member = await membershipOf(platform, userId, orgId);
  if (!member) throw refuse("BAD_CREDENTIALS");
  return { kind: "user", userId, orgId, ...member };
}
