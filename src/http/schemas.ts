// Pieces of schemas that every route shares.

import { z } from "zod";
import { isId } from "../infra/ids.ts";
import { problemSchema } from "./problem.ts";

export const id = z.string().refine(isId, "must be an id").meta({ format: "uuid" });

export const idParams = z.object({ id });

/** A line of text a person typed. What PostgreSQL could not store is refused here, at the edge. */
export function text(least: number, most: number) {
  return z
    .string()
    .trim()
    .min(least, least === 1 ? "must not be empty" : `needs at least ${least} characters`)
    .max(most, `has at most ${most} characters`)
    .refine(
      (value) => !value.includes("\u0000") && value.isWellFormed(),
      "contains characters that are not text",
    );
}

export const instant = z.string().meta({ format: "date-time" });

export const page = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
});

export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** An answer that is not plain JSON. */
export function contentOf(type: string, description: string, schema: z.ZodType = z.string()) {
  return { description, content: { [type]: { schema } } };
}

const problem = (description: string) =>
  contentOf("application/problem+json", description, problemSchema);

/** The answers that every route can give besides its own. */
export const problems = {
  "4xx": problem("Refused; `code` says why"),
  "5xx": problem("Not possible at the moment"),
};

export const nothing = z.null().meta({ description: "No content" });

export function encodeCursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** What a cursor of ours said, or null for one that is not ours. */
export function decodeCursor<T>(
  schema: z.ZodType<T>,
  cursor: string | undefined,
): T | null | undefined {
  if (cursor === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    return null;
  }
}
