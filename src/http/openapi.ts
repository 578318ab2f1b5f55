// Makes the generated document one that people and generators like to read. The generator names
// every schema twice, as X for answers and XInput for requests, and keeps both whether used or not.

import { STATUS_CODES } from "node:http";

const schemaPath = "#/components/schemas/";

interface Operation {
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string }>;
}

type Schema = { $ref?: string; anyOf?: Schema[]; type?: string };

interface Document {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

export function tidied<T extends object>(document: T): T {
  const copy = structuredClone(document) as Document;
  nameOnce(copy);
  const schemas = copy.components?.schemas ?? {};
  for (const operations of Object.values(copy.paths ?? {})) {
    for (const operation of Object.values(operations)) {
      describeAnswers(operation);
      markOptionalBody(operation, schemas);
    }
  }
  return copy as T;
}

/** Drops what nothing refers to, and calls XInput X. Two that differ need names of their own. */
function nameOnce(document: Document): void {
  const all = document.components?.schemas ?? {};
  const used = referredTo(document.paths, all);
  const names = new Map<string, string>();
  for (const name of used) {
    const plain = name.replace(/Input$/, "");
    if (plain !== name && used.has(plain) && !sameContent(all[plain], all[name])) {
      throw new Error(`${plain} is not the same in requests and answers: give one another name`);
    }
    names.set(name, plain);
  }
  renameRefs(document, names);
  const kept = [...names].map(([name, plain]) => [plain, all[name]!] as const);
  if (document.components) {
    document.components.schemas = Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function referredTo(from: unknown, all: Record<string, Schema>, found = new Set<string>()) {
  eachRef(from, (ref) => {
    const name = ref.$ref.slice(schemaPath.length);
    if (found.has(name)) return;
    found.add(name);
    referredTo(all[name], all, found);
  });
  return found;
}

function renameRefs(document: Document, names: ReadonlyMap<string, string>): void {
  eachRef(document, (ref) => {
    const name = ref.$ref.slice(schemaPath.length);
    ref.$ref = schemaPath + (names.get(name) ?? name);
  });
}

function eachRef(node: unknown, visit: (holder: { $ref: string }) => void): void {
  if (typeof node !== "object" || node === null) return;
  if ("$ref" in node && typeof node.$ref === "string" && node.$ref.startsWith(schemaPath)) {
    visit(node as { $ref: string });
  }
  for (const value of Object.values(node)) eachRef(value, visit);
}

/** Apart from the names of what they refer to, and from how strict an answer is about other fields. */
function sameContent(a: unknown, b: unknown): boolean {
  const plain = (schema: unknown) =>
    JSON.stringify(schema, (key, value: unknown) =>
      key === "additionalProperties" && value === false
        ? undefined
        : typeof value === "string" && key === "$ref"
          ? value.replace(/Input$/, "")
          : value,
    );
  return plain(a) === plain(b);
}

function describeAnswers({ responses }: Operation): void {
  for (const [status, answer] of Object.entries(responses)) {
    if (answer.description !== "Default Response") continue;
    answer.description = STATUS_CODES[status] ?? "Answer";
  }
}

/** A body that may be null may be left out. */
function markOptionalBody({ requestBody }: Operation, schemas: Record<string, Schema>): void {
  const schema = requestBody?.content["application/json"]?.schema;
  if (!requestBody || !schema) return;
  const resolved = schema.$ref ? schemas[schema.$ref.slice(schemaPath.length)] : schema;
  const mayBeNull = resolved?.anyOf?.some(({ type }) => type === "null") ?? false;
  if (mayBeNull) requestBody.required = false;
}
