// A ticket or token as it is now. The stream brings every change; after each return of the connection, and
// when the phone wakes, the whole of it is read again, so nothing is missed in between.

import { useEffect, useState } from "preact/hooks";
import { asProblem } from "../../client/transport/problem.ts";
import { request } from "../wire/request.ts";
import { openStream, type LinkState } from "../wire/stream.ts";

export interface Held<T> {
  held: T | null;
  link: LinkState;
  /** When what is shown was true. */
  seenAt: number;
  gone: boolean;
  show(now: T): void;
}

/** What lies at `path` for the holder of the secret, and comes as this event of its stream. */
export function useHeld<T>(path: string, eventName: string, secret: string): Held<T> {
  const [held, setHeld] = useState<T | null>(null);
  const [seenAt, setSeenAt] = useState(0);
  const [link, setLink] = useState<LinkState>("connecting");
  const [gone, setGone] = useState(false);

  const show = (now: T) => {
    setHeld(() => now);
    setSeenAt(Date.now());
  };

  useEffect(() => {
    if (secret === "") {
      setGone(true);
      return;
    }
    let arrivals = 0;
    const read = () => {
      const before = arrivals;
      request<T>(path, { bearer: secret }).then(
        // An event that came in while this was on its way is newer.
        (now) => now && arrivals === before && show(now),
        (error: unknown) => isGone(asProblem(error).status) && setGone(true),
      );
    };
    const stream = openStream({
      url: `${path}/events`,
      bearer: secret,
      onOpen: read,
      onState: setLink,
      onRefused: (problem) => isGone(problem.status) && setGone(true),
      onEvent: ({ event, data }) => {
        if (event !== eventName) return;
        arrivals += 1;
        show(JSON.parse(data) as T);
      },
    });
    const wake = () => document.visibilityState === "visible" && read();
    document.addEventListener("visibilitychange", wake);
    return () => {
      stream.close();
      document.removeEventListener("visibilitychange", wake);
    };
  }, [path, eventName, secret]);

  return { held, link, seenAt, gone, show };
}

function isGone(status: number): boolean {
  return status === 401 || status === 403 || status === 404;
}
