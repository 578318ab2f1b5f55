// The database's clock decides, read once per transaction, so that instances whose own clocks are
// wrong still agree. Tests put a value in its place and move it.

export interface Clock {
  /** The time to decide by, or null to take the database's. */
  fixed(): Date | null;
}

export const databaseClock: Clock = { fixed: () => null };

export class ManualClock implements Clock {
  #now: Date;

  constructor(start: Date | string) {
    this.#now = new Date(start);
  }

  fixed(): Date {
    return new Date(this.#now);
  }

  advance(ms: number): void {
    this.#now = new Date(this.#now.getTime() + ms);
  }

  set(to: Date | string): void {
    this.#now = new Date(to);
  }
}

/** For what is only shown; whatever is decided goes by the transaction's time. */
export function approximateNow(clock: Clock): number {
  return clock.fixed()?.getTime() ?? Date.now();
}
