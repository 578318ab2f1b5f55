// Which box comes first on the page: what can be had now, near, before it is gone.

import type { Box } from "../wire/boxes.ts";

export interface Place {
  latitude: number;
  longitude: number;
}

const earthMetres = 6_371_000;

/** As the crow flies. */
export function metresBetween(a: Place, b: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const north = Math.sin(radians(b.latitude - a.latitude) / 2);
  const east = Math.sin(radians(b.longitude - a.longitude) / 2);
  const narrowing = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude));
  return 2 * earthMetres * Math.asin(Math.sqrt(north * north + narrowing * east * east));
}

export function placeOf({ merchant }: Box): Place | null {
  const { latitude, longitude } = merchant;
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

export function metresTo(box: Box, here: Place | null): number | null {
  const there = placeOf(box);
  return here && there ? metresBetween(here, there) : null;
}

const roadMiles = /-(US|GB|LR|MM)$/;

/** "350 m", "1.2 km"; miles where the road signs have them. */
export function distanceText(metres: number, locale?: string): string {
  const inUnit = (value: number, unit: string, maximumFractionDigits: number) =>
    new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits }).format(value);
  if (roadMiles.test(locale ?? "")) {
    const miles = metres / 1_609.344;
    return inUnit(miles, "mile", miles < 10 ? 1 : 0);
  }
  if (metres < 950) return inUnit(Math.max(50, Math.round(metres / 50) * 50), "meter", 0);
  return inUnit(metres / 1_000, "kilometer", metres < 10_000 ? 1 : 0);
}

export type BoxState = "open" | "soldOut" | "paused" | "over";

export function stateOf(box: Box, now: number): BoxState {
  if (box.status === "CLOSED" || Date.parse(box.endsAt) <= now) return "over";
  if (box.status === "PAUSED") return "paused";
  return box.status === "SOLD_OUT" || box.remaining === 0 ? "soldOut" : "open";
}

const ranks: Record<BoxState, number> = { open: 0, soldOut: 1, paused: 2, over: 3 };

/** What can be had first; among those the nearest, or what can be collected soonest. */
export function inOrder(boxes: readonly Box[], here: Place | null, now: number): Box[] {
  const far = Number.MAX_VALUE;
  const collectableFrom = (box: Box) => Math.max(now, Date.parse(box.startsAt));
  // oxlint-disable-next-line unicorn/no-array-sort -- a copy already, and phones of 2021 lack toSorted
  return [...boxes].sort(
    (a, b) =>
      ranks[stateOf(a, now)] - ranks[stateOf(b, now)] ||
      (metresTo(a, here) ?? far) - (metresTo(b, here) ?? far) ||
      collectableFrom(a) - collectableFrom(b) ||
      Date.parse(a.endsAt) - Date.parse(b.endsAt) ||
      a.merchant.name.localeCompare(b.merchant.name),
  );
}

export interface PriceNow {
  price: number;
  next: { at: number; price: number } | null;
}

/** The server has said what it will cost when: here it is only looked up. */
export function priceAt(box: Box, now: number): PriceNow {
  let { price } = box;
  for (const change of box.priceChanges) {
    const at = Date.parse(change.at);
    if (at > now) return { price, next: { at, price: change.price } };
    price = change.price;
  }
  return { price, next: null };
}
