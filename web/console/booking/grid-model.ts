// What the parts of the calendar's grid share.

import type { Booking } from "../../wire/booking.ts";
import { bookingOf, type Block, type Column } from "./columns.ts";
import type { Span } from "./day-time.ts";
import type { Stop } from "./stops.ts";

export const rowMinutes = 30;
/** How finely a booking is moved and stretched. */
export const stepMinutes = 15;

export const rowOf = (minute: number) => Math.floor(minute / rowMinutes) * rowMinutes;

/** Where the keyboard is. */
export interface Cursor extends Stop {
  column: number;
}

/** A booking that is being drawn, moved or stretched. */
export interface Draft {
  how: "draw" | "move" | "start" | "end";
  /** Which one; null while a new one is drawn. */
  of: Block | null;
  /** The column where it was grabbed, and where it is now. */
  from: number;
  column: number;
  span: Span;
}

export interface GridProps {
  label: string;
  columns: Column[];
  /** What can be seen, in minutes of the day. */
  sight: Span;
  /** The minute of now, in columns of today. */
  nowMinute: number;
  /** Length of a new booking when only its start is given. */
  newMinutes: number;
  isReadOnly: boolean;
  mayMove(booking: Booking): boolean;
  /** Why a draft does not fit; null: it does. */
  judge(draft: Draft): string | null;
  onDraw(draft: Draft): void;
  onDrop(draft: Draft): void;
  onOpen(block: Block): void;
  onCancel(block: Block): void;
  /** A day or a week further. */
  onTurn(by: 1 | -1): void;
}

export function isMovable(block: Block, { mayMove }: Pick<GridProps, "mayMove">): boolean {
  const booking = bookingOf(block);
  const isOpen = booking?.status === "approved" || booking?.status === "requested";
  return booking !== null && isOpen && !block.isCut.start && !block.isCut.end && mayMove(booking);
}
