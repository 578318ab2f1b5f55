// What became of the boxes, added up.

import type { BoxDay } from "../../wire/boxes.ts";

type Counted = Pick<BoxDay, "quantity" | "pickedUp" | "notCollected" | "takings">;
type Day = Counted & Pick<BoxDay, "date">;

/** Nobody had wanted them when the window ended; what is out today may still be sold. */
export function unsoldOf({ date, quantity, pickedUp, notCollected }: Day, today: string): number {
  return date >= today ? 0 : Math.max(0, quantity - pickedUp - notCollected);
}

export type Totals = Counted & { unsold: number };

export function totalsOf(days: readonly Day[], today: string): Totals {
  const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0);
  return {
    quantity: sum((day) => day.quantity),
    pickedUp: sum((day) => day.pickedUp),
    notCollected: sum((day) => day.notCollected),
    takings: sum((day) => day.takings),
    unsold: sum((day) => unsoldOf(day, today)),
  };
}
