// A live stream that outlives the network. EventSource was not enough: it cannot send a ticket's
// secret in a header, does not show the server's comment lines, and so takes a silently dead link
// (Wi-Fi gone, laptop slept) for a quiet queue. Here every byte counts as a sign of life, silence
// means "lost", and each return says so, in order that the page can look again at the whole.

import { eventText, type ServerEvent } from "./event-text.ts";
import { asProblem, isAway, problemFrom, type Problem } from "./request.ts";

/** "away": the server is there and will go on by itself, but cannot reach its database now. */
export type LinkState = "connecting" | "live" | "lost" | "away";

export interface StreamOptions {
  url: string;
  /** A ticket's secret. */
  bearer?: string;
  onEvent(event: ServerEvent): void;
  /** Connected, for the first time or again: what was shown may be old. */
  onOpen(): void;
  onState(state: LinkState): void;
  /** The server said no for good (signed out, no such queue); the stream has ended. */
  onRefused(problem: Problem): void;
  /** Let go while nobody looks: a browser has six connections to a server, for all its tabs. */
  restsWhenHidden?: boolean;
}

export interface LiveStream {
  close(): void;
}

// The server writes a comment every 15 s.
const silenceMs = 40_000;
const longestPauseMs = 10_000;
const hiddenMs = 60_000;

export function openStream(options: StreamOptions): LiveStream {
  let closed = false;
  let lastEventId: string | null = null;
  let failures = 0;
  let lastByteAt = Date.now();
  let connection: AbortController | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let state: LinkState | null = null;

  function show(next: LinkState): void {
    if (next === state || closed) return;
    state = next;
    options.onState(next);
  }

  async function connect(): Promise<void> {
    clearTimeout(retry);
    connection?.abort();
    const mine = new AbortController();
    connection = mine;
    lastByteAt = Date.now();
    let trouble: LinkState = "lost";
    let askedMs = 0;
    try {
      await read(mine.signal);
    } catch (error) {
      if (closed || connection !== mine) return;
      if (isFinal(error)) {
        close();
        options.onRefused(error);
        return;
      }
      if (isAway(error)) trouble = "away";
      askedMs = (asProblem(error).retryAfterSeconds ?? 0) * 1_000;
    }
    if (closed || connection !== mine) return;
    connection = null;
    show(trouble);
    // Half fixed, half chance: after a restart not every screen comes back in the same moment.
    const step = Math.min(longestPauseMs, 500 * 2 ** failures);
    failures += 1;
    retry = setTimeout(
      () => void connect(),
      Math.max(askedMs, step / 2) + Math.random() * (step / 2),
    );
  }

  async function read(signal: AbortSignal): Promise<void> {
    if (state === null) show("connecting");
    const headers: Record<string, string> = { accept: "text/event-stream" };
    if (options.bearer) headers["authorization"] = `Bearer ${options.bearer}`;
    if (lastEventId !== null) headers["last-event-id"] = lastEventId;
    const response = await fetch(options.url, {
      headers,
      signal,
      cache: "no-store",
      credentials: options.bearer ? "omit" : "same-origin",
    });
    if (!response.ok || !response.body) throw await problemFrom(response);
    show("live");
    failures = 0;
    options.onOpen();
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const text = eventText();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      lastByteAt = Date.now();
      for (const event of text.read(decoder.decode(value, { stream: true }))) take(event);
    }
  }

  function take(event: ServerEvent): void {
    if (closed) return;
    // The server has lost its database for a while, and keeps us.
    if (event.type === "waiting") return show("away");
    if (event.type === "resumed") {
      show("live");
      options.onOpen();
      return;
    }
    if (event.type === "reset") {
      lastEventId = null;
      options.onOpen();
      return;
    }
    if (event.id) lastEventId = event.id;
    options.onEvent(event);
  }

  const watch = setInterval(() => {
    if (!connection || Date.now() - lastByteAt <= silenceMs) return;
    show("lost");
    void connect();
  }, 5_000);

  let rest: ReturnType<typeof setTimeout> | undefined;
  function comeBack(): void {
    clearTimeout(rest);
    if (document.visibilityState === "hidden") {
      if (options.restsWhenHidden) rest = setTimeout(goToRest, hiddenMs);
      return;
    }
    const doubtful = Date.now() - lastByteAt > silenceMs / 2;
    // One that waits for the database is a good one: another would not be let in.
    const isGood = connection && (state === "live" || state === "away");
    if (!isGood || doubtful) {
      failures = 0;
      void connect();
    }
  }
  function goToRest(): void {
    clearTimeout(retry);
    const resting = connection;
    connection = null;
    resting?.abort();
  }
  function networkGone(): void {
    // The read fails, and the ordinary way back follows: "offline" is a hint that can be wrong.
    connection?.abort();
    show("lost");
  }
  window.addEventListener("online", comeBack);
  window.addEventListener("offline", networkGone);
  document.addEventListener("visibilitychange", comeBack);

  function close(): void {
    closed = true;
    clearInterval(watch);
    clearTimeout(retry);
    clearTimeout(rest);
    connection?.abort();
    window.removeEventListener("online", comeBack);
    window.removeEventListener("offline", networkGone);
    document.removeEventListener("visibilitychange", comeBack);
  }

  void connect();
  return { close };
}

function isFinal(error: unknown): error is Problem {
  const status = (error as { status?: number }).status ?? 0;
  return status === 401 || status === 403 || status === 404;
}
