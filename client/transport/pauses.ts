// When to ask again, how to wait until then, and how to give up. The browsers of TVs have neither
// AbortSignal.any nor AbortSignal.timeout.

import type { TurnkeeperError } from "./problem.ts";

export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** Longer each time up to 5 s, spread so that many clients do not come at once. */
export function growingPauseMs(failures: number): number {
  return Math.min(100 * 3 ** failures, 5_000) * (0.75 + Math.random() / 2);
}

export function askedPauseMs({ retryAfterSeconds }: TurnkeeperError): number {
  return (retryAfterSeconds ?? 0) * 1_000;
}

export const pause: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });

/** A controller that is also ended by this signal, until it lets go of it. */
export function endingWith(signal: AbortSignal): { own: AbortController; letGo: () => void } {
  const own = new AbortController();
  const end = () => own.abort(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  return { own, letGo: () => signal.removeEventListener("abort", end) };
}
