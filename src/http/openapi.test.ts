import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { api } from "../../test/http.ts";
import { tidied } from "./openapi.ts";

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Content {
  schema: Schema;
}

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, object> };
}

let app: TestApp;
let document: Document;
before(async () => {
  app = await startApp();
  const { status, headers, body } = await api(app, null).get("/openapi.json");
  assert.equal(status, 200);
  assert.match(headers.get("content-type")!, /^application\/json/);
  document = body;
});
after(() => app.close());

function operations(): { name: string; method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method,
      path,
      operation,
    })),
  );
}

test("the document is OpenAPI 3.1, and refers only to what it has", () => {
  assert.match(document.openapi, /^3\.1\.\d+$/);
  assert.ok(document.info.title && document.info.version);
  const refs = new Set<string>();
  JSON.stringify(document, (key, value: unknown) => {
    if (key === "$ref") refs.add(value as string);
    return value;
  });
  for (const ref of refs) {
    const [, kind, name] = /^#\/components\/(\w+)\/(\w+)$/.exec(ref) ?? [];
    assert.ok(kind === "schemas" && name && document.components.schemas[name], ref);
  }
  const unused = Object.keys(document.components.schemas).filter(
    (name) => !refs.has(`#/components/schemas/${name}`),
  );
  assert.deepEqual(unused, []);
});

test("every route of the API is documented, and nothing that is not there", () => {
  const shown = operations().map(({ name }) => name);
  // Everything else is pages, which have no place in a document for programs.
  const isApi = (url: string) =>
    url.startsWith("/v1/") || ["/healthz", "/readyz", "/metrics"].includes(url);
  const there = app.server.app.accessRules
    .filter(({ method, url }) => method !== "HEAD" && isApi(url))
    .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, "{$1}")}`);
  assert.deepEqual(shown.toSorted(), there.toSorted());
});

test("each route says what it is for, what it answers and who may call it", () => {
  const rules = new Map(
    app.server.app.accessRules.map(({ method, url, access }) => [
      `${method} ${url.replaceAll(/:(\w+)/g, "{$1}")}`,
      access,
    ]),
  );
  for (const { name, operation } of operations()) {
    assert.ok(operation.summary, name);
    assert.ok(operation.tags?.length === 1, name);
    const answers = Object.keys(operation.responses);
    assert.ok(
      answers.some((status) => status.startsWith("2")),
      name,
    );
    assert.ok(answers.includes("4XX") && answers.includes("5XX"), `${name}: ${answers.join()}`);
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      assert.ok(description && description !== "Default Response", `${name} ${status}`);
      // What can be read as a list may be followed as a stream, too.
      const streams = (type: string) => type === "text/event-stream" && name === "GET /v1/events";
      const types = Object.keys(content ?? {}).filter((type) => !streams(type));
      if (/^[45]/.test(status)) assert.deepEqual(types, ["application/problem+json"], name);
      if (status === "204") assert.deepEqual(types, [], name);
      if (/^20[01]$/.test(status)) assert.equal(types.length, 1, `${name} ${status}`);
    }
    const isPublic = rules.get(name) === "public";
    assert.equal(
      operation.security?.some((one) => Object.keys(one).length === 0),
      isPublic,
      name,
    );
    if (!isPublic) assert.match(operation.description ?? "", /Access: `[\w:]+`/, name);
  }
});

test("every parameter of a path is declared, and every POST takes an Idempotency-Key", () => {
  for (const { name, method, path, operation } of operations()) {
    const declared = (operation.parameters ?? []).filter((one) => one.in === "path");
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    assert.deepEqual(
      declared.map((one) => one.name),
      inPath,
      name,
    );
    assert.ok(
      declared.every((one) => one.required),
      name,
    );
    const keyed = operation.parameters?.find((one) => one.name === "idempotency-key");
    assert.equal(keyed !== undefined, method === "post", name);
    assert.ok(!keyed?.required, name);
  }
});

test("schemas have one name each, also those that requests and answers share", () => {
  const names = Object.keys(document.components.schemas);
  assert.deepEqual(
    names.filter((name) => name.endsWith("Input")),
    [],
  );
  for (const name of ["Queue", "NewQueue", "QueuePatch", "Ticket", "JoinedTicket", "Problem"]) {
    assert.ok(names.includes(name), name);
  }
});

test("a request asks only for what it needs", () => {
  assert.deepEqual(document.components.schemas["NewQueue"]!.required, ["name", "prefix"]);
  assert.deepEqual(document.components.schemas["Joining"]!.required, ["name"]);
  const required = (path: string) => document.paths[path]!["post"]!.requestBody?.required;
  assert.equal(required("/v1/queues"), true);
  assert.equal(required("/v1/queues/{id}/call-next"), false);
  assert.equal(required("/v1/tickets/{id}/requeue"), false);
  assert.equal(required("/v1/tickets/{id}/serve"), undefined);
});

test("streams and pictures are documented as what they are", () => {
  const typeOf = (path: string) =>
    Object.keys(document.paths[path]!["get"]!.responses["200"]!.content!);
  for (const path of ["/v1/queues/{id}/events", "/v1/tickets/{id}/events"]) {
    assert.deepEqual(typeOf(path), ["text/event-stream"]);
  }
  assert.deepEqual(typeOf("/v1/queues/{id}/qr.svg"), ["image/svg+xml"]);
  assert.deepEqual(typeOf("/metrics"), ["text/plain"]);
});

test("no stream can be asked for by HEAD: nobody would ever end that answer", async () => {
  const streams = operations().filter(
    ({ operation }) => operation.responses["200"]?.content?.["text/event-stream"],
  );
  assert.ok(streams.length >= 13, `${streams.length} streams`);
  for (const { path } of streams) {
    const url = path.replaceAll(/\{\w+\}/g, "any");
    const { status } = await api(app).send("HEAD", url);
    // "events" cannot be the id of a booking.
    assert.equal(status, path === "/v1/bookings/events" ? 404 : 405, path);
  }
  assert.equal(app.server.streams.size, 0);
});

test("the document can be browsed, without anything from elsewhere", async () => {
  const redirected = await api(app, null).get("/docs");
  assert.ok(redirected.status === 200 || redirected.headers.get("location")?.endsWith("/docs/"));
  const { status, headers, body } = await api(app, null).get("/docs/");
  assert.equal(status, 200);
  assert.match(headers.get("content-type")!, /^text\/html/);
  const scripts = [...body.matchAll(/<script[^>]+src="([^"]+)"/g)].map((match) => match[1]);
  assert.ok(scripts.length > 0);
  const policy = headers.get("content-security-policy") ?? "";
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self' 'sha256-[\w+/=]+'; /);
  for (const script of scripts) {
    const address = new URL(script, `${app.url}/docs/`);
    assert.equal(address.origin, app.url);
    assert.equal((await fetch(address)).status, 200);
  }
});

test("two schemas that share a name but differ are told apart at start, not in the document", () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const documentWith = (input: object) => ({
    paths: { "/x": { get: { responses: {}, uses: [ref("Thing"), ref("ThingInput")] } } },
    components: { schemas: { Thing: { type: "string" }, ThingInput: input, Unused: {} } },
  });
  const same = tidied(documentWith({ type: "string" }));
  assert.deepEqual(Object.keys(same.components.schemas), ["Thing"]);
  assert.throws(() => tidied(documentWith({ type: "number" })), /Thing is not the same/);
});
