// A patient's tokens and bookings: what is planned, and what was, also when nobody came or was called.

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { dateIn, dateText, timeIn } from "../../look/zone-time.ts";
import type { Booking } from "../../wire/booking.ts";
import type { Visit } from "../../wire/opd.ts";
import { serverNow } from "../../wire/request.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/button.tsx";
import { Failure, Loading } from "../ui/states.tsx";
import { outcomeOf, page as text } from "./messages.ts";
import { patientsApi } from "./patients-api.ts";
import { Section } from "./section.tsx";

interface Entry {
  id: string;
  at: number;
  isPlanned: boolean;
  row: ReactNode;
}

export function Visits({ patientId }: { patientId: string }) {
  const seesBookings = useMay("bookings:read");
  const visits = useInfiniteQuery({
    queryKey: ["patient", patientId, "visits"],
    queryFn: ({ pageParam }) => patientsApi.visits(patientId, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
  const bookings = useQuery({
    queryKey: ["patient", patientId, "bookings"],
    queryFn: () => patientsApi.bookings(patientId),
    enabled: seesBookings,
  });
  const error = visits.error ?? bookings.error;
  const retry = () => void Promise.all([visits.refetch(), bookings.refetch()]);
  if (error) return <Failure error={error} onRetry={retry} />;
  if (!visits.data || (seesBookings && !bookings.data)) return <Loading />;
  const now = serverNow();
  const tokens = visits.data.pages.flatMap(({ items }) => items);
  const known = new Set(tokens.map(({ id }) => id));
  // A consultation with a token is one visit.
  const others = (bookings.data?.items ?? []).filter(
    ({ tokenId }) => !tokenId || !known.has(tokenId),
  );
  const entries = [
    ...tokens.map((visit) => tokenEntry(visit, now)),
    ...others.map((booking) => bookingEntry(booking, now)),
  ];
  const planned = entries.filter(({ isPlanned }) => isPlanned).toSorted((a, b) => a.at - b.at);
  const past = entries.filter(({ isPlanned }) => !isPlanned).toSorted((a, b) => b.at - a.at);
  return (
    <div className="grid gap-6">
      <Section title={text.upcoming}>
        <Entries entries={planned} none={text.nothingUpcoming} />
      </Section>
      <Section title={text.past}>
        <Entries entries={past} none={text.nothingPast} />
        {visits.hasNextPage && (
          <Button className="justify-self-center" onPress={() => void visits.fetchNextPage()}>
            {text.more}
          </Button>
        )}
      </Section>
    </div>
  );
}

function Entries({ entries, none }: { entries: Entry[]; none: string }) {
  if (entries.length === 0) return <p className="text-soft">{none}</p>;
  return (
    <ul className="divide-y divide-rule">
      {entries.map(({ id, row }) => (
        <li key={id}>{row}</li>
      ))}
    </ul>
  );
}

function tokenEntry(visit: Visit, now: number): Entry {
  const { id, slotStart, slotEnd, timezone, doctorId, doctorName, number, date } = visit;
  const isActive = ["WAITING", "ALLOCATED", "IN_PROGRESS"].includes(visit.status);
  return {
    id,
    at: Date.parse(slotStart),
    isPlanned: isActive && Date.parse(slotEnd) > now,
    row: (
      <Row
        at={slotStart}
        timezone={timezone}
        title={doctorName}
        about={[number !== null && text.number(number), outcomeOf(visit, now)]}
      >
        {isActive && (
          <Link
            to="/opd"
            search={{ doctor: doctorId, date, slot: slotStart, token: id }}
            className="text-accent underline underline-offset-4"
          >
            {text.show}
          </Link>
        )}
      </Row>
    ),
  };
}

function bookingEntry({ id, start, end, title, status }: Booking, now: number): Entry {
  const isActive = status === "approved" || status === "requested";
  return {
    id,
    at: Date.parse(start),
    isPlanned: isActive && Date.parse(end) > now,
    row: (
      <Row
        at={start}
        timezone={Intl.DateTimeFormat().resolvedOptions().timeZone}
        title={title ?? text.booking}
        about={[text.bookingStatus[status]]}
      />
    ),
  };
}

interface RowProps {
  at: string;
  timezone: string;
  title: string;
  about: (string | false)[];
  children?: ReactNode;
}

function Row({ at, timezone, title, about, children }: RowProps) {
  const day = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
      <span className="w-52 font-semibold tabular-nums">
        {dateText(dateIn(at, timezone), day)}, {timeIn(at, timezone)}
      </span>
      <span className="grid min-w-40 flex-1">
        <bdi>{title}</bdi>
        <span className="text-soft">{about.filter(Boolean).join(" · ")}</span>
      </span>
      {children}
    </div>
  );
}
