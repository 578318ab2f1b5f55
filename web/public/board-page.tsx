/** @jsxImportSource preact */
// The screen on the wall: who is called, where to go, who comes next. Numbers only, no names. It is
// started once and then runs for weeks, so it keeps nothing but what it shows.

import { useEffect, useRef, useState } from "preact/hooks";
import { serverNow } from "../wire/request.ts";
import type { Board, BoardCall, PublicQueue } from "../wire/types.ts";
import { announce } from "./announcer.ts";
import { keepAwake } from "./attention.ts";
import { soundAllowedAlready } from "./chime.ts";
import { useLiveBoard } from "./live-board.ts";
import { board as text } from "./board-messages.ts";
import { keysOf, newCalls } from "./new-calls.ts";
import { Clock, Controls } from "./screen.tsx";
import { TicketNumber } from "./ticket-number.tsx";

const rowsBelow = 6;
const rowsInOneColumn = 3;
const nextShown = 5;

export interface BoardPageProps {
  queue: PublicQueue;
}

export function BoardPage({ queue }: BoardPageProps) {
  const { board, link } = useLiveBoard(queue.id);
  const [sound, setSound] = useState(false);
  useAnnouncements(board, sound);
  useEffect(() => {
    if (soundAllowedAlready()) setSound(true);
    return keepAwake();
  }, []);

  const now = board?.queue ?? queue;
  const [latest, ...others] = board?.serving ?? [];
  const rows = others.slice(0, rowsBelow);
  return (
    <main class="board">
      <header>
        <h1>{now.name}</h1>
        {now.state !== "open" && <p class="state">{text.states[now.state]}</p>}
        <Clock timeZone={board?.queue.timezone} />
      </header>
      <section class="serving" aria-label={text.nowServing} aria-live="polite">
        <h2>{text.nowServing}</h2>
        {latest ? <Latest key={callOf(latest)} call={latest} /> : <Nobody board={board} />}
        <ol class="rows" data-many={rows.length > rowsInOneColumn}>
          {rows.map((call) => (
            <li key={callOf(call)} data-status={call.status}>
              <TicketNumber number={call.number} />
              <Desk desk={call.desk} />
            </li>
          ))}
        </ol>
      </section>
      <aside>
        <Next board={board} />
        {now.state === "open" && (
          <figure class="scan">
            <img src={`/v1/queues/${queue.id}/qr.svg`} alt="" width="200" height="200" />
            <figcaption>{text.scan}</figcaption>
          </figure>
        )}
      </aside>
      <footer>
        <p class="message">{now.message ?? restingText(now.state)}</p>
        <p class="link" role="status">
          {(link === "lost" || link === "away") && text[link]}
        </p>
        <Controls sound={sound} onSound={setSound} />
      </footer>
    </main>
  );
}

function callOf(call: BoardCall): string {
  return `${call.number} ${call.calls}`;
}

function restingText(state: PublicQueue["state"]): string {
  if (state === "paused") return text.pausedText;
  return state === "closed" ? text.closedText : "";
}

function Latest({ call }: { call: BoardCall }) {
  return (
    <div class="latest" data-status={call.status}>
      <p class="latest-number">
        <TicketNumber number={call.number} />
      </p>
      <Desk desk={call.desk} />
    </div>
  );
}

function Desk({ desk }: { desk: string | null }) {
  if (!desk) return null;
  const bare = /^\d+$/.test(desk);
  return (
    <p class="desk" data-named={!bare}>
      {bare && <span class="desk-word">{text.desk}</span>} <bdi>{desk}</bdi>
    </p>
  );
}

function Nobody({ board }: { board: Board | null }) {
  return (
    <div class="nobody" aria-busy={board === null}>
      {board && (
        <>
          <p>{text.nobodyCalled}</p>
          <p class="quiet">{text.nobodyCalledText}</p>
        </>
      )}
    </div>
  );
}

function Next({ board }: { board: Board | null }) {
  const next = board?.next.slice(0, nextShown) ?? [];
  const hidden = (board?.waiting ?? 0) - next.length;
  return (
    <section class="next" aria-label={text.next}>
      <h2>{text.next}</h2>
      <ol>
        {next.map((number) => (
          <li key={number}>
            <TicketNumber number={number} />
          </li>
        ))}
      </ol>
      {board && (
        <p class="quiet">
          {next.length === 0 ? text.nobodyWaits : hidden > 0 && text.more(hidden)}
        </p>
      )}
    </section>
  );
}

function useAnnouncements(board: Board | null, sound: boolean): void {
  const heard = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!board) return;
    // What was called before the screen came on is history.
    const before = heard.current;
    heard.current = keysOf(board.serving);
    if (!before || !sound) return;
    for (const call of newCalls(before, board.serving, serverNow())) announce(call);
  }, [board, sound]);
}
