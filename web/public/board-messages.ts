// Every sentence of the board in the hall. To translate: give this file in another language.

import type { QueueState } from "../wire/types.ts";
import { deskName } from "./messages.ts";

export const board = {
  title: (queue: string) => `${queue} · now serving`,
  nowServing: "Now serving",
  next: "Next",
  desk: "Desk",
  nobodyCalled: "Nobody has been called yet",
  nobodyCalledText: "The first number appears here as soon as a desk calls it.",
  nobodyWaits: "Nobody is waiting",
  more: (count: number) => `and ${count} more`,
  scan: "Scan to take a number",
  soundOn: "Turn on sound",
  soundIsOn: "Sound is on",
  fullScreen: "Full screen",
  lost: "Reconnecting…",
  away: "We cannot reach our records now. Your place is safe.",
  states: { open: "Open", paused: "Short break", closed: "Closed" } satisfies Record<
    QueueState,
    string
  >,
  pausedText: "We will be back in a moment.",
  closedText: "Thank you for coming. We are closed now.",
  say: (number: string, desk: string | null) =>
    desk ? `Number ${number}, please go to ${deskName(desk)}.` : `Number ${number}, please.`,
};
