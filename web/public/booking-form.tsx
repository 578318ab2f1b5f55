/** @jsxImportSource preact */
// The last step: who asks for the chosen time.

import { useEffect, useRef, useState } from "preact/hooks";
import type { FreeTime, PublicBookingPage } from "../wire/booking.ts";
import { asProblem } from "../../client/transport/problem.ts";
import { attemptAt, type Attempt } from "./attempt.ts";
import { booking as text } from "./booking-messages.ts";
import { clockTime, dayThere } from "./doctor-time.ts";
import { showsSameTime, zoneName } from "./visitor-time.ts";

interface RequestForm {
  start: string;
  resourceId?: string;
  name: string;
  phone?: string;
  note?: string;
}

type Asking = Attempt<RequestForm, { id: string; secret: string }>;

export const askingOn = (pageId: string): Asking =>
  attemptAt(`/v1/public/booking-pages/${pageId}/requests`);

interface FormProps {
  page: PublicBookingPage;
  time: FreeTime;
  /** Empty: whoever is free. */
  withWhom: string;
  zone: string;
  onBack(): void;
  /** It cannot be had any more, and why. */
  onGone(why: string): void;
}

const gone = new Set(["TAKEN", "NOTICE_TOO_SHORT"]);

export function BookingForm({ page, time, withWhom, zone, onBack, onGone }: FormProps) {
  const attempt = useRef<Asking | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [slow, setSlow] = useState(false);
  const [trouble, setTrouble] = useState<{ field?: string; message: string } | null>(null);

  const field = (name: string) => form.current!.elements.namedItem(name) as HTMLInputElement;
  const value = (name: string) => field(name).value.trim();

  useEffect(() => {
    attempt.current = askingOn(page.id);
    form.current?.querySelector<HTMLElement>("h2")?.focus();
    const left = attempt.current.left;
    if (!left || !form.current) return;
    for (const name of ["name", "phone", "note"] as const) field(name).value = left[name] ?? "";
    setTrouble({ message: text.problems["IN_DOUBT"]! });
  }, [page.id]);

  async function submit(event: Event) {
    event.preventDefault();
    if (busy || !attempt.current || !form.current) return;
    const [name, phone, note] = [value("name"), value("phone"), value("note")];
    if (name === "") return complain("name");
    setBusy(true);
    setTrouble(null);
    const patience = setTimeout(() => setSlow(true), 2_500);
    try {
      const { id, secret } = await attempt.current.send({
        start: time.start,
        ...(withWhom && { resourceId: withWhom }),
        name,
        ...(phone && { phone }),
        ...(note && { note }),
      });
      location.assign(`/booking/${id}#${secret}`);
    } catch (error) {
      const problem = asProblem(error);
      const wrong = problem.fields.find(({ field }) => field in text.wrongFields);
      const why = text.problems[problem.code] ?? text.problems["other"]!;
      setBusy(false);
      if (gone.has(problem.code)) onGone(why);
      else if (wrong) complain(wrong.field);
      else setTrouble({ message: why });
    } finally {
      clearTimeout(patience);
      setSlow(false);
    }
  }

  function complain(name: string) {
    setTrouble({ field: name, message: text.wrongFields[name]! });
    field(name).focus();
  }

  const isWrong = (name: string) => trouble?.field === name;
  const hint = (name: string, usual: string) => (
    <p id={`${name}-hint`} class={isWrong(name) ? "wrong" : "hint"}>
      {isWrong(name) ? trouble!.message : usual}
    </p>
  );
  const isElsewhere = !showsSameTime(time.start, zone, page.timezone);
  const name = page.resources.find(({ id }) => id === withWhom)?.name;
  return (
    <form ref={form} class="join" onSubmit={(event) => void submit(event)} noValidate>
      <div class="chosen">
        <h2 tabIndex={-1}>
          <span class="quiet">{text.chosen}</span>
          {dayThere(time.start, zone)}
          <strong>{clockTime(time.start, zone)}</strong>
        </h2>
        {isElsewhere && (
          <p class="quiet">
            {`${dayThere(time.start, page.timezone)}, ${clockTime(time.start, page.timezone)}, ${zoneName(page.timezone, time.start)}`}
          </p>
        )}
        {name && <p>{name}</p>}
        <button type="button" class="link" onClick={onBack}>
          {text.change}
        </button>
      </div>
      <div class="field">
        <label for="name">{text.name}</label>
        <input
          id="name"
          name="name"
          autocomplete="name"
          maxLength={80}
          required
          aria-invalid={isWrong("name")}
          aria-describedby="name-hint"
        />
        {hint("name", text.nameHint)}
      </div>
      <div class="field">
        <label for="phone">
          {text.phone} <span class="quiet">· {text.optional}</span>
        </label>
        <input
          id="phone"
          name="phone"
          type="tel"
          autocomplete="tel"
          maxLength={24}
          aria-invalid={isWrong("phone")}
          aria-describedby="phone-hint"
        />
        {hint("phone", text.phoneHint)}
      </div>
      <div class="field">
        <label for="note">
          {text.note} <span class="quiet">· {text.optional}</span>
        </label>
        <input id="note" name="note" maxLength={500} autocomplete="off" />
      </div>
      <div role="alert">
        {trouble && !trouble.field && <p class="trouble">{trouble.message}</p>}
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
