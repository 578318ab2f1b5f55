/** @jsxImportSource preact */
// What every screen on a wall has: the time where it hangs, and buttons that step back.

import { useEffect, useState } from "preact/hooks";
import { serverNow } from "../wire/request.ts";
import { allowSound, chime } from "./chime.ts";
import { board as text } from "./board-messages.ts";
import { clockTime } from "./doctor-time.ts";

export function Clock({ timeZone }: { timeZone?: string }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(serverNow());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, []);
  return <time class="clock">{now !== null && timeZone ? clockTime(now, timeZone) : ""}</time>;
}

export function Controls({ sound, onSound }: { sound: boolean; onSound(on: boolean): void }) {
  const idle = useIdle();
  const turnOn = async () => {
    const allowed = await allowSound();
    onSound(allowed);
    chime();
  };
  return (
    <div class="controls" data-idle={idle && sound}>
      <button type="button" aria-pressed={sound} onClick={() => void turnOn()}>
        {sound ? text.soundIsOn : text.soundOn}
      </button>
      <button type="button" onClick={() => void document.documentElement.requestFullscreen?.()}>
        {text.fullScreen}
      </button>
    </div>
  );
}

/** Nobody has touched the screen for a while: the pointer and the buttons step back. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const touched = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), 4_000);
    };
    touched();
    const signs = ["pointermove", "keydown", "pointerdown"] as const;
    for (const sign of signs) window.addEventListener(sign, touched);
    return () => {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, touched);
    };
  }, []);
  useEffect(() => {
    document.documentElement.classList.toggle("idle", idle);
  }, [idle]);
  return idle;
}
