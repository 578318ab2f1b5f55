// What a box costs at which time. Prices only fall: in steps, or in a straight line down to a floor.
// Both are one list of moments and prices, so what is shown, reserved and paid is looked up in the same
// place, and a page knows every change before it comes.

export type PriceDrops =
  | { kind: "steps"; steps: PriceStep[] }
  | { kind: "line"; fromMinutesBeforeEnd: number; floor: number };

export interface PriceStep {
  minutesBeforeEnd: number;
  price: number;
}

export interface Pricing {
  readonly price: number;
  readonly drops: PriceDrops | null;
  /** End of the pickup window. */
  readonly endsAt: number;
}

export interface PriceChange {
  readonly at: number;
  readonly price: number;
}

const minuteMs = 60_000;
const maxChanges = 120;

/** Every change of the price there is, in order of time. */
export function priceChanges({ price, drops, endsAt }: Pricing): PriceChange[] {
  if (drops === null) return [];
  if (drops.kind === "steps") {
    return drops.steps
      .map((step) => ({ at: endsAt - step.minutesBeforeEnd * minuteMs, price: step.price }))
      .toSorted((a, b) => a.at - b.at);
  }
  const minutes = drops.fromMinutesBeforeEnd;
  const everyMinutes = Math.ceil(minutes / maxChanges);
  const changes: PriceChange[] = [];
  let last = price;
  for (let passed = everyMinutes; passed < minutes + everyMinutes; passed += everyMinutes) {
    const share = Math.min(1, passed / minutes);
    const now = Math.round(price - (price - drops.floor) * share);
    if (now === last) continue;
    changes.push({ at: endsAt - Math.max(0, minutes - passed) * minuteMs, price: now });
    last = now;
  }
  return changes;
}

export function priceAt(pricing: Pricing, now: number): number {
  return priceChanges(pricing).findLast(({ at }) => at <= now)?.price ?? pricing.price;
}

/** What is still to come. */
export function priceChangesAfter(pricing: Pricing, now: number): PriceChange[] {
  return priceChanges(pricing).filter(({ at }) => at > now);
}

/** Why these drops do not fit this price; null when they do. */
export function wrongDrops(price: number, drops: PriceDrops | null): string | null {
  if (drops === null) return null;
  if (drops.kind === "line") {
    return drops.floor < price ? null : "the floor must be below the price";
  }
  const inTime = drops.steps.toSorted((a, b) => b.minutesBeforeEnd - a.minutesBeforeEnd);
  let last = price;
  let lastMinutes = Number.POSITIVE_INFINITY;
  for (const { minutesBeforeEnd, price: next } of inTime) {
    if (minutesBeforeEnd === lastMinutes) return "two steps are at the same time";
    if (next >= last) return "each step must be cheaper than what was before it";
    last = next;
    lastMinutes = minutesBeforeEnd;
  }
  return null;
}
