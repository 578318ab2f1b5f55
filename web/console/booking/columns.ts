// What stands in the columns of the calendar: one for each resource of a day, or for each day of a
// resource's week.

import type { Resource } from "../../wire/availability.ts";
import { addDays } from "../../look/zone-time.ts";
import type { Booking, BookingPart, Hold, Interval, ResourceTimes } from "../../wire/booking.ts";
import { gapsBetween, laned, spanOn, type Lane, type Span } from "./day-time.ts";

export interface Column {
  key: string;
  resource: Resource;
  date: string;
  title: string;
  /** Below the title: another zone, or what sort of resource it is. */
  note: string | null;
  isToday: boolean;
  /** Among other days it is told apart. */
  marksToday: boolean;
  closed: Span[];
  /** Kept free before and after bookings. */
  buffers: Span[];
  blocks: Block[];
  /** How many tokens a doctor's slots have. */
  tokens: (Span & { taken: number })[];
}

export interface Block extends Span, Lane {
  key: string;
  what: { booking: Booking; part: BookingPart } | { hold: Hold };
  /** It goes on before or after this day. */
  isCut: { start: boolean; end: boolean };
}

export const bookingOf = (block: Block) => ("booking" in block.what ? block.what.booking : null);

export interface ColumnPlace {
  resource: Resource;
  date: string;
  title: string;
  note: string | null;
  isToday: boolean;
  marksToday: boolean;
}

/** All times are those of the calendar's zone, which is the same for all columns. */
export function columnOf(
  place: ColumnPlace,
  zone: string,
  times: ResourceTimes | undefined,
  bookings: readonly Booking[],
  holds: readonly Hold[],
): Column {
  const { resource, date } = place;
  const on = (start: string, end: string) => spanOn(date, zone, start, end);
  const spans = <T>(items: readonly T[], span: (item: T) => Span | null) =>
    items.flatMap((item) => span(item) ?? []);
  const standing: (Span & Pick<Block, "key" | "what" | "isCut">)[] = [];
  const buffers: Span[] = [];

  for (const booking of bookings) {
    for (const part of booking.resources) {
      if (part.resourceId !== resource.id) continue;
      const span = on(part.start, part.end);
      const what = { booking, part };
      if (span) standing.push({ ...span, key: booking.id, what, isCut: cut(date, zone, part) });
      if (booking.status !== "approved") continue;
      buffers.push(
        ...spans(
          [
            [part.busyFrom, part.start],
            [part.end, part.busyTill],
          ],
          ([a, b]) => on(a!, b!),
        ),
      );
    }
  }
  for (const hold of holds) {
    for (const part of hold.resources) {
      if (part.resourceId !== resource.id) continue;
      const span = on(part.start, part.end);
      if (span)
        standing.push({ ...span, key: hold.id, what: { hold }, isCut: cut(date, zone, part) });
    }
  }
  return {
    ...place,
    key: `${resource.id} ${date}`,
    closed: times ? gapsBetween(spans(times.open, ({ start, end }) => on(start, end))) : [],
    buffers,
    blocks: laned(standing),
    tokens: (times?.tokens ?? []).flatMap(({ start, end, taken }) => {
      const span = on(start, end);
      return span && taken > 0 ? { ...span, taken } : [];
    }),
  };
}

const cut = (date: string, zone: string, { start, end }: Interval) => ({
  start: spanOn(addDays(date, -1), zone, start, end) !== null,
  end: spanOn(addDays(date, 1), zone, start, end) !== null,
});
