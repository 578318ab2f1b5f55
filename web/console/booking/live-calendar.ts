// The calendar as it is now: read for the days in sight, and again with every change that a colleague
// makes and every return of the connection.

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { instantOf } from "../../look/zone-time.ts";
import type { CalendarDays, KeptPart } from "../../wire/booking.ts";
import { openStream, type LinkState } from "../../wire/stream.ts";
import { makeRefresher } from "../desk/refresher.ts";
import { bookingApi } from "./booking-api.ts";
import type { KnownTimes, Taken } from "./proposal.ts";

const gapMs = 300;
/** Hours can change without a booking: no event tells of that. */
const hoursEveryMs = 60_000;

export interface Days {
  /** Dates of the calendar's zone, from the first until before the second. */
  from: string;
  to: string;
  zone: string;
}

export function useCalendarDays(resourceIds: readonly string[], { from, to, zone }: Days) {
  const ids = resourceIds.toSorted();
  return useQuery({
    queryKey: ["bookings", "calendar", ids, from, to, zone],
    queryFn: ({ signal }) =>
      bookingApi.calendar(
        ids,
        { start: instantOf(from, "00:00", zone), end: instantOf(to, "00:00", zone) },
        signal,
      ),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: hoursEveryMs,
  });
}

/** How the connection is. Everything about bookings is read again when something happens. */
export function useBookingStream(resourceIds: readonly string[]): LinkState {
  const client = useQueryClient();
  const [link, setLink] = useState<LinkState>("connecting");
  const ids = resourceIds.toSorted().join(",");
  useEffect(() => {
    if (ids === "") return;
    const look = () => client.refetchQueries({ queryKey: ["bookings"], type: "active" });
    const refresher = makeRefresher(look, gapMs);
    const stream = openStream({
      url: `/v1/bookings/events?resources=${ids}`,
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
  }, [ids, client]);
  return link;
}

/** What is known of each resource, for judging a draft before it is dropped. */
export function knownTimes(days: CalendarDays | undefined): Map<string, KnownTimes> {
  const known = new Map<string, KnownTimes>();
  if (!days) return known;
  for (const { resourceId, open, places, tokens } of days.resources) {
    known.set(resourceId, { open, places, tokens, taken: [] });
  }
  const take = (id: string, kind: Taken["kind"], parts: readonly KeptPart[]) => {
    for (const { resourceId, busyFrom: start, busyTill: end } of parts) {
      known.get(resourceId)?.taken.push({ id, kind, start, end });
    }
  };
  for (const { id, resources, occupies } of days.bookings) {
    if (occupies) take(id, "booking", resources);
  }
  for (const { id, resources } of days.holds) take(id, "hold", resources);
  return known;
}
