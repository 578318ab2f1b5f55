/** @jsxImportSource preact */
// Who asks: a name, a phone number, and what else the page wants to know. Shared by those who ask for a time
// and those who wait for one.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PublicBookingPage } from "../wire/booking.ts";
import { asProblem } from "../../client/transport/problem.ts";
import { booking as text } from "./booking-messages.ts";

export interface Visitor {
  name: string;
  phone?: string;
  externalId?: string;
  note?: string;
}

export interface Trouble {
  field?: string;
  message: string;
}

interface FormProps {
  page: PublicBookingPage;
  /** What was sent and never answered. */
  left: Visitor | null;
  submit: string;
  /** Above the fields. */
  children: ComponentChildren;
  /** Without it only the button is shown: who it is is known. */
  asksWho?: boolean;
  onSend(visitor: Visitor): Promise<void>;
  /** Whether it has dealt with the refusal itself. */
  onRefused?(code: string, problem: Record<string, unknown>): boolean;
  /** What is wrong with the fields above, before anything is sent. */
  check?(): string;
}

export function VisitorForm(props: FormProps) {
  const { page, left, asksWho = true } = props;
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [slow, setSlow] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  const field = (name: string) => form.current!.elements.namedItem(name) as HTMLInputElement | null;

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("h2")?.focus();
    if (!left || !form.current) return;
    for (const [name, value] of Object.entries(left)) {
      const input = field(name);
      if (input && typeof value === "string") input.value = value;
    }
    setTrouble({ message: text.problems["IN_DOUBT"]! });
  }, [left]);

  async function submit(event: Event) {
    event.preventDefault();
    if (busy || !form.current) return;
    const visitor: Record<string, string> = {};
    for (const name of asksWho ? ["name", "phone", "externalId", "note"] : []) {
      const value = field(name)?.value.trim();
      if (value) visitor[name] = value;
      else if (name === "name" || (name === "phone" && page.forPatients)) return complain(name);
    }
    const wrong = props.check?.();
    setTrouble(wrong ? { message: wrong } : null);
    if (wrong) return;
    setBusy(true);
    const patience = setTimeout(() => setSlow(true), 2_500);
    try {
      await props.onSend(visitor as unknown as Visitor);
    } catch (error) {
      const { code, fields, problem } = asProblem(error);
      setBusy(false);
      if (props.onRefused?.(code, problem)) return;
      const faulty = fields.find((each) => each.field in text.wrongFields);
      if (faulty && field(faulty.field)) complain(faulty.field);
      else setTrouble({ message: text.problems[code] ?? text.problems["other"]! });
    } finally {
      clearTimeout(patience);
      setSlow(false);
    }
  }

  function complain(name: string) {
    const isMissing = !field(name)!.value.trim();
    const words = isMissing ? text.missingFields : text.wrongFields;
    setTrouble({ field: name, message: words[name]! });
    field(name)!.focus();
  }

  const input = (name: string, label: string, hint: string, more: object, optional = false) => {
    const isWrong = trouble?.field === name;
    return (
      <div class="field">
        <label for={name}>
          {label} {optional && <span class="quiet">· {text.optional}</span>}
        </label>
        <input
          id={name}
          name={name}
          required={!optional}
          aria-invalid={isWrong}
          aria-describedby={hint && `${name}-hint`}
          {...more}
        />
        {hint && (
          <p id={`${name}-hint`} class={isWrong ? "wrong" : "hint"}>
            {isWrong ? trouble.message : hint}
          </p>
        )}
      </div>
    );
  };
  const phone = { type: "tel", autocomplete: "tel", maxLength: 24 };
  const { forPatients, asksExternalId } = page;
  return (
    <form ref={form} class="join" onSubmit={(event) => void submit(event)} noValidate>
      {props.children}
      {asksWho && (
        <>
          {input(
            "name",
            forPatients ? text.patientName : text.name,
            forPatients ? text.patientHint : text.nameHint,
            {
              autocomplete: "name",
              maxLength: 80,
            },
          )}
          {input(
            "phone",
            text.phone,
            forPatients ? text.phoneFindsHint : text.phoneHint,
            phone,
            !forPatients,
          )}
          {forPatients &&
            asksExternalId &&
            input("externalId", text.externalId, text.externalIdHint, { maxLength: 64 }, true)}
          {input("note", text.note, "", { maxLength: 500, autocomplete: "off" }, true)}
        </>
      )}
      <div role="alert">
        {trouble && !trouble.field && <p class="trouble">{trouble.message}</p>}
      </div>
      <button class="main" type="submit" aria-disabled={busy}>
        {busy ? text.submitting : props.submit}
      </button>
      <p class="hint centre" aria-live="polite">
        {slow ? text.stillTrying : ""}
      </p>
    </form>
  );
}
