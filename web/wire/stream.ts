// A live stream for a page: it comes back at once when the browser is online again or somebody looks, and
// each return says so, in order that the page can look again at the whole.

import { placeAfter, type StreamMessage } from "../../client/transport/event-stream.ts";
import { TurnkeeperError } from "../../client/transport/problem.ts";
import {
  openStream as openMessages,
  silenceMs,
  type LinkState,
} from "../../client/transport/stream.ts";

export type { LinkState };

export interface StreamOptions {
  url: string;
  /** A ticket's secret. */
  bearer?: string;
  onEvent(event: StreamMessage): void;
  /** Connected, for the first time or again: what was shown may be old. */
  onOpen(): void;
  onState(state: LinkState): void;
  /** The server said no for good (signed out, no such queue); the stream has ended. */
  onRefused(problem: TurnkeeperError): void;
  /** Let go while nobody looks: a browser has six connections to a server, for all its tabs. */
  restsWhenHidden?: boolean;
}

export interface LiveStream {
  close(): void;
}

const hiddenMs = 60_000;

export function openStream(options: StreamOptions): LiveStream {
  const { url, bearer } = options;
  const place = placeAfter();
  let link: AbortController | null = null;
  let state: LinkState | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;

  function show(next: LinkState): void {
    if (next === state) return;
    state = next;
    options.onState(next);
  }

  async function connect(): Promise<void> {
    link?.abort();
    const mine = (link = new AbortController());
    try {
      const messages = openMessages(url, place, {
        headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
        init: { cache: "no-store", credentials: bearer ? "omit" : "same-origin" },
        signal: mine.signal,
        obeysRetry: false, // somebody is looking
        onState: (now) => {
          if (link !== mine) return;
          show(now);
          if (now === "live") options.onOpen();
        },
      });
      for await (const message of messages) {
        if (link !== mine) return;
        if (message.event === "reset") options.onOpen();
        else options.onEvent(message);
      }
    } catch (error) {
      if (link !== mine) return;
      if (!(error instanceof TurnkeeperError)) throw error;
      close();
      options.onRefused(error);
    }
  }

  function comeBack(): void {
    clearTimeout(rest);
    if (document.visibilityState === "hidden") {
      if (options.restsWhenHidden) rest = setTimeout(letGo, hiddenMs);
      return;
    }
    const isDoubtful = Date.now() - place.heardAt > silenceMs / 2;
    // One that waits for the database is a good one: another would not be let in.
    const isGood = link && (state === "live" || state === "away");
    if (!isGood || isDoubtful) void connect();
  }
  function letGo(): void {
    const resting = link;
    link = null;
    resting?.abort();
  }
  function networkGone(): void {
    // "offline" is a hint that can be wrong: it tries at once.
    show("lost");
    if (link) void connect();
  }
  const end = new AbortController();
  addEventListener("online", comeBack, end);
  addEventListener("offline", networkGone, end);
  document.addEventListener("visibilitychange", comeBack, end);

  function close(): void {
    clearTimeout(rest);
    letGo();
    end.abort();
  }

  show("connecting");
  void connect();
  return { close };
}
