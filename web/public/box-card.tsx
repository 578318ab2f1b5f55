/** @jsxImportSource preact */
import { moneyText } from "../look/money.ts";
import type { Box } from "../wire/boxes.ts";
import { shop as text } from "./shop-messages.ts";
import { dayText, timeAt, windowText } from "./box-time.ts";
import { distanceText, metresTo, priceAt, stateOf, type BoxState, type Place } from "./nearby.ts";
import { leftText } from "./ticking.ts";

interface BoxCardProps {
  box: Box;
  here: Place | null;
  now: number;
  locale: string;
  onChoose(): void;
}

export function BoxCard({ box, here, now, locale, onChoose }: BoxCardProps) {
  const { merchant, title, description } = box;
  const state = stateOf(box, now);
  const metres = metresTo(box, here);
  return (
    <li class="box" data-state={state}>
      <div class="box-top">
        <p class="box-merchant">
          <bdi>{merchant.name}</bdi>
          {metres !== null && <span class="box-distance">{distanceText(metres, locale)}</span>}
        </p>
        <h3>{title}</h3>
        {description && <p class="quiet">{description}</p>}
        <PickupTime box={box} now={now} locale={locale} />
        {merchant.address && <p class="quiet">{merchant.address}</p>}
      </div>
      <div class="box-stub">
        <Price box={box} state={state} now={now} locale={locale} />
        {state === "open" && (
          <button
            type="button"
            class="main"
            aria-label={text.reserveAt(title, merchant.name)}
            onClick={onChoose}
          >
            {text.reserve}
          </button>
        )}
        {state === "soldOut" && (
          <button
            type="button"
            class="second"
            aria-label={text.waitAt(title, merchant.name)}
            onClick={onChoose}
          >
            {text.wait}
          </button>
        )}
      </div>
    </li>
  );
}

function leftWords({ remaining, waiting }: Box, state: BoxState): string {
  if (state === "open") return text.left(remaining);
  if (state !== "soldOut") return text[state];
  return waiting > 0 ? `${text.soldOut}, ${text.waiting(waiting)}` : text.soldOut;
}

interface Timed {
  box: Box;
  now: number;
  locale: string;
}

function PickupTime({ box, now, locale }: Timed) {
  const { timezone } = box;
  const starts = Date.parse(box.startsAt) - now;
  const ends = Date.parse(box.endsAt) - now;
  return (
    <p class="box-time">
      {text.pickup} {dayText(box.startsAt, now, timezone, locale)}{" "}
      <strong>{windowText(box.startsAt, box.endsAt, timezone, locale)}</strong>{" "}
      {ends > 0 && (
        <span class="box-countdown">
          {starts > 0 ? text.pickupStarts(leftText(starts)) : text.pickupLeft(leftText(ends))}
        </span>
      )}
    </p>
  );
}

const soonMs = 3_600_000;

function Price({ box, state, now, locale }: Timed & { state: BoxState }) {
  const money = (minor: number) => moneyText(minor, box.currency, locale);
  const { price, next } = priceAt(box, now);
  const until = next && next.at - now;
  const before = box.value ?? box.fullPrice;
  return (
    <div class="box-facts">
      <p class="box-price">
        <strong>
          <span class="hidden">{text.now} </span>
          {money(price)}
        </strong>{" "}
        {price < before && (
          <s>
            <span class="hidden">{text.was} </span>
            {money(before)}
          </s>
        )}
      </p>
      <p class="box-left">
        <span aria-live="polite">{leftWords(box, state)}</span>{" "}
        {next && until !== null && state === "open" && (
          <span class="box-drop">
            <span aria-hidden="true">↓ </span>
            {until < soonMs
              ? text.dropsIn(money(next.price), leftText(until))
              : text.dropsAt(money(next.price), timeAt(next.at, box.timezone, locale))}
          </span>
        )}
      </p>
    </div>
  );
}
