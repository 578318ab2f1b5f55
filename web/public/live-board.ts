import { useEffect, useState } from "preact/hooks";
import { request } from "../wire/request.ts";
import { openStream, type LinkState } from "../wire/stream.ts";
import type { Board } from "../wire/types.ts";

export interface LiveBoard {
  board: Board | null;
  link: LinkState;
}

/** The board as it is now; read whole again after every return of the connection. */
export function useLiveBoard(queueId: string): LiveBoard {
  const [board, setBoard] = useState<Board | null>(null);
  const [link, setLink] = useState<LinkState>("connecting");
  useEffect(() => {
    let arrivals = 0;
    const stream = openStream({
      url: `/v1/queues/${queueId}/board/events`,
      onState: setLink,
      onRefused: () => setLink("lost"),
      onOpen: () => {
        const before = arrivals;
        request<Board>(`/v1/queues/${queueId}/board`).then(
          (now) => now && arrivals === before && setBoard(now),
          () => undefined,
        );
      },
      onEvent: ({ event, data }) => {
        if (event !== "board") return;
        arrivals += 1;
        setBoard(JSON.parse(data) as Board);
      },
    });
    return () => stream.close();
  }, [queueId]);
  return { board, link };
}
