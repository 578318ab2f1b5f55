// A calendar from outside can be large, and a rule in it can be made so that its next time is searched
// for without end. So each is read in a thread of its own, with a limit on its time and memory, and
// only a few at once: everybody else's requests go on.

import { Worker } from "node:worker_threads";
import type { Interval } from "../availability/intervals.ts";
import { refuse } from "../kernel/refusal.ts";
import { CalendarFault, type Reading } from "./busy.ts";

export interface ReadingLimits {
  timeoutMs: number;
  atOnce: number;
  waiting: number;
}

const usual: ReadingLimits = { timeoutMs: 30_000, atOnce: 2, waiting: 50 };
const resourceLimits = { maxOldGenerationSizeMb: 256 };

export class CalendarReader {
  readonly #limits: ReadingLimits;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limits: Partial<ReadingLimits> = {}) {
    this.#limits = { ...usual, ...limits };
  }

  async read(ics: string, reading: Reading): Promise<Interval[]> {
    const { atOnce, waiting } = this.#limits;
    if (this.#running >= atOnce) {
      if (this.#waiting.length >= waiting)
        throw refuse("BUSY", "Too many calendars are being read");
      // Whoever ends hands their turn on, so the count stays.
      await new Promise<void>((turn) => this.#waiting.push(turn));
    } else this.#running += 1;
    try {
      return await this.#inThread(ics, reading);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
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
