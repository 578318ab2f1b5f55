// Moving and stretching what is booked: judged with every step, sent with the drop, and undone with
// one press.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { timeIn } from "../../look/zone-time.ts";
import type { Resource } from "../../wire/availability.ts";
import type { Booking, CalendarDays, Kind } from "../../wire/booking.ts";
import { Button } from "../ui/button.tsx";
import { useNotices } from "../ui/notices.tsx";
import { bookingApi, type NewTime } from "./booking-api.ts";
import { bookingOf, type Column } from "./columns.ts";
import { instantAt } from "./day-time.ts";
import { stepMinutes, type Draft } from "./grid-model.ts";
import { calendar as text, clash as why, nameOf } from "./messages.ts";
import {
  asProposal,
  clashesOf,
  moved,
  stretched,
  type Clash,
  type KnownTimes,
  type Proposal,
} from "./proposal.ts";

interface Setting {
  resources: Resource[];
  kinds: Kind[];
  columns: Column[];
  known: ReadonlyMap<string, KnownTimes>;
  zone: string;
}

export function useRescheduling({ resources, kinds, columns, known, zone }: Setting) {
  const move = useMove(zone);
  const named = (id: string) => resources.find((one) => one.id === id);
  const kindOf = (booking: Booking) => kinds.find(({ kind }) => kind === booking.kind);

  /** What the draft would make of the booking. */
  function proposalOf({ how, of, from, column, span }: Draft): Proposal {
    const { resource, date } = columns[column]!;
    const at = (minute: number) => Date.parse(instantAt(date, zone, minute));
    const booking = of && bookingOf(of);
    if (!booking || !of) {
      // What a kind needs around it is known when the form says which kind it is.
      const times = { startMs: at(span.start), endMs: at(span.end) };
      const part = { resourceId: resource.id, beforeMs: 0, afterMs: 0, isAlone: false };
      return { ...times, parts: [{ ...part, ...times }] };
    }
    const before = asProposal(booking, kindOf(booking));
    const grabbed = columns[from]!.resource.id;
    if (how === "move") {
      const part = before.parts.find(({ resourceId }) => resourceId === grabbed)!;
      const swap = { from: grabbed, to: resource.id };
      return moved(before, at(span.start) - part.startMs, swap);
    }
    const edge = how === "start" ? span.start : span.end;
    const edgeName = how === "start" ? "start" : "end";
    return stretched(before, grabbed, edgeName, at(edge), stepMinutes * 60_000);
  }

  function judge(draft: Draft): string | null {
    const booking = draft.of && bookingOf(draft.of);
    const target = columns[draft.column]?.resource;
    const source = columns[draft.from]?.resource;
    if (!target || !source) return null;
    if (booking && target.id !== source.id) {
      const { role } = booking.resources.find(({ resourceId }) => resourceId === source.id)!;
      const need = kindOf(booking)?.needs.find((one) => one.role === role);
      if (need && !need.types.includes(target.type)) return why.otherType(target.name, need.role);
      if (booking.resources.some(({ resourceId }) => resourceId === target.id)) {
        return why.twice(target.name);
      }
    }
    const [first] = clashesOf(proposalOf(draft), booking ? [booking.id] : [], known);
    return first ? inWords(first, named(first.resourceId)?.name ?? "", zone) : null;
  }

  function drop(draft: Draft): void {
    const booking = draft.of && bookingOf(draft.of);
    if (booking) move.mutate({ booking, to: asNewTime(proposalOf(draft)) });
  }

  return { judge, drop };
}

export function inWords(
  { why: reason, startMs, endMs }: Clash,
  name: string,
  zone: string,
): string {
  const [from, to] = [timeIn(startMs, zone), timeIn(endMs, zone)];
  return reason === "closed" ? why.closed(name, from) : why[reason](name, from, to);
}

export function asNewTime({ startMs, endMs, parts }: Proposal): NewTime {
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    start: iso(startMs),
    end: iso(endMs),
    resources: parts.map((part) => ({
      resourceId: part.resourceId,
      start: iso(part.startMs),
      end: iso(part.endMs),
    })),
  };
}

interface Move {
  booking: Booking;
  to: NewTime;
}

/** Shown where it was dropped at once; if the server says no, it is back where it was, with the reason. */
function useMove(zone: string) {
  const client = useQueryClient();
  const { say, complain, hush } = useNotices();
  const key = ["bookings", "calendar"];
  const move = useMutation({
    mutationFn: ({ booking, to }: Move) => bookingApi.reschedule(booking.id, to),
    onMutate: ({ booking, to }: Move) => {
      client.setQueriesData<CalendarDays>(
        { queryKey: key },
        (days) => days && shownAt(days, booking, to),
      );
    },
    onSuccess(after, { booking }) {
      const back = () => {
        hush();
        move.mutate({ booking: after, to: asNewTime(asProposal(booking, undefined)) });
      };
      say(
        text.moved(nameOf(after), timeIn(after.start, zone)),
        <Button look="quiet" className="text-inherit underline hover:bg-transparent" onPress={back}>
          {text.undo}
        </Button>,
      );
    },
    onError: complain,
    onSettled: () => client.invalidateQueries({ queryKey: ["bookings"] }),
  });
  return move;
}

function shownAt(days: CalendarDays, booking: Booking, to: NewTime): CalendarDays {
  const bookings = days.bookings.map((one) => {
    if (one.id !== booking.id) return one;
    const resources = one.resources.map((part, index) => {
      const next = { ...part, ...to.resources[index] };
      return { ...next, busyFrom: next.start, busyTill: next.end };
    });
    return { ...one, start: to.start, end: to.end, resources };
  });
  return { ...days, bookings };
}
