/** @jsxImportSource preact */
// The screen in a waiting hall, for several doctors at once: the number each one calls, and who comes
// next. Numbers only, no names.

import { useEffect, useRef, useState } from "preact/hooks";
import type { HallCall, HallPart } from "../wire/opd.ts";
import { serverNow } from "../wire/request.ts";
import type { BoardCall } from "../wire/types.ts";
import { announce } from "./announcer.ts";
import { keepAwake } from "./attention.ts";
import { soundAllowedAlready } from "./chime.ts";
import { timeThere } from "./doctor-time.ts";
import { useLiveHall } from "./live-hall.ts";
import { keysOf, newCalls } from "./new-calls.ts";
import { hall as text } from "./hall-messages.ts";
import { Clock, Controls } from "./screen.tsx";
import { useTurningPages } from "./turning-pages.ts";

export interface HallPageProps {
  doctorIds: string[];
}

const nextShown = 5;
/** As many cards have room for a number that can be read from five metres; more doctors are rows. */
const mostCards = 6;
/** As many rows can be read from five metres; more doctors take turns. */
const mostRows = 20;

export function HallPage({ doctorIds }: HallPageProps) {
  const { parts, link, gone } = useLiveHall(doctorIds);
  const { shown, page, pages } = useTurningPages(parts, mostRows);
  const [sound, setSound] = useState(false);
  useAnnouncements(parts, sound);
  useEffect(() => {
    if (soundAllowedAlready()) setSound(true);
    return keepAwake();
  }, []);

  if (gone) {
    return (
      <main class="board">
        <section class="nobody">
          <h1>{text.missingTitle}</h1>
          <p class="quiet">{text.missingText}</p>
        </section>
      </main>
    );
  }
  return (
    <main class="board hall" {...layoutOf(doctorIds.length, shown?.length ?? 0)}>
      <header>
        <h1>{text.title}</h1>
        <Clock timeZone={parts?.[0]?.doctor.timezone} />
      </header>
      <ul class="doctors" aria-live="polite" aria-busy={parts === null}>
        {shown?.map((part) => (
          <Doctor key={part.doctor.id} part={part} />
        ))}
      </ul>
      <footer>
        <p class="message">{pages > 1 && text.page(page + 1, pages)}</p>
        <p class="link" role="status">
          {(link === "lost" || link === "away") && text[link]}
        </p>
        <Controls sound={sound} onSound={setSound} />
      </footer>
    </main>
  );
}

/** Cards as many as fit beside each other, so that the numbers are as big as can be; or rows in two columns. */
function layoutOf(doctors: number, shown: number) {
  if (doctors > mostCards) return { "data-doctors": "rows", "data-rows": Math.ceil(shown / 2) };
  const columns = [1, 2, 3, 2, 3, 3][doctors - 1] ?? 3;
  return { "data-doctors": `${columns}${doctors > 3 ? " middle" : ""}` };
}

function Doctor({ part }: { part: HallPart }) {
  const [latest, ...others] = part.now;
  const { timezone, room } = part.doctor;
  const slot = part.upcoming[0]?.slotStart;
  const next = part.upcoming.filter(({ slotStart }) => slotStart === slot).slice(0, nextShown);
  return (
    <li class="doctor" data-status={latest ? stateOf(latest) : "NOBODY"}>
      <div class="doctor-head" data-room={room !== null}>
        <h2>
          <bdi>{part.doctor.name}</bdi>
        </h2>
        {(room !== null || latest) && (
          <span class="slot-time">
            {room !== null && (
              <bdi class="room">
                {room}
                {latest && " · "}
              </bdi>
            )}
            {latest && timeThere(latest.slotStart, timezone)}
          </span>
        )}
      </div>
      <p class="now" key={latest ? keyOf(latest) : "nobody"}>
        <span class="hidden">{text.now} </span>
        {latest ? (
          <bdi class="number">{latest.number}</bdi>
        ) : (
          <span class="quiet">{text.nobodyNow}</span>
        )}
        {others.length > 0 && (
          <span class="others">{others.map(({ number }) => number).join(" ")}</span>
        )}
      </p>
      <p class="then">
        <span class="then-word">
          {text.next} {slot && <span class="then-time">{timeThere(slot, timezone)}</span>}
        </span>{" "}
        {next.length === 0 ? (
          <span class="quiet">{text.nobodyNext}</span>
        ) : (
          next.map(({ number }) => (
            <bdi key={number} class="number">
              {number}
            </bdi>
          ))
        )}
      </p>
    </li>
  );
}

const stateOf = ({ status }: HallCall) => (status === "ALLOCATED" ? "CALLED" : "SERVING");
const keyOf = ({ number, calledAt }: HallCall) => `${number} ${calledAt}`;

/** In the walk-in board's words, so that both are heard by the same rules. */
function callsOf({ doctor, now }: HallPart): BoardCall[] {
  return now
    .filter(({ number, calledAt }) => number !== null && calledAt !== null)
    .map((call) => ({
      number: call.label!,
      desk: doctor.room === null ? doctor.name : `${doctor.room}, ${doctor.name}`,
      status: stateOf(call) as BoardCall["status"],
      calledAt: call.calledAt!,
      // Numbers come again in the next slot; the moment of the call does not.
      calls: Date.parse(call.calledAt!),
    }));
}

function useAnnouncements(parts: HallPart[] | null, sound: boolean): void {
  const heard = useRef(new Map<string, Set<string>>());
  useEffect(() => {
    for (const part of parts ?? []) {
      const calls = callsOf(part);
      // What was called before the screen came on is history.
      const before = heard.current.get(part.doctor.id);
      heard.current.set(part.doctor.id, keysOf(calls));
      if (!before || !sound) continue;
      for (const call of newCalls(before, calls, serverNow())) announce(call);
    }
  }, [parts, sound]);
}
