// What the server sends, as its OpenAPI document says: these are names for the generated types, in this file
// and its neighbours. "npm run generate" writes them anew when a route changes.

import type { components, paths } from "../../client/schema.ts";

export type Schemas = components["schemas"];

/** Answers that have no name of their own. */
export type AnswerOf<
  Path extends keyof paths,
  Method extends keyof paths[Path],
> = paths[Path][Method] extends { responses: { 200: { content: { "application/json": infer T } } } }
  ? T
  : never;

export type BodyOf<
  Path extends keyof paths,
  Method extends keyof paths[Path],
> = paths[Path][Method] extends { requestBody: { content: { "application/json": infer T } } }
  ? T
  : never;

export type { QueueChange } from "../../client/transport/queue-change.ts";

export type Queue = Schemas["Queue"];
export type QueueState = Queue["state"];
export type NumberReset = Queue["numberReset"];
export type Priority = Queue["priorities"][number];
export type PublicQueue = Schemas["PublicQueue"];
export type QueueStats = Schemas["QueueStats"];
export type Ticket = Schemas["Ticket"];
export type TicketStatus = Ticket["status"];
export type JoinedTicket = Schemas["JoinedTicket"];
export type WaitRange = Schemas["WaitRange"];
export type Board = Schemas["Board"];
export type BoardCall = Board["serving"][number];

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

export type Role = Schemas["Role"];
export type Me = Schemas["Me"];
export type Member = Schemas["Member"];
export type InvitedMember = Schemas["InvitedMember"];
export type Invitation = Schemas["Invitation"];
export type ApiKey = Schemas["ApiKey"];
export type NewApiKey = Schemas["NewApiKey"];
export type SecondFactor = Schemas["SecondFactor"];
export type Passkey = Schemas["Passkey"];
/** As WebAuthn has them, with bytes as base64url. */
export type PasskeyCreation = Schemas["PasskeyCreation"];
export type PasskeyRequest = Schemas["PasskeyRequest"];
export type NewPasskey = BodyOf<"/v1/session/passkeys", "post">;
export type PasskeyAnswer = BodyOf<"/v1/session/passkey", "post">;
