// How fast a queue moves, measured from what really happened: the time between two calls while
// somebody was waiting. A queue that stood empty says nothing about its pace.

export interface Pace {
  /** Mean time between calls and its mean deviation, both weighted towards the recent ones. */
  readonly meanMs: number;
  readonly deviationMs: number;
  readonly samples: number;
  /** The last call after which somebody still waited; null when the queue ran empty. */
  readonly since: number | null;
}

export interface WaitRange {
  fromSeconds: number;
  toSeconds: number;
}

export const noPace: Pace = { meanMs: 0, deviationMs: 0, samples: 0, since: null };

const weightOfNewest = 0.1;
const longestGapMs = 60 * 60_000; // a break is no sample

export function paceAfterCall(pace: Pace, now: number, stillWaiting: number): Pace {
  const since = stillWaiting > 0 ? now : null;
  if (pace.since === null) return { ...pace, since };
  const gap = now - pace.since;
  if (gap < 0 || gap > longestGapMs) return { ...pace, since };
  const samples = Math.min(pace.samples + 1, 1_000);
  const weight = Math.max(weightOfNewest, 1 / samples);
  const meanMs = pace.meanMs + weight * (gap - pace.meanMs);
  const off = Math.abs(gap - meanMs);
  const deviationMs = pace.deviationMs + weight * (off - pace.deviationMs);
  return { meanMs: Math.round(meanMs), deviationMs: Math.round(deviationMs), samples, since };
}

/**
 * When the one at this position can expect to be called. Deviations of single calls even out over a
 * long queue, so the range widens with the square root of the position. Before enough was measured,
 * what the queue's owner expects counts, with a wide range.
 */
export function waitRange(pace: Pace, position: number, expectedMs: number): WaitRange {
  const trust = Math.min(1, pace.samples / 5);
  const meanMs = trust * pace.meanMs + (1 - trust) * expectedMs;
  const deviationMs =
    trust * Math.max(pace.deviationMs, meanMs * 0.2) + (1 - trust) * expectedMs * 0.5;
  const middle = position * meanMs;
  const spread = 1.5 * deviationMs * Math.sqrt(position);
  return {
    fromSeconds: Math.max(0, Math.round((middle - spread) / 1000)),
    toSeconds: Math.max(1, Math.round((middle + spread) / 1000)),
  };
}
