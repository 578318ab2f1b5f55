// Chance that can be repeated: the same seed gives the same numbers (mulberry32).

export interface Chance {
  /** At least 0, below 1. */
  next(): number;
  /** From 0 up to, but without, `below`. */
  below(below: number): number;
  between(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    pick: (from) => from[below(from.length)]!,
    shuffled: (list) => {
      const all = [...list];
      for (let i = all.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [all[i], all[j]] = [all[j]!, all[i]!];
      }
      return all;
    },
  };
}
