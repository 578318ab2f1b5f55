// Another time or team for a booking: whether it fits is said while it is chosen.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { addDays, wallTime } from "../../look/zone-time.ts";
import type { Resource } from "../../wire/availability.ts";
import type { Booking, Kind } from "../../wire/booking.ts";
import { common } from "../messages.ts";
import { Button } from "../ui/button.tsx";
import { DialogButtons } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Moment } from "../ui/moment.tsx";
import { useNotices } from "../ui/notices.tsx";
import { bookingApi } from "./booking-api.ts";
import { filledFrom, proposalFrom, startingAt } from "./form-state.ts";
import { FreeTimes } from "./free-times.tsx";
import { NotFree } from "./hold-line.tsx";
import { knownTimes, useCalendarDays } from "./live-calendar.ts";
import { calendar, dayAndTime, details as text, form, nameOf } from "./messages.ts";
import { clashesOf } from "./proposal.ts";
import { asNewTime, inWords } from "./rescheduling.tsx";
import { Seats } from "./seats.tsx";

interface OtherTimeProps {
  booking: Booking;
  resources: Resource[];
  kinds: Kind[];
  zone: string;
  onBack(): void;
  onClose(): void;
}

export function OtherTime({ booking, resources, kinds, zone, onBack, onClose }: OtherTimeProps) {
  const client = useQueryClient();
  const { say } = useNotices();
  const kind = kinds.find((one) => one.kind === booking.kind) ?? kinds[0]!;
  const [filled, setFilled] = useState(() => filledFrom(booking, kind, zone));
  const [message, setMessage] = useState("");
  const isRequest = booking.status === "requested";
  const ids = filled.seats.flatMap(({ resourceId }) => resourceId || []);
  const from = filled.start.date || wallTime(booking.start, zone).date;
  const to = addDays(filled.end.date > from ? filled.end.date : from, 1);
  const days = useCalendarDays([...new Set(ids)], { from, to, zone });
  const proposal = proposalFrom(filled, zone);
  const [clash] = proposal ? clashesOf(proposal, [booking.id], knownTimes(days.data)) : [];
  const isKnown = days.isSuccess && !days.isPlaceholderData;
  const move = useMutation({
    mutationFn: () =>
      bookingApi.reschedule(booking.id, {
        ...asNewTime(proposal!),
        ...(message.trim() && { statusMessage: message.trim() }),
      }),
    onSuccess(after) {
      say(calendar.moved(nameOf(after), dayAndTime(after.start, zone)));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["bookings"] }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (proposal && !move.isPending && !move.isSuccess) move.mutate();
  }
  const startAt = (start: typeof filled.start) => setFilled(startingAt(filled, start, zone));

  const name = resources.find(({ id }) => id === clash?.resourceId)?.name ?? "";
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <h3 className="text-lg font-bold">{isRequest ? text.propose : text.newTime}</h3>
      {isRequest && <p className="text-soft">{text.proposeText}</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Moment label={form.start} value={filled.start} onChange={startAt} />
        <Moment
          label={form.end}
          value={filled.end}
          onChange={(end) => setFilled({ ...filled, end })}
        />
      </div>
      <Seats
        filled={filled}
        resources={resources}
        onChange={(seats) => setFilled({ ...filled, seats })}
      />
      <FreeTimes filled={filled} zone={zone} onStart={(start) => startAt(wallTime(start, zone))} />
      <div role="status" className="empty:hidden">
        {isKnown && proposal && (
          <p className={clash ? "font-semibold text-danger" : "text-soft"}>
            {clash ? calendar.doesNotFit(text.newTime, inWords(clash, name, zone)) : text.fits}
          </p>
        )}
      </div>
      {isRequest && (
        <Field
          label={text.message}
          hint={text.messageHint}
          optional
          maxLength={500}
          value={message}
          onChange={setMessage}
        />
      )}
      <div role="alert" className="empty:hidden">
        {move.isError && <NotFree error={move.error} zone={zone} />}
      </div>
      <DialogButtons>
        <Button onPress={onBack}>{common.back}</Button>
        <Button type="submit" look="main" isDisabled={!proposal}>
          {move.isPending ? text.moving : isRequest ? text.proposeConfirm : text.move}
        </Button>
      </DialogButtons>
    </form>
  );
}
