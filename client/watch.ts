// What can be watched, and what it says.

import type { components, paths } from "./schema.ts";
import { placeAfter } from "./transport/event-stream.ts";
import type { QueueChange } from "./transport/queue-change.ts";
import type { SendOptions } from "./transport/send.ts";
import { openStream } from "./transport/stream.ts";

type Schemas = components["schemas"];

export interface Watchable {
  /** Everything that happens. `reset`: the asked place is too far back, read the queue anew. */
  queue:
    | { event: "change"; id: string; data: QueueChange }
    | { event: "reset"; id: string; data: object };
  /** The ticket as it is, now and after each change of it or of its position. */
  ticket: { event: "ticket"; id: string; data: Schemas["Ticket"] };
  /** The board as it is, now and after each change. */
  board: { event: "board"; id: string; data: Schemas["Board"] };
}

export interface WatchOptions {
  /** The `id` of the last message that was dealt with: goes on after it. */
  lastEventId?: string;
  signal?: AbortSignal;
}

const pathOf = {
  queue: (id: string) => `/v1/queues/${id}/events`,
  ticket: (id: string) => `/v1/tickets/${id}/events`,
  board: (id: string) => `/v1/queues/${id}/board/events`,
};

export interface WatchBase extends SendOptions {
  url: string;
  headers: Record<string, string>;
}

/** Something that happened anywhere in the organisation. */
export type OrganisationEvent =
  paths["/v1/events"]["get"]["responses"][200]["content"]["application/json"]["items"][number];

export interface FollowOptions extends WatchOptions {
  /** Types such as `counter.joined`, or first words such as `opd`; all that the key may read unless given. */
  types?: readonly string[];
}

export function watch<What extends keyof Watchable>(
  what: What,
  id: string,
  base: WatchBase,
  options?: WatchOptions,
): AsyncGenerator<Watchable[What], void> {
  return messagesFrom(pathOf[what](encodeURIComponent(id)), base, options);
}

export async function* follow(
  base: WatchBase,
  { types, ...options }: FollowOptions = {},
): AsyncGenerator<OrganisationEvent, void> {
  const path = types ? `/v1/events?types=${encodeURIComponent(types.join())}` : "/v1/events";
  for await (const message of messagesFrom<{ data: OrganisationEvent }>(path, base, options)) {
    yield message.data;
  }
}

async function* messagesFrom<Message>(
  path: string,
  { url, ...base }: WatchBase,
  { lastEventId, signal = new AbortController().signal }: WatchOptions = {},
): AsyncGenerator<Message, void> {
  const options = { ...base, signal, obeysRetry: true };
  for await (const message of openStream(url + path, placeAfter(lastEventId), options)) {
    yield { ...message, data: JSON.parse(message.data) } as Message;
  }
}
