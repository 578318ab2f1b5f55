// Time and chance of a simulated world. Everything that happens is an event at some moment; nothing waits
// for real. Events run one after another, and promises settle between them, so that the same seed gives
// the same history.

import { chanceFrom, type Chance } from "../faults/random.ts";

/** Something that runs code of the server and can be stopped. */
export interface Host {
  readonly name: string;
  readonly state: "running" | "frozen" | "dead";
  /** What happens to it while it is frozen. */
  readonly held: (() => void)[];
}

interface Event {
  at: number;
  n: number;
  host: Host | null;
  run: () => void;
}

export class World {
  readonly chance: Chance;
  /** Milliseconds since the beginning. */
  now = 0;
  readonly #events: Event[] = [];
  #made = 0;
  readonly #trace: string[] | null;

  constructor(seed: number, isTraced: boolean) {
    this.chance = chanceFrom(seed);
    this.#trace = isTraced ? [] : null;
  }

  get trace(): string {
    return this.#trace?.join("\n") ?? "";
  }

  get isTraced(): boolean {
    return this.#trace !== null;
  }

  /** `text` is only worked out when somebody wants to read it. */
  note(who: string, text: () => string): void {
    this.#trace?.push(`${this.now.toFixed(3).padStart(10)}  ${who.padEnd(8)} ${text()}`);
  }

  /** `host`: runs there, when it is not frozen, and never when it is dead. */
  after(delayMs: number, run: () => void, host: Host | null = null): void {
    this.#push({ at: this.now + delayMs, n: this.#made++, host, run });
  }

  between(minMs: number, maxMs: number): number {
    return minMs + this.chance.next() * (maxMs - minMs);
  }

  /** True when it came to that; false when nothing was left to happen, or not in time. */
  run(isDone: () => boolean, limitMs: number): Promise<boolean> {
    const until = this.now + limitMs;
    return new Promise((resolve, reject) => {
      const step = () => {
        try {
          for (;;) {
            if (isDone()) return resolve(true);
            if (this.#events.length === 0 || this.#events[0]!.at > until) return resolve(false);
            const { at, host, run } = this.#pop();
            this.now = at;
            if (host?.state === "dead") continue;
            if (host?.state === "frozen") {
              host.held.push(run);
              continue;
            }
            run();
            // Code of the server may have settled promises: what waits for them goes first.
            if (host) return void setImmediate(step);
          }
        } catch (error) {
          reject(error);
        }
      };
      setImmediate(step);
    });
  }

  #push(event: Event): void {
    const heap = this.#events;
    let i = heap.length;
    heap.push(event);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!isBefore(event, heap[parent]!)) break;
      heap[i] = heap[parent]!;
      i = parent;
    }
    heap[i] = event;
  }

  #pop(): Event {
    const heap = this.#events;
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, last)) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = last;
    return first;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.n < b.n);
}
