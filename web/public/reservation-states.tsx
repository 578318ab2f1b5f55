/** @jsxImportSource preact */
// What a reservation looks like in each of its states.

import { moneyText } from "../look/money.ts";
import type { Box, Reservation } from "../wire/boxes.ts";
import { Alert } from "./alert.tsx";
import { timeAt } from "./box-time.ts";
import { boxesText } from "./box-words.ts";
import { LeaveQueue } from "./leave-queue.tsx";
import { Actions, useAct } from "./reservation-actions.tsx";
import { reservation as text } from "./reservation-messages.ts";
import { Code, Collect, Qr } from "./reservation-parts.tsx";
import { leftText, useNow } from "./ticking.ts";

interface StateProps {
  reservation: Reservation;
  box: Box | null;
  path: string;
  secret: string;
  onChange(now: Reservation): void;
}

export function ReservationState(props: StateProps) {
  switch (props.reservation.status) {
    case "ACTIVE":
      return <Held {...props} />;
    case "WAITLISTED":
      return <Waiting {...props} />;
    case "OFFERED":
      return <Offer {...props} />;
    default:
      return <Over reservation={props.reservation} />;
  }
}

function Held({ reservation, box, path, secret, onChange }: StateProps) {
  // A payment confirms, too.
  const kept = reservation.confirmedAt !== null;
  const isPaid = reservation.paymentStatus === "PAID";
  const words = { ...text, ...(isPaid && { leaveText: text.leaveTextPaid }) };
  return (
    <>
      <article class="slip">
        <Code reservation={reservation} />
        {kept && <Qr reservation={reservation} secret={secret} />}
        <div class="slip-stub" aria-live="polite">
          {kept ? (
            <Yours reservation={reservation} />
          ) : (
            <Hold reservation={reservation} box={box} />
          )}
        </div>
      </article>
      <Actions
        reservation={reservation}
        payment={box?.merchant.payment ?? null}
        path={path}
        secret={secret}
        onChange={onChange}
      />
      <Collect reservation={reservation} box={box} />
      {!kept && <Qr reservation={reservation} secret={secret} />}
      <LeaveQueue path={path} secret={secret} words={words} onLeft={onChange} />
    </>
  );
}

function Hold({ reservation, box }: { reservation: Reservation; box: Box | null }) {
  const now = useNow();
  if (!reservation.expiresAt) return null;
  const time = timeAt(reservation.expiresAt, reservation.timezone);
  return (
    <>
      <p class="range">{text.keptFor}</p>
      <p class="countdown" role="timer" aria-live="off">
        {leftText(Date.parse(reservation.expiresAt) - now)}
      </p>
      <p>{text.keptUntil[box?.merchant.payment ?? "at_pickup"](time)}</p>
      {cameBackFromPaying() && <p>{text.paymentOpen}</p>}
    </>
  );
}

/** Who has paid comes back before the payment does. */
function cameBackFromPaying(): boolean {
  return new URLSearchParams(location.search).get("payment") === "done";
}

function Yours({ reservation }: { reservation: Reservation }) {
  const { currency, timezone, pickupStartsAt, pickupEndsAt, paymentStatus } = reservation;
  const now = useNow();
  const starts = Date.parse(pickupStartsAt) - now;
  const ends = Date.parse(pickupEndsAt) - now;
  const price = moneyText(reservation.amount ?? 0, currency);
  return (
    <>
      <p class="headline">
        {text.yours} {text.untilEnd(timeAt(pickupEndsAt, timezone))}
      </p>
      <p class="range" role="timer" aria-live="off">
        {starts > 0 ? text.windowFrom(leftText(starts)) : text.windowLeft(leftText(ends))}
      </p>
      <p>{paymentStatus === "PAID" ? text.paid : text.payThere(price)}</p>
    </>
  );
}

function Waiting({ reservation, box, path, secret, onChange }: StateProps) {
  const place = reservation.position ?? 1;
  const words = {
    ...text,
    leave: text.waitLeave,
    leaveQuestion: text.waitLeaveQuestion,
    leaveText: text.waitLeaveText,
    leaveConfirm: text.waitLeaveConfirm,
    stay: text.waitStay,
  };
  return (
    <>
      <article class="slip">
        <div class="slip-top">
          <p class="eyebrow">{reservation.merchantName}</p>
          <h1 data-word="true">{text.waitTitle}</h1>
          <p class="quiet">{boxesText(reservation.quantity, reservation.title)}</p>
        </div>
        <div class="slip-stub" aria-live="polite">
          <p class="headline">{place === 1 ? text.waitFirst : text.waitPlace(place)}</p>
          <p>{text.waitText}</p>
        </div>
      </article>
      <Alert words={text} />
      <Collect reservation={reservation} box={box} />
      <LeaveQueue path={path} secret={secret} words={words} onLeft={onChange} />
    </>
  );
}

function Offer({ reservation, path, secret, onChange }: StateProps) {
  const { act, busy, trouble } = useAct(path, secret, onChange);
  const now = useNow();
  const left = Date.parse(reservation.expiresAt ?? "") - now;
  return (
    <>
      <div class="turn" role="alert">
        <p class="eyebrow">{reservation.merchantName}</p>
        <h1>{text.offer}</h1>
        <p>{boxesText(reservation.quantity, reservation.title)}</p>
        <p class="countdown" role="timer" aria-live="off">
          {leftText(left)} <small>{text.offerLeft}</small>
        </p>
      </div>
      <div role="alert">{trouble && <p class="trouble">{trouble}</p>}</div>
      <div class="choices">
        <button type="button" class="main" onClick={() => void act("accept")}>
          {busy === "accept"
            ? text.confirming
            : text.accept(moneyText(reservation.amount ?? 0, reservation.currency))}
        </button>
        <button type="button" class="quiet-action" onClick={() => void act("decline")}>
          {busy === "decline" ? text.declining : text.decline}
        </button>
      </div>
    </>
  );
}

function Over({ reservation }: { reservation: Reservation }) {
  const { status, reason, merchantName, title: what, quantity, paymentStatus } = reservation;
  const [title, words] = (text.over[reason ?? status] ?? text.over[status])!;
  return (
    <article class="slip">
      <div class="slip-top">
        <p class="eyebrow">{merchantName}</p>
        <h1 data-word="true">{title}</h1>
        <p class="quiet">{boxesText(quantity, what)}</p>
      </div>
      <div class="slip-stub" aria-live="polite">
        <p>{words}</p>
        {paymentStatus === "REFUND_DUE" && <p>{text.refunding}</p>}
        {paymentStatus === "REFUNDED" && <p>{text.refunded}</p>}
      </div>
    </article>
  );
}
