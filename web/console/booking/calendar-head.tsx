// What is shown, of which days, and the way to everything beside the calendar.

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button as AriaButton } from "react-aria-components";
import { addDays, dateText } from "../../look/zone-time.ts";
import type { Resource } from "../../wire/availability.ts";
import { reception } from "../opd/messages.ts";
import { types } from "../resources/messages.ts";
import { useMay } from "../session.ts";
import { Button, buttonClass, IconButton, Key } from "../ui/button.tsx";
import { Dropdown } from "../ui/choice.tsx";
import { inputClass } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { bookingApi } from "./booking-api.ts";
import { calendar as text, queue } from "./messages.ts";
import { ShownPicker } from "./shown-picker.tsx";

export type View = "day" | "week" | "list";

interface HeadProps {
  view: View;
  date: string;
  from: string;
  to: string;
  today: string;
  resources: Resource[];
  shown: Resource[];
  /** How many can be shown at once. */
  most: number;
  ofWeek: Resource;
  works: boolean;
  onView(view: View): void;
  onDate(date: string): void;
  onTurn(by: 1 | -1): void;
  onShow(ids: string[]): void;
  onOf(id: string): void;
  onBook(): void;
  onHelp(): void;
}

export function CalendarHead(props: HeadProps) {
  const { view, date, from, to, today, works } = props;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-4xl font-bold">{text.title}</h1>
        <Beside resources={view === "week" ? [props.ofWeek] : props.shown} onHelp={props.onHelp} />
      </div>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        {works && (
          <Button look="main" onPress={props.onBook}>
            <Icon name="plus" />
            {text.book}
            <Key>N</Key>
          </Button>
        )}
        <Views view={view} onView={props.onView} />
        <div
          role="group"
          aria-label={reception.day}
          className="flex min-w-0 max-w-full items-center gap-1"
        >
          <IconButton label={reception.earlierDays} onPress={() => props.onTurn(-1)}>
            <Icon name="chevron" className="size-5 rotate-90 rtl:-rotate-90" />
          </IconButton>
          <Button isDisabled={date === today} onPress={() => props.onDate(today)}>
            {reception.today}
          </Button>
          <IconButton label={reception.laterDays} onPress={() => props.onTurn(1)}>
            <Icon name="chevron" className="size-5 -rotate-90 rtl:rotate-90" />
          </IconButton>
          <div className="w-44 min-w-0">
            <input
              type="date"
              aria-label={reception.chooseDay}
              value={date}
              onChange={(event) => event.target.value && props.onDate(event.target.value)}
              className={`${inputClass} min-w-0`}
            />
          </div>
        </div>
        {view === "week" ? <OfWeek {...props} /> : <ShownPicker {...props} />}
        <p className="basis-full text-2xl font-bold" aria-live="polite">
          {daysInWords(from, addDays(to, -1))}
        </p>
      </div>
    </div>
  );
}

function daysInWords(first: string, last: string): string {
  const whole = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  if (first === last) return dateText(first, whole);
  const short = { day: "numeric", month: "long" } as const;
  return `${dateText(first, short)} – ${dateText(last, { ...short, year: "numeric" })}`;
}

function Beside({ resources, onHelp }: { resources: Resource[]; onHelp(): void }) {
  const manages = useMay("bookings:manage");
  const requests = useQuery({
    queryKey: ["bookings", "requests"],
    queryFn: ({ signal }) => bookingApi.requests(signal),
  });
  const link = `${buttonClass("quiet")} px-3 text-soft`;
  const waiting = requests.data?.items.length ?? 0;
  return (
    <div className="-mx-3 flex flex-wrap items-center sm:ms-auto">
      {resources.length === 1 && (
        <Link
          to="/resources/$resourceId/queue"
          params={{ resourceId: resources[0]!.id }}
          className={link}
        >
          {queue.heading}
        </Link>
      )}
      <Link
        to="/calendar/requests"
        className={`${buttonClass("quiet")} px-3 ${waiting > 0 ? "font-bold text-ink" : "text-soft"}`}
      >
        {text.inbox(waiting)}
      </Link>
      <Link to="/calendar/waitlist" className={link}>
        {text.waitlist}
      </Link>
      {manages && (
        <Link to="/calendar/pages" className={link}>
          {text.pages}
        </Link>
      )}
      <Button
        look="quiet"
        className="px-3 text-soft max-sm:hidden pointer-coarse:hidden"
        onPress={onHelp}
      >
        {text.help}
        <Key>?</Key>
      </Button>
    </div>
  );
}

function Views({ view, onView }: { view: View; onView(view: View): void }) {
  return (
    <div role="group" aria-label={text.view} className="flex rounded-lg border border-edge bg-card">
      {(["day", "week", "list"] as const).map((one) => (
        <AriaButton
          key={one}
          aria-pressed={view === one}
          onPress={() => onView(one)}
          className={`min-h-11 rounded-[0.45rem] px-4 ${
            view === one
              ? "bg-wash font-bold text-on-wash shadow-[inset_0_0_0_1.5px_var(--accent)]"
              : "hover:bg-sunk"
          }`}
        >
          {text.views[one]}
        </AriaButton>
      ))}
    </div>
  );
}

function OfWeek({ resources, ofWeek, onOf }: HeadProps) {
  return (
    <div className="min-w-52">
      <Dropdown
        label={text.resource}
        hideLabel
        options={resources.map(({ id, name, type }) => ({ id, name, text: types[type] }))}
        value={ofWeek.id}
        onChange={onOf}
      />
    </div>
  );
}
