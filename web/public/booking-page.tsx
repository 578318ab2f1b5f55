/** @jsxImportSource preact */
// Where somebody asks for a time: with whom, which day, what time, and who they are. The first HTML
// says what can be asked for; the times come with the script, since they are shown in the visitor's
// own zone, which the server does not know.

import { useEffect, useRef, useState } from "preact/hooks";
import type { FreeTime, PublicBookingPage } from "../wire/booking.ts";
import { askingOn, BookingForm, type Moving } from "./booking-form.tsx";
import { booking as text } from "./booking-messages.ts";
import { clockTime, dayThere } from "./doctor-time.ts";
import { Resources } from "./resource-choice.tsx";
import { TimePicker } from "./time-picker.tsx";
import { useFreeTimes } from "./use-free-times.ts";
import { showsSameTime, visitorZone, zoneName } from "./visitor-time.ts";
import { WaitForm } from "./wait-form.tsx";

export interface BookingPageProps {
  page: PublicBookingPage;
}

export function BookingPage({ page }: BookingPageProps) {
  return (
    <main class="page">
      <header class="masthead">
        <p class="eyebrow">{page.organisation}</p>
        <h1>{page.title}</h1>
        <p class="quiet">
          {text.minutes(page.minutes)} · {text.confirmation[page.confirmation]}
        </p>
        {page.message && <p class="note">{page.message}</p>}
      </header>
      {page.open ? <Asking page={page} /> : <Closed />}
      <p class="footnote">{text.footnote}</p>
    </main>
  );
}

function Closed() {
  return (
    <section class="resting">
      <h2>{text.closedTitle}</h2>
      <p>{text.closedText}</p>
    </section>
  );
}

/** A booking to move stands in the fragment, which is never sent: its id and its secret. */
function movingIn(hash: string): Moving | null {
  const [, id, secret] = /^#move=([^.]+)\.(.+)$/.exec(hash) ?? [];
  return id && secret ? { id, secret } : null;
}

function Asking({ page }: BookingPageProps) {
  const [here, setHere] = useState<{ zone: string; now: number; moving: Moving | null } | null>(
    null,
  );
  const [resourceId, setResource] = useState("");
  const [chosen, setChosen] = useState<FreeTime | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [day, setDay] = useState("");
  const [trouble, setTrouble] = useState<{ why: string; others: FreeTime[] } | null>(null);
  const free = useFreeTimes(page.id, resourceId, here?.zone ?? null);
  const form = useRef<HTMLDivElement>(null);
  // Only the browser knows; what the server rendered has no times in it.
  useEffect(() => {
    const moving = movingIn(location.hash);
    setHere({ zone: visitorZone(), now: Date.now(), moving });
    // Asked for, and the answer got lost before the page was loaded anew: the form comes back.
    const left = moving ? null : askingOn(page.id).left;
    if (!left) return;
    setResource(left.resourceId ?? "");
    setChosen({ start: left.start, resourceId: left.resourceId ?? "" });
  }, [page.id]);
  useEffect(() => {
    if (chosen || isWaiting) form.current?.scrollIntoView({ block: "start" });
  }, [chosen, isWaiting]);

  if (!here) return <p class="quiet">{text.loading}</p>;
  const { zone, now, moving } = here;
  if (isWaiting) {
    const back = () => setWaiting(false);
    return (
      <div ref={form}>
        <WaitForm page={page} withWhom={resourceId} zone={zone} onBack={back} />
      </div>
    );
  }
  const choose = (time: FreeTime) => {
    setTrouble(null);
    setChosen(time);
  };
  if (chosen) {
    return (
      <div ref={form}>
        <BookingForm
          page={page}
          time={chosen}
          withWhom={resourceId}
          zone={zone}
          moving={moving}
          onBack={() => setChosen(null)}
          onGone={(why, others) => {
            setChosen(null);
            setTrouble({ why, others });
            free.lookAgain();
          }}
        />
      </div>
    );
  }
  const isElsewhere = !showsSameTime(now, zone, page.timezone);
  return (
    <>
      {moving && (
        <p class="note">
          {text.moving} <a href={`/booking/${moving.id}#${moving.secret}`}>{text.keepTime}</a>
        </p>
      )}
      {page.resources.length > 1 && (
        <Resources
          list={[{ id: "", name: text.anybody }, ...page.resources]}
          chosen={resourceId}
          onChoose={setResource}
        />
      )}
      {isElsewhere && (
        <p class="note">{text.yourZone(zoneName(zone, now), zoneName(page.timezone, now))}</p>
      )}
      <div role="alert">{trouble && <p class="trouble">{trouble.why}</p>}</div>
      {trouble && trouble.others.length > 0 && (
        <section class="times nearest">
          <h2>{text.nearest}</h2>
          <ul>
            {trouble.others.map((time) => (
              <li key={time.start}>
                <button type="button" class="time" onClick={() => choose(time)}>
                  <small>{dayThere(time.start, zone)}</small>
                  {clockTime(time.start, zone)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <TimePicker
        free={free}
        zone={zone}
        placeZone={isElsewhere ? page.timezone : null}
        wanted={day}
        onDay={setDay}
        onChoose={choose}
      />
      {page.waitlist && !moving && (
        <section class="no-time">
          <p>{text.noneSuits}</p>
          <button type="button" class="second" onClick={() => setWaiting(true)}>
            {text.toWaitlist}
          </button>
        </section>
      )}
    </>
  );
}
