// The ticket as it is now. The stream brings every change; after each return of the connection, and
// when the phone wakes, the whole ticket is read again, so nothing is missed in between.

import { useEffect, useState } from "preact/hooks";
import { asProblem, request } from "../wire/request.ts";
import { openStream, type LinkState } from "../wire/stream.ts";
import type { Ticket } from "../wire/types.ts";

export interface LiveTicket {
  ticket: Ticket | null;
  link: LinkState;
  /** When what is shown was true. */
  seenAt: number;
  gone: boolean;
  show(ticket: Ticket): void;
}

export function useLiveTicket(ticketId: string, secret: string): LiveTicket {
  const [ticket, setTicket] = useState<Ticket | null>(null);
  const [seenAt, setSeenAt] = useState(0);
  const [link, setLink] = useState<LinkState>("connecting");
  const [gone, setGone] = useState(false);

  const show = (now: Ticket) => {
    setTicket(now);
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
      request<Ticket>(`/v1/tickets/${ticketId}`, { bearer: secret }).then(
        // An event that came in while this was on its way is newer.
        (now) => now && arrivals === before && show(now),
        (error: unknown) => isGone(asProblem(error).status) && setGone(true),
      );
    };
    const stream = openStream({
      url: `/v1/tickets/${ticketId}/events`,
      bearer: secret,
      onOpen: read,
      onState: setLink,
      onRefused: (problem) => isGone(problem.status) && setGone(true),
      onEvent: (event) => {
        if (event.type !== "ticket") return;
        arrivals += 1;
        show(JSON.parse(event.data) as Ticket);
      },
    });
    const wake = () => document.visibilityState === "visible" && read();
    document.addEventListener("visibilitychange", wake);
    return () => {
      stream.close();
      document.removeEventListener("visibilitychange", wake);
    };
  }, [ticketId, secret]);

  return { ticket, link, seenAt, gone, show };
}

function isGone(status: number): boolean {
  return status === 401 || status === 403 || status === 404;
}
