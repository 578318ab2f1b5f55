// A decision may turn out to need more than was locked: somebody waits for several resources, or the booking
// was moved meanwhile. It is then made again with that locked too.

import { refuse } from "../../kernel/refusal.ts";
import { NeedsMoreLocks, type Window } from "./batch-state.ts";

/** A try that leads on names something new; so many in a row mean that everything moves meanwhile. */
const maxTries = 40;

export async function widening<T>(
  first: readonly Window[],
  decide: (windows: readonly Window[]) => Promise<T>,
): Promise<T> {
  let windows = first;
  for (let tries = 1; tries <= maxTries; tries++) {
    try {
      return await decide(windows);
    } catch (error) {
      if (!(error instanceof NeedsMoreLocks)) throw error;
      windows = [...windows, ...error.windows];
    }
  }
  throw refuse("BUSY", "Too much changed while it was decided; try again", {
    retryAfterSeconds: 1,
  });
}
