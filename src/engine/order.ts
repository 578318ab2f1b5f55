// What a product hands to the engine: which lines to lock, what to load, how to turn the state it
// then finds into a kernel command, and how to put the outcome into words.

import type { Book, Decision } from "../kernel/book.ts";
import type { Change, Command } from "../kernel/decide.ts";
import type { Line, Place, Ticket } from "../kernel/line.ts";
import type { Policy } from "../kernel/policy.ts";
import type { Refusal } from "../kernel/refusal.ts";
import type { PredictedAnswer } from "./replayed-answer.ts";

export interface Product<Settings = unknown> {
  readonly name: string;
  /**
   * Reads settings under the lock: $1 line ids → columns line_id, settings (as text). Those of a
   * cacheable product may also say depends_on: other lines in whose streams a change of them is told,
   * with the number of each one's last event.
   */
  readonly settingsSql: string;
  parse(settings: string): { settings: Settings; policy: Policy };
  /** Its lines come in groups: locking one means all of them are decided on. */
  readonly grouped?: boolean;
  /**
   * Whatever changes its lines or their settings is told in their streams, so that the number of the
   * last event tells whether what is cached of a line still holds. A command that asks whether
   * anybody has a uniqueKey takes it: two cannot be written.
   */
  readonly cacheable?: boolean;
  /** What an event tells of a ticket: nothing that names a person. */
  describe(ticket: Ticket): object;
}

export interface Situation<Settings = unknown> {
  readonly book: Book;
  readonly line: Line;
  readonly settings: Settings;
  settingsOf(lineId: string): Settings | undefined;
  /** How many wait ahead of where the ticket stands now; known only as the order's standing asked. */
  ahead(ticket: Ticket): number | undefined;
  /** The active ticket that has this uniqueKey, among those the order asked for. */
  holderOf(uniqueKey: string): string | undefined;
  /** When that ticket's state runs out by itself; null: never, or nobody has the uniqueKey. */
  heldUntil(uniqueKey: string): number | null;
  readonly now: number;
}

/** Where a ticket is going to wait, when no counter tells how many are ahead of it there. */
export interface Standing {
  readonly lineId: string;
  readonly ticketId: string;
  /** With a priority: the place of somebody who comes now, on a line with ageing. */
  readonly at: Place | { readonly priority: number };
}

export interface Order<Settings = unknown> {
  readonly product: Product<Settings>;
  readonly orgId: string;
  /** Everything that is locked; the first is the line the command is about. */
  readonly lineIds: readonly [string, ...string[]];
  readonly ticketId?: string;
  /** How many from the front of each line the command may take. */
  readonly reach: number;
  /** Whose front; the locked lines' own unless said. */
  readonly reachInto?: readonly string[];
  readonly standing?: Standing;
  /** Load everybody of the groups who has a place or waits. */
  readonly everybody?: boolean;
  /** Claims the command may want. */
  readonly uniqueKeys?: readonly string[];
  readonly actor: string;
  readonly idem?: string;
  readonly fingerprint?: string;
  /** What the request says of the answer already (see replayed-answer.ts): only the rest is kept with the key. */
  readonly predicted?: PredictedAnswer<object>;
  /** One step of the kernel … */
  command?(situation: Situation<Settings>): Command | Refusal;
  /** … or several, taken one after another. */
  decide?(situation: Situation<Settings>, change: Change): Refusal | undefined;
  /** The answer for the caller; kept with the event when there is an Idempotency-Key. */
  answer(situation: Situation<Settings>, decision: Decision): object;
}

export interface Outcome {
  /** null: nothing happened and nothing is remembered (call-next with nobody waiting). */
  readonly answer: object | null;
  readonly replayed: boolean;
}

/** By Idempotency-Key. A key belongs to one organisation; one text made of both costs more than two looks. */
export class ByKey<Value> {
  readonly #ofOrg = new Map<string, Map<string, Value>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(orgId: string, idem: string): Value | undefined {
    return this.#ofOrg.get(orgId)?.get(idem);
  }

  set(orgId: string, idem: string, value: Value): void {
    const own = this.#ofOrg.get(orgId);
    if (own?.has(idem)) this.#size -= 1;
    this.#size += 1;
    if (own) own.set(idem, value);
    else this.#ofOrg.set(orgId, new Map([[idem, value]]));
  }

  clear(): void {
    this.#ofOrg.clear();
    this.#size = 0;
  }
}
