// A live stream that does not end: a connection that is lost or gone quiet is opened again where the last
// message left off, until whoever listens has heard enough.

import { readEventStream, type Place, type StreamMessage } from "./event-stream.ts";
import { askedPauseMs, endingWith, growingPauseMs, pause, type Pause } from "./pauses.ts";
import { asProblem, errorFrom, isAway, type TurnkeeperError } from "./problem.ts";

/** "away": the server is there and will go on by itself, but cannot reach its database now. */
export type LinkState = "connecting" | "live" | "lost" | "away";

export interface StreamOptions {
  signal: AbortSignal;
  headers: Record<string, string>;
  init?: Pick<RequestInit, "cache" | "credentials">;
  fetch?: typeof fetch | undefined;
  /** How to wait between connections; for tests. */
  pause?: Pause | undefined;
  /** Whether to stay away for as long as the server's `retry` says, or only as Retry-After does. */
  obeysRetry: boolean;
  /** "live" whenever messages may have been missed: connected, or the server has its database again. */
  onState?(state: LinkState): void;
}

/** The server says something every 15 seconds. */
export const silenceMs = 40_000;
const lookEveryMs = 5_000;

/** Throws what the server refuses for good, or the signal's reason. */
export async function* openStream(
  url: string,
  place: Place,
  { signal, headers, init, obeysRetry, onState = () => undefined, ...tools }: StreamOptions,
): AsyncGenerator<StreamMessage, void> {
  const { fetch: ask = fetch, pause: rest = pause } = tools;
  for (let failures = 0; ;) {
    let after: LinkState = "lost";
    let askedMs = 0;
    const { own, letGo } = endingWith(signal);
    place.heardAt = Date.now();
    // By the clock on the wall, which goes on while a laptop sleeps.
    const isSilent = () => Date.now() - place.heardAt > silenceMs;
    const watch = setInterval(() => isSilent() && own.abort(), lookEveryMs);
    try {
      const response = await ask(url, {
        ...init,
        headers: { ...headers, ...headersOf(place) },
        signal: own.signal,
      });
      if (!response.ok || !response.body) throw await errorFrom(response);
      failures = 0;
      onState("live");
      for await (const message of readEventStream(response.body, place)) {
        // The server says that it waits for its database, and that it goes on: no news either way.
        if (message.event === "waiting") onState("away");
        else if (message.event === "resumed") onState("live");
        else yield message;
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const problem = asProblem(error);
      if (isFinal(problem)) throw problem;
      if (isAway(problem)) after = "away";
      askedMs = askedPauseMs(problem);
    } finally {
      // Also when the loop over us is left: nobody reads this connection any more.
      clearInterval(watch);
      letGo();
      own.abort();
    }
    onState(after);
    failures += 1;
    if (obeysRetry) askedMs = Math.max(askedMs, place.retryMs);
    await rest(askedMs + growingPauseMs(failures), signal);
  }
}

function headersOf({ lastId }: Place): Record<string, string> {
  return { accept: "text/event-stream", ...(lastId && { "last-event-id": lastId }) };
}

/** Not what passes: too many at present, or too slow. */
function isFinal({ status }: TurnkeeperError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
