// An unknown field is refused, never ignored: with a misspelt field the request would mean something
// else. Every object in a body or a query is strict, or the server does not start.

import type { FastifyRequest, FastifySchemaCompiler } from "fastify";
import { z } from "zod";
import { invalid, refuse, type FieldError, type Refusal } from "../kernel/refusal.ts";
import "./words.ts"; // how zod puts it

const maxErrors = 20;
const maxCharacters = 60;
const maxTypos = 2;

type Issue = z.core.$ZodIssue;

/** Throws when something in the schema would swallow fields that it does not know. */
export function requireStrict(schema: unknown, where: string): void {
  const seen = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (!(node instanceof z.core.$ZodType) || seen.has(node)) return;
    seen.add(node);
    const def = node._zod.def as unknown as Record<string, unknown> & { type: string };
    if (def.type === "object" && !(def["catchall"] instanceof z.core.$ZodNever)) {
      throw new Error(`${where} takes fields that nobody knows: use z.strictObject`);
    }
    if (def.type === "lazy") visit((def["getter"] as () => unknown)());
    for (const part of Object.values(def)) {
      if (part instanceof z.core.$ZodType) visit(part);
      else if (typeof part === "object" && part !== null) Object.values(part).forEach(visit);
    }
  };
  visit(schema);
}

/** For every route's parameters, query and body. */
export const validator: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data: unknown) => {
    const { error, value } = checked(schema, data);
    // An id that cannot be one names nothing.
    return error && httpPart === "params" ? { error: refuse("NOT_FOUND") } : { error, value };
  };

/** A route that takes no body or query refuses one. */
export function refuseUnasked(request: FastifyRequest): void {
  const { schema, config, url = "" } = request.routeOptions;
  if (!url.startsWith("/v1/")) return;
  const asked = {
    body: schema?.body ?? config.signed,
    query: schema?.querystring ?? config.anyQuery,
  };
  for (const part of ["body", "query"] as const) {
    const { error } = asked[part] ? {} : checked(nothing, request[part]);
    if (error) throw error;
  }
}

const nothing = z.strictObject({}).nullish();

/** Bad content is told field by field. */
function checked(schema: z.ZodType, data: unknown): { error?: Refusal; value?: unknown } {
  const known = new Map<string, string[]>();
  const { error, data: value } = schema.safeParse(data, {
    // Only here an issue still knows its schema.
    error: (issue) => {
      if (issue.code === "unrecognized_keys") {
        for (const key of issue.keys) known.set(key, fieldsOf(issue.inst));
      }
      return undefined;
    },
  });
  if (!error) return { value };
  const errors = error.issues.flatMap((issue) => fieldErrors(issue, known));
  return { error: invalid(errors.slice(0, maxErrors)) };
}

function fieldErrors(issue: Issue, known: ReadonlyMap<string, string[]>): FieldError[] {
  const path = issue.path.map(String);
  if (issue.code !== "unrecognized_keys") {
    return [{ field: path.join("."), message: issue.message }];
  }
  return issue.keys.map((key) => {
    const meant = nearest(key, known.get(key) ?? []);
    const message = `is not a known field${meant ? `; did you mean ${meant}?` : ""}`;
    return { field: [...path, shortened(key)].join("."), message };
  });
}

function fieldsOf(schema: unknown): string[] {
  if (!(schema instanceof z.core.$ZodObject)) return [];
  return Object.keys(schema._zod.def.shape);
}

function shortened(key: string): string {
  return key.length > maxCharacters ? `${key.slice(0, maxCharacters)}…` : key;
}

/** The known name with the fewest typing mistakes, if they are few. */
function nearest(key: string, names: readonly string[]): string | null {
  if (key.length > maxCharacters) return null;
  const mistakes = (name: string) => distance(key.toLowerCase(), name.toLowerCase());
  const most = key.length > 3 ? maxTypos : 1;
  const close = names.filter((name) => mistakes(name) <= most);
  return close.toSorted((a, b) => mistakes(a) - mistakes(b))[0] ?? null;
}

/** Levenshtein's. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const change = row[j]! + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(change, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
