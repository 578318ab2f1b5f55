// What a product plugs into the kernel: its words, its numbering, its deadlines, who may use the
// reserve and which endings give a place back. The kernel knows no patient, box or desk.

import type { Line, State, Ticket } from "./line.ts";

/** What a command did to a ticket. */
export type Step =
  | "arrived"
  | "taken"
  | "promoted"
  | "started"
  | "ended"
  | "put back"
  | "moved"
  | "undone"
  | "renumbered"
  | "changed";

export interface Transition {
  readonly step: Step;
  readonly before: Ticket | null;
  readonly after: Ticket;
}

export interface Ending {
  readonly from: readonly State[];
  readonly givesPlaceBack: boolean;
}

export interface Policy {
  /**
   * "on arrival": those who come take a place while there is one, and a place that becomes free goes
   * to the first who waits in the same decision. "on call": everybody waits until called.
   */
  readonly places: "on arrival" | "on call";
  readonly statusOf: Readonly<Record<Exclude<State, "done">, string>>;
  readonly endings: Readonly<Record<string, Ending>>;
  /** How long a step can be undone. */
  readonly undoMs: number;

  mayUseReserve(priority: number): boolean;
  /** Who can be sent back to wait. */
  mayPutBack(ticket: Ticket): boolean;
  /** Whether a number is issued on arrival, or with the place. */
  readonly numbers: "on arrival" | "with a place";
  /** The period whose numbers count up together at this time, and how a number is written. */
  period(now: number): string;
  numberText(sequence: number): string;
  /** Another series than the line's own; `group`: the lines that are decided together with it. */
  issue?(
    line: Line,
    priority: number,
    group: () => readonly Line[],
  ): { line: Line; sequence: number; number: string } | null;
  /** Whether a ticket that has a number keeps it in another line; `group`: the lines of that one. */
  keepsNumber?(ticket: Ticket, to: Line, group: () => readonly Line[]): boolean;
  /** What is kept with somebody who moved up from waiting. */
  readonly promotion?: object;
  /** The one who moves up is offered the place, and it is kept for them until the deadline. */
  offer?(
    line: Line,
    ticket: Ticket,
    now: number,
  ): { status: string; deadlineAt: number; data: object };
  /** When the state entered now runs out by itself; null: never. `data` is the ticket's. */
  deadline(state: State, now: number, data: object): number | null;
  eventType(transition: Transition): string;
  /** What the line remembers of what happened, for estimates and counts. */
  updateStats?(line: Line, transition: Transition, now: number): object;
}
