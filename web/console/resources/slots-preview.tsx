// The slots that the hours would give in a week, exceptions included, as the server computes them.

import { addDays, dateIn, dateText, timeIn } from "../../look/zone-time.ts";
import type { ResourceSlot } from "../../wire/availability.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { preview as text } from "./messages.ts";

interface SlotsPreviewProps {
  slots: ResourceSlot[] | null;
  timezone: string;
  /** The first of seven days. */
  from: string;
  /** Why there is nothing to see. */
  note: string | null;
  onFrom(from: string): void;
}

const short: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };

export function SlotsPreview({ slots, timezone, from, note, onFrom }: SlotsPreviewProps) {
  const days = Array.from({ length: 7 }, (_, index) => addDays(from, index));
  const byDate = Map.groupBy(slots ?? [], (slot) => dateIn(slot.start, timezone));
  return (
    <section aria-labelledby="preview-title" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 id="preview-title" className="text-lg font-bold">
          {text.title}
        </h3>
        <IconButton label={text.before} onPress={() => onFrom(addDays(from, -7))}>
          <Icon name="chevron" className="size-5 rotate-90 rtl:-rotate-90" />
        </IconButton>
        <span className="tabular-nums">
          {text.week(dateText(from, short), dateText(days[6]!, short))}
        </span>
        <IconButton label={text.after} onPress={() => onFrom(addDays(from, 7))}>
          <Icon name="chevron" className="size-5 -rotate-90 rtl:rotate-90" />
        </IconButton>
        <p role="status" className="text-soft">
          {note ?? text.total(slots?.length ?? 0, placesIn(slots ?? []))}
        </p>
      </div>
      <ol className={`grid gap-2 md:grid-cols-7 ${slots ? "" : "opacity-50"}`}>
        {days.map((day) => (
          <Day key={day} day={day} slots={byDate.get(day) ?? []} timezone={timezone} />
        ))}
      </ol>
    </section>
  );
}

const placesIn = (slots: ResourceSlot[]) => slots.reduce((sum, { capacity }) => sum + capacity, 0);

function Day({ day, slots, timezone }: { day: string; slots: ResourceSlot[]; timezone: string }) {
  return (
    <li className="grid content-start gap-1.5 rounded-lg border border-rule p-2">
      <span className="flex flex-wrap justify-between gap-x-2 font-semibold">
        <span>{dateText(day, { weekday: "short", ...short })}</span>
      </span>
      <span className="text-sm text-soft">
        {slots.length === 0 ? text.none : text.day(slots.length, placesIn(slots))}
      </span>
      {slots.length > 0 && (
        <ol className="flex flex-wrap gap-1 text-sm tabular-nums">
          {slots.map(({ start }) => (
            <li key={start} className="rounded bg-wash px-1.5 text-on-wash">
              {timeIn(start, timezone)}
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}
