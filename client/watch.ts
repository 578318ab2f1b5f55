// Live streams that do not end: a connection that is lost or gone quiet is opened again where the last
// message left off, until whoever watches has seen enough.

import { readEventStream, type Place, type StreamMessage } from "./event-stream.ts";
import { errorFrom, TurnkeeperError } from "./problem.ts";
import type { components, paths } from "./schema.ts";
import { noAnswer, pause, pauseBefore, type SendOptions } from "./send.ts";

type Schemas = components["schemas"];

/** One thing that happened in a queue. The views are as of the moment it was read. */
export interface QueueChange {
  seq: number;
  /** counter.joined, counter.called, … */
  type: string;
  at: string;
  actor: string;
  before: unknown;
  after: unknown;
  ticket: Schemas["Ticket"] | null;
  queue: Schemas["Queue"] | null;
  waiting: number;
}

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

const defaultRetryMs = 2_000;
/** The server says something every 15 seconds. */
const silenceMs = 45_000;

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
  base: WatchBase,
  { lastEventId = "", signal = new AbortController().signal }: WatchOptions = {},
): AsyncGenerator<Message, void> {
  const url = base.url + path;
  const place: Place = { lastId: lastEventId, retryMs: defaultRetryMs };
  for (let attempt = 1; ; attempt++) {
    let waitMs = 0;
    try {
      for await (const message of connection(url, base, place, signal)) {
        attempt = 0;
        // The server says that it waits for its database, and that it goes on: no news either way.
        if (message.event === "waiting" || message.event === "resumed") continue;
        yield { ...message, data: JSON.parse(message.data) } as Message;
      }
    } catch (error) {
      signal.throwIfAborted();
      const problem = error instanceof TurnkeeperError ? error : noAnswer(error);
      if (problem.status >= 400 && problem.status < 500 && problem.status !== 429) throw problem;
      waitMs = pauseBefore(attempt, problem);
    }
    await (base.pause ?? pause)(Math.max(place.retryMs, waitMs), signal);
  }
}

/** One connection, until it ends, breaks, or is silent for too long. */
async function* connection(
  url: string,
  base: WatchBase,
  place: Place,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage, void> {
  const closing = new AbortController();
  let silence = setTimeout(() => closing.abort(), silenceMs);
  const onBytes = () => {
    clearTimeout(silence);
    silence = setTimeout(() => closing.abort(), silenceMs);
  };
  const headers: Record<string, string> = { ...base.headers, accept: "text/event-stream" };
  if (place.lastId !== "") headers["last-event-id"] = place.lastId;
  try {
    const response = await (base.fetch ?? fetch)(url, {
      headers,
      signal: AbortSignal.any([signal, closing.signal]),
    });
    if (!response.ok || !response.body) throw await errorFrom(response);
    yield* readEventStream(response.body, place, onBytes);
  } finally {
    // Also when the loop over us is left: nobody reads this connection any more.
    clearTimeout(silence);
    closing.abort();
  }
}
