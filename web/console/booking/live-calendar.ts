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

/** For a page that shows some resources. A stream follows at most fifty. */
export function useBookingStream(resourceIds: readonly string[]): LinkState {
  const ids = resourceIds.toSorted().join(",");
  return useStream(ids === "" ? null : `/v1/bookings/events?resources=${ids}`);
}

/** For a list of all there are, whatever they are for. */
export function useAllBookingsStream(): LinkState {
  return useStream("/v1/events?types=booking");
}

/** For the queue of one resource, of a doctor with the tokens. */
export function useQueueStream(resourceId: string): LinkState {
  return useStream(`/v1/resources/${resourceId}/live-queue/events`);
}

/** How the connection is. Everything about bookings is read again when something happens. */
function useStream(url: string | null): LinkState {
  const client = useQueryClient();
  const [link, setLink] = useState<LinkState>("connecting");
  useEffect(() => {
    if (url === null) return;
    const look = () => client.refetchQueries({ queryKey: ["bookings"], type: "active" });
    const refresher = makeRefresher(look, gapMs);
    const stream = openStream({
      url,
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
  }, [url, client]);
  return link;
}

const maxOthers = 80;

/** Resources that are not in sight, but have a part in what is: a booking that is moved takes them along. */
export function othersIn(days: CalendarDays | undefined, ids: readonly string[]): string[] {
  const parts = days?.bookings.flatMap(({ resources }) => resources) ?? [];
  const others = new Set(parts.map(({ resourceId }) => resourceId));
  return [...others].filter((id) => !ids.includes(id)).slice(0, maxOthers);
}

/** What is known of each resource, for judging a draft before it is dropped. */
export function knownTimes(...all: (CalendarDays | undefined)[]): Map<string, KnownTimes> {
  return new Map(all.flatMap((days) => [...timesIn(days)]));
}

function timesIn(days: CalendarDays | undefined): Map<string, KnownTimes> {
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
