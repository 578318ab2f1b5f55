// How every benchmark of the project measures and reports: a closed loop of callers, each waiting
// for its answer before it asks again, which is how people and HTTP connections behave. Ratios
// come from one run in which the sides take turns, so that a noisy machine is noisy for both.

export interface Load {
  callers: number;
  warmUpMs: number;
  measureMs: number;
  /** Stops early, so that a finite supply (people waiting) never runs dry inside the measurement. */
  maxCalls?: number;
}

export interface Figures {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  calls: number;
}

/** Keeps `load.callers` calls in flight; the calls that end after the warm-up are counted. */
export async function closedLoop(
  load: Load,
  call: (caller: number) => Promise<unknown>,
): Promise<Figures> {
  const startedAt = performance.now();
  const measureFrom = startedAt + load.warmUpMs;
  const endAt = measureFrom + load.measureMs;
  const maxCalls = load.maxCalls ?? Infinity;
  const latencies: number[] = [];
  let begun = 0;
  let lastEndedAt = measureFrom;
  let failure: unknown;

  async function oneCaller(caller: number): Promise<void> {
    while (failure === undefined && begun < maxCalls) {
      begun += 1;
      const calledAt = performance.now();
      if (calledAt >= endAt) return;
      try {
        await call(caller);
      } catch (error) {
        // A benchmark that counts failures as work measures nothing: the first one ends it.
        failure ??= error;
        return;
      }
      const endedAt = performance.now();
      if (endedAt >= measureFrom && endedAt <= endAt) {
        latencies.push(endedAt - calledAt);
        lastEndedAt = endedAt;
      }
    }
  }

  await Promise.all(Array.from({ length: load.callers }, (_, caller) => oneCaller(caller)));
  if (failure !== undefined) throw failure;
  // Only a supply that ran out ends before its time; otherwise the whole window counts.
  const measuredMs = begun >= maxCalls ? lastEndedAt - measureFrom : load.measureMs;
  return figuresOf(latencies, measuredMs);
}

export function figuresOf(latencies: readonly number[], measuredMs: number): Figures {
  const sorted = Float64Array.from(latencies).toSorted();
  return {
    perSecond: measuredMs > 0 ? (sorted.length * 1000) / measuredMs : 0,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    calls: sorted.length,
  };
}

/** The smallest value that at least `share` of all values do not exceed. */
function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The figures of several rounds of the same thing, each taken as the median over the rounds. */
export function medianFigures(rounds: readonly Figures[]): Figures {
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50: median(rounds.map((round) => round.p50)),
    p95: median(rounds.map((round) => round.p95)),
    p99: median(rounds.map((round) => round.p99)),
    calls: rounds.reduce((sum, round) => sum + round.calls, 0),
  };
}

/** One side of a comparison. `measure` prepares its own fresh state and returns the figures. */
export interface Side {
  name: string;
  measure(): Promise<Figures>;
}

export interface Measured {
  what: string;
  figures: Figures;
  /** What each round gave. */
  rounds: readonly Figures[];
}

/** Runs all sides in turn, round after round (A B A B …), and gives each one's medians. */
export async function takeTurns<const Sides extends readonly Side[]>(
  rounds: number,
  sides: Sides,
  progress: (text: string) => void,
): Promise<{ [Index in keyof Sides]: Measured }> {
  const seen: Figures[][] = sides.map(() => []);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, side] of sides.entries()) {
      const figures = await side.measure();
      seen[index]?.push(figures);
      progress(`  ${round}/${rounds}  ${side.name}: ${summary(figures)}`);
    }
  }
  const measured = sides.map(({ name }, index) => {
    const own = seen[index] ?? [];
    return { what: name, figures: medianFigures(own), rounds: own };
  });
  return measured as { [Index in keyof Sides]: Measured };
}

/** Within each round, where both met the same machine; the median of the rounds. */
export function speedUp(ours: Measured, theirs: Measured): number {
  return median(
    ours.rounds.map(({ perSecond }, round) => perSecond / theirs.rounds[round]!.perSecond),
  );
}

function summary(figures: Figures): string {
  return `${whole(figures.perSecond)}/s, p95 ${milliseconds(figures.p95)} ms`;
}

const whole = (value: number): string => Math.round(value).toLocaleString("en-US");
const milliseconds = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
