/** @jsxImportSource preact */
// For somebody whom no free time suits: between which days, with whom, and who they are.

import { useRef, useState } from "preact/hooks";
import { addDays, dateIn, instantOf } from "../look/zone-time.ts";
import type { PublicBookingPage } from "../wire/booking.ts";
import { serverNow } from "../wire/request.ts";
import { attemptAt } from "./attempt.ts";
import { booking as text } from "./booking-messages.ts";
import { Resources } from "./resource-choice.tsx";
import { VisitorForm, type Visitor } from "./visitor-form.tsx";

interface WaitWish extends Visitor {
  earliest: string;
  latest: string;
  resourceId?: string;
}

interface WaitFormProps {
  page: PublicBookingPage;
  withWhom: string;
  zone: string;
  onBack(): void;
}

const longestDays = 31;

export function WaitForm({ page, withWhom, zone, onBack }: WaitFormProps) {
  const attempt = useRef(
    attemptAt<WaitWish, { id: string; secret: string }>(
      `/v1/public/booking-pages/${page.id}/waitlist`,
    ),
  );
  const today = dateIn(serverNow(), zone);
  const [from, setFrom] = useState(today);
  const [till, setTill] = useState(addDays(today, 13));
  const [resourceId, setResource] = useState(withWhom || page.resources[0]?.id || "");
  const day = (name: string, label: string, value: string, set: (date: string) => void) => (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        type="date"
        required
        value={value}
        min={today}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    </div>
  );

  function check(): string {
    if (!from || !till || till < from) return text.wrongDays;
    return till >= addDays(from, longestDays) ? text.tooManyDays(longestDays) : "";
  }

  async function send(visitor: Visitor) {
    const { id, secret } = await attempt.current.send({
      earliest: instantOf(from, "00:00", zone),
      latest: instantOf(addDays(till, 1), "00:00", zone),
      resourceId,
      ...visitor,
    });
    location.assign(`/waitlist/${id}#${secret}`);
  }

  return (
    <VisitorForm page={page} left={null} submit={text.joinWaitlist} check={check} onSend={send}>
      <div class="chosen">
        <h2 tabIndex={-1}>{text.waitTitle}</h2>
        <p>{text.waitText}</p>
        <button type="button" class="link" onClick={onBack}>
          {text.backToTimes}
        </button>
      </div>
      {page.resources.length > 1 && (
        <Resources list={page.resources} chosen={resourceId} onChoose={setResource} />
      )}
      {day("from", text.waitFrom, from, setFrom)}
      {day("till", text.waitTill, till, setTill)}
    </VisitorForm>
  );
}
