// Pieces of schemas that every route shares.

import { z } from "zod";
import { isId } from "../infra/ids.ts";
import { isTimezone } from "../infra/timezone.ts";
import { horizon } from "../kernel/horizon.ts";
import { problemSchema } from "./problem.ts";

export const id = z.string().refine(isId, "must be an id").meta({ format: "uuid" });

/** An id, or one word in place of it. */
export function idOr(word: string) {
  return z.string().refine((value) => value === word || isId(value), `must be an id or “${word}”`);
}

export const idParams = z.strictObject({ id });

/**
 * Never part of a text: control characters, line and paragraph separators, what turns the direction of
 * everything after it (the marks that a mixed text needs are allowed), and halves of characters. A name
 * with them reads as another one, breaks out of its line in a feed, or cannot be stored.
 */
const notText = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const controls = "contains control characters";

const isText = (value: string) => !notText.test(value) && value.isWellFormed();

/** Line ends and tabs are meant there, and nothing else of the kind. */
const isLines = (value: string) => isText(value.replaceAll(/[\n\t]/g, ""));

/** A line of text a person typed. */
export function text(least: number, most: number) {
  return typed(z.string(), least, most).refine(isText, controls);
}

/** Text of several lines, where it is shown as such. */
export function lines(least: number, most: number) {
  const unixEnds = z.string().overwrite((value) => value.replaceAll(/\r\n?/g, "\n"));
  return typed(unixEnds, least, most).refine(isLines, controls);
}

/** The same letters are the same text, however the keyboard composed them. */
function typed(schema: z.ZodString, least: number, most: number) {
  return schema
    .trim()
    .normalize("NFC")
    .min(least, least === 1 ? "must not be empty" : `needs at least ${least} characters`)
    .max(most, `has at most ${most} characters`);
}

/** What a program made and sends back as it was: a secret, a cursor, a signed token. */
export function opaque(most: number) {
  return z.string().max(most).refine(isText, controls);
}

/** A whole text file, as it is. */
export function file(most: number) {
  return z
    .string()
    .min(1)
    .max(most)
    .refine((value) => !value.includes("\0") && value.isWellFormed(), "is not a text file");
}

export const timezone = z
  .string()
  .max(64)
  .refine(isTimezone, "must be an IANA time zone such as Europe/Berlin");

/** A number with so many places after the point: what is finer is rounded, not kept. */
export function decimal(places: number, coerced = false) {
  const scale = 10 ** places;
  const number = coerced ? z.coerce.number<string | number>() : z.number();
  return number.overwrite((value) => Math.round(value * scale) / scale);
}

/** In answers. */
export const instant = z.string().meta({ format: "date-time" });

const { firstYear, lastYear } = horizon;
const isWithin = (value: string) => {
  const year = Number(value.slice(0, 4));
  return year >= firstYear && year <= lastYear;
};
const notWithin = `must be in the years ${firstYear} to ${lastYear}`;
const years = "^2[01]\\d\\d-\\d\\d-\\d\\d"; // for the document; a test compares

/** A day on the calendar on the wall. */
export const date = z.iso
  .date({ error: "must be a date such as 2026-03-02", abort: true })
  .refine(isWithin, notWithin)
  .meta({ pattern: `${years}$` });

/** An instant as it was written. */
export const writtenInstant = z.iso
  .datetime({
    offset: true,
    error: "must be an RFC 3339 instant such as 2026-03-02T09:00:00Z",
    abort: true,
  })
  .refine(isWithin, notWithin)
  .meta({ pattern: `${years}T` });

/** An instant, as milliseconds. */
export const moment = writtenInstant.transform((value) => Date.parse(value));

/** An instant as cursors hold it: one that the database can be asked for. */
export const cursorMoment = z
  .int()
  .min(0)
  .max(Date.UTC(lastYear + 1, 0));

export const page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: opaque(500).optional(),
});

export function listOf<T extends z.ZodType>(item: T) {
  return z.strictObject({ items: z.array(item), nextCursor: z.string().nullable() });
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
