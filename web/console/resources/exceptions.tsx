// Days that are not like the others, on a calendar: what is open on each, and what was changed.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type KeyboardEvent } from "react";
import { addDays, dateIn, dateText, timeIn } from "../../look/zone-time.ts";
import type {
  Availability,
  Claim,
  Conflicts,
  Exception,
  Resource,
} from "../../wire/availability.ts";
import { asProblem } from "../../../client/transport/problem.ts";
import { serverNow } from "../../wire/request.ts";
import { common } from "../messages.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { useNotices } from "../ui/notices.tsx";
import { Part } from "../ui/part.tsx";
import { Affected, ConflictChoice, settledInWords } from "./affected.tsx";
import { ExceptionDialog } from "./exception-dialog.tsx";
import { exceptions as text, weekdays } from "./messages.ts";
import { addMonths, monthOf, touches, weeksOf } from "./month.ts";
import { resourcesApi } from "./resources-api.ts";

interface ExceptionsProps {
  resource: Resource;
  availability: Availability;
  isReadOnly: boolean;
}

export function Exceptions({ resource, availability, isReadOnly }: ExceptionsProps) {
  const { timezone } = resource;
  const today = dateIn(serverNow(), timezone);
  const [day, setDay] = useState(today);
  const [month, setMonth] = useState(monthOf(today));
  const [making, setMaking] = useState<"close" | "open" | null>(null);
  const onDay = availability.exceptions.filter((one) => touches(one, day, timezone));

  return (
    <Part title={text.title} about={text.text}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-2">
          <div className="flex items-center gap-1">
            <IconButton label={text.earlier} onPress={() => setMonth(addMonths(month, -1))}>
              <Icon name="chevron" className="size-5 rotate-90 rtl:-rotate-90" />
            </IconButton>
            <h3 className="min-w-44 text-center text-lg font-bold" aria-live="polite">
              {dateText(`${month}-01`, { month: "long", year: "numeric" })}
            </h3>
            <IconButton label={text.later} onPress={() => setMonth(addMonths(month, 1))}>
              <Icon name="chevron" className="size-5 -rotate-90 rtl:rotate-90" />
            </IconButton>
          </div>
          <Month
            resource={resource}
            month={month}
            today={today}
            chosen={day}
            exceptions={availability.exceptions}
            onDay={(date) => {
              setDay(date);
              setMonth(monthOf(date));
            }}
          />
        </div>
        <section aria-labelledby="day-title" className="grid gap-3">
          <h3 id="day-title" className="text-lg font-bold">
            {dateText(day, { weekday: "long", day: "numeric", month: "long", year: "numeric" })}
          </h3>
          {onDay.length === 0 ? (
            <p className="text-soft">{text.none}</p>
          ) : (
            <ul className="divide-y divide-rule rounded-xl border border-rule">
              {onDay.map((one) => (
                <ExceptionRow
                  key={one.id}
                  exception={one}
                  resource={resource}
                  isReadOnly={isReadOnly}
                />
              ))}
            </ul>
          )}
          {!isReadOnly && (
            <div className="flex flex-wrap gap-3">
              <Button onPress={() => setMaking("close")}>{text.close}</Button>
              <Button onPress={() => setMaking("open")}>{text.open}</Button>
            </div>
          )}
        </section>
      </div>
      <ExceptionDialog
        resource={resource}
        date={day}
        kind={making}
        onClose={() => setMaking(null)}
      />
    </Part>
  );
}

interface MonthProps {
  resource: Resource;
  month: string;
  today: string;
  chosen: string;
  exceptions: Exception[];
  onDay(date: string): void;
}

function Month({ resource, month, today, chosen, exceptions, onDay }: MonthProps) {
  const { id, timezone } = resource;
  const weeks = weeksOf(month);
  const from = weeks[0]![0]!;
  const to = addDays(weeks.at(-1)!.at(-1)!, 1);
  const slots = useQuery({
    queryKey: ["availability", id, "slots", from, to],
    queryFn: () => resourcesApi.slots(id, { from, to }),
  });
  const perDay = Map.groupBy(slots.data ?? [], (slot) => dateIn(slot.start, timezone));

  /** By arrows as in any calendar; the focus follows the day. */
  function press(event: KeyboardEvent) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 } as const;
    const step = steps[event.key as keyof typeof steps];
    if (step === undefined) return;
    event.preventDefault();
    const next = addDays(chosen, step);
    const table = event.currentTarget;
    onDay(next);
    setTimeout(() => table.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus());
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its buttons
    <table className="month" onKeyDown={press}>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <td key={date}>
                <Day
                  date={date}
                  isOther={monthOf(date) !== month}
                  isToday={date === today}
                  isChosen={date === chosen}
                  slots={perDay.get(date)?.length ?? 0}
                  isKnown={slots.data !== undefined}
                  touching={exceptions.filter((one) => touches(one, date, timezone))}
                  onDay={onDay}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  date: string;
  isOther: boolean;
  isToday: boolean;
  isChosen: boolean;
  slots: number;
  isKnown: boolean;
  touching: Exception[];
  onDay(date: string): void;
}

function Day({ date, isOther, isToday, isChosen, slots, isKnown, touching, onDay }: DayProps) {
  const closing = touching.find(({ available }) => !available);
  const mark = closing ? "closed" : touching.length > 0 ? "opened" : "none";
  const note = closing ? (closing.reason ?? text.closed) : touching[0]?.reason;
  const words = [
    dateText(date, { weekday: "long", day: "numeric", month: "long" }),
    slots > 0 ? text.slots(slots) : text.noSlots,
    ...(closing ? [text.isClosed] : mark === "opened" ? [text.isOpened] : []),
  ];
  return (
    <button
      type="button"
      data-date={date}
      data-slots={isKnown ? slots : undefined}
      data-exception={mark}
      aria-pressed={isChosen}
      {...(isToday && { "aria-current": "date" as const })}
      tabIndex={isChosen ? 0 : -1}
      onClick={() => onDay(date)}
      className={isOther ? "text-soft" : ""}
    >
      <span className="sr-only">{words.join(", ")}</span>
      <span aria-hidden="true" className="month-day">
        {dateText(date, { day: "numeric" })}
      </span>
      {isKnown && slots > 0 && (
        <span aria-hidden="true" className="month-note">
          <span className="sm:hidden">{slots}</span>
          <span className="max-sm:hidden">{text.slots(slots)}</span>
        </span>
      )}
      {mark !== "none" && (
        <span aria-hidden="true" className="month-note font-semibold">
          {mark === "closed" ? "✕ " : "+ "}
          <span className="max-sm:hidden">{note ?? text.opened}</span>
        </span>
      )}
    </button>
  );
}

interface RowProps {
  exception: Exception;
  resource: Resource;
  isReadOnly: boolean;
}

function ExceptionRow({ exception, resource, isReadOnly }: RowProps) {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const [outside, setOutside] = useState<{ claims: Claim[]; total: number } | null>(null);
  const [conflicts, setConflicts] = useState<Conflicts>("move");
  const remove = useMutation({
    mutationFn: (decided?: Conflicts) =>
      resourcesApi.removeException(resource.id, exception.id, decided),
    onSuccess({ settled }) {
      setOutside(null);
      say(`${text.removed} ${settledInWords(settled)}`.trim());
      void client.invalidateQueries({ queryKey: ["availability", resource.id] });
      void client.invalidateQueries({ queryKey: ["opd"] });
    },
    onError(error) {
      const { code, problem } = asProblem(error);
      if (code !== "CLAIMS_OUTSIDE") return complain(error);
      const claims = (problem["claims"] as Claim[] | undefined) ?? [];
      setOutside({
        claims,
        total: (problem["claimsTotal"] as number | undefined) ?? claims.length,
      });
    },
  });
  const span = spanOf(exception, resource.timezone);
  const name = `${exception.available ? text.opened : text.closed}, ${span}`;
  return (
    <li className="flex items-center gap-3 ps-4 pe-1 py-2">
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold tabular-nums">{name}</span>
        {exception.reason && <span className="text-soft">{exception.reason}</span>}
      </span>
      {!isReadOnly && (
        <Button
          look="quiet"
          className="text-soft"
          aria-label={text.removeFor(name)}
          onPress={() => remove.mutate(undefined)}
        >
          {text.remove}
        </Button>
      )}
      <Dialog
        wide
        title={text.removeTitle}
        isOpen={outside !== null}
        onClose={() => setOutside(null)}
      >
        {outside && <Affected resource={resource} outside={outside.claims} total={outside.total} />}
        <ConflictChoice value={conflicts} onChange={setConflicts} />
        <DialogButtons>
          <Button onPress={() => setOutside(null)}>{common.cancel}</Button>
          <Button look="danger" onPress={() => remove.mutate(conflicts)}>
            {text.removeConfirm}
          </Button>
        </DialogButtons>
      </Dialog>
    </li>
  );
}

/** "the whole day", "9:00 – 12:00", or with dates when it is longer than one. */
function spanOf({ start, end }: Exception, timezone: string): string {
  const first = dateIn(start, timezone);
  const last = dateIn(Date.parse(end) - 1, timezone);
  const [from, until] = [timeIn(start, timezone), timeIn(end, timezone)];
  const isWhole = from === "00:00" && until === "00:00";
  if (first === last)
    return isWhole ? text.whole : `${from} – ${until === "00:00" ? "24:00" : until}`;
  const short = (date: string) => dateText(date, { day: "numeric", month: "short" });
  return isWhole
    ? `${short(first)} – ${short(last)}`
    : `${short(first)}, ${from} – ${short(dateIn(end, timezone))}, ${until}`;
}
