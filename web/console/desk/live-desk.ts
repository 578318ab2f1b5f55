// The desk's picture of the queue: read once, kept current by the stream, read again after every
// return of the connection. Holds the present only, so a shift does not make it grow.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { openStream, type LinkState } from "../../wire/stream.ts";
import type { QueueChange, Queue, QueueStats, Ticket } from "../../wire/types.ts";
import { api } from "../api.ts";
import { newestFirst, withTicket, type DeskLists } from "./desk-lists.ts";
import { makeRefresher } from "./refresher.ts";

const gapMs = 700;
const statsEveryMs = 30_000;
const titleEveryMs = 15_000;

export interface LiveDesk {
  queue: Queue | undefined;
  lists: DeskLists | undefined;
  stats: QueueStats | undefined;
  link: LinkState;
  error: unknown;
  /** Shows a change before the stream brings it. */
  apply(ticket: Ticket): void;
  showMore(): void;
  retry(): void;
}

export function useLiveDesk(queueId: string): LiveDesk {
  const client = useQueryClient();
  const [pages, setPages] = useState(1);
  const [link, setLink] = useState<LinkState>("connecting");
  const queueKey = useMemo(() => ["queue", queueId], [queueId]);
  const listsKey = useMemo(() => ["desk", queueId, pages], [queueId, pages]);

  // The stream says when to look again; looking on every focus as well would only double it.
  const quiet = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;
  const queue = useQuery({
    queryKey: queueKey,
    queryFn: () => api.queue(queueId),
    // The tab's title tells how many wait, also while the tab is behind another and the stream rests.
    refetchInterval: titleEveryMs,
    refetchIntervalInBackground: true,
    ...quiet,
  });
  const lists = useQuery({
    queryKey: listsKey,
    queryFn: ({ signal }) => readLists(queueId, pages, signal),
    placeholderData: (before) => before,
    gcTime: 0,
    ...quiet,
  });
  const stats = useQuery({
    queryKey: ["stats", queueId],
    queryFn: () => api.stats(queueId),
    refetchInterval: statsEveryMs,
    enabled: queue.isSuccess,
  });

  const apply = useCallback(
    (ticket: Ticket) =>
      client.setQueryData<DeskLists>(listsKey, (now) => now && withTicket(now, ticket, queueId)),
    [client, listsKey, queueId],
  );

  useEffect(() => {
    const refresher = makeRefresher(() => client.refetchQueries({ queryKey: listsKey }), gapMs);
    const stream = openStream({
      url: `/v1/queues/${queueId}/events`,
      restsWhenHidden: true,
      onState: setLink,
      onRefused: () => void client.invalidateQueries({ queryKey: queueKey }),
      onOpen: () => {
        refresher.ask();
        void client.refetchQueries({ queryKey: queueKey });
      },
      onEvent: ({ event, data }) => {
        if (event !== "change") return;
        const change = JSON.parse(data) as QueueChange;
        if (change.queue) client.setQueryData(queueKey, change.queue);
        else
          client.setQueryData<Queue>(queueKey, (now) => now && { ...now, waiting: change.waiting });
        if (change.ticket) apply(change.ticket);
        refresher.ask();
      },
    });
    return () => {
      stream.close();
      refresher.stop();
    };
  }, [apply, client, listsKey, queueId, queueKey]);

  return {
    queue: queue.data,
    lists: lists.data,
    stats: stats.data,
    link,
    error: queue.error ?? (lists.data ? null : lists.error),
    apply,
    showMore: () => setPages((now) => now + 1),
    retry: () => void Promise.all([queue.refetch(), lists.refetch()]),
  };
}

/** In one request: somebody who is called meanwhile would be in both lists, or in none. */
async function readLists(queueId: string, pages: number, signal: AbortSignal): Promise<DeskLists> {
  const { items, nextCursor } = await api.tickets(
    queueId,
    ["CALLED", "SERVING", "WAITING"],
    pages,
    signal,
  );
  return {
    active: newestFirst(items.filter(({ status }) => status !== "WAITING")),
    waiting: items.filter(({ status }) => status === "WAITING"),
    more: nextCursor !== null,
  };
}
