// What keeps a history right. Each of these can be taken away, and then some history must go wrong: a
// check that finds nothing with its guard away would prove nothing.

export interface Guards {
  /** `lock` locks. */
  lineLocks: boolean;
  /** Lines are locked in the order of their ids. */
  lockOrder: boolean;
  /** The first who wait are those at the front. */
  frontInOrder: boolean;
  /** A line that is not as it was decided on fails the batch. */
  lineFence: boolean;
  ticketFence: boolean;
  /** Other lines that a batch was decided on are looked at. */
  dependencies: boolean;
  /** One number, one event of a stream. */
  eventNumbers: boolean;
  /** One key, one event. */
  uniqueKeys: boolean;
  /** One holder for each unique key of tickets. */
  uniqueClaims: boolean;
  capacityConstraint: boolean;
  /** Earlier uses of a key are read. */
  replays: boolean;
  /** What was answered is stored with the key. */
  storedAnswers: boolean;
  /** Other lines of a group are written. */
  countsOfMembers: boolean;
  /** A lost commit is looked for. */
  seals: "looked for" | "never found" | "always found";
  /** A batch that may still be on its way finds another state. */
  skippedNumbers: boolean;
  /** A session whose client is gone is ended. */
  closedSessions: boolean;
  /** A connection that owes an answer and says nothing is given up. */
  silence: boolean;
}

export const allGuards: Guards = {
  lineLocks: true,
  lockOrder: true,
  frontInOrder: true,
  lineFence: true,
  ticketFence: true,
  dependencies: true,
  eventNumbers: true,
  uniqueKeys: true,
  uniqueClaims: true,
  capacityConstraint: true,
  replays: true,
  storedAnswers: true,
  countsOfMembers: true,
  seals: "looked for",
  skippedNumbers: true,
  closedSessions: true,
  silence: true,
};
