// Does memory grow with what was served? Samples are taken after a full garbage collection, and a
// straight line through them says how many bytes each call leaves behind. Keeping as little as one
// id per call costs some 60 bytes, far above what the line's own noise can be.

export interface Sample {
  calls: number;
  heapBytes: number;
  rssBytes: number;
}

/** After a full collection; the process needs --expose-gc. */
export function sampleMemory(calls: number): Sample {
  if (globalThis.gc === undefined) throw new Error("run with --expose-gc");
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  return { calls, heapBytes: heapUsed, rssBytes: rss };
}

/** Slope of the least-squares line: bytes left behind by each call. */
export function bytesPerCall(samples: readonly Sample[], of: "heapBytes" | "rssBytes"): number {
  const meanCalls = mean(samples.map((sample) => sample.calls));
  const meanBytes = mean(samples.map((sample) => sample[of]));
  let together = 0;
  let spread = 0;
  for (const sample of samples) {
    together += (sample.calls - meanCalls) * (sample[of] - meanBytes);
    spread += (sample.calls - meanCalls) ** 2;
  }
  return together / spread;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
