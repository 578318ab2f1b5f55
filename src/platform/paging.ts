// Lists in the order things were made, a page at a time: a cursor is the place of the last one shown.

import { z } from "zod";
import { decodeCursor, encodeCursor, writtenInstant } from "../http/schemas.ts";
import { refuse } from "../kernel/refusal.ts";

export interface Place {
  /** To the microsecond, which a Date would lose. */
  at: string;
  id: string;
}

export interface Page {
  limit: number;
  after: Place | null;
}

const place = z.strictObject({ at: writtenInstant, id: z.uuid() });

export function placeOf(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

export function pageOf({ limit, cursor }: { limit: number; cursor?: string | undefined }): Page {
  return { limit, after: placeIn(place, cursor) };
}

export function placeIn<T>(schema: z.ZodType<T>, cursor: string | undefined): T | null {
  const found = decodeCursor(schema, cursor);
  if (found === null) {
    throw refuse("INVALID", "This cursor is not valid", {
      errors: [{ field: "cursor", message: "must be the nextCursor of the page before" }],
    });
  }
  return found ?? null;
}

export function cursorOf(last: unknown): string | null {
  return last === null ? null : encodeCursor(last);
}
