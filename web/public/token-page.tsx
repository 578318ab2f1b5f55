/** @jsxImportSource preact */
// One patient's token, from the slip in the hand to the doctor's door. Numbers and times can change
// under way: the page says what changed, and why.

import { useEffect, useState } from "preact/hooks";
import type { Hall, HallPart, Token } from "../wire/opd.ts";
import { request, serverNow } from "../wire/request.ts";
import { Alert } from "./alert.tsx";
import { dayThere, timeThere } from "./doctor-time.ts";
import { Ending, HeldPage } from "./held-page.tsx";
import { LeaveQueue } from "./leave-queue.tsx";
import { useHeld } from "./live-ticket.ts";
import { token as text } from "./token-messages.ts";
import { Changes } from "./token-changes.tsx";
import { useAttention } from "./use-attention.ts";

export interface TokenPageProps {
  tokenId: string;
  secret: string;
}

export function TokenPage({ tokenId, secret }: TokenPageProps) {
  const path = `/v1/opd/tokens/${tokenId}`;
  const { held: token, seenAt, show, ...found } = useHeld<Token>(path, "token", secret);
  const part = useDoctor(token);
  useCall(token);
  const onward = token?.onward;
  // They went on to a station: their ticket there has a page that tells all this.
  useEffect(() => {
    if (onward) location.replace(onward);
  }, [onward]);
  const { timezone = "UTC" } = part?.doctor ?? {};
  return (
    <HeldPage
      {...found}
      held={token && part && { token, part }}
      since={timeThere(seenAt, timezone)}
      words={text}
    >
      {(held) => (
        <>
          {isTurn(held.token) ? (
            <Turn {...held} />
          ) : (
            <>
              <Slip {...held} />
              {!isAway(held.token) && (
                <Changes token={held.token} path={path} secret={secret} timezone={timezone} />
              )}
              {isOpen(held.token) && <Alert words={text} />}
            </>
          )}
          {isOpen(held.token) && (
            <LeaveQueue path={path} secret={secret} words={text} onLeft={show} />
          )}
        </>
      )}
    </HeldPage>
  );
}

interface WithDoctor {
  token: Token;
  part: HallPart;
}

/** The board's is that of today. */
const roomOf = (token: Token, part: HallPart) =>
  part.date === token.date ? part.doctor.room : null;

const isTurn = (token: Token) => token.status === "ALLOCATED" && token.calledAt !== null;

const unknown = { doctor: { name: text.doctor }, now: [] } as unknown as HallPart;
const isOpen = ({ status }: Token) => status === "WAITING" || status === "ALLOCATED";

/** The doctor's name and zone, and who is inside: looked at again whenever the token changes. */
function useDoctor(token: Token | null): HallPart | null {
  const [part, setPart] = useState<HallPart | null>(null);
  const doctorId = token?.doctorId;
  useEffect(() => {
    if (!doctorId) return;
    let isCurrent = true;
    const path = `/v1/opd/board?doctors=${doctorId}`;
    request<Hall>(path, { withCookies: false }).then(
      (hall) => isCurrent && hall?.doctors[0] && setPart(hall.doctors[0]),
      // Who is called must know it, also while the name of the doctor cannot be read.
      () => isCurrent && setPart((known) => known ?? unknown),
    );
    return () => {
      isCurrent = false;
    };
  }, [doctorId, token]);
  return part;
}

function Slip({ token, part }: WithDoctor) {
  const { timezone, name } = part.doctor;
  const room = roomOf(token, part);
  return (
    <article class="slip">
      <div class="slip-top">
        <p class="eyebrow">
          {name}
          {room && ` · ${room}`}
        </p>
        <h1 data-word={token.number === null}>
          {token.number === null ? (
            text.waitingNumber
          ) : (
            <>
              <span class="hidden">{text.yourNumber} </span>
              <bdi class="number">{token.label}</bdi>
            </>
          )}
        </h1>
        <p class="slot">
          {dayThere(token.slotStart, timezone)}
          <strong>
            {timeThere(token.slotStart, timezone)} – {timeThere(token.slotEnd, timezone)}
          </strong>
        </p>
        <p class="quiet">
          <bdi>{token.patientName}</bdi>
        </p>
      </div>
      <div class="slip-stub" aria-live="polite">
        <Stub token={token} part={part} />
      </div>
    </article>
  );
}

/** Who is still to come has a position, but in a slot without its doctor. */
const isAway = (token: Token) => isOpen(token) && token.position === null;

function Stub({ token, part }: WithDoctor) {
  if (isAway(token))
    return <p>{text.doctorAwayStay(timeThere(token.slotStart, part.doctor.timezone))}</p>;
  switch (token.status) {
    case "WAITING":
      return <Ending title={text.waiting(token.position ?? 1)} words={text.waitingText} />;
    case "ALLOCATED":
      return <Coming token={token} part={part} />;
    case "IN_PROGRESS":
      return <p class="headline">{text.inside}</p>;
    case "COMPLETED":
      return <Ending title={text.done} words={text.doneText} />;
    case "CANCELLED":
      return <Ending title={text.cancelled} words={text.cancelledText} />;
    case "EXPIRED":
      if (token.reason === "NO_SHOW") return <Ending title={text.noShow} words={text.noShowText} />;
      return <Ending title={text.slotEnded} words={text.slotEndedText} />;
  }
}

function Coming({ token, part }: WithDoctor) {
  const time = timeThere(token.slotStart, part.doctor.timezone);
  const ahead = Math.max(0, (token.position ?? 1) - 1);
  const hasBegun = Date.parse(token.slotStart) <= serverNow();
  const inside = part.date === token.date ? part.now[0] : undefined;
  return (
    <>
      <p class="headline">
        {ahead > 0 ? text.ahead(ahead, time) : hasBegun ? text.next : text.first(time)}
      </p>
      {inside && (
        <p class="range">
          {inside.slotStart === token.slotStart
            ? text.nowInside(inside.label!)
            : text.nowAtSlot(timeThere(inside.slotStart, part.doctor.timezone))}
        </p>
      )}
      <p>{token.checkedInAt ? `✓ ${text.checkedIn}` : text.notCheckedIn}</p>
    </>
  );
}

function Turn({ token, part }: WithDoctor) {
  const { name, timezone } = part.doctor;
  const room = roomOf(token, part);
  return (
    <div class="turn" role="alert">
      <h1>{text.turn}</h1>
      <p class="turn-desk">
        <span>{text.goTo}</span> <strong>{room ?? name}</strong>
        {room && <span>{name}</span>}
      </p>
      <p class="turn-number">
        <bdi>{token.label}</bdi>
      </p>
      {token.noShowAt && <p>{text.hurry(timeThere(token.noShowAt, timezone))}</p>}
    </div>
  );
}

function useCall(token: Token | null): void {
  useAttention({
    quiet: token && text.pageTitle(token.label),
    loud: text.turnTitle,
    call: token && isTurn(token) ? token.calledAt : null,
    status: token?.status,
  });
}
