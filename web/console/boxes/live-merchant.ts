// A shop's boxes, kept current while people reserve: every change asks for one more look.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { openStream, type LinkState } from "../../wire/stream.ts";
import { makeRefresher } from "../desk/refresher.ts";
import { boxesApi } from "./boxes-api.ts";

const gapMs = 400;
/** Prices fall and windows end without anybody doing something. */
const lookAgainMs = 30_000;

export const merchantKey = (id: string) => ["boxes", "merchant", id];
const dayKey = (id: string, date: string) => ["boxes", "live", id, "day", date];

export function useMerchant(id: string) {
  return useQuery({ queryKey: merchantKey(id), queryFn: () => boxesApi.merchant(id) });
}

export function useDay(merchantId: string, date: string) {
  return useQuery({
    queryKey: dayKey(merchantId, date),
    queryFn: ({ signal }) => boxesApi.day(merchantId, date, signal),
    refetchInterval: lookAgainMs,
  });
}

/** All of a day's together: the cards of its boxes share them. */
export function useReservations(merchantId: string, date: string) {
  return useQuery({
    queryKey: ["boxes", "live", merchantId, "reservations", date],
    queryFn: ({ signal }) => boxesApi.reservations(merchantId, date, signal),
  });
}

/** How the connection is; whatever of the shop is shown is read again when something happens. */
export function useMerchantStream(merchantId: string): LinkState {
  const client = useQueryClient();
  const [link, setLink] = useState<LinkState>("connecting");
  useEffect(() => {
    const look = () => client.refetchQueries({ queryKey: ["boxes", "live", merchantId] });
    const refresher = makeRefresher(look, gapMs);
    const stream = openStream({
      url: `/v1/merchants/${merchantId}/events`,
      restsWhenHidden: true,
      onState: setLink,
      onRefused: () => void look(),
      onOpen: refresher.ask,
      onEvent: refresher.ask,
    });
    return () => {
      stream.close();
      refresher.stop();
    };
  }, [merchantId, client]);
  return link;
}
