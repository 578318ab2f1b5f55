// Another time for a booking, by typing it: whether it fits is said while it is chosen.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { addDays, wallTime } from "../../look/zone-time.ts";
import type { Resource } from "../../wire/availability.ts";
import type { Booking, Kind } from "../../wire/booking.ts";
import { common } from "../messages.ts";
import { Button } from "../ui/button.tsx";
import { DialogButtons } from "../ui/dialog.tsx";
import { Moment } from "../ui/moment.tsx";
import { useNotices } from "../ui/notices.tsx";
import { bookingApi } from "./booking-api.ts";
import { intervalOf, withStart } from "./form-state.ts";
import { NotFree } from "./hold-line.tsx";
import { knownTimes, useCalendarDays } from "./live-calendar.ts";
import { calendar, dayAndTime, details as text, form, nameOf } from "./messages.ts";
import { asProposal, clashesOf, moved, stretched } from "./proposal.ts";
import { asNewTime, inWords } from "./rescheduling.tsx";

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
  const [times, setTimes] = useState({
    start: wallTime(booking.start, zone),
    end: wallTime(booking.end, zone),
  });
  const ids = booking.resources.map(({ resourceId }) => resourceId);
  const interval = intervalOf(times, zone);
  const from = times.start.date || wallTime(booking.start, zone).date;
  const to = addDays(times.end.date > from ? times.end.date : from, 1);
  const days = useCalendarDays([...new Set(ids)], { from, to, zone });

  const kind = kinds.find((one) => one.kind === booking.kind);
  const proposal =
    interval && movedTo(booking, kind, Date.parse(interval.start), Date.parse(interval.end));
  const [clash] = proposal ? clashesOf(proposal, [booking.id], knownTimes(days.data)) : [];
  const isKnown = days.isSuccess && !days.isPlaceholderData;
  const move = useMutation({
    mutationFn: () => bookingApi.reschedule(booking.id, asNewTime(proposal!)),
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

  const name = resources.find(({ id }) => id === clash?.resourceId)?.name ?? "";
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <h3 className="text-lg font-bold">{text.newTime}</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <Moment
          label={form.start}
          value={times.start}
          onChange={(start) => setTimes(withStart(times, start, zone))}
        />
        <Moment
          label={form.end}
          value={times.end}
          onChange={(end) => setTimes({ ...times, end })}
        />
      </div>
      <div role="status" className="empty:hidden">
        {isKnown && proposal && (
          <p className={clash ? "font-semibold text-danger" : "text-soft"}>
            {clash ? calendar.doesNotFit(text.newTime, inWords(clash, name, zone)) : text.fits}
          </p>
        )}
      </div>
      <div role="alert" className="empty:hidden">
        {move.isError && <NotFree error={move.error} zone={zone} />}
      </div>
      <DialogButtons>
        <Button onPress={onBack}>{common.back}</Button>
        <Button type="submit" look="main" isDisabled={!proposal}>
          {move.isPending ? text.moving : text.move}
        </Button>
      </DialogButtons>
    </form>
  );
}

/** All parts go along; those that reach to the end reach to the new end. */
function movedTo(booking: Booking, kind: Kind | undefined, startMs: number, endMs: number) {
  const before = asProposal(booking, kind);
  const shifted = moved(before, startMs - before.startMs);
  const outer = shifted.parts.find((part) => part.endMs === shifted.endMs);
  if (!outer || endMs === shifted.endMs) return { ...shifted, endMs };
  return stretched(shifted, outer.resourceId, "end", endMs, 60_000);
}
