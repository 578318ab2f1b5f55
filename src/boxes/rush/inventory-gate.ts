// Keeps servers from crowding a hot inventory: they take turns through a lock in Redis. An inventory
// is hot when many ask this server for it at once; those who do not fit go in groups, and one lock
// stands for a whole group: the inventory's and each of its users'. So the lock costs one round trip
// for hundreds of reservations, and batches stay as large as without it. Locking each reservation by
// itself, as the specification has it, makes every commit a batch of one.

import { setTimeout as pause } from "node:timers/promises";
import { refuse } from "../refusals.ts";
import { inventoryLock, userLock, type Locks } from "./locks.ts";

/** Who wants what. */
export interface Wanted {
  merchantId: string;
  inventoryId: string;
  userId: string;
}

/** What happens to turns, for those who count. */
export interface TurnReports {
  turn(result: "acquired" | "refused" | "away", waitedMs: number): void;
}

export interface TurnOptions {
  locks: Locks;
  reports: TurnReports;
  /** How many may be under way for one inventory before the others need a turn. */
  hotFrom?: number;
  maxInGroup?: number;
  /** The first pause before another try; each further one is twice as long. */
  pauseMs?: number;
}

interface Waiting {
  userId: string;
  tries: number;
  start(): Promise<void>;
  refuse(): void;
}

interface Gate {
  underWay: number;
  waiting: Waiting[];
  draining: boolean;
}

const maxTries = 4;

export class InventoryGate {
  readonly #options: Required<TurnOptions>;
  readonly #gates = new Map<string, Gate>();

  constructor(options: TurnOptions) {
    this.#options = { hotFrom: 64, maxInGroup: 256, pauseMs: 20, ...options };
  }

  /** Does the work, at once or when it is this server's turn; refuses when no turn is to be had. */
  around<T>(wanted: Wanted, work: () => Promise<T>): Promise<T> {
    const { merchantId, inventoryId, userId } = wanted;
    const gate = this.#gates.get(inventoryId) ?? { underWay: 0, waiting: [], draining: false };
    this.#gates.set(inventoryId, gate);
    return new Promise<T>((resolve, reject) => {
      const start = async () => {
        gate.underWay += 1;
        try {
          resolve(await work());
        } catch (error) {
          reject(error);
        } finally {
          gate.underWay -= 1;
          if (gate.underWay === 0 && !gate.draining) this.#gates.delete(inventoryId);
        }
      };
      if (!gate.draining && gate.underWay < this.#options.hotFrom) return void start();
      gate.waiting.push({ userId, tries: 0, start, refuse: () => reject(noTurn()) });
      if (!gate.draining) void this.#drain(merchantId, inventoryId, gate);
    });
  }

  async #drain(merchantId: string, inventoryId: string, gate: Gate): Promise<void> {
    gate.draining = true;
    while (gate.waiting.length > 0) {
      const group = this.#nextGroup(gate);
      await this.#takeTurn(merchantId, inventoryId, gate, group);
    }
    gate.draining = false;
    if (gate.underWay === 0) this.#gates.delete(inventoryId);
  }

  /** In the order they came, each user once: the same user again waits for the next turn. */
  #nextGroup(gate: Gate): Waiting[] {
    const users = new Set<string>();
    const group: Waiting[] = [];
    const rest: Waiting[] = [];
    for (const one of gate.waiting) {
      const fits = group.length < this.#options.maxInGroup && !users.has(one.userId);
      (fits ? group : rest).push(one);
      if (fits) users.add(one.userId);
    }
    gate.waiting = rest;
    return group;
  }

  async #takeTurn(
    merchantId: string,
    inventoryId: string,
    gate: Gate,
    wanting: Waiting[],
  ): Promise<void> {
    const { locks, reports, pauseMs } = this.#options;
    const started = performance.now();
    let group = wanting;
    for (let tries = 1; group.length > 0;) {
      const inventoryKey = inventoryLock(merchantId, inventoryId);
      const keys = [inventoryKey, ...group.map((one) => userLock(merchantId, one.userId))];
      const taken = await locks.take(keys);
      const waitedMs = performance.now() - started;
      if (taken.kind === "away") {
        reports.turn("away", waitedMs);
        await Promise.all(group.map((one) => one.start()));
        return;
      }
      if (taken.kind === "held") {
        reports.turn("acquired", waitedMs);
        await Promise.all(group.map((one) => one.start()));
        await locks.release(keys, taken.owner);
        return;
      }
      if (taken.key !== inventoryKey) {
        // Only this user is asking elsewhere at the same time: the others need not wait for that.
        const busy = group.find((one) => userLock(merchantId, one.userId) === taken.key)!;
        group = group.filter((one) => one !== busy);
        busy.tries += 1;
        if (busy.tries < maxTries) gate.waiting.push(busy);
        else busy.refuse();
        if (group.length === 0) await pause(pauseMs);
        continue;
      }
      if (tries === maxTries) {
        reports.turn("refused", waitedMs);
        for (const one of group) one.refuse();
        return;
      }
      // Not all at the same moment again.
      await pause(pauseMs * 2 ** (tries - 1) * (0.5 + Math.random()));
      tries += 1;
    }
  }
}

const noTurn = () =>
  refuse("LOCK_ACQUISITION_FAILED", undefined, { retryAfter: 2_000, retryAfterSeconds: 2 });
