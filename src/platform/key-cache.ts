// Keys that were found good stay good for five seconds without asking the database again, which is
// what makes a call with a key cheap. A key revoked here is dropped at once; other instances follow
// within those five seconds.

import type { StaffCaller } from "../http/access.ts";

type KeyCaller = Extract<StaffCaller, { kind: "key" }>;

export interface Verified {
  caller: KeyCaller;
  expiresAt: Date | null;
}

interface Entry {
  caller: KeyCaller;
  untilMs: number;
}

const keepMs = 5_000;
const maxEntries = 10_000;

export class KeyCache {
  readonly #entries = new Map<string, Entry>();
  readonly #underway = new Map<string, Promise<KeyCaller | null>>();
  readonly #nowMs: () => number;
  #revocations = 0;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** `verify` runs once for all who ask at the same time; what it finds wrong is never kept. */
  find(hash: string, verify: () => Promise<Verified | null>): Promise<KeyCaller | null> {
    const entry = this.#entries.get(hash);
    if (entry && entry.untilMs > this.#nowMs()) return Promise.resolve(entry.caller);
    let underway = this.#underway.get(hash);
    if (!underway) {
      underway = this.#verify(hash, verify).finally(() => this.#underway.delete(hash));
      this.#underway.set(hash, underway);
    }
    return underway;
  }

  drop(keyId: string): void {
    this.#revocations += 1;
    for (const [hash, { caller }] of this.#entries) {
      if (caller.keyId === keyId) this.#entries.delete(hash);
    }
  }

  async #verify(hash: string, verify: () => Promise<Verified | null>): Promise<KeyCaller | null> {
    this.#entries.delete(hash);
    const revocations = this.#revocations;
    const verified = await verify();
    if (!verified) return null;
    // Read before a revocation, finished after it: good for those who asked then, not for later.
    if (revocations === this.#revocations) this.#keep(hash, verified);
    return verified.caller;
  }

  #keep(hash: string, { caller, expiresAt }: Verified): void {
    if (this.#entries.size >= maxEntries) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    const untilMs = this.#nowMs() + keepMs;
    this.#entries.set(hash, {
      caller,
      untilMs: expiresAt ? Math.min(untilMs, expiresAt.getTime()) : untilMs,
    });
  }
}
