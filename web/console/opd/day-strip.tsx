// The days around the one that is shown, one press each; any other by its date.

import { Button as AriaButton } from "react-aria-components";
import { addDays, dateText, mondayOf } from "../../look/zone-time.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { inputClass } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { reception as text } from "./messages.ts";

interface DayStripProps {
  date: string;
  today: string;
  onDate(date: string): void;
}

export function DayStrip({ date, today, onDate }: DayStripProps) {
  const monday = mondayOf(date);
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  return (
    <div role="group" aria-label={text.day} className="flex flex-wrap items-stretch gap-2">
      <div className="-mx-2 flex min-w-0 basis-full items-stretch sm:mx-0 sm:basis-auto">
        <IconButton
          label={text.earlierDays}
          onPress={() => onDate(addDays(date, -7))}
          className="h-auto w-9 shrink-0 sm:w-11"
        >
          <Icon name="chevron" className="size-5 rotate-90 rtl:-rotate-90" />
        </IconButton>
        <div className="grid min-w-0 flex-1 grid-cols-7 gap-1">
          {days.map((day) => (
            <Day
              key={day}
              day={day}
              isToday={day === today}
              isChosen={day === date}
              onDate={onDate}
            />
          ))}
        </div>
        <IconButton
          label={text.laterDays}
          onPress={() => onDate(addDays(date, 7))}
          className="h-auto w-9 shrink-0 sm:w-11"
        >
          <Icon name="chevron" className="size-5 -rotate-90 rtl:rotate-90" />
        </IconButton>
      </div>
      <Button isDisabled={date === today} onPress={() => onDate(today)}>
        {text.today}
      </Button>
      <div className="w-44">
        <input
          type="date"
          aria-label={text.chooseDay}
          value={date}
          onChange={(event) => event.target.value && onDate(event.target.value)}
          className={`${inputClass} h-full`}
        />
      </div>
    </div>
  );
}

interface DayProps {
  day: string;
  isToday: boolean;
  isChosen: boolean;
  onDate(date: string): void;
}

function Day({ day, isToday, isChosen, onDate }: DayProps) {
  return (
    <AriaButton
      aria-pressed={isChosen}
      {...(isToday && { "aria-current": "date" })}
      onPress={() => onDate(day)}
      className={`grid min-h-13 min-w-0 justify-items-center rounded-lg border-[1.5px] px-1 py-1 leading-tight sm:min-w-14 ${
        isChosen
          ? "border-accent bg-wash text-on-wash font-bold shadow-[inset_0_0_0_1px_var(--accent)]"
          : "border-transparent hover:bg-sunk"
      }`}
    >
      <span className="sr-only">
        {dateText(day, { weekday: "long", day: "numeric", month: "long" })}
      </span>
      <span aria-hidden="true" className="text-sm">
        {dateText(day, { weekday: "short" })}
      </span>
      <span
        aria-hidden="true"
        className={`text-lg tabular-nums ${isToday ? "underline decoration-accent decoration-3 underline-offset-4" : ""}`}
      >
        {dateText(day, { day: "numeric" })}
      </span>
    </AriaButton>
  );
}
