/** @jsxImportSource preact */
// The last step: who the chosen time is for; or the new time of a booking that is there already.

import { useRef } from "preact/hooks";
import type { FreeTime, PublicBookingPage } from "../wire/booking.ts";
import { newKey } from "../../client/transport/send.ts";
import { request } from "../wire/request.ts";
import { attemptAt } from "./attempt.ts";
import { booking as text } from "./booking-messages.ts";
import { clockTime, dayThere } from "./doctor-time.ts";
import { keepSeen } from "./seen.ts";
import { VisitorForm, type Visitor } from "./visitor-form.tsx";
import { showsSameTime, zoneName } from "./visitor-time.ts";

interface RequestForm extends Visitor {
  start: string;
  resourceId?: string;
}

export const askingOn = (pageId: string) =>
  attemptAt<RequestForm, { id: string; secret: string }>(
    `/v1/public/booking-pages/${pageId}/requests`,
  );

/** A booking whose holder chooses another time for it. */
export interface Moving {
  id: string;
  secret: string;
}

interface FormProps {
  page: PublicBookingPage;
  time: FreeTime;
  /** Empty: whoever is free. */
  withWhom: string;
  zone: string;
  moving: Moving | null;
  onBack(): void;
  /** It cannot be had any more, and why; and the nearest times that can. */
  onGone(why: string, others: FreeTime[]): void;
}

const gone = new Set(["TAKEN", "NOTICE_TOO_SHORT"]);

export function BookingForm(props: FormProps) {
  const { page, time, withWhom, zone, moving } = props;
  const attempt = useRef<ReturnType<typeof askingOn> | null>(null);
  attempt.current ??= askingOn(page.id);
  const key = useRef("");

  async function send(visitor: Visitor) {
    const wish = { start: time.start, ...(withWhom && { resourceId: withWhom }) };
    if (moving) {
      key.current ||= newKey();
      const path = `/v1/public/bookings/${moving.id}/reschedule`;
      const { secret: bearer } = moving;
      await request(path, { method: "POST", body: wish, bearer, key: key.current });
      // Their own doing: the page of the booking need not tell them of a change.
      keepSeen(moving.id, "");
      return location.assign(`/booking/${moving.id}#${bearer}`);
    }
    const { id, secret } = await attempt.current!.send({ ...wish, ...visitor });
    location.assign(`/booking/${id}#${secret}`);
  }

  function refused(code: string, problem: Record<string, unknown>): boolean {
    // Another time is another attempt.
    key.current = "";
    if (!gone.has(code)) return false;
    props.onGone(text.problems[code]!, (problem["alternatives"] as FreeTime[] | undefined) ?? []);
    return true;
  }

  const isElsewhere = !showsSameTime(time.start, zone, page.timezone);
  const name = page.resources.find(({ id }) => id === withWhom)?.name;
  const isInstant = page.confirmation === "instant";
  return (
    <VisitorForm
      page={page}
      left={moving ? null : attempt.current.left}
      asksWho={!moving}
      submit={moving ? text.move : isInstant ? text.book : text.submit}
      onSend={send}
      onRefused={refused}
    >
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
        <button type="button" class="link" onClick={props.onBack}>
          {text.change}
        </button>
      </div>
    </VisitorForm>
  );
}
