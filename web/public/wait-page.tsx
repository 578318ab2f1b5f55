/** @jsxImportSource preact */
// Waiting for a time: when one becomes free it is offered here, for this visitor alone, for a while.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Wait } from "../wire/booking.ts";
import { asProblem, isAway } from "../../client/transport/problem.ts";
import { newKey } from "../../client/transport/send.ts";
import { request, serverNow } from "../wire/request.ts";
import type { LinkState } from "../wire/stream.ts";
import { Alert } from "./alert.tsx";
import { flashTitle, ring, stopFlashing } from "./attention.ts";
import { Connection } from "./connection.tsx";
import { waitlist as text } from "./wait-messages.ts";
import { clockTime, dayThere } from "./doctor-time.ts";
import { LeaveQueue } from "./leave-queue.tsx";
import { visitorZone } from "./visitor-time.ts";

export interface WaitPageProps {
  waitId: string;
  secret: string;
}

const lookAgainMs = 10_000;

export function WaitPage({ waitId, secret }: WaitPageProps) {
  const path = `/v1/bookings/waitlist/${waitId}`;
  const [wait, setWait] = useState<Wait | null>(null);
  const [link, setLink] = useState<LinkState>("connecting");
  const [seenAt, setSeenAt] = useState(0);
  const [isGone, setGone] = useState(secret === "");
  useEffect(() => {
    if (secret === "") return;
    const look = () =>
      request<Wait>(path, { bearer: secret, attempts: 1 }).then(
        (now) => {
          if (!now) return;
          setWait(now);
          setSeenAt(Date.now());
          setLink("live");
        },
        (error: unknown) => {
          const { status } = asProblem(error);
          if (status === 401 || status === 403 || status === 404) setGone(true);
          else setLink(isAway(error) ? "away" : "lost");
        },
      );
    void look();
    const timer = setInterval(() => void look(), lookAgainMs);
    const wake = () => document.visibilityState === "visible" && void look();
    document.addEventListener("visibilitychange", wake);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", wake);
    };
  }, [path, secret]);
  useCall(wait);

  if (isGone && !wait) return <Missing />;
  if (!wait) {
    return (
      <main class="page">
        <section class="slip waiting-for-data" aria-busy="true">
          <p>{text.loading}</p>
        </section>
        <Connection link={link} since={null} words={text} />
      </main>
    );
  }
  const isOpen = wait.status === "waiting" || wait.status === "offered";
  return (
    <main class="page">
      <Connection link={link} since={clockTime(seenAt)} words={text} />
      {wait.status === "offered" && wait.offer ? (
        <Offered wait={wait} offer={wait.offer} path={path} secret={secret} onAnswered={setWait} />
      ) : (
        <State wait={wait} />
      )}
      {wait.status === "waiting" && <Alert words={text} />}
      {isOpen && <LeaveQueue path={path} secret={secret} words={text} onLeft={setWait} />}
    </main>
  );
}

function State({ wait }: { wait: Wait }) {
  const zone = visitorZone();
  const { status } = wait;
  const day = (instant: string) => `${dayThere(instant, zone)}, ${clockTime(instant, zone)}`;
  const words = status === "offered" ? "lapsed" : status;
  return (
    <article class="slip request" data-status={status === "accepted" ? "approved" : status}>
      <div class="slip-top">
        {wait.title && <p class="eyebrow">{wait.title}</p>}
        <h1 data-word="true">{text[words]}</h1>
        {wait.offer && status === "accepted" ? (
          <p class="slot">
            {dayThere(wait.offer.start, zone)}
            <strong>{clockTime(wait.offer.start, zone)}</strong>
          </p>
        ) : (
          <p>{text.between(day(wait.earliest), day(wait.latest))}</p>
        )}
      </div>
      <div class="slip-stub" aria-live="polite">
        <p>{text[`${words}Text`]}</p>
      </div>
    </article>
  );
}

interface OfferedProps extends WaitPathProps {
  wait: Wait;
  offer: NonNullable<Wait["offer"]>;
  onAnswered(wait: Wait): void;
}

interface WaitPathProps {
  path: string;
  secret: string;
}

function Offered({ wait, offer, path, secret, onAnswered }: OfferedProps) {
  const zone = visitorZone();
  const key = useRef("");
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const left = useLeft(offer.expiresAt);

  async function answer(verb: "accept" | "decline") {
    if (busy) return;
    setBusy(true);
    setTrouble("");
    key.current ||= newKey();
    try {
      const options = { method: "POST", body: {}, bearer: secret, key: `${key.current}-${verb}` };
      const now = await request<Wait | { wait: Wait }>(`${path}/${verb}`, options);
      if (now) onAnswered("wait" in now ? now.wait : now);
    } catch (error) {
      setTrouble(text.problems[asProblem(error).code] ?? text.problems["other"]!);
    } finally {
      setBusy(false);
    }
  }

  if (left <= 0) return <State wait={wait} />;
  const two = (value: number) => String(value).padStart(2, "0");
  return (
    <article class="slip request">
      <div class="slip-top" role="alert">
        {wait.title && <p class="eyebrow">{wait.title}</p>}
        <h1 data-word="true">{text.offered}</h1>
        <p class="slot">
          {dayThere(offer.start, zone)}
          <strong>
            {clockTime(offer.start, zone)} – {clockTime(offer.end, zone)}
          </strong>
        </p>
      </div>
      <div class="slip-stub">
        <p>{text.keptUntil(clockTime(offer.expiresAt, zone))}</p>
        {/* A second that passes is no news for somebody who listens. */}
        <p class="countdown" aria-hidden="true">
          {Math.floor(left / 60)}:{two(left % 60)}
        </p>
        <div role="alert">{trouble && <p class="trouble">{trouble}</p>}</div>
        <div class="choices">
          <button
            type="button"
            class="main"
            aria-disabled={busy}
            onClick={() => void answer("accept")}
          >
            {text.accept}
          </button>
          <button type="button" class="second" onClick={() => void answer("decline")}>
            {text.decline}
          </button>
        </div>
      </div>
    </article>
  );
}

/** Whole seconds until then. */
function useLeft(until: string): number {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000));
}

/** Rings once for each offer. */
function useCall(wait: Wait | null): void {
  const rung = useRef<string | null>(null);
  const offered = wait?.status === "offered" ? (wait.offer?.expiresAt ?? null) : null;
  useEffect(() => {
    if (!offered) {
      stopFlashing(text.pageTitle);
      return;
    }
    flashTitle(text.offered, text.pageTitle);
    if (rung.current !== offered) ring();
    rung.current = offered;
    return () => stopFlashing(text.pageTitle);
  }, [offered]);
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
