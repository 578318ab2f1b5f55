// When all who take part are free: looked up on demand, chosen with one press.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { addDays, dateIn, dateText, instantOf, timeIn } from "../../look/zone-time.ts";
import type { Interval } from "../../wire/booking.ts";
import { serverNow } from "../../wire/request.ts";
import { sayProblem } from "../problem-text.ts";
import { Button } from "../ui/button.tsx";
import { bookingApi } from "./booking-api.ts";
import { intervalOf, type Filled } from "./form-state.ts";
import { freeTimes as text } from "./messages.ts";

interface FreeTimesProps {
  filled: Filled;
  zone: string;
  /** The start that was chosen. */
  onStart(instant: string): void;
}

const daysAhead = 14;
const mostShown = 8;
const gridMs = 5 * 60_000;

export function FreeTimes({ filled, zone, onStart }: FreeTimesProps) {
  const [isLooking, setLooking] = useState(false);
  const whole = intervalOf(filled, zone);
  const resourceIds = filled.seats.flatMap(({ resourceId }) => resourceId || []);
  const minutes = whole ? (Date.parse(whole.end) - Date.parse(whole.start)) / 60_000 : 0;
  const isReady = minutes > 0 && resourceIds.length === filled.seats.length;
  const from = filled.start.date || dateIn(serverNow(), zone);
  const wish = { kind: filled.kind.kind, resourceIds: [...new Set(resourceIds)], minutes };
  const free = useQuery({
    queryKey: ["bookings", "free", wish, from, zone],
    queryFn: ({ signal }) => {
      const end = instantOf(addDays(from, daysAhead), "00:00", zone);
      return bookingApi.commonFree(wish, { start: instantOf(from, "00:00", zone), end }, signal);
    },
    enabled: isLooking && isReady,
    retry: false,
  });
  if (!isLooking) {
    return (
      <Button className="justify-self-start" isDisabled={!isReady} onPress={() => setLooking(true)}>
        {text.find}
      </Button>
    );
  }
  const starts = startsIn(free.data ?? [], minutes * 60_000);
  return (
    <section aria-label={text.title} className="grid gap-2 rounded-xl border border-edge p-4">
      <h3 className="font-bold">{text.title}</h3>
      <div role="status" className="text-soft empty:hidden">
        {free.isPending
          ? text.looking
          : free.error
            ? sayProblem(free.error)
            : starts.length === 0 && text.none(daysAhead)}
      </div>
      <ul className="flex flex-wrap gap-2">
        {starts.map(({ start, till }) => (
          <li key={start}>
            <Button
              onPress={() => {
                setLooking(false);
                onStart(start);
              }}
            >
              {dateText(dateIn(start, zone), { weekday: "short", day: "numeric", month: "short" })}{" "}
              <strong className="tabular-nums">{timeIn(start, zone)}</strong>
              <span className="text-sm text-soft">{text.until(timeIn(till, zone))}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Button look="quiet" className="justify-self-start" onPress={() => setLooking(false)}>
        {text.close}
      </Button>
    </section>
  );
}

/** The first start of each stretch that people would expect, with the end of the stretch. */
function startsIn(stretches: readonly Interval[], lengthMs: number) {
  return stretches
    .map(({ start, end }) => ({
      start: new Date(Math.ceil(Date.parse(start) / gridMs) * gridMs).toISOString(),
      till: end,
    }))
    .filter(({ start, till }) => Date.parse(start) + lengthMs <= Date.parse(till))
    .slice(0, mostShown);
}
