// What is wrong with a value, in words that follow its name: "places must be at least 1". A schema with a
// message of its own keeps it.

import { z } from "zod";

const kinds: Partial<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const formats: Partial<Record<string, string>> = {
  email: "an e-mail address",
  uuid: "an id",
  url: "a web address",
  datetime: "a time like 2026-03-10T10:00:00Z",
  date: "a date like 2026-03-10",
};

const units: Partial<Record<string, string>> = { string: "characters", array: "entries" };

const otherwise = "is not right";

export function inWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is needed";
      return mustBe(kinds[issue.expected]);
    case "too_small":
      return tooSmall(units[issue.origin], Number(issue.minimum), issue.inclusive ?? true);
    case "too_big":
      return tooBig(units[issue.origin], Number(issue.maximum), issue.inclusive ?? true);
    case "invalid_format":
      return mustBe(formats[issue.format]);
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "unrecognized_keys":
      return `has fields that are not known: ${issue.keys.join(", ")}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    default:
      return otherwise; // never in a library's words
  }
}

function mustBe(what: string | undefined): string {
  return what ? `must be ${what}` : otherwise;
}

function tooSmall(unit: string | undefined, least: number, inclusive: boolean): string {
  if (!unit) return inclusive ? `must be at least ${least}` : `must be more than ${least}`;
  return least === 1 ? "must not be empty" : `must have at least ${least} ${unit}`;
}

function tooBig(unit: string | undefined, most: number, inclusive: boolean): string {
  if (!unit) return inclusive ? `must be at most ${most}` : `must be less than ${most}`;
  return `may have at most ${most} ${unit}`;
}

z.config({ customError: inWords });
