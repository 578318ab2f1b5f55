/** @jsxImportSource preact */
// One person's place in line, from the number in the hand to the desk. The secret that proves the
// ticket is theirs stays in the address's fragment and in headers: no server log ever sees it.

import { useEffect, useRef } from "preact/hooks";
import type { Ticket } from "../wire/types.ts";
import { Alert } from "./alert.tsx";
import { flashTitle, ring, stopFlashing } from "./attention.ts";
import { Connection } from "./connection.tsx";
import { LeaveQueue } from "./leave-queue.tsx";
import { useHeld } from "./live-ticket.ts";
import { deskName, ticket as text, waitInWords } from "./messages.ts";
import { forget } from "./remembered.ts";
import { TicketNumber } from "./ticket-number.tsx";
import { clockTime } from "./doctor-time.ts";

export interface TicketPageProps {
  ticketId: string;
  secret: string;
}

export function TicketPage({ ticketId, secret }: TicketPageProps) {
  const path = `/v1/tickets/${ticketId}`;
  const { held: ticket, link, seenAt, gone, show } = useHeld<Ticket>(path, "ticket", secret);
  useAttention(ticket);
  const isOver = gone || Boolean(ticket?.endedAt);
  useEffect(() => {
    if (isOver) forget(ticketId);
  }, [isOver, ticketId]);

  if (gone && !ticket) return <Missing />;
  if (!ticket) {
    return (
      <main class="page">
        <section class="slip waiting-for-data" aria-busy="true">
          <p>{text.loading}</p>
        </section>
        <Connection link={link} since={null} words={text} />
      </main>
    );
  }
  return (
    <main class="page">
      <Connection link={link} since={clockTime(seenAt)} words={text} />
      {ticket.status === "CALLED" ? <Turn ticket={ticket} /> : <Slip ticket={ticket} />}
      {ticket.status === "WAITING" && <Alert words={text} />}
      {(ticket.status === "WAITING" || ticket.status === "CALLED") && (
        <LeaveQueue path={path} secret={secret} words={text} onLeft={show} />
      )}
      <p class="footnote">
        <a href={`/q/${ticket.queueId}?another`}>
          {ticket.endedAt ? text.again : text.forSomebodyElse}
        </a>
      </p>
    </main>
  );
}

function Slip({ ticket }: { ticket: Ticket }) {
  return (
    <article class="slip">
      <div class="slip-top">
        <p class="eyebrow">{ticket.queueName}</p>
        <h1>
          <span class="hidden">{text.yourNumber} </span>
          <TicketNumber number={ticket.number} />
        </h1>
        <p class="quiet">
          {ticket.name} · {text.party(ticket.partySize)} ·{" "}
          {text.joinedAt(clockTime(ticket.joinedAt))}
        </p>
      </div>
      <div class="slip-stub" aria-live="polite">
        <Stub ticket={ticket} />
      </div>
    </article>
  );
}

function Stub({ ticket }: { ticket: Ticket }) {
  switch (ticket.status) {
    case "WAITING":
      return (
        <>
          <p class="headline">{text.ahead(Math.max(0, (ticket.position ?? 1) - 1))}</p>
          <p class="range">
            {ticket.estimatedWait ? text.range(waitInWords(ticket.estimatedWait)) : text.rangeSoon}
          </p>
        </>
      );
    case "SERVING":
      return (
        <>
          <p class="headline">{text.serving}</p>
          {ticket.desk && <p class="range">{text.servingAt(ticket.desk)}</p>}
        </>
      );
    case "SERVED":
      return <Ending title={text.served} words={text.servedText} />;
    case "CANCELLED":
      return <Ending title={text.cancelled} words={text.cancelledText} />;
    case "NO_SHOW":
      return <Ending title={text.noShow} words={text.noShowText} />;
    case "CALLED":
      return null;
  }
}

function Ending({ title, words }: { title: string; words: string }) {
  return (
    <>
      <p class="headline">{title}</p>
      <p>{words}</p>
    </>
  );
}

function Turn({ ticket }: { ticket: Ticket }) {
  return (
    <div class="turn" role="alert">
      <p class="eyebrow">{ticket.queueName}</p>
      <h1>{text.turn}</h1>
      <p class="turn-desk">
        <span>{text.comeTo}</span>{" "}
        <strong>{ticket.desk ? deskName(ticket.desk) : text.noDesk}</strong>
      </p>
      <p class="turn-number">
        <TicketNumber number={ticket.number} />
      </p>
      {ticket.noShowAt && <p>{text.hurry(clockTime(ticket.noShowAt))}</p>}
      {ticket.calls > 1 && <p>{text.calledAgain(ticket.calls)}</p>}
    </div>
  );
}

function Missing() {
  return (
    <main class="page">
      <section class="resting">
        <h1>{text.missingTitle}</h1>
        <p>{text.missingText}</p>
      </section>
    </main>
  );
}

/** Rings once for each call of this ticket, also for a recall; never for one already answered. */
function useAttention(ticket: Ticket | null): void {
  const rung = useRef(0);
  const { number, status, calls = 0, desk = null } = ticket ?? {};
  useEffect(() => {
    if (!number) return;
    document.documentElement.dataset["status"] = status;
    const quiet = text.pageTitle(number);
    if (status !== "CALLED") {
      rung.current = 0;
      stopFlashing(quiet);
      return;
    }
    flashTitle(text.turnTitle(desk), quiet);
    if (calls > rung.current) ring();
    rung.current = Math.max(1, calls);
    return () => stopFlashing(quiet);
  }, [number, status, calls, desk]);
}
