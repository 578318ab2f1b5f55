// New rows of the kernel's tables, as COPY takes them.

import type { Ticket } from "../kernel/line.ts";
import { Rows } from "./copy.ts";

type Type = "uuid" | "text" | "json" | "smallint" | "int" | "bigint" | "instant";
type Value = string | number | null;

export interface Table<Row> {
  readonly name: string;
  readonly types: readonly Type[];
  readonly copyCommand: string;
  values(row: Row): Value[];
}

type Column = readonly [name: string, type: Type];

function tableOf<Row>(
  name: string,
  columns: readonly Column[],
  values: (row: Row) => Value[],
): Table<Row> {
  const names = columns.map(([column]) => column).join(", ");
  return {
    name,
    types: columns.map(([, type]) => type),
    copyCommand: `copy ${name} (${names}) from stdin (format binary)`,
    values,
  };
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
}

export const ticketTable = tableOf<Ticket>(
  "ticket",
  [
    ["org_id", "uuid"],
    ["id", "uuid"],
    ["line_id", "uuid"],
    ["state", "text"],
    ["status", "text"],
    ["priority", "smallint"],
    ["level", "smallint"],
    ["rank", "bigint"],
    ["places", "smallint"],
    ["sequence", "bigint"],
    ["number", "text"],
    ["version", "int"],
    ["joined_at", "instant"],
    ["taken_at", "instant"],
    ["started_at", "instant"],
    ["ended_at", "instant"],
    ["deadline_at", "instant"],
    ["claim", "text"],
    ["data", "json"],
    ["previous", "json"],
  ],
  (t) => [
    t.orgId,
    t.id,
    t.lineId,
    t.state,
    t.status,
    t.priority,
    t.level,
    t.rank,
    t.places,
    t.sequence,
    t.number,
    t.version,
    t.joinedAt,
    t.takenAt,
    t.startedAt,
    t.endedAt,
    t.deadlineAt,
    t.claim,
    JSON.stringify(t.data),
    t.previous && JSON.stringify(t.previous),
  ],
);

export const waitingTable = tableOf<Ticket>(
  "waiting",
  [
    ["org_id", "uuid"],
    ["line_id", "uuid"],
    ["level", "smallint"],
    ["rank", "bigint"],
    ["ticket_id", "uuid"],
  ],
  (t) => [t.orgId, t.lineId, t.level, t.rank, t.id],
);

export const eventTable = tableOf<EventRow>(
  "event",
  [
    ["org_id", "uuid"],
    ["line_id", "uuid"],
    ["seq", "bigint"],
    ["ticket_id", "uuid"],
    ["type", "text"],
    ["at", "instant"],
    ["actor", "text"],
    ["before", "json"],
    ["after", "json"],
    ["idem", "uuid"],
    ["fingerprint", "uuid"],
    ["answer", "text"],
  ],
  (e) => [
    e.orgId,
    e.lineId,
    e.seq,
    e.ticketId,
    e.type,
    e.at,
    e.actor,
    e.before,
    e.after,
    e.idem,
    e.fingerprint,
    e.answer,
  ],
);

export function copyRows<Row>({ types, values }: Table<Row>, rows: readonly Row[]): Buffer {
  const buffer = new Rows();
  for (const row of rows) {
    buffer.row(types.length);
    const fields = values(row);
    for (let i = 0; i < types.length; i++) add(buffer, types[i]!, fields[i]!, i);
  }
  return buffer.end();
}

function add(buffer: Rows, type: Type, value: Value, column: number): void {
  switch (type) {
    case "uuid":
      return void buffer.uuid(value as string | null, column);
    case "text":
    case "json":
      return void buffer.text(value as string | null);
    case "smallint":
      return void buffer.smallint(value as number);
    case "int":
      return void buffer.int(value as number);
    case "bigint":
      return void buffer.bigint(value as number);
    case "instant":
      return void buffer.instant(value as number | null);
  }
}
