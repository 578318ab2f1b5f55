// A million joins in one process of its own: what is left after each collection must not grow.

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { closedLoop } from "../harness.ts";
import { bytesPerCall, sampleMemory, type Sample } from "../memory.ts";
import type { Part } from "../report.ts";
import { openEngine, prepareEngine } from "./engine.ts";
import type { Pace } from "./pace.ts";

const samples = 10;
const callers = 256;

export async function memory(url: string, pace: Pace): Promise<Part> {
  pace.progress(`Memory over ${pace.memoryJoins.toLocaleString("en-US")} joins`);
  await prepareEngine(url);
  const seen = await inChild(url, pace);
  // The first fifth is compiling, filling pools and settling down.
  const settled = seen.slice(samples / 5);
  return {
    measured: [],
    findings: [
      {
        name: "heapBytesPerJoin",
        says: "heap left behind by a join, bytes",
        ratio: bytesPerCall(settled, "heapBytes"),
        target: { atMost: 16 },
      },
      {
        name: "rssBytesPerJoin",
        says: "resident memory left behind by a join, bytes",
        ratio: bytesPerCall(settled, "rssBytes"),
        target: { atMost: 48 },
      },
    ],
  };
}

async function inChild(url: string, pace: Pace): Promise<Sample[]> {
  const child = fork(fileURLToPath(import.meta.url), [url, String(pace.memoryJoins / samples)], {
    execArgv: [...process.execArgv, "--expose-gc"],
  });
  const seen: Sample[] = [];
  child.on("message", (message) => {
    const sample = message as Sample;
    seen.push(sample);
    const mb = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
    pace.progress(
      `  ${sample.calls.toLocaleString("en-US")} joins: ` +
        `heap ${mb(sample.heapBytes)} MB, resident ${mb(sample.rssBytes)} MB`,
    );
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the process that joins ended with ${String(code)}`);
  return seen;
}

async function joinAndSample(url: string, joinsPerSample: number): Promise<void> {
  const engine = openEngine(url);
  const [queueId = ""] = await engine.newQueues(1);
  for (let sample = 1; sample <= samples; sample += 1) {
    const load = { callers, warmUpMs: 0, measureMs: 600_000, maxCalls: joinsPerSample };
    await closedLoop(load, () => engine.join(queueId));
    process.send?.(sampleMemory(sample * joinsPerSample));
  }
  await engine.close();
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  await joinAndSample(process.argv[2] ?? "", Number(process.argv[3]));
  process.disconnect();
}
