/** @jsxImportSource preact */
// The waiting room's HTML. It is complete without any script: then it reloads itself. All parts are
// there from the start and hidden while they have nothing to say, so that the script only fills them.

import type { RoomMoment, RoomState } from "./room-view.ts";
import { wordsIn } from "./room-words.ts";

interface RoomPageProps {
  state: RoomState;
  moment: RoomMoment;
  /** Where leaving is sent. */
  leave: string;
  /** Where joining again begins. */
  again: string;
}

export function RoomPage({ state, moment, leave, again }: RoomPageProps) {
  const words = wordsIn(state.language);
  const { slots, kind, progress } = moment;
  const own = state.page.texts[state.language];
  const waits = slots.place !== "";
  return (
    <main class="page room" data-kind={kind}>
      <header class="brand">
        {state.page.logo && <img src={state.page.logo} alt="" />}
        <p class="eyebrow">{own?.title ?? state.roomName}</p>
      </header>
      <p class="trouble" data-lost role="alert" hidden>
        {words.lost}
      </p>
      <p class="away" data-away role="status" hidden>
        {words.away}
      </p>
      <section class="slip">
        <div class="slip-top">
          <h1 data-slot="heading">{slots.heading}</h1>
          <p class="place" data-part="place" hidden={!waits}>
            <span>{words.yourPlace}</span> <strong data-slot="place">{slots.place}</strong>
          </p>
          <Line name="ahead" class="headline" text={slots.ahead} />
          <p class="headline" data-part="opens" hidden={slots.opens === ""}>
            <strong data-countdown hidden />
            <span data-slot="opens">{slots.opens}</span>
          </p>
        </div>
        <div class="slip-stub">
          <progress
            data-progress
            max={1000}
            value={progress ?? 0}
            hidden={progress === null}
            aria-label={words.yourPlace}
          />
          <Line name="wait" class="range" text={slots.wait} />
          <Line name="next" class="next" text={slots.next} />
        </div>
      </section>
      <p class="hidden" role="status" data-say />
      <aside class="note" data-part="message" hidden={slots.message === ""}>
        <h2>{words.message}</h2>
        <p data-slot="message">{slots.message}</p>
      </aside>
      {own?.intro && <p class="intro">{own.intro}</p>}
      <p class="onward" data-part="onward" hidden={kind !== "active" && kind !== "leaving"}>
        <a class="main" href={state.siteUrl}>
          {words.onward}
        </a>
      </p>
      {kind === "left" && (
        <p class="onward">
          <a class="main" href={again}>
            {words.again}
          </a>
        </p>
      )}
      <ol class="steps" hidden={kind === "left" || kind === "cookies"}>
        {words.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {state.draw && <Draw draw={state.draw} words={words} />}
      <form method="post" action={leave} class="leave" data-part="leave" hidden={!canLeave(kind)}>
        <button class="quiet-action">{words.leave}</button>
      </form>
      {state.pollSeconds > 0 && (
        <noscript>
          <p class="footnote">
            {kind === "challenge" ? words.needsScript : words.noScript(state.pollSeconds)}
          </p>
        </noscript>
      )}
    </main>
  );
}

function Line(props: { name: string; class: string; text: string }) {
  return (
    <p class={props.class} data-slot={props.name} hidden={props.text === ""}>
      {props.text}
    </p>
  );
}

function Draw({
  draw,
  words,
}: {
  draw: NonNullable<RoomState["draw"]>;
  words: ReturnType<typeof wordsIn>;
}) {
  return (
    <details class="draw">
      <summary>{words.draw}</summary>
      <p>{draw.seed ? words.drawAfter : words.drawBefore}</p>
      {draw.seed && <code>{draw.seed}</code>}
      <code>{draw.seedHash}</code>
    </details>
  );
}

const canLeave = (kind: string) =>
  ["before", "waiting", "paused", "active", "leaving"].includes(kind);
