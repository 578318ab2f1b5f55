// Lists, a page at a time. A cursor is the place of the last item shown, so that a list which changes
// meanwhile neither repeats an item nor leaves one out.

import { z } from "zod";
import { refuse } from "../kernel/refusal.ts";
import { id, writtenInstant } from "./schemas.ts";

export interface Asked {
  limit: number;
  cursor?: string | undefined;
}

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** What a list is ordered by: the place of an item, and what may stand in a cursor. */
export interface Order<T, Place> {
  place: z.ZodType<Place>;
  placeOf(item: T): Place;
}

/** Ids grow with time: what was made first comes first. */
export const byId: Order<{ id: string }, string> = { place: id, placeOf: (item) => item.id };

interface MadeAt {
  /** To the microsecond, which a Date would lose. */
  at: string;
  id: string;
}

/** For ids that do not grow with time. */
export const byCreation: Order<{ id: string; place: string }, MadeAt> = {
  place: z.strictObject({ at: writtenInstant, id: z.uuid() }),
  placeOf: ({ id, place }) => ({ at: place, id }),
};

/** The instant of a column, as `byCreation` needs it. */
export function instantSql(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** `list` is asked for one more than is shown: that tells whether there is a next page. */
export async function pageOf<T, Place>(
  { limit, cursor }: Asked,
  { place, placeOf }: Order<NoInfer<T>, Place>,
  list: (after: Place | null, limit: number) => Promise<T[]>,
): Promise<Page<T>> {
  const found = await list(placeIn(place, cursor), limit + 1);
  const items = found.slice(0, limit);
  const more = found.length > limit;
  return { items, nextCursor: more ? cursorOf(placeOf(items.at(-1)!)) : null };
}

/** The place that a cursor of ours stands for; anything else is refused. */
export function placeIn<Place>(schema: z.ZodType<Place>, cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    throw refuse("INVALID", "This cursor is not valid", {
      errors: [{ field: "cursor", message: "must be the nextCursor of the page before" }],
    });
  }
}

export function cursorOf(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}
