// Requests that wait for an answer. Before somebody approves one, it is looked up what stands in its
// way by now.

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { dateIn } from "../../look/zone-time.ts";
import type { Booking } from "../../wire/booking.ts";
import { inMinutes, useMinutesSince } from "../desk/clock.tsx";
import { usePageTitle } from "../page-title.ts";
import { resourcesApi } from "../resources/resources-api.ts";
import { useRights } from "../resources/rights.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { FormProblem } from "../ui/states.tsx";
import { BesideCalendar } from "./beside-calendar.tsx";
import { bookingApi } from "./booking-api.ts";
import { DetailsDialog, Facts, useDecision } from "./details-dialog.tsx";
import { ConflictList } from "./hold-line.tsx";
import { useAllBookingsStream } from "./live-calendar.ts";
import { details, inbox as text, nameOf } from "./messages.ts";

export function InboxPage() {
  usePageTitle(text.title);
  const resources = useQuery({ queryKey: ["resources"], queryFn: resourcesApi.resources });
  const requests = useQuery({
    queryKey: ["bookings", "requests"],
    queryFn: ({ signal }) => bookingApi.requests(signal),
  });
  const kinds = useQuery({ queryKey: ["bookings", "kinds"], queryFn: bookingApi.kinds });
  const [proposing, setProposing] = useState<string | null>(null);
  const proposed = requests.data?.items.find(({ id }) => id === proposing) ?? null;
  const link = useAllBookingsStream();
  const zoneOf = (booking: Booking) => {
    const first = booking.resources[0]?.resourceId;
    return resources.data?.items.find(({ id }) => id === first)?.timezone ?? "UTC";
  };
  const error = resources.error ?? requests.error ?? kinds.error;
  return (
    <BesideCalendar
      words={text}
      link={link}
      error={error}
      onRetry={() => void Promise.all([resources.refetch(), requests.refetch(), kinds.refetch()])}
      items={resources.data && kinds.data && requests.data?.items}
      more={
        <DetailsDialog
          booking={proposed}
          asked="reschedule"
          resources={resources.data?.items.filter(({ active }) => active) ?? []}
          kinds={kinds.data?.items ?? []}
          zone={proposed ? zoneOf(proposed) : "UTC"}
          onClose={() => setProposing(null)}
        />
      }
    >
      {(bookings) => (
        <ul className="grid gap-4" aria-label={text.title}>
          {bookings.map((booking) => (
            <li key={booking.id}>
              <Request
                booking={booking}
                zone={zoneOf(booking)}
                onPropose={() => setProposing(booking.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </BesideCalendar>
  );
}

interface RequestProps {
  booking: Booking;
  zone: string;
  onPropose(): void;
}

function Request({ booking, zone, onPropose }: RequestProps) {
  const [message, setMessage] = useState("");
  const ids = booking.resources.map(({ resourceId }) => resourceId);
  const may = useRights();
  const [approves, books] = [may("approve", ids), may("book", ids)];
  const minutes = useMinutesSince(booking.createdAt);
  const conflicts = useQuery({
    queryKey: ["bookings", "conflicts", booking.id],
    queryFn: ({ signal }) => bookingApi.conflicts(booking.id, signal),
  });
  const decision = useDecision(booking, () => undefined);
  const found = conflicts.data?.conflicts ?? [];
  const decide = (verb: "approve" | "deny") => {
    if (!decision.isPending && !decision.isSuccess) {
      decision.mutate({ verb, message: message.trim() });
    }
  };
  return (
    <article
      aria-label={nameOf(booking)}
      className="grid gap-4 rounded-2xl border border-rule bg-card p-5"
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-2xl font-bold">
          <bdi>{nameOf(booking)}</bdi>
        </h2>
        <span className="text-soft">
          {text.asked(minutes < 1 ? text.justNow : text.ago(inMinutes(minutes)))}
        </span>
      </div>
      <Facts booking={booking} zone={zone} />
      <div role="status" className="empty:hidden">
        {conflicts.isPending ? (
          <p className="text-soft">{text.checking}</p>
        ) : conflicts.data && found.length === 0 ? (
          <p className="flex items-center gap-2 font-semibold text-accent">
            <Icon name="check" />
            {text.fits}
          </p>
        ) : (
          found.length > 0 && (
            <div className="rounded-lg bg-danger-wash px-4 py-3 text-danger">
              <p className="font-semibold">{text.conflicts}</p>
              <ConflictList conflicts={found} zone={zone} />
            </div>
          )
        )}
      </div>
      {approves ? (
        <form
          className="grid gap-3"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            decide("approve");
          }}
        >
          <Field
            label={details.message}
            hint={details.messageHint}
            optional
            maxLength={500}
            value={message}
            onChange={setMessage}
          />
          <FormProblem error={decision.error} />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" look="main">
              {details.approve}
              <span className="sr-only"> {nameOf(booking)}</span>
            </Button>
            <Button look="danger" onPress={() => decide("deny")}>
              {text.deny}
              <span className="sr-only"> {nameOf(booking)}</span>
            </Button>
            {books && (
              <Button onPress={onPropose}>
                {details.propose}…<span className="sr-only"> {nameOf(booking)}</span>
              </Button>
            )}
            <Link
              to="/calendar"
              search={{ date: dateIn(booking.start, zone) }}
              className="ms-auto text-soft underline underline-offset-4 hover:text-ink"
            >
              {text.seeDay}
            </Link>
          </div>
        </form>
      ) : (
        <p className="text-soft">{text.viewOnly}</p>
      )}
    </article>
  );
}
