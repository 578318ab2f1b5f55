// The time that is kept while somebody fills in the form: taken when the form opens, taken anew when
// another time is chosen, given back when the form closes, and turned into the booking itself.

import type { OwnHold } from "../../wire/booking.ts";
import { serverNow } from "../../wire/request.ts";
import type { NewHold } from "./booking-api.ts";

export interface HoldDoor {
  hold(wish: NewHold): Promise<OwnHold>;
  extend(holdId: string): Promise<OwnHold>;
  release(holdId: string): Promise<unknown>;
}

export interface KeptTime {
  hold: OwnHold | null;
  /** Why it cannot be kept: somebody has it, or it is closed. */
  problem: unknown;
  isTaking: boolean;
  /** The server may still have it. */
  isGivingBack: boolean;
  isOver: boolean;
}

const nothing: KeptTime = {
  hold: null,
  problem: null,
  isTaking: false,
  isGivingBack: false,
  isOver: false,
};

export class HoldKeeper {
  readonly #door: HoldDoor;
  readonly #choosingMs: number;
  readonly #listeners = new Set<() => void>();
  #now = nothing;
  #wish: NewHold | null = null;
  #turn = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #expiring: ReturnType<typeof setTimeout> | undefined;
  // One step after another: a hold must be given back before the same time is taken anew.
  #chain: Promise<void> = Promise.resolve();

  constructor(door: HoldDoor, choosingMs = 350) {
    this.#door = door;
    this.#choosingMs = choosingMs;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): KeptTime => this.#now;

  /** null: there is nothing to keep. While somebody still chooses, nothing is asked. */
  want(wish: NewHold | null): void {
    this.#wish = wish;
    this.#turn += 1;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.takeAgain(), this.#choosingMs);
  }

  takeAgain(): void {
    this.#turn += 1;
    const turn = this.#turn;
    this.#chain = this.#chain.then(() => this.#take(turn));
  }

  extend(): void {
    const { hold } = this.#now;
    if (!hold) return;
    const turn = this.#turn;
    this.#door.extend(hold.id).then(
      (longer) => turn === this.#turn && this.#keep(longer),
      () => turn === this.#turn && this.#show({ hold, isOver: true }),
    );
  }

  /** It has become the booking: nothing is left to give back. */
  used(): void {
    this.#show({});
  }

  /** A form that is closed keeps nothing. */
  close(): Promise<void> {
    clearTimeout(this.#settling);
    this.#wish = null;
    this.takeAgain();
    return this.#chain;
  }

  async #take(turn: number): Promise<void> {
    const { hold: before } = this.#now;
    const wish = this.#wish;
    this.#show({ isTaking: wish !== null, isGivingBack: before !== null });
    if (before) await this.#door.release(before.id).catch(() => undefined);
    if (!wish || turn !== this.#turn) return this.#show({});
    try {
      const hold = await this.#door.hold(wish);
      if (turn === this.#turn) this.#keep(hold);
      else await this.#door.release(hold.id).catch(() => undefined);
    } catch (problem) {
      if (turn === this.#turn) this.#show({ problem });
    }
  }

  #keep(hold: OwnHold): void {
    this.#show({ hold });
    const leftMs = Math.max(0, Date.parse(hold.expiresAt) - serverNow());
    this.#expiring = setTimeout(() => this.#show({ hold, isOver: true }), leftMs);
  }

  #show(state: Partial<KeptTime>): void {
    clearTimeout(this.#expiring);
    this.#now = { ...nothing, ...state };
    for (const listener of this.#listeners) listener();
  }
}
