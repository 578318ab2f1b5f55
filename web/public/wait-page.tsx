/** @jsxImportSource preact */
// Waiting for a time: when one becomes free it is offered here, for this visitor alone, for a while.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Wait } from "../wire/booking.ts";
import { asProblem, isAway } from "../../client/transport/problem.ts";
import { newKey } from "../../client/transport/send.ts";
import { request, serverNow } from "../wire/request.ts";
import type { LinkState } from "../wire/stream.ts";
import { Alert } from "./alert.tsx";
import { HeldPage } from "./held-page.tsx";
import { waitlist as text } from "./wait-messages.ts";
import { clockTime, dayThere } from "./doctor-time.ts";
import { LeaveQueue } from "./leave-queue.tsx";
import { useAttention } from "./use-attention.ts";
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
  useOffer(wait);

  const way = { path, secret };
  return (
    <HeldPage held={wait} gone={isGone} link={link} since={clockTime(seenAt)} words={text}>
      {(now) => (
        <>
          {now.status === "offered" && now.offer ? (
            <Offered wait={now} offer={now.offer} {...way} onAnswered={setWait} />
          ) : (
            <State wait={now} />
          )}
          {now.bookingUrl && (
            <a class="main as-button" href={now.bookingUrl}>
              {text.toBooking}
            </a>
          )}
          {now.status === "waiting" && <Alert words={text} />}
          {(now.status === "waiting" || now.status === "offered") && (
            <LeaveQueue {...way} words={text} onLeft={setWait} />
          )}
        </>
      )}
    </HeldPage>
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

function useOffer(wait: Wait | null): void {
  useAttention({
    quiet: text.pageTitle,
    loud: text.offered,
    call: wait?.status === "offered" ? (wait.offer?.expiresAt ?? null) : null,
  });
}
