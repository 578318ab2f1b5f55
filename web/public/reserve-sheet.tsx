/** @jsxImportSource preact */
// The second tap. What is asked for is what is shown: how many, and at which price.

import { useEffect, useRef, useState } from "preact/hooks";
import { moneyText } from "../look/money.ts";
import type { MadeReservation, Box } from "../wire/boxes.ts";
import { asProblem, type TurnkeeperError } from "../../client/transport/problem.ts";
import { attemptAt, type Attempt } from "./attempt.ts";
import { sheet as text } from "./shop-messages.ts";
import { timeAt, windowText } from "./box-time.ts";
import { myBoxes, rememberBox, visitorId } from "./my-boxes.ts";
import { priceAt, stateOf } from "./nearby.ts";
import { Stepper } from "./stepper.tsx";

interface Wish {
  userId: string;
  quantity: number;
  waitlist: boolean;
  /** Of one, as it is shown: a dearer one is refused. */
  price: number;
}

interface SheetProps {
  box: Box;
  now: number;
  locale: string;
  onClose(): void;
}

export function ReserveSheet({ box, now, locale, onClose }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const attempt = useRef<Attempt<Wish, MadeReservation> | null>(null);
  const [quantity, setQuantity] = useState(1);
  const [busy, setBusy] = useState(false);
  const [slow, setSlow] = useState(false);
  const [problem, setProblem] = useState<{ code: string; words: string } | null>(null);

  const waits = stateOf(box, now) !== "open";
  const { mostPerReservation } = box.merchant;
  const most = waits ? mostPerReservation : Math.min(mostPerReservation, box.remaining);
  const wanted = Math.min(quantity, most);
  const unitPrice = priceAt(box, now).price;
  const price = moneyText(unitPrice * wanted, box.currency, locale);
  const { merchant, timezone } = box;

  useEffect(() => {
    attempt.current = attemptAt(`/v1/inventories/${box.id}/reservations`);
    const left = attempt.current.left;
    if (left) {
      setQuantity(left.quantity);
      setProblem({ code: "IN_DOUBT", words: text.problems["IN_DOUBT"]! });
    }
    dialog.current?.showModal();
  }, [box.id]);

  function complain({ code, problem }: TurnkeeperError) {
    const { until } = problem as { until?: string };
    const words =
      code === "COOLING_DOWN" && until
        ? text.coolDown(timeAt(until, timezone, locale))
        : (text.problems[code] ?? text.problems["other"]!);
    setProblem({ code, words });
  }

  async function send(event: Event) {
    event.preventDefault();
    if (busy || !attempt.current) return;
    setBusy(true);
    setProblem(null);
    const patience = setTimeout(() => setSlow(true), 2_500);
    try {
      const { secret, ...made } = await attempt.current.send({
        userId: visitorId(),
        quantity: wanted,
        waitlist: waits,
        price: unitPrice,
      });
      rememberBox({ secret, reservation: made, shop: location.pathname + location.search });
      location.assign(`/r/${made.id}#${secret}`);
    } catch (error) {
      complain(asProblem(error));
      setBusy(false);
    } finally {
      clearTimeout(patience);
      setSlow(false);
    }
  }

  const held = myBoxes().find(({ reservation }) => reservation.merchantId === box.merchantId);
  return (
    <dialog ref={dialog} class="sheet" aria-labelledby="sheet-title" onClose={onClose}>
      <form onSubmit={(event) => void send(event)}>
        <div>
          <p class="quiet">{merchant.name}</p>
          <h2 id="sheet-title">{waits ? text.waitTitle(box.title) : text.title(box.title)}</h2>
          <p class="quiet">{windowText(box.startsAt, box.endsAt, timezone, locale)}</p>
        </div>
        {most > 1 && (
          <Stepper
            label={text.quantity}
            fewer={text.fewer}
            more={text.more}
            value={wanted}
            most={most}
            onChange={setQuantity}
          />
        )}
        <p>{waits ? text.waitText : merchant.payment === "online" ? text.holdPay : text.hold}</p>
        <div role="alert">
          {problem && (
            <p class="trouble">
              {problem.words}{" "}
              {problem.code === "ACTIVE_RESERVATION_EXISTS" && held && (
                <a href={`/r/${held.reservation.id}#${held.secret}`}>{text.toMine}</a>
              )}
            </p>
          )}
        </div>
        <button type="submit" class="main" aria-disabled={busy}>
          {busy ? text.sending : waits ? text.wait : text.reserve(price)}
        </button>
        <button type="button" class="quiet-action" onClick={() => dialog.current?.close()}>
          {text.close}
        </button>
        <p class="hint centre" aria-live="polite">
          {slow ? text.slow : ""}
        </p>
      </form>
    </dialog>
  );
}
