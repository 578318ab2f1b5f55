// Values for a schema of the OpenAPI document: ones that it allows, and ones that nobody should send.

import fc from "fast-check";
import type { Random } from "./random.ts";

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export type Schemas = Record<string, Schema>;

/** Ids that lead somewhere, by the name of the field that takes them. They are filled in when sent. */
export const placeOf = (field: string) => `<${field}>`;

const controls = [
  "\0",
  "\n",
  "\r\n",
  "\u001b[31m",
  "\u0085",
  "\u2028",
  "\u202e",
  "\ud800",
  "\udfff",
];

const hostileTexts = [
  "",
  " ",
  ...controls.map((one) => `a${one}b`),
  "'; drop table ticket; --",
  "' or 1=1 --",
  "${jndi:ldap://x}",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "../../../../etc/passwd",
  "..%2f..%2f",
  "%00",
  "%",
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "NaN",
  "-1",
  "1e309",
  "0x10",
  "9".repeat(400),
  "x".repeat(70_000),
  "\u{1f469}\u200d\u{1f469}\u200d\u{1f466}".repeat(40),
  "a\u0301".repeat(300),
  "0000-01-01",
  "0001-01-01T00:00:00Z",
  "9999-12-31",
  "9999-12-31T23:59:59Z",
  "2026-02-30",
  "2000-01-01T00:00:00+23:59",
  "2199-12-31T23:59:59.999999999-23:59",
  "2026-03-02T10:00:60Z",
  "+275760-09-13T00:00:00Z",
  "-000001-01-01T00:00:00Z",
  "00000000-0000-0000-0000-000000000000",
  "01900000-0000-7000-8000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "http://127.0.0.1:1/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "BEGIN:VCALENDAR\r\nEND:VCALENDAR",
  cursor({ at: 8.64e15, id: "x" }),
  cursor({ name: "\0", id: "01900000-0000-7000-8000-000000000000" }),
  cursor({ start: 1e300, id: "01900000-0000-7000-8000-000000000000" }),
  cursor({ createdAt: -8.64e15, id: "01900000-0000-7000-8000-000000000000" }),
  cursor({ at: "0000-01-01T00:00:00Z", id: "01900000-0000-7000-8000-000000000000" }),
  cursor({ lane: 1e300, score: 1e300, id: "01900000-0000-7000-8000-000000000000" }),
  cursor({ value: 1e300, id: "01900000-0000-7000-8000-000000000000" }),
  cursor({ in: "done", after: { at: 8.64e15, id: "01900000-0000-7000-8000-000000000000" } }),
  cursor({ in: "waiting", after: { level: 99, rank: 9e15, id: "x" } }),
  cursor(9e15),
  cursor("01900000-0000-7000-8000-000000000000"),
];

function cursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

const hostileNumbers = [
  0,
  -0,
  -1,
  0.1,
  1e-7,
  5e-324,
  -5e-324,
  1e-300,
  1e300,
  -1e300,
  1.7976931348623157e308,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 32,
  2 ** 53,
  2 ** 53 - 1,
  -(2 ** 53),
  2 ** 63,
  1.0000000000000002,
  99.99999999999999,
];

/** Something that may stand for any value; what no JSON text can say is written by `toJson`. */
export function hostileValue(random: Random): unknown {
  switch (random.whole(0, 5)) {
    case 0:
    case 1:
      return random.oneOf(hostileTexts);
    case 2:
      return random.oneOf(hostileNumbers);
    case 3:
      return random.oneOf([null, true, false, [], {}, [[]], [null]]);
    case 4:
      return nested(random.oneOf([5, 60, 2_000]), random.chance(0.5));
    default:
      return random.oneOf<unknown>([
        { ["__proto__"]: { admin: true } },
        JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {"x": 1}}}'),
        { length: 1e9 },
        { toString: 1, valueOf: null },
        Array.from({ length: 3_000 }, () => 0),
        Array.from({ length: 30 }, () => ({})),
      ]);
  }
}

export const hostileText = (random: Random): string => random.oneOf(hostileTexts);

function nested(depth: number, asArray: boolean): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = asArray ? [value] : { a: value };
  return value;
}

/**
 * As the document allows it; of an odd one, some values are of the right type and at the edge of what
 * can be computed or stored.
 */
export function validValue(
  random: Random,
  schema: Schema,
  schemas: Schemas,
  field = "",
  odd = false,
  leaves: Leaf[] | null = null,
): unknown {
  const go = (inner: Schema, name = field) => validValue(random, inner, schemas, name, odd, leaves);
  if (schema.$ref) return go(schemas[schema.$ref.split("/").at(-1)!]!);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return go(random.oneOf(choices));
  if (schema.allOf)
    return go({ ...schema, ...Object.assign({}, ...schema.allOf), allOf: undefined });
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.oneOf(schema.enum);
  if (odd && random.chance(0.35)) return oddValue(random, schema);
  switch (schema.type) {
    case "null":
      return null;
    case "boolean":
      return random.chance(0.5);
    case "integer":
    case "number":
      return validNumber(random, schema);
    case "string":
      return validText(random, schema, field);
    case "array": {
      const most = Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 2);
      const length = random.whole(schema.minItems ?? 0, Math.max(most, schema.minItems ?? 0));
      return Array.from({ length }, () => go(schema.items ?? {}));
    }
    case "object":
      return validObject(random, schema, schemas, odd, leaves);
    default:
      return random.oneOf<unknown>(["x", 1, null]);
  }
}

const oddDays = [
  "0000-01-01",
  "0001-01-01",
  "1582-10-10",
  "1970-01-01",
  "9999-12-31",
  "2026-02-30",
];

function oddValue(random: Random, schema: Schema): unknown {
  const edges = edgesOf(schema);
  return edges.length > 0 ? random.oneOf(edges) : hostileValue(random);
}

/** Of the right type, and at the edge of what can be computed or stored. */
function edgesOf({
  type,
  format,
  minimum = -Infinity,
  maximum = Infinity,
  enum: list,
}: Schema): unknown[] {
  if (list) return ["__proto__"];
  if (type === "number" || type === "integer") {
    return hostileNumbers.filter((one) => one >= minimum && one <= maximum);
  }
  if (type !== "string") return [];
  if (format === "date") return oddDays;
  if (format === "date-time") return oddDays.map((day) => `${day}T09:00:00Z`);
  if (format === "uuid") return ["01900000-0000-7000-8000-000000000000", "\0"];
  return controls.map((one) => `a${one}b`);
}

/** The value with one of its fields at an edge, for every field and every edge. */
export function* atEdges(random: Random, schema: Schema, schemas: Schemas): Generator {
  const leaves: Leaf[] = [];
  const value = validValue(random, schema, schemas, "", false, leaves);
  for (const { holder, name, schema: own } of leaves) {
    const usual = holder[name];
    for (const edge of edgesOf(own)) {
      holder[name] = edge;
      yield value;
    }
    holder[name] = usual;
  }
}

/** A field of a made value that holds no others. */
interface Leaf {
  holder: Record<string, unknown>;
  name: string;
  schema: Schema;
}

function leafOf(schema: Schema, schemas: Schemas): Schema | null {
  if (schema.$ref) return leafOf(schemas[schema.$ref.split("/").at(-1)!]!, schemas);
  const found = (schema.anyOf ?? [schema]).find(({ type = "" }) =>
    /string|number|integer/.test(type),
  );
  return found ?? null;
}

/** With all of its fields where they are wanted. */
function validObject(
  random: Random,
  schema: Schema,
  schemas: Schemas,
  odd: boolean,
  leaves: Leaf[] | null,
): object {
  const object: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const needed = schema.required?.includes(name) ?? false;
    if (!(needed || leaves || random.chance(0.4))) continue;
    object[name] = validValue(random, inner, schemas, name, odd, leaves);
    const leaf = leaves && leafOf(inner, schemas);
    if (leaf) leaves.push({ holder: object, name, schema: leaf });
  }
  if (schema.propertyNames && typeof schema.additionalProperties === "object") {
    const key = String(validValue(random, schema.propertyNames, schemas, "", odd));
    object[key] = validValue(random, schema.additionalProperties, schemas, "", odd);
  }
  return object;
}

function validNumber(random: Random, schema: Schema): number {
  const least = schema.minimum ?? schema.exclusiveMinimum ?? -1_000;
  const most = schema.maximum ?? 1_000_000;
  if (random.chance(0.3)) return random.oneOf([least, most]);
  const near = Math.min(most, least + 100);
  const number = least + random.next() * (near - least);
  return schema.type === "integer" ? Math.round(number) : Number(number.toFixed(3));
}

const days = ["2026-03-02", "2026-03-03", "2026-03-09", "2026-04-06", "2000-01-01", "2199-12-31"];
const times = ["09:00:00Z", "10:00:00Z", "10:30:00+05:30", "15:00:00.5Z", "23:59:59Z"];
const words = ["Ann", "Zoë 🙂", "O’Neil", 'Ein längerer Name, mit Zeichen; \\ und "so"', "نور"];

function validText(
  random: Random,
  { format, pattern, minLength, maxLength }: Schema,
  field: string,
) {
  if (format === "uuid") return placeOf(field);
  if (format === "date") return random.oneOf(days);
  if (format === "date-time") return `${random.oneOf(days)}T${random.oneOf(times)}`;
  if (format === "email") return `somebody${random.whole(1, 99)}@example.org`;
  if (pattern) return matching(random, pattern);
  const known = fields[field];
  if (known) return random.oneOf(known);
  if (random.chance(0.1)) return "é".repeat(Math.min(maxLength ?? 50, 4_000));
  return random
    .oneOf(words)
    .padEnd(minLength ?? 0, "x")
    .slice(0, maxLength);
}

/** What a text has to be beyond what the document can say. */
const fields: Record<string, string[]> = {
  timezone: ["Europe/Berlin", "Asia/Kolkata", "UTC", "America/St_Johns", "Pacific/Apia"],
  currency: ["EUR", "inr", "JPY"],
  kind: ["room", "consultation", "surgery", "lab"],
  targetUrl: ["https://shop.example/", "http://shop.example/sale?a=b"],
  url: ["https://calendar.example/a.ics"],
  password: ["correct horse battery"],
  ics: [
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260302T090000Z\r\nDTEND:20260302T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
  ],
  resources: ["<resourceId>", "<resourceId>,<resourceId>"],
  doctors: ["<doctorId>"],
  inventories: ["<inventoryId>"],
  status: ["WAITING", "approved", "active"],
};

function matching(random: Random, pattern: string): string {
  const lookahead = pattern.startsWith("^(?=") ? "^\\+?[\\d]{5,12}$" : pattern;
  const plain = lookahead.replace("(?!-)", "[a-z]");
  const [text] = fc.sample(fc.stringMatching(new RegExp(plain)), {
    seed: random.whole(0, 2 ** 31 - 1),
    numRuns: 1,
  });
  return text!;
}

/** Changes a valid value in one place, however deep. */
export function nearlyValid(random: Random, value: unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const index = random.whole(0, value.length - 1);
    return value.with(index, nearlyValid(random, value[index]));
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value) && random.chance(0.95)) {
    const names = Object.keys(value);
    const changed: Record<string, unknown> = { ...value };
    const name = names.length > 0 ? random.oneOf(names) : "nonsense";
    switch (random.whole(0, 7)) {
      case 0:
        delete changed[name];
        break;
      case 1:
        changed[random.oneOf(["nonsense", "__proto__x", "id", "orgId", "constructor"])] =
          hostileValue(random);
        break;
      default:
        changed[name] = nearlyValid(random, changed[name]);
    }
    return changed;
  }
  if (typeof value === "number" && random.chance(0.6)) return random.oneOf(hostileNumbers);
  if (typeof value === "string" && random.chance(0.7)) {
    if (random.chance(0.3)) return `${value}${random.oneOf(controls)}x`;
    return random.oneOf(hostileTexts);
  }
  return hostileValue(random);
}
