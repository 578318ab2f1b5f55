/** @jsxImportSource preact */
// Seven days in a row, and the times of the one that is chosen.

import { dateText, minutesOf, timeIn } from "../look/zone-time.ts";
import type { FreeTime } from "../wire/booking.ts";
import { booking as text } from "./booking-messages.ts";
import { partOfDay, type DayOfTimes, type PartOfDay } from "./free-times.ts";
import type { FreeTimes } from "./use-free-times.ts";
import { clockTime } from "./doctor-time.ts";

interface PickerProps {
  free: FreeTimes;
  zone: string;
  /** The place's own zone, when its clock shows another time. */
  placeZone: string | null;
  /** The day that was chosen; another one is shown when it is not in sight. */
  wanted: string;
  onDay(date: string): void;
  onChoose(time: FreeTime): void;
}

export function TimePicker({ free, zone, placeZone, wanted, onDay, onChoose }: PickerProps) {
  const { days } = free;
  const day =
    days?.find(({ date }) => date === wanted) ?? days?.find(({ times }) => times.length > 0);
  return (
    <section class="picker">
      <h2 id="days">{text.day}</h2>
      <div class="days" role="group" aria-labelledby="days">
        <button
          type="button"
          class="step"
          aria-label={text.earlier}
          disabled={free.isFirst}
          onClick={() => free.go(-1)}
        >
          ‹
        </button>
        {days ? (
          days.map((one) => (
            <DayButton
              key={one.date}
              day={one}
              isChosen={one.date === day?.date}
              onChoose={onDay}
            />
          ))
        ) : (
          <p class="quiet" aria-live="polite">
            {free.problem === null
              ? text.loading
              : free.problem === "DATABASE_AWAY"
                ? text.away
                : text.lost}
          </p>
        )}
        <button type="button" class="step" aria-label={text.later} onClick={() => free.go(1)}>
          ›
        </button>
      </div>
      {days && (
        <div aria-live="polite">
          {day && day.times.length > 0 ? (
            <Times day={day} zone={zone} placeZone={placeZone} onChoose={onChoose} />
          ) : (
            <Nothing free={free} isWeek={!days.some(({ times }) => times.length > 0)} />
          )}
        </div>
      )}
    </section>
  );
}

function Nothing({ free, isWeek }: { free: FreeTimes; isWeek: boolean }) {
  if (free.isHopeless) return <p>{text.noneAtAll}</p>;
  return (
    <div class="nothing">
      <p>{isWeek ? text.noneInWeek : text.noneOnDay}</p>
      {isWeek && (
        <button type="button" class="second" onClick={free.lookAhead}>
          {text.nextFree}
        </button>
      )}
    </div>
  );
}

interface DayProps {
  day: DayOfTimes;
  isChosen: boolean;
  onChoose(date: string): void;
}

function DayButton({ day: { date, times }, isChosen, onChoose }: DayProps) {
  const whole = dateText(date, { weekday: "long", day: "numeric", month: "long" });
  return (
    <button
      type="button"
      class="day"
      aria-pressed={isChosen}
      data-free={times.length > 0}
      onClick={() => onChoose(date)}
    >
      <span class="hidden">{text.freeOn(whole, times.length)}</span>
      <span aria-hidden="true">{dateText(date, { weekday: "short" })}</span>
      <strong aria-hidden="true">{dateText(date, { day: "numeric" })}</strong>
    </button>
  );
}

interface TimesProps {
  day: DayOfTimes;
  zone: string;
  placeZone: string | null;
  onChoose(time: FreeTime): void;
}

function Times({ day, zone, placeZone, onChoose }: TimesProps) {
  const parts: [PartOfDay, FreeTime[]][] = [];
  for (const time of day.times) {
    const part = partOfDay(minutesOf(timeIn(time.start, zone)) / 60);
    const last = parts[parts.length - 1];
    if (last && last[0] === part) last[1].push(time);
    else parts.push([part, [time]]);
  }
  return (
    <>
      <h2>{dateText(day.date, { weekday: "long", day: "numeric", month: "long" })}</h2>
      {parts.map(([part, times]) => (
        <section key={part} class="times">
          <h3>{text.partsOfDay[part]}</h3>
          <ul>
            {times.map((time) => (
              <li key={time.start}>
                <button type="button" class="time" onClick={() => onChoose(time)}>
                  {clockTime(time.start, zone)}
                  {placeZone && <small>{text.thereIs(clockTime(time.start, placeZone))}</small>}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
