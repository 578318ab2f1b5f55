/** @jsxImportSource preact */
// Where somebody asks for a time: with whom, which day, what time, and who they are. The first HTML
// says what can be asked for; the times come with the script, since they are shown in the visitor's
// own zone, which the server does not know.

import { useEffect, useRef, useState } from "preact/hooks";
import type { FreeTime, PublicBookingPage } from "../wire/booking.ts";
import { askingOn, BookingForm } from "./booking-form.tsx";
import { booking as text } from "./booking-messages.ts";
import { TimePicker } from "./time-picker.tsx";
import { useFreeTimes } from "./use-free-times.ts";
import { showsSameTime, visitorZone, zoneName } from "./visitor-time.ts";

export interface BookingPageProps {
  page: PublicBookingPage;
}

export function BookingPage({ page }: BookingPageProps) {
  return (
    <main class="page">
      <header class="masthead">
        <p class="eyebrow">{page.organisation}</p>
        <h1>{page.title}</h1>
        <p class="quiet">{text.minutes(page.minutes)}</p>
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

function Asking({ page }: BookingPageProps) {
  const [here, setHere] = useState<{ zone: string; now: number } | null>(null);
  const [resourceId, setResource] = useState("");
  const [chosen, setChosen] = useState<FreeTime | null>(null);
  const [day, setDay] = useState("");
  const [trouble, setTrouble] = useState("");
  const free = useFreeTimes(page.id, resourceId, here?.zone ?? null);
  const form = useRef<HTMLDivElement>(null);
  // Only the browser knows; what the server rendered has no times in it.
  useEffect(() => {
    setHere({ zone: visitorZone(), now: Date.now() });
    // Asked for, and the answer got lost before the page was loaded anew: the form comes back.
    const left = askingOn(page.id).left;
    if (!left) return;
    setResource(left.resourceId ?? "");
    setChosen({ start: left.start, resourceId: left.resourceId ?? "" });
  }, [page.id]);
  useEffect(() => {
    if (chosen) form.current?.scrollIntoView({ block: "start" });
  }, [chosen]);

  if (!here) return <p class="quiet">{text.loading}</p>;
  const { zone, now } = here;
  if (chosen) {
    return (
      <div ref={form}>
        <BookingForm
          page={page}
          time={chosen}
          withWhom={resourceId}
          zone={zone}
          onBack={() => setChosen(null)}
          onGone={(why) => {
            setChosen(null);
            setTrouble(why);
            free.lookAgain();
          }}
        />
      </div>
    );
  }
  const isElsewhere = !showsSameTime(now, zone, page.timezone);
  return (
    <>
      {page.resources.length > 1 && (
        <fieldset class="chips">
          <legend>{text.who}</legend>
          {[{ id: "", name: text.anybody }, ...page.resources].map(({ id, name }) => (
            <label key={id}>
              <input
                type="radio"
                name="resource"
                checked={resourceId === id}
                onChange={() => setResource(id)}
              />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
      )}
      {isElsewhere && (
        <p class="note">{text.yourZone(zoneName(zone, now), zoneName(page.timezone, now))}</p>
      )}
      <div role="alert">{trouble && <p class="trouble">{trouble}</p>}</div>
      <TimePicker
        free={free}
        zone={zone}
        placeZone={isElsewhere ? page.timezone : null}
        wanted={day}
        onDay={setDay}
        onChoose={(time) => {
          setTrouble("");
          setChosen(time);
        }}
      />
    </>
  );
}
