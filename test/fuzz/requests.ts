// Requests for one operation of the OpenAPI document: some as it allows them, some nearly so, some as
// nobody should send them. Where an id belongs there is a place for one: the same seed gives the same
// requests, whatever the ids of this run.

import type { Random } from "./random.ts";
import {
  atEdges,
  hostileText,
  hostileValue,
  nearlyValid,
  placeOf,
  validValue,
  type Schema,
  type Schemas,
} from "./values.ts";

export interface Operation {
  method: string;
  /** /v1/queues/{id} */
  path: string;
  parameters: { in: string; name: string; required?: boolean; schema: Schema }[];
  body: Schema | null;
}

export interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Operation["parameters"];
        requestBody?: { content: Record<string, { schema: Schema }> };
      }
    >
  >;
  components: { schemas: Schemas };
}

export const callers = ["owner", "admin", "staff", "viewer", "nobody", "holder", "forged"] as const;
export type CallerName = (typeof callers)[number];

export interface FuzzedRequest {
  method: string;
  /** With its query; ids are places. */
  path: string;
  caller: CallerName;
  /** Whose things the places stand for. */
  of: "ours" | "theirs";
  headers: Record<string, string>;
  body: string | null;
  /** Made as the document allows it. */
  valid: boolean;
}

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content["application/json"]?.schema ?? null,
    })),
  );
}

export function requestFor(random: Random, operation: Operation, schemas: Schemas): FuzzedRequest {
  const valid = random.chance(0.3);
  const hostile = !valid && random.chance(0.25);
  const base = {
    method: !valid && random.chance(0.05) ? random.oneOf(otherMethods) : operation.method,
    caller: valid || random.chance(0.5) ? ("owner" as const) : random.oneOf(callers),
    of: !valid && random.chance(0.2) ? ("theirs" as const) : ("ours" as const),
    valid,
  };
  const path = pathOf(random, operation, hostile) + queryOf(random, operation, schemas, valid);
  const { body, type } = bodyOf(random, operation, schemas, valid, hostile);
  const headers = {
    ...(type === null ? {} : { "content-type": type }),
    ...headersOf(random, valid),
  };
  return { ...base, path, headers, body };
}

/** By the owner: one field of the query or the body at an edge, the others as the document allows them. */
export function* edgeRequests(
  random: Random,
  operation: Operation,
  schemas: Schemas,
): Generator<FuzzedRequest> {
  const { method, parameters, body } = operation;
  const queries = parameters.filter((one) => one.in === "query");
  const properties = Object.fromEntries(queries.map((one) => [one.name, one.schema]));
  const required = queries.filter((one) => one.required).map((one) => one.name);
  const base = { method, caller: "owner", of: "ours", valid: false } as const;
  const path = pathOf(random, operation, false);
  const type = { "content-type": "application/json" };
  const plain = validValue(random, { type: "object", properties, required }, schemas) as object;
  const asQuery = (values: object) =>
    `?${Object.entries(values)
      .map(([name, value]) => `${name}=${encoded(random, String(value).slice(0, 1_000))}`)
      .join("&")}`;
  for (const values of atEdges(random, { type: "object", properties }, schemas)) {
    const made = body && JSON.stringify(validValue(random, body, schemas));
    yield {
      ...base,
      path: path + asQuery(values as object),
      headers: body ? type : {},
      body: made,
    };
  }
  if (!body) return;
  for (const value of atEdges(random, body, schemas)) {
    const odd = JSON.stringify(value);
    yield { ...base, path: path + asQuery(plain), headers: type, body: odd };
  }
}

const otherMethods = ["HEAD", "OPTIONS", "GET", "PUT", "DELETE", "PATCH", "POST"];

function pathOf(random: Random, { path }: Operation, hostile: boolean): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    hostile && random.chance(0.5)
      ? encoded(random, hostileText(random).slice(0, 600))
      : placeOf(name),
  );
}

function queryOf(random: Random, operation: Operation, schemas: Schemas, valid: boolean): string {
  const parts: string[] = [];
  for (const { in: where, name, required, schema } of operation.parameters) {
    if (where !== "query" || !(required || random.chance(0.5))) continue;
    const value =
      valid || random.chance(0.7)
        ? String(validValue(random, schema, schemas, name, !valid)).slice(0, 1_000)
        : hostileText(random).slice(0, 1_000); // longer ones never reach a route
    parts.push(`${name}=${encoded(random, value)}`);
    if (!valid && random.chance(0.1)) parts.push(`${name}=${encoded(random, value)}`);
  }
  if (!valid && random.chance(0.1)) parts.push(`nonsense=1`, `__proto__=1`, `limit[]=1`);
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

/** Places stay readable, since they are filled in later. Half of a character is sent as bytes. */
function encoded(random: Random, value: string): string {
  if (random.chance(0.02)) return "%ff%fe";
  const whole = value.toWellFormed();
  return whole
    .split(/(<\w+>)/)
    .map((part) => (/^<\w+>$/.test(part) ? part : encodeURIComponent(part)))
    .join("");
}

function bodyOf(
  random: Random,
  { body: schema, method }: Operation,
  schemas: Schemas,
  valid: boolean,
  hostile: boolean,
): { body: string | null; type: string | null } {
  const json = "application/json";
  if (!schema) {
    if (valid || method === "GET" || random.chance(0.7)) return { body: null, type: null };
    return { body: JSON.stringify(hostileValue(random)), type: json };
  }
  const made = validValue(random, schema, schemas);
  if (valid) return { body: JSON.stringify(made), type: json };
  if (!hostile) {
    const near = random.chance(0.3)
      ? nearlyValid(random, made)
      : validValue(random, schema, schemas, "", true);
    return { body: JSON.stringify(near), type: json };
  }
  const text = JSON.stringify(made);
  switch (random.whole(0, 9)) {
    case 0:
      return { body: text.slice(0, Math.floor(text.length * random.next())), type: json };
    case 1:
      return {
        body: text.replace("{", '{"__proto__":{"role":"owner"},"name":1,"name":2,'),
        type: json,
      };
    case 2:
      return { body: text.replaceAll(/\d+/g, "1e999"), type: json };
    case 3:
      return {
        body: text.replaceAll(/"(?=[,}\]])/g, random.oneOf(['\\u0000"', '\\ud800"'])),
        type: json,
      };
    case 4:
      return {
        body: text,
        type: random.oneOf(["text/plain", "application/xml", "multipart/form-data"]),
      };
    case 5:
      return {
        body: text,
        type: random.oneOf(["application/json; charset=utf-16", "x", "text/json"]),
      };
    case 6:
      return { body: `\ufeff${text}`, type: json };
    case 7:
      return {
        body: random.oneOf(["null", "[]", '"x"', "0", "", "NaN", "{'a':1}", "nul"]),
        type: json,
      };
    case 8:
      return { body: `${"[".repeat(20_000)}${"]".repeat(20_000)}`, type: json };
    default:
      return { body: JSON.stringify(hostileValue(random)) ?? "", type: json };
  }
}

function headersOf(random: Random, valid: boolean): Record<string, string> {
  if (valid || random.chance(0.7)) return {};
  return random.oneOf<Record<string, string>>([
    { "idempotency-key": "x".repeat(300) },
    { "idempotency-key": "a key that is long enough" },
    { "idempotency-key": "ÿ".repeat(20) },
    { "last-event-id": "99999999999999999999" },
    { "last-event-id": "-1" },
    { "last-event-id": "1e5" },
    { "if-none-match": '"x"' },
    { "x-request-id": "a b" },
    { "x-forwarded-for": "1.2.3.4, ::1, nonsense" },
    { cookie: "a=b; ;=;\u00ff=1; tk_place=x; __Host-x=y" },
    { accept: "image/*" },
    { "content-encoding": "gzip" },
    { "accept-language": "xx-".repeat(100) },
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  ]);
}
