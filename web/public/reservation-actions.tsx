/** @jsxImportSource preact */
// What somebody can do to keep a box. A key belongs to one press of one button, however often its
// request has to be sent.

import { useRef, useState } from "preact/hooks";
import { moneyText } from "../look/money.ts";
import type { PaymentSetting, Reservation } from "../wire/boxes.ts";
import { asProblem } from "../../client/transport/problem.ts";
import { newKey } from "../../client/transport/send.ts";
import { isUnknown, request } from "../wire/request.ts";
import { reservation as text } from "./reservation-messages.ts";

export type BoxVerb = "confirm" | "accept" | "decline" | "pay";

export interface Act {
  act(verb: BoxVerb): Promise<void>;
  busy: BoxVerb | null;
  trouble: string;
}

export function useAct(path: string, secret: string, onChange: (now: Reservation) => void): Act {
  const keys = useRef<Partial<Record<BoxVerb, string>>>({});
  const [busy, setBusy] = useState<BoxVerb | null>(null);
  const [trouble, setTrouble] = useState("");

  async function act(verb: BoxVerb): Promise<void> {
    if (busy) return;
    setBusy(verb);
    setTrouble("");
    const key = (keys.current[verb] ??= newKey());
    const options = { method: "POST", body: {}, bearer: secret, key };
    try {
      if (verb === "pay") {
        const payment = await request<{ url: string }>(`${path}/pay`, options);
        if (payment) location.assign(payment.url);
        return; // stays busy until the page is left
      }
      const now = await request<Reservation>(`${path}/${verb}`, options);
      if (now) onChange(now);
      delete keys.current[verb];
    } catch (error) {
      const problem = asProblem(error);
      if (!isUnknown(problem)) delete keys.current[verb];
      setTrouble(text.problems[problem.code] ?? text.problems["other"]!);
    }
    setBusy(null);
  }

  return { act, busy, trouble };
}

interface ActionsProps {
  reservation: Reservation;
  /** null while it is not known. */
  payment: PaymentSetting | null;
  path: string;
  secret: string;
  onChange(now: Reservation): void;
}

/** Pay, or say that one comes: whichever the shop wants; who has said so may still pay. */
export function Actions({ reservation, payment, path, secret, onChange }: ActionsProps) {
  const { act, busy, trouble } = useAct(path, secret, onChange);
  const { confirmedAt, paymentStatus } = reservation;
  const price = moneyText(reservation.amount ?? 0, reservation.currency);
  const maySay = payment !== null && payment !== "online" && confirmedAt === null;
  const mayPay = payment !== null && payment !== "at_pickup" && paymentStatus === "PENDING";
  if (!maySay && !mayPay) return null;
  return (
    <div class="choices">
      <div role="alert">{trouble && <p class="trouble">{trouble}</p>}</div>
      {maySay && (
        <button type="button" class="main" onClick={() => void act("confirm")}>
          {busy === "confirm" ? (
            text.confirming
          ) : (
            <>
              {text.confirm} <small>{text.confirmPay(price)}</small>
            </>
          )}
        </button>
      )}
      {mayPay && (
        <button type="button" class={maySay ? "second" : "main"} onClick={() => void act("pay")}>
          {busy === "pay" ? text.paying : text.pay(price)}
        </button>
      )}
    </div>
  );
}
