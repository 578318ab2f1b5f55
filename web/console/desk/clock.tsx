// How long something lasts already. One timer for all cards of a page, whatever their number.

import { useSyncExternalStore } from "react";
import { serverNow } from "../../wire/request.ts";

interface Ticker {
  now: number;
  listeners: Set<() => void>;
  timer: ReturnType<typeof setInterval> | undefined;
}

function makeTicker(everyMs: number) {
  const ticker: Ticker = { now: serverNow(), listeners: new Set(), timer: undefined };
  function subscribe(listener: () => void): () => void {
    ticker.listeners.add(listener);
    ticker.timer ??= setInterval(() => {
      ticker.now = serverNow();
      for (const one of ticker.listeners) one();
    }, everyMs);
    return () => {
      ticker.listeners.delete(listener);
      if (ticker.listeners.size > 0) return;
      clearInterval(ticker.timer);
      ticker.timer = undefined;
    };
  }
  return () => useSyncExternalStore(subscribe, () => ticker.now);
}

const useSeconds = makeTicker(1_000);
/** The time on the server, coarse: for what changes by the minute. */
export const useMinutes = makeTicker(15_000);

/** "4:05": counts up from an instant. */
export function Elapsed({ since }: { since: string }) {
  const now = useSeconds();
  return <span className="tabular-nums">{minutesAndSeconds(now - Date.parse(since))}</span>;
}

/** "0:55": counts down to an instant. */
export function Remaining({
  until,
  late,
  children,
}: {
  until: string;
  late: string;
  children(time: string): string;
}) {
  const now = useSeconds();
  const left = Date.parse(until) - now;
  return (
    <span className="tabular-nums">{left <= 0 ? late : children(minutesAndSeconds(left))}</span>
  );
}

/** "12 min", coarse: for lists. */
export function Minutes({ since }: { since: string }) {
  return <span className="tabular-nums">{inMinutes(useMinutesSince(since))}</span>;
}

export function useMinutesSince(instant: string): number {
  const now = useMinutes();
  return Math.max(0, Math.floor((now - Date.parse(instant)) / 60_000));
}

export const inMinutes = (minutes: number) =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

function minutesAndSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const hours = Math.floor(seconds / 3_600);
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor((seconds % 3_600) / 60);
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
