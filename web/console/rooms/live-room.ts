// A room's figures as they change, and its settings when a colleague changes them.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { RoomStats } from "../../wire/rooms.ts";
import { openStream, type LinkState } from "../../wire/stream.ts";
import { makeRefresher } from "../desk/refresher.ts";
import { roomsApi } from "./rooms-api.ts";

const gapMs = 1_000;
const historyEveryMs = 15_000;
export const historyMinutes = 60;

export const roomKey = (id: string) => ["room", id];

export function useRoom(id: string) {
  return useQuery({ queryKey: roomKey(id), queryFn: () => roomsApi.room(id) });
}

export function useRoomStats(id: string): { stats: RoomStats | null; link: LinkState } {
  const client = useQueryClient();
  const [stats, setStats] = useState<RoomStats | null>(null);
  const [link, setLink] = useState<LinkState>("connecting");
  useEffect(() => {
    const lists = makeRefresher(
      () => client.refetchQueries({ queryKey: ["room-lists", id] }),
      gapMs,
    );
    // What was asked for may come after what the stream has told since.
    let told = false;
    const stream = openStream({
      url: `/v1/rooms/${id}/events`,
      restsWhenHidden: true,
      onState: setLink,
      onRefused: () => void client.refetchQueries({ queryKey: roomKey(id) }),
      onOpen: () => {
        void client.refetchQueries({ queryKey: roomKey(id) });
        told = false;
        roomsApi.stats(id).then(
          (asked) => told || setStats(asked),
          () => undefined,
        );
        lists.ask();
      },
      onEvent: ({ event, data }) => {
        if (event === "stats") {
          told = true;
          setStats(JSON.parse(data) as RoomStats);
        }
        if (event !== "change") return;
        const { type } = JSON.parse(data) as { type: string };
        if (type.startsWith("waitroom.room_")) {
          void client.refetchQueries({ queryKey: roomKey(id) });
        }
        lists.ask();
      },
    });
    return () => {
      stream.close();
      lists.stop();
    };
  }, [client, id]);
  return { stats, link };
}

export function useHistory(id: string) {
  return useQuery({
    queryKey: ["room-history", id],
    queryFn: () => roomsApi.history(id, historyMinutes),
    refetchInterval: historyEveryMs,
  });
}
