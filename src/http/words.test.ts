import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import "./words.ts";

const said = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

const cases: [string, z.ZodType, unknown, string][] = [
  ["something is missing", z.string(), undefined, "is needed"],
  ["a number for a text", z.string(), 1, "must be a text"],
  ["a text for a number", z.number(), "1", "must be a number"],
  ["half a place", z.int(), 1.5, "must be a whole number"],
  ["a text for a list", z.array(z.string()), "a", "must be a list"],
  ["nothing at all", z.string().min(1), "", "must not be empty"],
  ["too short", z.string().min(8), "a", "must have at least 8 characters"],
  ["too long", z.string().max(2), "abc", "may have at most 2 characters"],
  ["too few", z.array(z.int()).min(2), [1], "must have at least 2 entries"],
  ["too many", z.array(z.int()).max(2), [1, 2, 3], "may have at most 2 entries"],
  ["too small", z.int().min(0), -1, "must be at least 0"],
  ["not above", z.number().positive(), 0, "must be more than 0"],
  ["too large", z.int().max(10), 11, "must be at most 10"],
  ["no address", z.email(), "x", "must be an e-mail address"],
  ["no id", z.uuid(), "x", "must be an id"],
  ["no time", z.iso.datetime(), "soon", "must be a time like 2026-03-10T10:00:00Z"],
  ["none of them", z.enum(["a", "b"]), "c", "must be one of a, b"],
  ["a field too many", z.strictObject({}), { a: 1 }, "has fields that are not known: a"],
  ["not in steps", z.int().multipleOf(5), 7, "must be a multiple of 5"],
  [
    "in its own words",
    z.string().min(3, "is too short for a name"),
    "a",
    "is too short for a name",
  ],
];

for (const [what, schema, value, words] of cases) {
  test(`${what}: ${words}`, () => assert.equal(said(schema, value), words));
}
