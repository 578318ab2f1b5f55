// Those in a live queue, one card each, with what is to be done next.

import { timeIn } from "../../look/zone-time.ts";
import type { QueuedBooking, ResourceQueue, Stage } from "../../wire/booking.ts";
import { Minutes } from "../desk/clock.tsx";
import { Button } from "../ui/button.tsx";
import type { Step } from "./booking-api.ts";
import { calendar, kindName, queue as text } from "./messages.ts";
import type { QueueActions } from "./queue-actions.tsx";

export const whoOf = ({ patientName, title, kind }: QueuedBooking) =>
  patientName ?? title ?? kindName(kind);

/** The first one is the usual next step. */
const stepsAt: Record<Stage, Step[]> = {
  booked: ["check-in", "call", "start"],
  checked_in: ["call", "start"],
  called: ["start", "call", "no-show"],
  in_progress: ["finish"],
  finished: ["undo"],
  no_show: ["undo"],
};

interface CardProps {
  booking: QueuedBooking;
  zone: string;
  works: boolean;
  actions: QueueActions;
}

export function BookingCard({ booking, zone, works, actions }: CardProps) {
  const { stage, emergency, title, kind, start, end } = booking;
  const who = whoOf(booking);
  const what = [kindName(kind), title].filter((one) => one && one !== who).join(": ");
  return (
    <article
      aria-label={who}
      className={`grid gap-3 rounded-2xl border bg-card p-5 ${
        stage === "called" || stage === "in_progress"
          ? "border-accent shadow-[inset_0_0_0_1px_var(--accent)]"
          : "border-rule"
      }`}
    >
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="text-xl tabular-nums">
          {calendar.fromTo(timeIn(start, zone), timeIn(end, zone))}
        </span>
        <h3 className="text-2xl font-bold">
          <bdi>{who}</bdi>
        </h3>
        <span className="text-soft">{what}</span>
        {emergency && (
          <strong className="rounded-full bg-danger-wash px-3 py-0.5 text-danger">
            {text.emergency}
          </strong>
        )}
        <span className="ms-auto font-semibold text-soft">
          <Standing booking={booking} />
        </span>
      </div>
      {works && (
        <div className="flex flex-wrap gap-3">
          {stepsAt[stage].map((verb, index) => (
            <Button
              key={verb}
              look={index === 0 ? "main" : verb === "no-show" ? "danger" : "second"}
              className="min-h-14 px-6 text-lg"
              onPress={() => actions.step(booking, verb)}
            >
              {verb === "call" && stage === "called" ? text.callAgain : text.steps[verb]}
              <span className="sr-only"> {who}</span>
            </Button>
          ))}
          {(stage === "booked" || stage === "checked_in") && (
            <Button
              look="quiet"
              className="ms-auto min-h-14 text-soft"
              onPress={() => actions.prioritise(booking, !emergency)}
            >
              {emergency ? text.noEmergency : text.makeEmergency}
              <span className="sr-only"> {who}</span>
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

/** "is here · 12 min" */
function Standing({ booking }: { booking: QueuedBooking }) {
  const { stage, checkedInAt, calledAt, startedAt } = booking;
  const since = { checked_in: checkedInAt, called: calledAt, in_progress: startedAt }[
    stage as string
  ];
  return (
    <>
      {text.stages[stage]}
      {since && (
        <>
          {" · "}
          <Minutes since={since} />
        </>
      )}
    </>
  );
}

type Token = Extract<ResourceQueue["items"][number], { type: "token" }>;

/** What OPD tells of it; its own page does the rest. */
export function TokenRow({ token, zone }: { token: Token; zone: string }) {
  const { number, patientName, slotStart } = token as unknown as Record<string, string>;
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 rounded-2xl border border-rule bg-card px-5 py-4">
      <span className="text-xl tabular-nums">{timeIn(slotStart!, zone)}</span>
      <strong className="text-2xl">
        <bdi>{patientName}</bdi>
      </strong>
      <span className="ms-auto text-soft">{text.token(String(number))}</span>
    </div>
  );
}

interface OverProps extends Omit<CardProps, "booking"> {
  bookings: QueuedBooking[];
}

export function Over({ bookings, zone, works, actions }: OverProps) {
  if (bookings.length === 0) return null;
  return (
    <details className="grid gap-3">
      <summary className="cursor-pointer text-lg font-semibold text-soft">
        {text.over(bookings.length)}
      </summary>
      <ul className="mt-3 grid gap-1">
        {bookings.map((booking) => (
          <li key={booking.id} className="flex flex-wrap items-center gap-x-4 border-b border-rule">
            <span className="tabular-nums">{timeIn(booking.start, zone)}</span>
            <bdi className="font-semibold">{whoOf(booking)}</bdi>
            <span className="text-soft">{text.stages[booking.stage]}</span>
            {works && (
              <Button
                look="quiet"
                className="ms-auto text-soft"
                onPress={() => actions.step(booking, "undo")}
              >
                {text.steps.undo}
                <span className="sr-only"> {whoOf(booking)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
