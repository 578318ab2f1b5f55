// The pass in the form that Queue-it's KnownUser V3 connectors read, for sites that have one of them
// already: fields joined by "~", each a name and a value joined by "_", with an HMAC-SHA256 over what
// stands before it. The connector checks it with the secret that both sides know and keeps a cookie
// of its own; it never calls us, so the place counts as taken when the token is handed out.

import { createHmac } from "node:crypto";
import type { KnownUserSettings } from "../core/rules.ts";

export interface KnownUserPass {
  positionId: string;
  expiresAt: Date;
  cookieMinutes: number;
}

export const knownUserParameter = "queueittoken";

export function knownUserToken(settings: KnownUserSettings, pass: KnownUserPass): string {
  const fields: [name: string, value: string][] = [
    ["e", settings.eventId],
    ["q", pass.positionId],
    ["ts", String(Math.floor(pass.expiresAt.getTime() / 1000))],
    ["ce", "true"],
    ["cv", String(pass.cookieMinutes)],
    ["rt", "queue"],
  ];
  const text = fields.map(([name, value]) => `${name}_${value}`).join("~");
  const hash = createHmac("sha256", settings.secretKey).update(text).digest("hex");
  return `${text}~h_${hash}`;
}

/** What would be read as the border between two fields cannot be part of one. */
export const knownUserName = /^[A-Za-z0-9.-]{1,100}$/;
