// The database's clock decides, read once per transaction, so that instances whose own clocks are
// wrong still agree. What is decided without asking the database goes by an estimate of its clock.
// Tests put a value in its place and move it.

import type pg from "pg";
import type { Logger } from "./log.ts";
import { Recurring } from "./recurring.ts";

export interface Clock {
  /** The time to decide by, or null to take the database's. */
  fixed(): Date | null;
  /** What the database's clock shows about now, in whole milliseconds. */
  now(): number;
}

/** Where this machine's clock is the database's: in tests and benchmarks. */
export const databaseClock: Clock = { fixed: () => null, now: () => Date.now() };

export class ManualClock implements Clock {
  #now: Date;

  constructor(start: Date | string) {
    this.#now = new Date(start);
  }

  fixed(): Date {
    return new Date(this.#now);
  }

  now(): number {
    return this.#now.getTime();
  }

  advance(ms: number): void {
    this.#now = new Date(this.#now.getTime() + ms);
  }

  set(to: Date | string): void {
    this.#now = new Date(to);
  }
}

const measureEveryMs = 5_000;
/** A step back by more than this is the database's clock being set, and followed at once. */
const wobbleMs = 5_000;
const worthTellingMs = 1_000;

/**
 * The database's clock as this process knows it: how far it is ahead of a clock that only counts (so
 * nobody who sets this machine's clock changes anything), measured again and again. It stands still
 * rather than go back.
 */
export class DatabaseClock implements Clock {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #measuring: Recurring;
  /** The database's time when the counting clock shows 0. */
  #zero: number;
  #last = 0;
  #isWrong = false;

  private constructor(pool: pg.Pool, log: Logger, zero: number) {
    this.#pool = pool;
    this.#log = log;
    this.#zero = zero;
    const failed = (error: Error) => log.warn({ reason: error }, "clock.not_measured");
    this.#measuring = new Recurring(() => this.#measure(), measureEveryMs, failed);
  }

  static async start(pool: pg.Pool, log: Logger): Promise<DatabaseClock> {
    const { earliest, latest } = await boundsOf(pool);
    const clock = new DatabaseClock(pool, log, (earliest + latest) / 2);
    clock.#tellDrift();
    clock.#measuring.start();
    return clock;
  }

  fixed(): null {
    return null;
  }

  now(): number {
    const now = Math.floor(this.#zero + performance.now());
    if (now > this.#last || now < this.#last - wobbleMs) this.#last = now;
    return this.#last;
  }

  /** How far this machine's clock is ahead of the database's. */
  driftMs(): number {
    return Date.now() - this.now();
  }

  close(): Promise<void> {
    return this.#measuring.close();
  }

  /** A slow answer proves little: what is believed changes only as far as it must. */
  async #measure(): Promise<void> {
    const { earliest, latest } = await boundsOf(this.#pool);
    this.#zero = Math.min(Math.max(this.#zero, earliest), latest);
    this.#tellDrift();
  }

  #tellDrift(): void {
    const drift = this.driftMs();
    const isWrong = Math.abs(drift) > worthTellingMs;
    if (isWrong === this.#isWrong) return;
    this.#isWrong = isWrong;
    if (isWrong) this.#log.warn({ aheadSeconds: drift / 1_000 }, "clock.differs");
    else this.#log.info({}, "clock.agrees");
  }
}

/** Between what its time was when the counting clock showed 0. */
async function boundsOf(pool: pg.Pool): Promise<{ earliest: number; latest: number }> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const asked = performance.now();
    const { rows } = await client.query<{ now: number }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
    );
    const { now } = rows[0]!;
    return { earliest: now - performance.now(), latest: now - asked };
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** For what is decided without the database; whatever it decides goes by the transaction's time. */
export function approximateNow(clock: Clock): number {
  return clock.now();
}
