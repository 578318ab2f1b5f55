// One order for everybody who is to be seen by somebody on a day, however they got their place: for
// when, how urgent, and who came first.

/** The start of their slot or booking (ms), the priority (0 is the most urgent), the rank (µs). */
export type Score = readonly [at: number, priority: number, rank: number];

export function compareScores(a: Score, b: Score): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
