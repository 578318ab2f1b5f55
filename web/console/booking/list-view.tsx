// The same bookings as a list, day by day: for phones, for printing, and for whoever reads better than
// they look.

import { dateIn, dateText, timeIn } from "../../look/zone-time.ts";
import type { Booking } from "../../wire/booking.ts";
import { Empty } from "../ui/states.tsx";
import { kindName, list as text, nameOf } from "./messages.ts";
import { StatusBadge } from "./status-badge.tsx";

interface ListProps {
  bookings: Booking[];
  zone: string;
  onOpen(booking: Booking): void;
}

export function ListView({ bookings, zone, onOpen }: ListProps) {
  if (bookings.length === 0) return <Empty title={text.none} text={text.noneText} />;
  const days = new Map<string, Booking[]>();
  for (const booking of bookings.toSorted((a, b) => a.start.localeCompare(b.start))) {
    const date = dateIn(booking.start, zone);
    days.set(date, [...(days.get(date) ?? []), booking]);
  }
  return (
    <div className="grid gap-6">
      {[...days].map(([date, items]) => (
        <section key={date} className="grid gap-2">
          <h2 className="text-xl font-bold">
            {dateText(date, { weekday: "long", day: "numeric", month: "long" })}
          </h2>
          <ul className="grid gap-2">
            {items.map((booking) => (
              <li key={booking.id}>
                <Row booking={booking} zone={zone} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Row({ booking, zone, onOpen }: { booking: Booking } & Omit<ListProps, "bookings">) {
  return (
    <button
      type="button"
      onClick={() => onOpen(booking)}
      className="grid w-full items-baseline gap-x-4 gap-y-0.5 rounded-xl border border-rule bg-card px-4 py-3 text-start hover:border-ink sm:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,1.4fr)_6.5rem]"
    >
      <span className="font-semibold tabular-nums">
        {timeIn(booking.start, zone)} – {timeIn(booking.end, zone)}
      </span>
      <span className="min-w-0 font-bold">
        <bdi>{nameOf(booking)}</bdi>
      </span>
      <span className="min-w-0 text-soft">
        {kindName(booking.kind)} · {booking.resources.map(({ name }) => name).join(", ")}
      </span>
      <StatusBadge status={booking.status} />
    </button>
  );
}
