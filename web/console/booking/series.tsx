// A booking that repeats: what each occurrence would meet is shown before anything is booked.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dateIn, dateText, timeIn } from "../../look/zone-time.ts";
import type { Booking, Occurrence, Recurrence } from "../../wire/booking.ts";
import { sayProblem } from "../problem-text.ts";
import { Dropdown, Stacked } from "../ui/choice.tsx";
import { Count } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { bookingApi, type NewBooking, type NewSeries } from "./booking-api.ts";
import { ConflictList } from "./hold-line.tsx";
import { form as text } from "./messages.ts";

const rhythms = {
  daily: { every: "day", interval: 1 },
  weekly: { every: "week", interval: 1 },
  fortnightly: { every: "week", interval: 2 },
  fourweekly: { every: "week", interval: 4 },
} as const satisfies Record<string, Omit<Recurrence, "count">>;

type Rhythm = keyof typeof rhythms;
type Take = "all" | "fitting";

const maxTimes = 52;

/** How often, as it is chosen in the form. */
export function useRepetition() {
  const [rhythm, setRhythm] = useState<Rhythm | "once">("once");
  const [count, setCount] = useState<number | null>(10);
  const [take, setTake] = useState<Take>("fitting");
  const rule = rhythm === "once" || !count ? null : { ...rhythms[rhythm], count };
  return { rule, rhythm, setRhythm, count, setCount, take, setTake };
}

type Repetition = ReturnType<typeof useRepetition>;

export interface Series extends Repetition {
  occurrences: Occurrence[] | undefined;
  /** How many would be booked now; null while that is not known. */
  willBook: number | null;
  error: unknown;
  book(wish: NewBooking): Promise<Booking[]>;
}

/** `isReady`: nothing is kept any more, so that no occurrence is in its own way. */
export function useSeries(
  repetition: Repetition,
  wish: NewBooking | null,
  zone: string,
  isReady: boolean,
): Series {
  const { rule, take } = repetition;
  const preview = useQuery({
    queryKey: ["bookings", "series", wish, rule],
    queryFn: ({ signal }) => bookingApi.previewSeries(asSeries(wish!, rule!, zone), signal),
    enabled: rule !== null && wish !== null && isReady,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const occurrences = rule ? preview.data?.occurrences : undefined;
  const fitting = occurrences?.filter(({ fits }) => fits).length ?? 0;
  return {
    ...repetition,
    occurrences,
    willBook: occurrences ? (take === "all" ? occurrences.length : fitting) : null,
    error: preview.error,
    book: async (whole) => {
      const { bookings } = await bookingApi.bookSeries(asSeries(whole, rule!, zone), take);
      return bookings;
    },
  };
}

const asSeries = (wish: NewBooking, rule: Recurrence, timezone: string): NewSeries => ({
  ...wish,
  rule,
  timezone,
});

export function Repeating({ series, zone }: { series: Series; zone: string }) {
  const { rhythm, setRhythm, count, setCount, take, setTake, occurrences, error } = series;
  const names = Object.keys(rhythms) as Rhythm[];
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start gap-4">
        <div className="min-w-52">
          <Dropdown
            label={text.repeats}
            options={[
              { id: "once" as const, name: text.once },
              ...names.map((id) => ({ id, name: text.every[id] })),
            ]}
            value={rhythm}
            onChange={setRhythm}
          />
        </div>
        {rhythm !== "once" && (
          <Count
            label={text.times}
            unit={text.timesUnit}
            value={count}
            onChange={setCount}
            min={2}
            max={maxTimes}
          />
        )}
      </div>
      {series.rule && Boolean(error) && <p className="text-danger">{sayProblem(error)}</p>}
      {series.rule && occurrences && (
        <>
          <Preview occurrences={occurrences} zone={zone} />
          {occurrences.some(({ fits }) => !fits) && (
            <Stacked
              label={text.whenNotAll}
              options={[
                { id: "fitting" as const, ...text.onlyFitting },
                { id: "all" as const, ...text.allOrNone },
              ]}
              value={take}
              onChange={setTake}
            />
          )}
        </>
      )}
    </div>
  );
}

function Preview({ occurrences, zone }: { occurrences: Occurrence[]; zone: string }) {
  const fit = occurrences.filter(({ fits }) => fits).length;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">
        {text.preview}{" "}
        <span className="font-normal text-soft">{text.fitting(fit, occurrences.length)}</span>
      </h3>
      <ol className="grid gap-1 rounded-lg border border-rule p-2">
        {occurrences.map((one) => (
          <li key={one.start} className="flex flex-wrap items-baseline gap-x-3 px-2">
            <Icon
              name={one.fits ? "check" : "close"}
              className={`size-4 self-center ${one.fits ? "text-accent" : "text-danger"}`}
            />
            <span className="tabular-nums">
              {dateText(dateIn(one.start, zone), {
                weekday: "short",
                day: "numeric",
                month: "short",
              })}{" "}
              {timeIn(one.start, zone)}
            </span>
            {one.fits ? (
              <span className="text-soft">{text.fits}</span>
            ) : (
              <div className="text-sm text-danger">
                <ConflictList conflicts={one.conflicts} zone={zone} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
