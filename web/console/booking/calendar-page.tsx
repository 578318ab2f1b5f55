// The calendar of everything that can be booked. Where somebody is stands in the address, so that a
// reload or a link to a colleague shows the same.

import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import {
  addDays,
  dateIn,
  dateText,
  instantOf,
  minutesOf,
  mondayOf,
  timeIn,
} from "../../look/zone-time.ts";
import type { Resource } from "../../wire/availability.ts";
import type { Booking } from "../../wire/booking.ts";
import { useMinutes } from "../desk/clock.tsx";
import { HelpDialog } from "../desk/desk-dialogs.tsx";
import { useShortcuts } from "../desk/shortcuts.ts";
import { usePageTitle } from "../page-title.ts";
import { types } from "../resources/messages.ts";
import { resourcesApi } from "../resources/resources-api.ts";
import { useRights } from "../resources/rights.ts";
import { useMay } from "../session.ts";
import { buttonClass } from "../ui/button.tsx";
import { Connection } from "../ui/connection.tsx";
import { Empty, Failure, Loading } from "../ui/states.tsx";
import { BookingDialog } from "./booking-dialog.tsx";
import { bookingApi } from "./booking-api.ts";
import { CalendarGrid } from "./calendar-grid.tsx";
import { CalendarHead, type View } from "./calendar-head.tsx";
import { bookingOf, columnOf, type Block, type ColumnPlace } from "./columns.ts";
import { hoursInSight, instantAt, type Span } from "./day-time.ts";
import { DetailsDialog, type Asked } from "./details-dialog.tsx";
import type { Beginning } from "./form-state.ts";
import type { Draft } from "./grid-model.ts";
import { knownTimes, othersIn, useBookingStream, useCalendarDays } from "./live-calendar.ts";
import { ListView } from "./list-view.tsx";
import { calendar as text } from "./messages.ts";
import { useRescheduling } from "./rescheduling.tsx";
import { lastShown, rememberShown } from "./remembered-shown.ts";

const route = getRouteApi("/signed-in/calendar");
const listDays = 14;
/** More columns than that nobody can read. */
const maxColumns = 12;
/** As many as a stream follows. */
const maxListed = 50;

export function CalendarPage() {
  usePageTitle(text.title);
  const resources = useQuery({ queryKey: ["resources"], queryFn: resourcesApi.resources });
  const kinds = useQuery({
    queryKey: ["bookings", "kinds"],
    queryFn: bookingApi.kinds,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const error = resources.error ?? kinds.error;
  if (error) {
    const retry = () => void Promise.all([resources.refetch(), kinds.refetch()]);
    return <Failure error={error} onRetry={retry} />;
  }
  if (!resources.data || !kinds.data) return <Loading />;
  const active = resources.data.items
    .filter(({ active }) => active)
    .toSorted(
      (a, b) =>
        order.indexOf(a.type) - order.indexOf(b.type) ||
        a.name.localeCompare(b.name, undefined, { numeric: true }),
    );
  return active.length === 0 ? (
    <Nothing />
  ) : (
    <Calendar resources={active} kinds={kinds.data.items} />
  );
}

const order: Resource["type"][] = ["ot", "doctor", "consultation_room", "lab", "other"];

function Nothing() {
  const manages = useMay("availability:manage");
  return (
    <div className="mx-auto grid w-full max-w-5xl content-start gap-6">
      <h1 className="text-4xl font-bold">{text.title}</h1>
      <Empty
        title={text.noResources}
        text={manages ? text.noResourcesText : text.noResourcesViewer}
      >
        {manages && (
          <Link to="/resources" className={buttonClass("main")}>
            {text.addResource}
          </Link>
        )}
      </Empty>
    </div>
  );
}

interface CalendarProps {
  resources: Resource[];
  kinds: Awaited<ReturnType<typeof bookingApi.kinds>>["items"];
}

function Calendar({ resources, kinds }: CalendarProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const works = useMay("bookings:request");
  const may = useRights();
  const now = useMinutes();
  const view: View = search.view ?? "day";
  const most = view === "list" ? maxListed : maxColumns;
  const shown = shownOf(resources, search.show, most);
  // One clock for all columns; those who are elsewhere are marked.
  const zone = mostCommonZone(shown);
  const today = dateIn(now, zone);
  const date = search.date ?? today;
  const ofWeek = resources.find(({ id }) => id === search.of) ?? shown[0]!;
  const from = view === "week" ? mondayOf(date) : date;
  const to = addDays(from, view === "week" ? 7 : view === "list" ? listDays : 1);

  // A hospital has hundreds of resources: only what is in sight is asked for.
  const ids = (view === "week" ? [ofWeek] : shown).map(({ id }) => id);
  const days = useCalendarDays(ids, { from, to, zone });
  const others = useCalendarDays(othersIn(days.data, ids), { from, to, zone });
  const link = useBookingStream(ids);
  const known = useMemo(() => knownTimes(days.data, others.data), [days.data, others.data]);
  const [beginning, setBeginning] = useState<Beginning | null>(null);
  const [opened, setOpened] = useState<{ id: string; asked: Asked } | null>(null);
  const [isWhole, setWhole] = useState(false);
  const [helping, setHelping] = useState(false);

  const go = (next: typeof search) =>
    void navigate({ search: { ...search, ...next }, replace: true });
  const onDate = (next: string) => go({ date: next === today ? undefined : next });
  const turn = (by: 1 | -1) =>
    onDate(addDays(date, by * (view === "week" ? 7 : view === "list" ? listDays : 1)));
  const begin = () => setBeginning(nextHour(shown[0]!, date, today, now, zone));

  const places = useMemo(
    () => placesOf(view, shown, ofWeek, from, today, zone),
    [view, shown, ofWeek, from, today, zone],
  );
  const columns = useMemo(
    () =>
      places.map((place) =>
        columnOf(
          place,
          zone,
          days.data?.resources.find(({ resourceId }) => resourceId === place.resource.id),
          days.data?.bookings ?? [],
          days.data?.holds ?? [],
        ),
      ),
    [places, zone, days.data],
  );
  const sight = useMemo<Span>(() => {
    if (isWhole) return { start: 0, end: 1_440 };
    const { from: first, to: last } = hoursInSight(
      columns.flatMap(({ closed, blocks }) => [...openIn(closed), ...blocks]),
    );
    return { start: first * 60, end: last * 60 };
  }, [columns, isWhole]);
  const { judge, drop } = useRescheduling({ resources, kinds, columns, known, zone });

  useShortcuts({
    n: () => works && begin(),
    t: () => onDate(today),
    d: () => go({ view: undefined }),
    w: () => go({ view: "week" }),
    l: () => go({ view: "list" }),
    "?": () => setHelping(true),
  });

  function draw({ column, span }: Draft) {
    const { resource, date: on } = columns[column]!;
    setBeginning({
      resourceId: resource.id,
      start: instantAt(on, zone, span.start),
      end: instantAt(on, zone, span.end),
    });
  }
  const open = (booking: Booking | null, asked: Asked = null) =>
    booking && setOpened({ id: booking.id, asked });
  const openBlock = (block: Block) => open(bookingOf(block));

  const hasData = days.data !== undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CalendarHead
        view={view}
        date={date}
        from={from}
        to={to}
        today={today}
        resources={resources}
        shown={shown}
        most={most}
        ofWeek={ofWeek}
        works={works}
        onView={(next) => go({ view: next === "day" ? undefined : next })}
        onDate={onDate}
        onTurn={turn}
        onShow={(next) => {
          const isAll = next.length === resources.length;
          rememberShown(isAll ? [] : next);
          go({ show: isAll ? undefined : next.join(",") });
        }}
        onOf={(of) => go({ of })}
        onBook={begin}
        onHelp={() => setHelping(true)}
      />
      <Connection link={link} />
      {days.isError && !hasData && (
        <Failure error={days.error} onRetry={() => void days.refetch()} />
      )}
      {days.isPending && <Loading />}
      {hasData &&
        (view === "list" ? (
          <ListView bookings={days.data.bookings} zone={zone} onOpen={open} />
        ) : (
          <>
            <CalendarGrid
              key={`${view} ${from}`}
              label={text.label(dateText(from, { weekday: "long", day: "numeric", month: "long" }))}
              columns={columns}
              sight={sight}
              nowMinute={minutesOf(timeIn(now, zone))}
              newMinutes={60}
              isReadOnly={!works}
              mayMove={(booking) => may("book", resourcesOf(booking))}
              judge={judge}
              onDraw={draw}
              onDrop={drop}
              onOpen={openBlock}
              onCancel={(block) => open(bookingOf(block), "cancel")}
              onTurn={turn}
            />
            <Foot zone={zone} isWhole={isWhole} onWhole={setWhole} />
          </>
        ))}
      <BookingDialog
        beginning={beginning}
        resources={resources}
        kinds={kinds}
        zone={zone}
        onClose={() => setBeginning(null)}
      />
      <DetailsDialog
        booking={days.data?.bookings.find(({ id }) => id === opened?.id) ?? null}
        asked={opened?.asked ?? null}
        resources={resources}
        kinds={kinds}
        zone={zone}
        onClose={() => setOpened(null)}
      />
      <HelpDialog isOpen={helping} onClose={() => setHelping(false)} keys={text.keys} />
    </div>
  );
}

const resourcesOf = (booking: Booking) => booking.resources.map(({ resourceId }) => resourceId);

function shownOf(resources: Resource[], show: string | undefined, most: number): Resource[] {
  const ids = show?.split(",") ?? lastShown();
  const chosen = resources.filter(({ id }) => ids.includes(id));
  return (chosen.length > 0 ? chosen : resources).slice(0, most);
}

function mostCommonZone(resources: readonly Resource[]): string {
  const counts = new Map<string, number>();
  for (const { timezone } of resources) counts.set(timezone, (counts.get(timezone) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]![0];
}

function placesOf(
  view: View,
  shown: readonly Resource[],
  ofWeek: Resource,
  from: string,
  today: string,
  zone: string,
): ColumnPlace[] {
  if (view === "week") {
    return Array.from({ length: 7 }, (_, index) => {
      const date = addDays(from, index);
      const title = dateText(date, { weekday: "short", day: "numeric", month: "short" });
      const isToday = date === today;
      return { resource: ofWeek, date, title, note: null, isToday, marksToday: isToday };
    });
  }
  return shown.map((resource) => ({
    resource,
    date: from,
    title: resource.name,
    note: resource.timezone === zone ? types[resource.type] : text.otherZone(resource.timezone),
    isToday: from === today,
    marksToday: false,
  }));
}

/** What is open of a day whose closed times these are. */
function openIn(closed: readonly Span[]): Span[] {
  const edges = [0, ...closed.flatMap(({ start, end }) => [start, end]), 1_440];
  const open: Span[] = [];
  for (let index = 0; index < edges.length; index += 2) {
    const span = { start: edges[index]!, end: edges[index + 1]! };
    if (span.start < span.end) open.push(span);
  }
  return open;
}

/** Where somebody starts who has not pointed anywhere. */
function nextHour(
  resource: Resource,
  date: string,
  today: string,
  now: number,
  zone: string,
): Beginning {
  const hour = 3_600_000;
  const start =
    date === today ? Math.ceil(now / hour) * hour : Date.parse(instantOf(date, "09:00", zone));
  return {
    resourceId: resource.id,
    start: new Date(start).toISOString(),
    end: new Date(start + hour).toISOString(),
  };
}

function Foot(props: { zone: string; isWhole: boolean; onWhole(whole: boolean): void }) {
  const looks = ["approved", "requested", "held", "offered"] as const;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-[0.95rem] text-soft">
      <button
        type="button"
        className="underline underline-offset-4"
        aria-pressed={props.isWhole}
        onClick={() => props.onWhole(!props.isWhole)}
      >
        {props.isWhole ? text.workingHours : text.wholeDay}
      </button>
      <span>{text.zone(props.zone)}</span>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 sm:ms-auto">
        {looks.map((look) => (
          <li key={look} className="flex items-center gap-1.5">
            <i aria-hidden="true" className="cal-key cal-block" data-status={look} />
            {text.legend[look]}
          </li>
        ))}
        {(["buffer", "closed"] as const).map((look) => (
          <li key={look} className="flex items-center gap-1.5">
            <i aria-hidden="true" className={`cal-key cal-${look}`} />
            {text.legend[look]}
          </li>
        ))}
      </ul>
    </div>
  );
}
