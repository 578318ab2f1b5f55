// What became of the boxes, added up.

import type { BoxDay } from "../../wire/boxes.ts";

/** Nobody had wanted them when the window ended; what is out today may still be sold. */
export function unsoldOf(
  { date, quantity, pickedUp, notCollected }: BoxDay,
  today: string,
): number {
  return date >= today ? 0 : Math.max(0, quantity - pickedUp - notCollected);
}

export type Totals = Omit<BoxDay, "date"> & { unsold: number };

export function totalsOf(days: readonly BoxDay[], today: string): Totals {
  const sum = (of: (day: BoxDay) => number) => days.reduce((total, day) => total + of(day), 0);
  return {
    quantity: sum((day) => day.quantity),
    pickedUp: sum((day) => day.pickedUp),
    notCollected: sum((day) => day.notCollected),
    takings: sum((day) => day.takings),
    unsold: sum((day) => unsoldOf(day, today)),
  };
}
