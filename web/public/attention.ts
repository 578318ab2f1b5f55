// How a page gets somebody to look up: sound and vibration once, and a title that changes while the
// page is not the one in front.

import { chime } from "./chime.ts";

let flash: ReturnType<typeof setInterval> | undefined;

export function ring(): void {
  chime(3);
  shake([400, 200, 400, 200, 800]);
}

/** Not every browser can, and none does before the first tap. */
export function shake(pattern: number | number[]): void {
  const { userActivation } = navigator as Partial<Navigator>;
  if (userActivation && !userActivation.hasBeenActive) return;
  navigator.vibrate?.(pattern);
}

export function flashTitle(message: string, quiet: string): void {
  stopFlashing(message);
  flash = setInterval(() => {
    const away = document.visibilityState === "hidden";
    document.title = away && document.title === message ? quiet : message;
  }, 1_000);
}

export function stopFlashing(title: string): void {
  clearInterval(flash);
  flash = undefined;
  document.title = title;
}

/** While somebody waits for the sound, the phone should not fall asleep. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  const take = () => {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    navigator.wakeLock.request("screen").then(
      (taken) => (lock = taken),
      () => undefined,
    );
  };
  take();
  document.addEventListener("visibilitychange", take);
  return () => {
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}
