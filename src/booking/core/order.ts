// What bookings ask the engine's lanes for: which resources are locked, what is loaded, and how it is
// decided.

import type { Refusal } from "../../kernel/refusal.ts";
import type { Draft, Window } from "./batch-state.ts";

export interface BookingOrder {
  readonly orgId: string;
  readonly actor: string;
  readonly idem?: string;
  readonly fingerprint?: string;
  /** The resources' lines, then those of the doctors' days. */
  readonly lineIds: readonly [string, ...string[]];
  readonly dayIds: readonly string[];
  readonly windows: readonly Window[];
  /** Those of the windows in which others give out places. */
  readonly shared: readonly Window[];
  readonly bookingIds: readonly string[];
  readonly holdIds: readonly string[];
  readonly waitIds: readonly string[];
  /** Holds and offers that it is there to end: when the others run out is looked up without them. */
  readonly endingIds: readonly string[];
  /** The answer, or why not. */
  decide(draft: Draft): object | Refusal;
}
