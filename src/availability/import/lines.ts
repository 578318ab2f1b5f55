// From the lines of a table to resources with their hours, and what is wrong with each line. Pure.

import { isTimezone } from "../../infra/timezone.ts";
import { faultsIn, isForOne, resourceTypes, usualPlaces, type ResourceType } from "../rules.ts";
import type { Configuration } from "../schedule.ts";
import { csvRows, type CsvRow } from "./csv.ts";
import { hoursIn } from "./hours-text.ts";

export const maxLines = 2_000;

export interface ImportLine {
  line: number;
  name: string;
  type: ResourceType;
  timezone: string;
  department: string | null;
  /** null: hours are set later. */
  hours: Pick<Configuration, "slotMinutes" | "tokensPerSlot" | "weekly"> | null;
  errors: string[];
}

export interface Known {
  /** For lines that name none. */
  timezone: string;
  /** "doctor dr rao" of all there are, in small letters. */
  resources: ReadonlySet<string>;
}

const columns = {
  name: ["name"],
  type: ["type", "kind"],
  department: ["department", "specialty", "speciality"],
  timezone: ["timezone", "time zone", "zone"],
  hours: ["hours", "opening hours", "weekly hours"],
  slotMinutes: ["slot minutes", "slotminutes", "minutes", "slot"],
  places: ["places", "tokensperslot", "tokens per slot", "patients"],
} as const;

type Column = keyof typeof columns;

const types: Record<string, ResourceType> = {
  ...Object.fromEntries(resourceTypes.map((type) => [type, type])),
  theatre: "ot",
  theater: "ot",
  "operating theatre": "ot",
  "operating theater": "ot",
  laboratory: "lab",
  room: "consultation_room",
  "consultation room": "consultation_room",
};

export interface Table {
  lines: ImportLine[];
  /** Of the table as a whole: nothing can be read then. */
  fault: string | null;
}

export function readTable(text: string, known: Known): Table {
  const [head, ...rows] = csvRows(text);
  const at = new Map<Column, number>();
  const unknown: string[] = [];
  for (const [i, cell] of (head?.cells ?? []).entries()) {
    const title = cell.toLowerCase();
    const column = (Object.keys(columns) as Column[]).find((each) =>
      (columns[each] as readonly string[]).includes(title),
    );
    if (column && !at.has(column)) at.set(column, i);
    else if (title !== "") unknown.push(cell);
  }
  const fault = !at.has("name")
    ? "The first line has to name the columns, and one of them has to be “name”"
    : unknown.length > 0
      ? `The column “${unknown[0]}” is not known; use ${Object.keys(columns).join(", ")}`
      : rows.length === 0
        ? "There is nothing below the first line"
        : rows.length > maxLines
          ? `These are ${rows.length} lines; at most ${maxLines} are taken at once`
          : null;
  if (fault !== null) return { lines: [], fault };
  const seen = new Map<string, number>();
  return { lines: rows.map((row) => readLine(row, at, known, seen)), fault: null };
}

function readLine(
  { line, cells }: CsvRow,
  at: ReadonlyMap<Column, number>,
  known: Known,
  seen: Map<string, number>,
): ImportLine {
  const cell = (column: Column) => (cells[at.get(column) ?? -1] ?? "").normalize("NFC");
  const errors: string[] = [];
  const name = cell("name");
  if (name === "") errors.push("has no name");
  else if (!isName(name, 200)) errors.push("has a name that is too long, or with line breaks");
  const type = types[cell("type").toLowerCase() || "doctor"];
  if (!type) errors.push(`has an unknown type “${cell("type")}”; use ${resourceTypes.join(", ")}`);
  const timezone = cell("timezone") || known.timezone;
  const hasZone = isTimezone(timezone);
  if (!hasZone) errors.push(`has an unknown time zone “${timezone}”; use one such as Asia/Kolkata`);
  const department = cell("department") || null;
  if (department !== null && !isName(department, 100))
    errors.push("has a department that is too long");
  const key = `${type} ${name.toLowerCase()}`;
  const before = seen.get(key);
  if (before !== undefined) errors.push(`is the same as line ${before}`);
  else if (known.resources.has(key)) errors.push("is there already");
  else if (name !== "") seen.set(key, line);
  const its = { line, name, type: type ?? "other", timezone, department };
  const hours = readHours(cell, its.type, hasZone ? timezone : "UTC", errors);
  return { ...its, hours, errors };
}

/** A line of text, as every name is. */
function isName(text: string, most: number): boolean {
  return text.length <= most && !/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(text);
}

function readHours(
  cell: (column: Column) => string,
  type: ResourceType,
  timezone: string,
  errors: string[],
): ImportLine["hours"] {
  const slotMinutes = wholeNumber(cell("slotMinutes"), 30, 1_440);
  const tokensPerSlot = wholeNumber(cell("places"), usualPlaces(type), 10_000);
  if (slotMinutes === null) errors.push(`has slots of “${cell("slotMinutes")}” minutes`);
  if (tokensPerSlot === null) errors.push(`has “${cell("places")}” places`);
  else if (isForOne(type) && tokensPerSlot > 1) {
    errors.push(
      `takes ${tokensPerSlot} at the same time, which has to be set and confirmed in its hours`,
    );
  }
  if (cell("hours") === "") return null;
  const weekly = hoursIn(cell("hours"));
  if (!weekly) {
    errors.push(
      `has hours that cannot be read; write “Mon-Fri 09:00-12:00 14:00-17:00; Sat 10:00-13:00”`,
    );
    return null;
  }
  if (slotMinutes === null || tokensPerSlot === null) return null;
  const hours = { slotMinutes, tokensPerSlot, weekly };
  const faults = faultsIn({ validFrom: "2026-01-01", validTill: null, ...hours }, timezone);
  errors.push(...faults.map(({ message }) => message));
  return hours;
}

function wholeNumber(text: string, usual: number, most: number): number | null {
  if (text === "") return usual;
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= most ? value : null;
}
