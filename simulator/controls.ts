// For each rule what must break it. A rule that finds nothing when its guard is taken away shows nothing
// when it finds nothing.

import type { Guards } from "./guards.ts";
import type { RuleName } from "./rules.ts";

/** Nothing but what a batch has read tells it what is there. */
const unfenced: Partial<Guards> = { lineFence: false, ticketFence: false, eventNumbers: false };

export interface Control {
  without: string;
  guards: Partial<Guards>;
  rule: RuleName;
  /** Where to begin to look: a seed that shows it, as long as nobody changes what seeds mean. */
  from?: number;
}

export const controls: Control[] = [
  {
    without: "a look for the lost commit, taken as written",
    guards: { seals: "always found" },
    rule: "an acknowledged change is there",
  },
  {
    without: "a look for the lost commit, taken as not written",
    guards: { seals: "never found" },
    rule: "an order takes effect once",
    from: 141,
  },
  {
    without: "a look for the lost commit, taken as not written",
    guards: { seals: "never found" },
    rule: "a refused order changes nothing",
    from: 151,
  },
  {
    without: "the unique index on keys",
    guards: { uniqueKeys: false },
    rule: "an order takes effect once",
    from: 15,
  },
  {
    without: "the answer that is stored with a key",
    guards: { storedAnswers: false },
    rule: "the same key has the same answer",
  },
  {
    without: "locks and fences",
    guards: { ...unfenced, lineLocks: false, capacityConstraint: false },
    rule: "no capacity is passed",
  },
  {
    without: "the unique index on tickets' keys",
    guards: { uniqueClaims: false },
    rule: "no two have one unique key",
  },
  { without: "fences", guards: unfenced, rule: "no number is issued twice" },
  { without: "fences", guards: unfenced, rule: "events are numbered in the order of commits" },
  {
    without: "the order of those who wait",
    guards: { frontInOrder: false },
    rule: "the first in line is first",
    from: 43,
  },
  {
    without: "the counts of a group's lines",
    guards: { countsOfMembers: false },
    rule: "every place is counted once",
  },
  {
    without: "the end of sessions whose client is gone",
    guards: { closedSessions: false },
    rule: "nothing stays locked",
  },
  {
    without: "giving up a silent connection",
    guards: { silence: false },
    rule: "everybody is answered",
  },
  {
    without: "the order of locks",
    guards: { lockOrder: false },
    rule: "nobody waits for each other",
    from: 135,
  },
  {
    without: "a look for earlier uses of a key",
    guards: { replays: false },
    rule: "nobody is told of a fault inside",
  },
  {
    without: "a look at the lines that settings depend on",
    guards: { dependencies: false },
    rule: "it is as if one order came after another",
    from: 74,
  },
];
