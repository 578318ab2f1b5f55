// Tickets that are over. A queue that numbers for ever must not give out a removed number again.

import type { RemovedEvent } from "../events/retention/line-events.ts";
import { isDone, LineHistory } from "../events/retention/line-history.ts";

export const ticketHistory = new LineHistory({
  name: "tickets",
  lines: `select id from queue where org_id = $1`,
  isOver: isDone,
  // Those who were not there can be put back at any time; everything else can be undone for minutes only.
  mayComeBack: `t.status = 'NO_SHOW'`,
  async eventsRemoved(tx, orgId, lineId, events) {
    const highest = Math.max(0, ...events.map(numberIn));
    await tx.query(
      `update queue set highest_removed = $3 where org_id = $1 and id = $2 and highest_removed < $3`,
      [orgId, lineId, highest],
    );
  },
});

function numberIn({ type, after }: RemovedEvent): number {
  if (type !== "counter.joined") return 0;
  return Number(/\d+$/.exec(String(after?.["number"]))?.[0] ?? 0);
}
