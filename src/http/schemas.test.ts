import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { date, decimal, file, lines, moment, opaque, text, timezone } from "./schemas.ts";

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

// A line's end, a NUL, an escape, a C1 control, Unicode's own line ends, what turns the direction of the
// text behind it, and half of a character.
const hostile = [
  "\n",
  "\r",
  "\t",
  "\0",
  "\u001b",
  "\u0085",
  "\u2028",
  "\u202e",
  "\u2066",
  "\ud800",
];

test("a line of text takes no control characters, in its middle or anywhere", () => {
  for (const bad of hostile) {
    assert.ok(!takes(text(1, 100), `Ann${bad}Lee`), JSON.stringify(bad));
    assert.ok(!takes(opaque(100), `Ann${bad}Lee`), JSON.stringify(bad));
  }
  for (const good of ["Zoë 🙂 O’Neil", "محمد \u200fعلي\u200e (A)", "नमस्ते", "a\u200db"]) {
    assert.ok(takes(text(1, 100), good), good);
  }
});

test("a text of several lines has line ends and tabs, and nothing else of the kind", () => {
  assert.equal(lines(1, 100).parse(" one\r\ntwo\rthree\n\tfour "), "one\ntwo\nthree\n\tfour");
  for (const bad of hostile.filter((one) => !/[\n\r\t]/.test(one))) {
    assert.ok(!takes(lines(1, 100), `Ann${bad}Lee`), JSON.stringify(bad));
  }
});

test("the same letters are the same text", () => {
  assert.equal(text(1, 100).parse(" Zoe\u0308 "), "Zo\u00eb");
  assert.ok(takes(text(3, 3), "Zoe\u0308"), "counted as it is kept");
});

test("a file is kept as it is, unless it could not be stored", () => {
  assert.equal(file(10).parse(" a\r\n\u0007"), " a\r\n\u0007");
  assert.ok(!takes(file(10), "a\0"));
  assert.ok(!takes(file(10), "\udc00"));
});

test("dates and instants have one horizon, which the document tells", () => {
  const published = (schema: z.ZodType) =>
    new RegExp((z.toJSONSchema(schema, { io: "input" }) as { pattern: string }).pattern);
  for (const [schema, behind] of [
    [date, ""],
    [moment, "T09:00:00Z"],
  ] as const) {
    for (const year of ["0000", "0001", "1969", "1999", "2000", "2100", "2199", "2200", "9999"]) {
      const value = `${year}-03-02${behind}`;
      const within = year >= "2000" && year < "2200";
      assert.equal(takes(schema, value), within, value);
      assert.equal(published(schema).test(value), within, value);
    }
  }
  assert.ok(!takes(date, "2026-02-29"), "a day that is none");
});

test("numbers are rounded to what is meant before they are compared", () => {
  const latitude = decimal(6).min(-90).max(90);
  assert.equal(latitude.parse(5e-324), 0);
  assert.equal(latitude.parse(48.12345649), 48.123456);
  assert.ok(!takes(decimal(4).min(0.0001), 1e-300));
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, "1"]) assert.ok(!takes(latitude, bad));
  assert.equal(decimal(3, true).parse("1.23456"), 1.235);
});

test("a time zone is a place", () => {
  for (const good of ["Europe/Berlin", "UTC"]) assert.ok(takes(timezone, good), good);
  for (const bad of ["+05:30", "Mars/Olympus", "", "x".repeat(65)])
    assert.ok(!takes(timezone, bad));
});
