// The batches of a lane that are on their way to PostgreSQL, and how large the next one should be, so that
// neither side waits for the other.

interface SentBatch {
  readonly size: number;
  /** True when it was written as it was decided. */
  readonly settled: Promise<boolean>;
}

const maxInFlight = 2;
/** Fewer than this are not worth a batch of their own. */
const minToSplit = 8;

export class InFlight {
  readonly #batches: SentBatch[] = [];
  /** Called when so many are in the mailbox. */
  #wakeUp: { at: number; wake(): void } | null = null;

  get count(): number {
    return this.#batches.length;
  }

  /** Whether what was sent last was written; true when nothing is on its way. */
  get lastSettled(): Promise<boolean> {
    return this.#batches.at(-1)?.settled ?? Promise.resolve(true);
  }

  add(size: number, settled: Promise<boolean>): void {
    const batch = { size, settled };
    this.#batches.push(batch);
    void settled.then(() => this.#batches.splice(this.#batches.indexOf(batch), 1));
  }

  /**
   * How many of those in the mailbox go ahead. Half of those who come at once, so that the other half
   * follows closely; and not a few behind many, since then the many who come next would have nothing to
   * follow.
   */
  sizeOfNext(inMailbox: number, max: number): number {
    const last = this.#batches.at(-1);
    if (!last) {
      return Math.min(max, inMailbox < 2 * minToSplit ? inMailbox : Math.ceil(inMailbox / 2));
    }
    const mayFollow = this.#batches.length < maxInFlight && inMailbox * 2 >= last.size;
    return mayFollow ? Math.min(max, inMailbox) : 0;
  }

  /** Waits until a batch has settled, or until there are enough to send another one behind it. */
  async waitForOne(inMailbox: number): Promise<void> {
    const { promise, resolve: wake } = Promise.withResolvers<void>();
    const [first] = this.#batches;
    if (this.#batches.length < maxInFlight && inMailbox < first!.size / 2) {
      this.#wakeUp = { at: first!.size / 2, wake };
    }
    await Promise.race([promise, first!.settled]);
    this.#wakeUp = null;
  }

  /** More are in the mailbox now. */
  mailboxGrew(inMailbox: number): void {
    if (this.#wakeUp && inMailbox >= this.#wakeUp.at) this.#wakeUp.wake();
  }
}
