// An event stream, read by a test one event after another.
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { placeAfter, readEventStream } from "../client/transport/event-stream.ts";
import type { TestApp } from "./app.ts";

export interface TestEvent {
  event: string;
  id: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test knows what it watches
  data: any;
}

export interface TestStream {
  headers: Headers;
  /** The next event; fails when the stream has ended. */
  next(): Promise<TestEvent>;
  /** The id to resume from. */
  lastId(): string;
  /** Whatever was still to come, once the server has ended the stream. */
  rest(): Promise<TestEvent[]>;
  close(): Promise<void>;
}

export interface Watching {
  bearer?: string | null;
  lastEventId?: string | number;
}

/** Far longer than anything takes: a missing event fails its test instead of hanging it. */
const patienceMs = 20_000;

export async function watch(
  app: TestApp,
  path: string,
  { bearer = app.ownerKey, lastEventId }: Watching = {},
): Promise<TestStream> {
  const ending = new AbortController();
  const answer = await fetch(`${app.url}${path}`, {
    signal: AbortSignal.any([ending.signal, AbortSignal.timeout(patienceMs)]),
    headers: {
      accept: "text/event-stream",
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(lastEventId === undefined ? {} : { "last-event-id": String(lastEventId) }),
    },
  });
  assert.equal(answer.status, 200, await textOfProblem(answer));
  const place = placeAfter();
  const arrived: TestEvent[] = [];
  const news = new EventEmitter();
  // Read from the beginning: a body that nobody reads is given up when its answer is collected.
  let isOpen = true;
  const reading = (async () => {
    try {
      for await (const message of readEventStream(answer.body!, place)) {
        arrived.push({ ...message, data: JSON.parse(message.data) as unknown });
        news.emit("news");
      }
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    } finally {
      isOpen = false;
      news.emit("news");
    }
  })();
  reading.catch(() => undefined); // told to whoever waits for the rest

  async function next(): Promise<TestEvent> {
    while (arrived.length === 0 && isOpen) await once(news, "news");
    const event = arrived.shift();
    assert.ok(event, "the stream has ended");
    return event;
  }
  return {
    headers: answer.headers,
    next,
    lastId: () => place.lastId,
    async rest() {
      await reading;
      return arrived.splice(0);
    },
    async close() {
      ending.abort();
      await reading;
    },
  };
}

async function textOfProblem(answer: Response): Promise<string> {
  return answer.ok ? "" : answer.text();
}
