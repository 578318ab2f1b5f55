// The waiting room at one moment, as finished sentences. The server renders the page with them and
// answers them to the page's script, which only puts them where they belong.

import type { WaitRange } from "../wire/types.ts";
import { waitIn, wordsIn, type RoomKind } from "./room-words.ts";

/** What the server knows about the room and this visitor. */
export interface RoomState {
  kind: RoomKind;
  roomName: string;
  language: string;
  page: RoomLook;
  opensAt: string | null;
  message: string | null;
  position: number | null;
  ahead: number | null;
  estimatedWait: WaitRange | null;
  joinedAt: string | null;
  now: string;
  draw: { seedHash: string; seed: string | null } | null;
  /** When to look again; 0 when nothing will change by itself. */
  pollSeconds: number;
  /** Where the visitor goes now. */
  goTo: string | null;
  siteUrl: string;
  challenge: { seed: string; bits: number } | null;
}

export interface RoomLook {
  logo: string | null;
  accent: string | null;
  background: string | null;
  texts: Record<string, { title?: string | undefined; intro?: string | undefined }>;
}

export const slots = ["heading", "place", "ahead", "wait", "next", "opens", "message"] as const;
export type Slot = (typeof slots)[number];

export interface RoomMoment {
  kind: RoomKind;
  title: string;
  slots: Record<Slot, string>;
  /** From 0 to 1000; null when there is nothing to measure. */
  progress: number | null;
  opensAt: string | null;
  pollSeconds: number;
  goTo: string | null;
  challenge: RoomState["challenge"];
}

const inLine = new Set<RoomKind>(["waiting", "paused"]);

export function momentOf(state: RoomState): RoomMoment {
  const words = wordsIn(state.language);
  const numbers = new Intl.NumberFormat(state.language, { maximumFractionDigits: 1 });
  const waits = inLine.has(state.kind);
  const { position, ahead, estimatedWait } = state;
  const shown = {
    heading: words.heading[state.kind],
    place: waits && position !== null ? numbers.format(position) : "",
    ahead: waits && ahead !== null ? words.ahead(ahead, numbers.format(ahead)) : "",
    wait: waits ? waitWords() : "",
    next: words.next[state.kind],
    opens: state.kind === "before" && state.opensAt ? words.opensAt(clock(state.opensAt)) : "",
    message: state.message ?? "",
  };

  function waitWords(): string {
    if (!estimatedWait) return state.kind === "waiting" ? words.unknownWait : "";
    return waitIn(words, estimatedWait, numbers);
  }
  function clock(instant: string): string {
    const style = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const;
    return `${new Intl.DateTimeFormat(state.language, style).format(new Date(instant))} UTC`;
  }

  const front = shown.place === "" ? "" : `${shown.place} · `;
  return {
    kind: state.kind,
    title: `${front}${shown.heading} · ${state.roomName}`,
    slots: shown,
    progress: waits ? progressOf(state) : null,
    opensAt: state.kind === "before" ? state.opensAt : null,
    pollSeconds: state.pollSeconds,
    goTo: state.goTo,
    challenge: state.challenge,
  };
}

/** How much of the whole wait is over: what has passed against what is expected to come. */
function progressOf({ joinedAt, now, estimatedWait, ahead }: RoomState): number | null {
  if (!joinedAt || !estimatedWait) return ahead === 0 ? 1000 : null;
  const passed = Math.max(0, Date.parse(now) - Date.parse(joinedAt)) / 1000;
  const coming = (estimatedWait.fromSeconds + estimatedWait.toSeconds) / 2;
  return Math.round((1000 * passed) / Math.max(1, passed + coming));
}
