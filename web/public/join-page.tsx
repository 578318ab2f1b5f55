/** @jsxImportSource preact */
// What somebody sees after scanning the code at the door. Rendered on the server with the queue's
// present state, then taken over in the browser.

import { useEffect, useRef, useState } from "preact/hooks";
import { asProblem } from "../../client/transport/problem.ts";
import { request } from "../wire/request.ts";
import type { JoinedTicket, PublicQueue, QueueState } from "../wire/types.ts";
import { attemptAt, type Attempt } from "./attempt.ts";
import { join as text } from "./join-messages.ts";
import { waitInWords } from "./messages.ts";
import { remember } from "./remembered.ts";
import { Stepper } from "./stepper.tsx";

const lookAgainMs = 15_000;
const largestParty = 50;

interface JoinForm {
  name: string;
  mobile?: string;
  partySize: number;
}

export interface JoinPageProps {
  queue: PublicQueue;
}

export function JoinPage({ queue: first }: JoinPageProps) {
  const [queue, setQueue] = useState(first);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "hidden") return;
      request<PublicQueue>(`/v1/queues/${first.id}/public`, { attempts: 1 }).then(
        (now) => now && setQueue(now),
        () => undefined,
      );
    };
    const timer = setInterval(look, lookAgainMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [first.id]);

  const setState = (state: QueueState) => setQueue((now) => ({ ...now, state }));
  return (
    <main class="page">
      <header class="masthead">
        <h1>{queue.name}</h1>
        {queue.message && <p class="note">{queue.message}</p>}
      </header>
      {queue.state === "open" ? (
        <>
          <Facts queue={queue} />
          <Form queueId={queue.id} onState={setState} />
        </>
      ) : (
        <Resting state={queue.state} />
      )}
      <p class="footnote">{text.footnote}</p>
    </main>
  );
}

function Facts({ queue }: { queue: PublicQueue }) {
  return (
    <dl class="facts" aria-live="polite">
      <div>
        <dt>{text.waitingNow}</dt>
        <dd class="figure">{queue.waiting}</dd>
      </div>
      {queue.estimatedWait && (
        <div>
          <dt>{text.yourWait}</dt>
          <dd>{waitInWords(queue.estimatedWait)}</dd>
        </div>
      )}
    </dl>
  );
}

function Resting({ state }: { state: QueueState }) {
  const paused = state === "paused";
  return (
    <section class="resting" aria-live="polite">
      <h2>{paused ? text.pausedTitle : text.closedTitle}</h2>
      <p>{paused ? text.pausedText : text.closedText}</p>
    </section>
  );
}

const stateAfter: Record<string, QueueState> = { QUEUE_CLOSED: "closed", QUEUE_PAUSED: "paused" };

function Form({ queueId, onState }: { queueId: string; onState(state: QueueState): void }) {
  const attempt = useRef<Attempt<JoinForm, JoinedTicket> | null>(null);
  const [partySize, setPartySize] = useState(1);
  const [busy, setBusy] = useState(false);
  const [slow, setSlow] = useState(false);
  const [trouble, setTrouble] = useState<{ field?: string; message: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    attempt.current = attemptAt(`/v1/queues/${queueId}/tickets`);
    const left = attempt.current.left;
    if (!left || !form.current) return;
    field(form.current, "name").value = left.name;
    field(form.current, "mobile").value = left.mobile ?? "";
    setPartySize(left.partySize);
    setTrouble({ message: text.problems["IN_DOUBT"]! });
  }, [queueId]);

  async function submit(event: Event) {
    event.preventDefault();
    if (busy || !attempt.current || !form.current) return;
    const name = field(form.current, "name").value.trim();
    const mobile = field(form.current, "mobile").value.trim();
    if (name === "") return complain("name");
    const filled: JoinForm = { name, partySize, ...(mobile && { mobile }) };

    setBusy(true);
    setTrouble(null);
    const patience = setTimeout(() => setSlow(true), 2_500);
    try {
      const { id, secret } = await attempt.current.send(filled);
      remember({ queueId, ticketId: id, secret });
      location.assign(`/t/${id}#${secret}`);
    } catch (error) {
      const problem = asProblem(error);
      const wrong = problem.fields.find(({ field: named }) => named in text.wrongFields);
      if (wrong) complain(wrong.field);
      else setTrouble({ message: text.problems[problem.code] ?? text.problems["other"]! });
      const state = stateAfter[problem.code];
      if (state) onState(state);
      setBusy(false);
    } finally {
      clearTimeout(patience);
      setSlow(false);
    }
  }

  function complain(name: string) {
    setTrouble({ field: name, message: text.wrongFields[name]! });
    if (form.current) (form.current.elements.namedItem(name) as HTMLElement | null)?.focus();
  }

  const wrongName = trouble?.field === "name";
  const wrongMobile = trouble?.field === "mobile";
  return (
    <form ref={form} class="join" onSubmit={(event) => void submit(event)} noValidate>
      <h2 class="hidden">{text.heading}</h2>
      <div class="field">
        <label for="name">{text.name}</label>
        <input
          id="name"
          name="name"
          autocomplete="name"
          enterkeyhint="done"
          maxLength={80}
          required
          aria-invalid={wrongName}
          aria-describedby="name-hint"
        />
        <p id="name-hint" class={wrongName ? "wrong" : "hint"}>
          {wrongName ? trouble.message : text.nameHint}
        </p>
      </div>
      <div class="field">
        <label for="mobile">
          {text.mobile} <span class="quiet">· {text.optional}</span>
        </label>
        <input
          id="mobile"
          name="mobile"
          type="tel"
          autocomplete="tel"
          maxLength={24}
          aria-invalid={wrongMobile}
          aria-describedby="mobile-hint"
        />
        <p id="mobile-hint" class={wrongMobile ? "wrong" : "hint"}>
          {wrongMobile ? trouble.message : text.mobileHint}
        </p>
      </div>
      <Stepper
        label={text.party}
        fewer={text.fewer}
        more={text.more}
        value={partySize}
        most={largestParty}
        onChange={setPartySize}
      />
      <div role="alert">
        {trouble && !wrongName && !wrongMobile && <p class="trouble">{trouble.message}</p>}
      </div>
      <button class="main" type="submit" aria-disabled={busy}>
        {busy ? text.submitting : text.submit}
      </button>
      <p class="hint centre" aria-live="polite">
        {slow ? text.stillTrying : ""}
      </p>
    </form>
  );
}

function field(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}
