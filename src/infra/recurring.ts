// Work that is repeated, with a pause in between, until it is told to stop.

export class Recurring {
  readonly #work: () => Promise<unknown>;
  readonly #everyMs: number;
  readonly #failed: (error: Error) => void;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<unknown> | null = null;

  constructor(work: () => Promise<unknown>, everyMs: number, failed: (error: Error) => void) {
    this.#work = work;
    this.#everyMs = everyMs;
    this.#failed = failed;
  }

  start(): void {
    const run = () => {
      this.#running = this.#work()
        .catch(this.#failed)
        .finally(() => {
          if (this.#timer) this.#timer = setTimeout(run, this.#everyMs);
        });
    };
    this.#timer = setTimeout(run, this.#everyMs);
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#running;
  }
}
