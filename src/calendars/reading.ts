// An outside calendar can be large and slow to read. So each is read in a thread of its own, with a limit on
// time and memory, and only a few at once: other requests go on. An organisation has one thread at a time and
// then goes to the end of the line, so that its slow calendars do not keep those of others from being read.

import { Worker } from "node:worker_threads";
import type { Interval } from "../availability/intervals.ts";
import { refuse } from "../kernel/refusal.ts";
import { CalendarFault, type Reading } from "./busy.ts";

export interface ReadingLimits {
  timeoutMs: number;
  atOnce: number;
  /** Of one organisation. */
  waiting: number;
}

const usual: ReadingLimits = { timeoutMs: 30_000, atOnce: 2, waiting: 20 };
const resourceLimits = { maxOldGenerationSizeMb: 256 };

export class CalendarReader {
  readonly #limits: ReadingLimits;
  /** Organisations that have a thread. */
  readonly #reading = new Set<string>();
  /** Who waits, by organisation; the first of them has waited longest for a turn. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(limits: Partial<ReadingLimits> = {}) {
    this.#limits = { ...usual, ...limits };
  }

  async read(orgId: string, ics: string, reading: Reading): Promise<Interval[]> {
    await this.#turn(orgId);
    try {
      return await this.#inThread(ics, reading);
    } finally {
      this.#reading.delete(orgId);
      this.#handOn();
    }
  }

  #turn(orgId: string): Promise<void> {
    const mine = this.#waiting.get(orgId) ?? [];
    if (mine.length >= this.#limits.waiting) {
      throw refuse("BUSY", "Too many calendars are being read");
    }
    const turn = new Promise<void>((begin) => mine.push(begin));
    this.#waiting.set(orgId, mine);
    this.#handOn();
    return turn;
  }

  #handOn(): void {
    for (const [orgId, mine] of this.#waiting) {
      if (this.#reading.size >= this.#limits.atOnce) return;
      if (this.#reading.has(orgId)) continue;
      this.#reading.add(orgId);
      const begin = mine.shift()!;
      // Behind everybody else for the next one.
      this.#waiting.delete(orgId);
      if (mine.length > 0) this.#waiting.set(orgId, mine);
      begin();
    }
  }

  #inThread(ics: string, reading: Reading): Promise<Interval[]> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL("./busy-worker.ts", import.meta.url), {
        workerData: { ics, reading },
        resourceLimits,
      });
      const fault = new CalendarFault(
        "It takes too long to read; is there a rule that never ends?",
      );
      const timer = setTimeout(() => {
        reject(fault);
        void worker.terminate();
      }, this.#limits.timeoutMs);
      worker.once("message", (answer: { busy: Interval[] } | { fault: string }) => {
        if ("busy" in answer) resolve(answer.busy);
        else reject(new CalendarFault(answer.fault));
      });
      worker.once("error", (error: NodeJS.ErrnoException) => {
        const large = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        reject(large ? new CalendarFault("It is too large to read") : error);
      });
      worker.once("exit", () => clearTimeout(timer));
    });
  }
}
