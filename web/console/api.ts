// The console's side of the API, typed. Every POST carries an Idempotency-Key. A key belongs to an
// action (address and body) until the server has answered it for certain: pressing the button again
// after "no answer" repeats the same action and cannot become a second one.

import { asProblem } from "../../client/transport/problem.ts";
import { newKey } from "../../client/transport/send.ts";
import { isUnknown, request } from "../wire/request.ts";
import type {
  ApiKey,
  Invitation,
  InvitedMember,
  Me,
  Member,
  NewApiKey,
  NewPasskey,
  Page,
  Passkey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
  Queue,
  QueueState,
  QueueStats,
  Role,
  SecondFactor,
  Ticket,
  TicketStatus,
} from "../wire/types.ts";

const keysInDoubt = new Map<string, string>();

export async function post<T>(path: string, body: object = {}): Promise<T | null> {
  const action = `${path} ${JSON.stringify(body)}`;
  const key = keysInDoubt.get(action) ?? newKey();
  keysInDoubt.set(action, key);
  try {
    const answer = await request<T>(path, { method: "POST", body, key });
    keysInDoubt.delete(action);
    return answer;
  } catch (error) {
    if (!isUnknown(asProblem(error))) keysInDoubt.delete(action);
    throw error;
  }
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return present(await request<T>(path, signal ? { signal } : {}));
}

export function present<T>(answer: T | null): T {
  if (answer === null) throw new Error("The server sent an empty answer");
  return answer;
}

export type Verb = "serve" | "complete" | "no-show" | "cancel" | "recall" | "undo";

export interface NewPerson {
  name: string;
  mobile?: string;
  partySize: number;
  priority?: string;
}

export interface NewQueue {
  name: string;
  prefix: string;
  timezone: string;
  numberReset: Queue["numberReset"];
}

export type QueueSettings = Omit<Queue, "id" | "waiting" | "createdAt">;

export interface Setup {
  organisation: string;
  name: string;
  email: string;
  password: string;
}

export interface NewKey {
  name: string;
  role: Role;
  expiresAt?: string;
}

/** The server gives lists in pages; the console shows them whole, up to a bound. */
export async function all<T>(path: string, pages: number, signal?: AbortSignal): Promise<Page<T>> {
  const items: T[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    const glue = path.includes("?") ? "&" : "?";
    const from: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
    const answer: Page<T> = await get<Page<T>>(`${path}${glue}limit=200${from}`, signal);
    items.push(...answer.items);
    cursor = answer.nextCursor;
    if (!cursor) break;
  }
  return { items, nextCursor: cursor };
}

/** In the other queue: by when they came, or behind all others. */
export type TransferPlace = "arrival" | "end";

export const api = {
  setupNeeded: async () => (await get<{ needed: boolean }>("/v1/setup")).needed,
  /** From another computer the server wants its printed key, too. */
  setup: (setup: Setup, ownerKey?: string) =>
    request("/v1/setup", {
      method: "POST",
      body: setup,
      bearer: ownerKey,
      withCookies: true,
    }),
  signIn: (credentials: { email: string; password: string; code?: string }) =>
    request<Me>("/v1/session", { method: "POST", body: credentials }),
  signOut: () => request("/v1/session", { method: "DELETE" }),
  me: () => get<Me>("/v1/me"),
  beginSecondFactor: (password: string) =>
    request<SecondFactor>("/v1/session/second-factor", { method: "POST", body: { password } }),
  confirmSecondFactor: (code: string) =>
    request("/v1/session/second-factor/confirm", { method: "POST", body: { code } }),
  removeSecondFactor: (password: string) =>
    request("/v1/session/second-factor/remove", { method: "POST", body: { password } }),
  passkeys: async () => (await get<{ items: Passkey[] }>("/v1/session/passkeys")).items,
  beginPasskey: async (password: string) =>
    present(
      await request<PasskeyCreation>("/v1/session/passkeys/begin", {
        method: "POST",
        body: { password },
      }),
    ),
  addPasskey: (passkey: NewPasskey) =>
    request<Passkey>("/v1/session/passkeys", { method: "POST", body: passkey }),
  removePasskey: (id: string, password: string) =>
    request(`/v1/session/passkeys/${id}/remove`, { method: "POST", body: { password } }),
  beginPasskeySignIn: async () =>
    present(await request<PasskeyRequest>("/v1/session/passkey/begin", { method: "POST" })),
  signInWithPasskey: (answer: PasskeyAnswer) =>
    request<Me>("/v1/session/passkey", { method: "POST", body: answer }),
  changePassword: (passwords: { currentPassword: string; newPassword: string }) =>
    request("/v1/session/password", { method: "POST", body: passwords }),
  switchOrganisation: (organisationId: string) =>
    request("/v1/session/organisation", { method: "PUT", body: { organisationId } }),
  invitation: (token: string) => get<Invitation>(`/v1/invitations/${encodeURIComponent(token)}`),
  acceptInvitation: (token: string, answer: { name: string; password: string }) =>
    post<Me>(`/v1/invitations/${encodeURIComponent(token)}/accept`, answer),

  members: () => all<Member>("/v1/members", 10),
  invite: async (member: { email: string; name?: string; role: Role }) =>
    present(await post<InvitedMember>("/v1/members", member)),
  changeRole: (id: string, role: Role) =>
    request<Member>(`/v1/members/${id}`, { method: "PATCH", body: { role } }),
  removeMember: (id: string) => request(`/v1/members/${id}`, { method: "DELETE" }),

  keys: () => all<ApiKey>("/v1/api-keys", 10),
  createKey: async (key: NewKey) => present(await post<NewApiKey>("/v1/api-keys", key)),
  revokeKey: (id: string) => request(`/v1/api-keys/${id}`, { method: "DELETE" }),

  queues: () => all<Queue>("/v1/queues", 10),
  queue: (id: string) => get<Queue>(`/v1/queues/${id}`),
  createQueue: async (queue: NewQueue) => present(await post<Queue>("/v1/queues", queue)),
  changeQueue: async (id: string, settings: Partial<QueueSettings>) =>
    present(await request<Queue>(`/v1/queues/${id}`, { method: "PATCH", body: settings })),
  setState: async (id: string, state: QueueState) =>
    present(await request<Queue>(`/v1/queues/${id}/state`, { method: "PUT", body: { state } })),
  stats: (id: string) => get<QueueStats>(`/v1/queues/${id}/stats`),

  tickets: (queueId: string, statuses: TicketStatus[], pages: number, signal?: AbortSignal) =>
    all<Ticket>(`/v1/queues/${queueId}/tickets?status=${statuses.join(",")}`, pages, signal),
  /** null: nobody waits. */
  callNext: (queueId: string, desk: string) =>
    post<Ticket>(`/v1/queues/${queueId}/call-next`, { desk }),
  addPerson: async (queueId: string, person: NewPerson) =>
    present(await post<Ticket>(`/v1/queues/${queueId}/tickets`, person)),
  act: async (ticketId: string, verb: Verb) =>
    present(await post<Ticket>(`/v1/tickets/${ticketId}/${verb}`)),
  requeue: async (ticketId: string, to: "front" | "back") =>
    present(await post<Ticket>(`/v1/tickets/${ticketId}/requeue`, { to })),
  transfer: async (ticketId: string, queueId: string, place: TransferPlace) =>
    present(await post<Ticket>(`/v1/tickets/${ticketId}/transfer`, { queueId, place })),
  correct: async (ticketId: string, change: { name?: string; partySize?: number }) =>
    present(await request<Ticket>(`/v1/tickets/${ticketId}`, { method: "PATCH", body: change })),
};
