/** @jsxImportSource preact */
// What is left in town and can be had now. Rendered on the server with what is out, then taken over in
// the browser: prices fall and counts shrink while somebody looks.

import { useEffect, useState } from "preact/hooks";
import type { Box, Shop } from "../wire/boxes.ts";
import { isInDoubt } from "./attempt.ts";
import { BoxCard } from "./box-card.tsx";
import { timeAt } from "./box-time.ts";
import { shop as text } from "./shop-messages.ts";
import { Connection } from "./connection.tsx";
import { useLiveShop } from "./live-shop.ts";
import { MyBoxes } from "./my-boxes-list.tsx";
import { inOrder, placeOf, stateOf, type Place } from "./nearby.ts";
import { ReserveSheet } from "./reserve-sheet.tsx";
import { useNow } from "./ticking.ts";

export interface ShopPageProps {
  shop: Shop;
  /** When the server drew this, and for which language. */
  now: number;
  locale: string;
}

type Locating = "no" | "asking" | "refused";

export function ShopPage({ shop: first, now: drawnAt, locale }: ShopPageProps) {
  const { shop, link, seenAt } = useLiveShop(first, drawnAt);
  const now = useNow(drawnAt);
  const [here, setHere] = useState<Place | null>(null);
  const [locating, setLocating] = useState<Locating>("no");
  const [chosenId, setChosenId] = useState<string | null>(null);

  useEffect(() => {
    const left = first.boxes.find(({ id }) => isInDoubt(`/v1/inventories/${id}/reservations`));
    if (left) setChosenId(left.id);
  }, [first]);

  function nearest() {
    setLocating("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setLocating("no");
        setHere({ latitude, longitude });
      },
      () => setLocating("refused"),
      // A street's corner is near enough, and quicker.
      { enableHighAccuracy: false, timeout: 10_000, maximumAge: 300_000 },
    );
  }

  const boxes = inOrder(shop.boxes, here, now);
  const open = boxes.filter((box) => stateOf(box, now) === "open").length;
  const chosen = shop.boxes.find(({ id }) => id === chosenId) ?? null;
  return (
    <main class="page shop">
      <header class="masthead">
        <h1>{shop.organisation.name}</h1>
        <p>{text.lead}</p>
        {shop.towns.length > 1 && <Towns shop={shop} />}
      </header>
      <Connection link={link} since={timeAt(seenAt, undefined, locale)} words={text} />
      <MyBoxes now={now} />
      {boxes.length === 0 ? (
        <section class="resting">
          <h2>{text.emptyTitle}</h2>
          <p>{text.emptyText}</p>
        </section>
      ) : (
        <>
          <div class="shop-bar">
            <h2 aria-live="polite">{text.count(open)}</h2>
            {shop.boxes.some(placeOf) && (
              <Order
                isNear={here !== null}
                isAsking={locating === "asking"}
                onTime={() => setHere(null)}
                onNear={nearest}
              />
            )}
          </div>
          <div class="shop-hint" role="status">
            {locating === "refused" && <p class="hint">{text.noPlace}</p>}
          </div>
          <Cards boxes={boxes} here={here} now={now} locale={locale} onChoose={setChosenId} />
        </>
      )}
      <p class="footnote">{text.footnote}</p>
      {chosen && (
        <ReserveSheet
          key={chosen.id}
          box={chosen}
          now={now}
          locale={locale}
          onClose={() => setChosenId(null)}
        />
      )}
    </main>
  );
}

function Towns({ shop: { organisation, town, towns } }: { shop: Shop }) {
  const link = (name: string, of: string | null, search: string) => (
    <li key={name}>
      <a
        href={`/shop/${organisation.id}${search}`}
        aria-current={of?.toLowerCase() === town?.toLowerCase() ? "page" : undefined}
      >
        {name}
      </a>
    </li>
  );
  return (
    <nav aria-label={text.towns}>
      <ul class="towns">
        {link(text.everywhere, null, "")}
        {towns.map((one) => link(one, one, `?town=${encodeURIComponent(one)}`))}
      </ul>
    </nav>
  );
}

interface OrderProps {
  isNear: boolean;
  isAsking: boolean;
  onTime(): void;
  onNear(): void;
}

function Order({ isNear, isAsking, onTime, onNear }: OrderProps) {
  return (
    <div class="order" role="group" aria-label={text.sortBy}>
      <button type="button" aria-pressed={!isNear} onClick={onTime}>
        {text.byTime}
      </button>
      <button type="button" aria-pressed={isNear} onClick={onNear}>
        {isAsking ? text.locating : text.byDistance}
      </button>
    </div>
  );
}

interface CardsProps {
  boxes: Box[];
  here: Place | null;
  now: number;
  locale: string;
  onChoose(id: string): void;
}

function Cards({ boxes, onChoose, ...rest }: CardsProps) {
  return (
    <ul class="boxes">
      {boxes.map((box) => (
        <BoxCard key={box.id} box={box} {...rest} onChoose={() => onChoose(box.id)} />
      ))}
    </ul>
  );
}
