// Every answer is checked as the bytes that leave the server, against the document that callers are
// given: what is not in it must not be sent.
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { SentAnswer } from "../src/http/app.ts";

interface Operation {
  responses: Record<string, { content?: Record<string, unknown> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

const file = new URL("../docs/openapi.json", import.meta.url);
const name = "openapi.json";
const compiled = new Map<string, ValidateFunction>();
let loaded: { document: Document; ajv: Ajv2020 } | null = null;

/** Throws unless the document allows it. Routes that a test adds are not in the document. */
export function checkAnswer({ method, route, status, type, body }: SentAnswer): void {
  const { document } = (loaded ??= load());
  const path = route.replaceAll(/:(\w+)/g, "{$1}");
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) return;
  const where = `${method} ${route} ${status}`;
  const family = `${String(status)[0]}XX`;
  const answers = operation.responses;
  const documented = answers[status] ? String(status) : answers[family] ? family : null;
  if (documented === null) throw new Error(`${where} is not documented`);
  if (status === 204 || status === 304) return; // whatever was said, nothing is sent
  const types = Object.keys(answers[documented]!.content ?? {});
  const plain = type?.split(";", 1)[0] ?? "";
  if (!types.includes(plain)) {
    throw new Error(`${where} has the content type ${type}, not ${types.join(" or ")}`);
  }
  if (!plain.endsWith("json")) return;
  const parts = ["paths", path, method.toLowerCase(), "responses", documented, "content", plain];
  const validate = validatorAt([...parts, "schema"]);
  if (validate(JSON.parse(body))) return;
  const faults = validate.errors!.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new Error(`${where} is not as documented: ${faults.join("; ")}: ${body.slice(0, 500)}`);
}

function load() {
  const document = JSON.parse(readFileSync(file, "utf8")) as Document;
  // Formats are annotations here; the document is more than a schema.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, name);
  return { document, ajv };
}

function validatorAt(parts: readonly string[]): ValidateFunction {
  const escaped = parts.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"));
  const $ref = `${name}#/${escaped.map(encodeURIComponent).join("/")}`;
  let validate = compiled.get($ref);
  if (!validate) {
    validate = loaded!.ajv.compile({ $ref });
    compiled.set($ref, validate);
  }
  return validate;
}
