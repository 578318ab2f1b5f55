/** @jsxImportSource preact */
// One person's place in line, from the number in the hand to the desk. The secret that proves the
// ticket is theirs stays in the address's fragment and in headers: no server log ever sees it.

import { useEffect } from "preact/hooks";
import type { Ticket } from "../wire/types.ts";
import { Alert } from "./alert.tsx";
import { Ending, HeldPage } from "./held-page.tsx";
import { LeaveQueue } from "./leave-queue.tsx";
import { useHeld } from "./live-ticket.ts";
import { deskName, waitInWords } from "./messages.ts";
import { ticket as text } from "./ticket-messages.ts";
import { forget } from "./remembered.ts";
import { TicketNumber } from "./ticket-number.tsx";
import { clockTime } from "./doctor-time.ts";
import { useAttention } from "./use-attention.ts";

export interface TicketPageProps {
  ticketId: string;
  secret: string;
}

export function TicketPage({ ticketId, secret }: TicketPageProps) {
  const path = `/v1/tickets/${ticketId}`;
  const { seenAt, show, ...found } = useHeld<Ticket>(path, "ticket", secret);
  useCall(found.held);
  const isOver = found.gone || Boolean(found.held?.endedAt);
  useEffect(() => {
    if (isOver) forget(ticketId);
  }, [isOver, ticketId]);

  return (
    <HeldPage {...found} since={clockTime(seenAt)} words={text}>
      {(ticket) => (
        <>
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
        </>
      )}
    </HeldPage>
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

/** Also for a recall; never for one already answered. */
function useCall(ticket: Ticket | null): void {
  useAttention({
    quiet: ticket && text.pageTitle(ticket.number),
    loud: text.turnTitle(ticket?.desk ?? null),
    call: ticket?.status === "CALLED" ? ticket.calls : null,
    status: ticket?.status,
  });
}
