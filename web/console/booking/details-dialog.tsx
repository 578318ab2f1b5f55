// One booking: everything about it, and what can be done with it.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { timeIn } from "../../look/zone-time.ts";
import type { Resource } from "../../wire/availability.ts";
import type { Booking, Kind } from "../../wire/booking.ts";
import { useRights } from "../resources/rights.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Check } from "../ui/check.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { FormProblem } from "../ui/states.tsx";
import { bookingApi } from "./booking-api.ts";
import { calendar, dayOf, details as text, kindName, nameOf, queue, roleName } from "./messages.ts";
import { OtherTime } from "./other-time.tsx";
import { StatusBadge } from "./status-badge.tsx";

/** What is being done with it; null: it is only looked at. */
export type Asked = "cancel" | "deny" | "reschedule" | null;

interface DetailsProps {
  /** null: not open. */
  booking: Booking | null;
  asked: Asked;
  resources: Resource[];
  kinds: Kind[];
  zone: string;
  onClose(): void;
}

export function DetailsDialog({ booking, asked, onClose, ...rest }: DetailsProps) {
  return (
    <Dialog wide title={booking ? nameOf(booking) : ""} isOpen={booking !== null} onClose={onClose}>
      {booking && (
        <Details
          key={`${booking.id} ${asked}`}
          booking={booking}
          asked={asked}
          onClose={onClose}
          {...rest}
        />
      )}
    </Dialog>
  );
}

function Details(props: DetailsProps & { booking: Booking }) {
  const { booking, zone, onClose } = props;
  const [asked, setAsked] = useState<Asked>(props.asked);
  if (asked === "reschedule") return <OtherTime {...props} onBack={() => setAsked(null)} />;
  return (
    <div className="grid gap-5">
      <Facts booking={booking} zone={zone} />
      {asked ? (
        <Decide booking={booking} verb={asked} onBack={() => setAsked(null)} onDone={onClose} />
      ) : (
        <Actions booking={booking} onAsk={setAsked} onDone={onClose} />
      )}
    </div>
  );
}

export function Facts({ booking, zone }: { booking: Booking; zone: string }) {
  const { contact, statusMessage } = booking;
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <StatusBadge status={booking.status} />
        <span>{kindName(booking.kind)}</span>
        {booking.emergency && <strong className="text-danger">{queue.emergency}</strong>}
        {booking.stage !== "booked" && <span>{queue.stages[booking.stage]}</span>}
        {booking.title && booking.title !== nameOf(booking) && <span>{booking.title}</span>}
      </p>
      <p className="text-xl font-bold tabular-nums">
        {dayOf(booking.start, zone)}{" "}
        <span className="whitespace-nowrap">
          {timeIn(booking.start, zone)} – {timeIn(booking.end, zone)}
        </span>
      </p>
      <ul className="grid gap-1">
        {booking.resources.map((part) => (
          <li key={`${part.resourceId} ${part.start}`} className="flex flex-wrap gap-x-3">
            {part.role && <span className="min-w-28 text-soft">{roleName(part.role)}</span>}
            <bdi className="font-semibold">{part.name}</bdi>
            {(part.start !== booking.start || part.end !== booking.end) && (
              <span className="tabular-nums">
                {calendar.fromTo(timeIn(part.start, zone), timeIn(part.end, zone))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {contact && (
        <p className="flex flex-wrap gap-x-4">
          {contact.phone && (
            <span>
              {text.phone}{" "}
              <a href={`tel:${contact.phone}`} className="underline">
                {contact.phone}
              </a>
            </span>
          )}
          {contact.email && (
            <span>
              {text.email}{" "}
              <a href={`mailto:${contact.email}`} className="underline">
                {contact.email}
              </a>
            </span>
          )}
        </p>
      )}
      {contact?.note && <p className="border-s-4 border-rule ps-3">{contact.note}</p>}
      {statusMessage && (
        <p className="rounded-lg bg-sunk px-4 py-2">
          <span className="sr-only">{text.message}: </span>
          {statusMessage}
        </p>
      )}
      <p className="text-sm text-soft">
        {booking.bookedBy === "public" && text.bookedBy(text.public)}
        {booking.seriesId && ` ${text.series}`}
      </p>
    </div>
  );
}

interface ActionsProps {
  booking: Booking;
  onAsk(asked: Asked): void;
  onDone(): void;
}

function Actions({ booking, onAsk, onDone }: ActionsProps) {
  const may = useRights();
  const ids = booking.resources.map(({ resourceId }) => resourceId);
  const [books, approves] = [may("book", ids), may("approve", ids)];
  const decision = useDecision(booking, onDone);
  const isOpen = booking.status === "requested" || booking.status === "approved";
  return (
    <>
      <FormProblem error={decision.error} />
      <DialogButtons>
        <a
          href={bookingApi.icsAddress(booking.id)}
          download
          className={`${buttonClass("quiet")} me-auto`}
        >
          {text.ics}
        </a>
        {books && isOpen && (
          <>
            <Button onPress={() => onAsk("reschedule")}>
              {booking.status === "requested" ? `${text.propose}…` : text.reschedule}
            </Button>
            {/* Who decides on a request denies it instead. */}
            {(booking.status === "approved" || !approves) && (
              <Button look="danger" onPress={() => onAsk("cancel")}>
                {text.cancel}
              </Button>
            )}
          </>
        )}
        {approves && booking.status === "requested" && (
          <>
            <Button look="danger" onPress={() => onAsk("deny")}>
              {text.deny}
            </Button>
            <Button look="main" onPress={() => decision.mutate({ verb: "approve", message: "" })}>
              {text.approve}
            </Button>
          </>
        )}
      </DialogButtons>
    </>
  );
}

interface DecideProps {
  booking: Booking;
  verb: "cancel" | "deny";
  onBack(): void;
  onDone(): void;
}

function Decide({ booking, verb, onBack, onDone }: DecideProps) {
  const [message, setMessage] = useState("");
  const [isWhole, setWhole] = useState(false);
  const decision = useDecision(booking, onDone);
  const series = useSeriesEnd(booking, onDone);
  const who = nameOf(booking);
  const isPending = decision.isPending || series.isPending;
  return (
    <form
      className="grid gap-4 rounded-xl border border-edge p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isPending) return;
        if (isWhole) series.mutate(message.trim());
        else decision.mutate({ verb, message: message.trim() });
      }}
    >
      <h3 className="text-lg font-bold">
        {verb === "cancel" ? text.cancelTitle(who) : text.denyTitle(who)}
      </h3>
      {verb === "cancel" && <p>{text.cancelText}</p>}
      <Field
        label={text.message}
        hint={text.messageHint}
        optional
        autoFocus
        maxLength={500}
        value={message}
        onChange={setMessage}
      />
      {verb === "cancel" && booking.seriesId && (
        <Check isSelected={isWhole} onChange={setWhole}>
          {text.cancelSeries}
        </Check>
      )}
      <FormProblem error={decision.error ?? series.error} />
      <DialogButtons>
        <Button onPress={onBack}>{text.keep}</Button>
        <Button type="submit" look="danger">
          {verb === "cancel" ? text.cancelConfirm : text.denyConfirm}
        </Button>
      </DialogButtons>
    </form>
  );
}

function useSeriesEnd({ seriesId }: Booking, onDone: () => void) {
  const client = useQueryClient();
  const { say } = useNotices();
  return useMutation({
    mutationFn: (message: string) => bookingApi.cancelSeries(seriesId!, message),
    onSuccess({ bookings }) {
      say(text.canceledSeries(bookings.length));
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["bookings"] }),
  });
}

interface Decision {
  verb: "approve" | "deny" | "cancel";
  message: string;
}

export function useDecision(booking: Booking, onDone: () => void) {
  const client = useQueryClient();
  const { say } = useNotices();
  const said = { approve: text.approved, deny: text.denied, cancel: text.canceled };
  return useMutation({
    mutationFn: ({ verb, message }: Decision) => bookingApi.decide(booking.id, verb, message),
    onSuccess(_after, { verb }) {
      say(said[verb](nameOf(booking)));
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["bookings"] }),
  });
}
