// The server's time on a page that counts down.

import { useEffect, useState } from "preact/hooks";
import { serverNow } from "../wire/request.ts";

/** Begins with the time the page was made at, so that the browser takes over what the server drew. */
export function useNow(first?: number): number {
  const [now, setNow] = useState(first ?? serverNow);
  useEffect(() => {
    const tick = () => setNow(serverNow());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** "12:31", or "2 h 05 min" when that is still far. */
export function leftText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}
