// New rows of the kernel's tables, as COPY takes them.

import type { Ticket } from "../kernel/line.ts";
import { Rows } from "./copy.ts";
import { storedPrevious } from "./previous.ts";

export interface Table<Row> {
  readonly name: string;
  /** How many. */
  readonly columns: number;
  readonly copyCommand: string;
  /** Adds the values of a row, in the order of the columns. */
  add(to: Rows, row: Row): void;
}

function tableOf<Row>(
  name: string,
  columns: string,
  add: (to: Rows, row: Row) => void,
): Table<Row> {
  const copyCommand = `copy ${name} (${columns}) from stdin (format binary)`;
  return { name, columns: columns.split(",").length, copyCommand, add };
}

export interface EventRow {
  orgId: string;
  lineId: string;
  seq: number;
  ticketId: string | null;
  type: string;
  at: number;
  actor: string;
  before: string | null;
  after: string | null;
  idem: string | null;
  fingerprint: string | null;
  answer: string | null;
  /** On the first event of a commit: an id that no other commit has. */
  batch: string | null;
}

export const ticketTable = tableOf<Ticket>(
  "ticket",
  `org_id, id, line_id, state, status, priority, level, rank, places, sequence, number, version,
   joined_at, taken_at, started_at, ended_at, deadline_at, claim, data, previous`,
  (to, t) => {
    to.uuid(t.orgId).uuid(t.id).uuid(t.lineId).text(t.state).text(t.status);
    to.smallint(t.priority).smallint(t.level).bigint(t.rank).smallint(t.places);
    to.bigint(t.sequence).text(t.number).int(t.version);
    to.instant(t.joinedAt).instant(t.takenAt).instant(t.startedAt).instant(t.endedAt);
    to.instant(t.deadlineAt).text(t.uniqueKey).text(JSON.stringify(t.data));
    to.text(storedPrevious(t));
  },
);

export const waitingTable = tableOf<Ticket>(
  "waiting",
  "org_id, line_id, level, rank, ticket_id",
  (to, t) => {
    to.uuid(t.orgId).uuid(t.lineId).smallint(t.level).bigint(t.rank).uuid(t.id);
  },
);

export const eventTable = tableOf<EventRow>(
  "event",
  `org_id, line_id, seq, ticket_id, type, at, actor, before, after, idem, fingerprint, answer,
   batch`,
  (to, e) => {
    to.uuid(e.orgId).uuid(e.lineId).bigint(e.seq).uuid(e.ticketId).text(e.type);
    to.instant(e.at).text(e.actor).text(e.before).text(e.after);
    to.uuid(e.idem).uuid(e.fingerprint).text(e.answer).uuid(e.batch);
  },
);

export function copyRows<Row>({ columns, add }: Table<Row>, rows: readonly Row[]): Buffer {
  const buffer = new Rows(rows.length);
  for (const row of rows) add(buffer.row(columns), row);
  return buffer.end();
}
