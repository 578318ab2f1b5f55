// Tokens of days that are over: also of those who were never called, which nobody ends. A day's lines stay;
// they hold no more than how many places were taken.

import { LineHistory } from "../events/retention/line-history.ts";
import { forgetVisits } from "./patients/visits.ts";

export const tokenHistory = new LineHistory({
  name: "tokens",
  // Index: opd_day_unswept.
  lines: `select line_id as id from opd_day where org_id = $1 and ends_at < $2 and not swept`,
  whole: true,
  // Index: ticket_past, ticket_present.
  isOver: (
    before,
  ) => `(t.state = 'done' or t.state in ('holding', 'serving')) and t.deadline_at is null
    and (t.data->>'slotEnd')::bigint < extract(epoch from ${before}::timestamptz) * 1000`,
  ticketsRemoved: forgetVisits,
  async emptied(tx, orgId, lineId) {
    await tx.query(
      `update opd_day set swept = true where line_id = $2
          and not exists (select from event e where e.org_id = $1 and e.line_id = $2)
          and not exists (select from line l join ticket t on t.line_id = l.id
            and (t.state in ('holding', 'serving') or t.state = 'done') where l.group_id = $2)
          and not exists (select from line l join waiting w on w.line_id = l.id where l.group_id = $2)`,
      [orgId, lineId],
    );
  },
});
