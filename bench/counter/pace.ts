// How long everything takes. The full run measures; the quick one only shows that it works.

export interface Pace {
  rounds: number;
  phase: { warmUpMs: number; measureMs: number };
  /** People who wait before call-next is measured. */
  waiting: number;
  /** Joins after which the server's memory has to look as it did before. */
  memoryJoins: number;
  progress: (text: string) => void;
}

export function paceOf(quick: boolean, progress: (text: string) => void): Pace {
  return quick
    ? {
        rounds: 1,
        phase: { warmUpMs: 200, measureMs: 800 },
        waiting: 10_000,
        memoryJoins: 50_000,
        progress,
      }
    : {
        rounds: 3,
        phase: { warmUpMs: 1000, measureMs: 5000 },
        waiting: 100_000,
        memoryJoins: 1_000_000,
        progress,
      };
}
