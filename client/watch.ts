// Live streams that do not end: a connection that is lost or gone quiet is opened again where the last
// message left off, until whoever watches has seen enough.

import { readEventStream, type StreamReader } from "./event-stream.ts";
import { errorFrom, TurnkeeperError } from "./problem.ts";
import type { components } from "./schema.ts";
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

export async function* watch<What extends keyof Watchable>(
  what: What,
  id: string,
  base: SendOptions & { url: string; headers: Record<string, string> },
  { lastEventId = "", signal }: WatchOptions = {},
): AsyncGenerator<Watchable[What], void> {
  const url = base.url + pathOf[what](encodeURIComponent(id));
  let last = lastEventId;
  let retryMs = defaultRetryMs;
  for (let attempt = 1; ; attempt++) {
    const closing = new AbortController();
    const ended = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
    let silence = setTimeout(() => closing.abort(), silenceMs);
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => closing.abort(), silenceMs);
    };
    let waitMs = retryMs;
    try {
      const headers = { ...base.headers, accept: "text/event-stream" };
      const resumed = last === "" ? headers : { ...headers, "last-event-id": last };
      const response = await (base.fetch ?? fetch)(url, { headers: resumed, signal: ended });
      if (!response.ok || !response.body) throw await errorFrom(response);
      const stream: StreamReader = readEventStream(response.body, heard);
      for await (const message of stream.messages) {
        attempt = 0;
        last = message.id;
        retryMs = stream.retryMs ?? retryMs;
        yield { ...message, data: JSON.parse(message.data) } as Watchable[What];
      }
      waitMs = stream.retryMs ?? retryMs;
    } catch (error) {
      signal?.throwIfAborted();
      const problem = error instanceof TurnkeeperError ? error : noAnswer(error);
      if (problem.status >= 400 && problem.status < 500 && problem.status !== 429) throw problem;
      waitMs = Math.max(retryMs, pauseBefore(attempt, problem));
    } finally {
      // Also when the loop over us is left: nobody reads this connection any more.
      clearTimeout(silence);
      closing.abort();
    }
    await (base.pause ?? pause)(waitMs, signal ?? new AbortController().signal);
  }
}
