/** @jsxImportSource preact */
// A request from asking to the day itself: what happened to it, for the holder of its link.

import { useState } from "preact/hooks";
import type { PublicBooking } from "../wire/booking.ts";
import { asProblem } from "../../client/transport/problem.ts";
import { request as text } from "./request-messages.ts";
import { clockTime, dayThere } from "./doctor-time.ts";
import { HeldPage } from "./held-page.tsx";
import { LeaveQueue } from "./leave-queue.tsx";
import { useHeld } from "./live-ticket.ts";
import { keepSeen, seenAt as seenBefore } from "./seen.ts";
import { showsSameTime, visitorZone, zoneName } from "./visitor-time.ts";

export interface RequestPageProps {
  bookingId: string;
  secret: string;
}

export function RequestPage({ bookingId, secret }: RequestPageProps) {
  const path = `/v1/public/bookings/${bookingId}`;
  const { seenAt, show, ...found } = useHeld<PublicBooking>(path, "booking", secret);
  const booking = found.held;
  const status = booking?.status;
  const isOpen = status === "requested" || status === "approved";
  const [before, seen] = useSeenTime(booking);
  return (
    <HeldPage {...found} since={clockTime(seenAt)} words={text}>
      {(now) => (
        <>
          {isOpen && before && (
            <div class="note" role="alert">
              <p>{text.changed(before)}</p>
              <button type="button" class="link" onClick={seen}>
                {text.changedOk}
              </button>
            </div>
          )}
          <Slip booking={now} />
          {now.visitUrl && (
            <a class="main as-button" href={now.visitUrl}>
              {text.visit}
            </a>
          )}
          {now.canMove && (
            <a
              class={`${now.why ? "main" : "second"} as-button`}
              href={`/book/${now.pageId}#move=${bookingId}.${secret}`}
            >
              {text.move}
            </a>
          )}
          {status === "approved" && <Calendar path={path} secret={secret} />}
          {now.pageId && !isOpen && (
            <a class="main as-button" href={`/book/${now.pageId}`}>
              {text.again}
            </a>
          )}
          {isOpen && <LeaveQueue path={path} secret={secret} words={text} onLeft={show} />}
          {isOpen && <p class="footnote">{text.keep}</p>}
        </>
      )}
    </HeldPage>
  );
}

/** What this phone showed before somebody else changed it, until its owner says that they have seen it. */
function useSeenTime(booking: PublicBooking | null): [string, () => void] {
  const [, again] = useState(0);
  if (!booking) return ["", () => undefined];
  const now = whenAndWhere(booking);
  const keep = () => {
    keepSeen(booking.id, now);
    again((turn) => turn + 1);
  };
  const before = seenBefore(booking.id);
  if (before === "") keepSeen(booking.id, now);
  return before === "" || before === now ? ["", keep] : [before, keep];
}

function whenAndWhere({ start, resources }: PublicBooking): string {
  const zone = visitorZone();
  const names = resources.map(({ name }) => name).join(", ");
  return `${dayThere(start, zone)}, ${clockTime(start, zone)}, ${names}`;
}

function Slip({ booking }: { booking: PublicBooking }) {
  const zone = visitorZone();
  const { start, end, timezone, status } = booking;
  const isElsewhere = !showsSameTime(start, zone, timezone);
  const usual: [string, string] = [text[status], text[`${status}Text`]];
  const [title, words] = (booking.why && text.whys[booking.why]) || usual;
  return (
    <article class="slip request" data-status={status}>
      <div class="slip-top">
        <p class="eyebrow">{booking.organisation}</p>
        <h1 data-word="true">{booking.title}</h1>
        <p class="slot">
          {dayThere(start, zone)}
          <strong>
            {clockTime(start, zone)} – {clockTime(end, zone)}
          </strong>
        </p>
        {isElsewhere && (
          <p class="quiet">
            {text.there(
              `${dayThere(start, timezone)}, ${clockTime(start, timezone)}`,
              zoneName(timezone, start),
            )}
          </p>
        )}
        <p>{booking.resources.map(({ name }) => name).join(", ")}</p>
      </div>
      <div class="slip-stub" aria-live="polite">
        <p class="headline">{title}</p>
        <p>{words}</p>
        {booking.statusMessage && <p class="note">{booking.statusMessage}</p>}
      </div>
    </article>
  );
}

/** The file is asked for with the secret, which must not stand in an address that others log. */
function Calendar({ path, secret }: { path: string; secret: string }) {
  const [trouble, setTrouble] = useState("");
  async function save() {
    setTrouble("");
    try {
      const answer = await fetch(`${path}/ics`, {
        headers: { authorization: `Bearer ${secret}` },
        credentials: "omit",
      });
      if (!answer.ok) throw new Error(String(answer.status));
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await answer.blob());
      link.download = text.icsFile;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (error) {
      setTrouble(text.problems[asProblem(error).code] ?? text.problems["other"]!);
    }
  }
  return (
    <>
      <button type="button" class="second" onClick={() => void save()}>
        {text.ics}
      </button>
      <div role="alert">{trouble && <p class="trouble">{trouble}</p>}</div>
    </>
  );
}
