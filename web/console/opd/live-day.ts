// A doctor's day, kept current while colleagues work: every change asks for one more look at it, and
// so does every return of the connection.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { openStream, type LinkState } from "../../wire/stream.ts";
import { makeRefresher } from "../desk/refresher.ts";
import { opdApi } from "./opd-api.ts";

const gapMs = 300;
/** Hours can change without anybody having a token: no event of the day tells of that. */
const hoursEveryMs = 60_000;

export const slotsKey = (doctorId: string, date: string) => ["opd", "slots", doctorId, date];

export function useSlots(doctorId: string, date: string, refetchInterval = hoursEveryMs) {
  return useQuery({
    queryKey: slotsKey(doctorId, date),
    queryFn: ({ signal }) => opdApi.slots(doctorId, date, signal),
    refetchInterval,
  });
}

/** How the connection is; `key` names what has to be read again when something happens. */
export function useDayStream(doctorId: string, date: string, key: readonly unknown[]): LinkState {
  const client = useQueryClient();
  const [link, setLink] = useState<LinkState>("connecting");
  const look = useCallback(
    () => client.refetchQueries({ queryKey: key }),
    // oxlint-disable-next-line react/exhaustive-deps -- a key is new with every render, its words are not
    [client, JSON.stringify(key)],
  );
  useEffect(() => {
    const refresher = makeRefresher(look, gapMs);
    const stream = openStream({
      url: `/v1/opd/doctors/${doctorId}/events?date=${date}`,
      restsWhenHidden: true,
      onState: setLink,
      onRefused: () => void look(),
      onOpen: refresher.ask,
      onEvent: ({ event }) => event === "change" && refresher.ask(),
    });
    return () => {
      stream.close();
      refresher.stop();
    };
  }, [doctorId, date, look]);
  return link;
}
