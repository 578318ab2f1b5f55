// Every operation of the OpenAPI document with requests made from its own schemas. Whatever is sent: an
// answer comes, it is no fault of ours, it tells nothing of our insides and nothing of another
// organisation. FUZZ_SEED and FUZZ_REQUESTS (for each operation) make it another or a longer run:
// npm run fuzz -- --seed 7 --requests 500 [part of a path]

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { declared } from "../../src/declared.ts";
import { Catalogue } from "../../src/http/catalogue.ts";
import { startApp, type TestApp } from "../app.ts";
import { api } from "../http.ts";
import { makeTenant, type Tenant } from "../tenant.ts";
import { Random } from "./random.ts";
import {
  edgeRequests,
  operationsOf,
  requestFor,
  type CallerName,
  type Document,
  type FuzzedRequest,
  type Operation,
} from "./requests.ts";
import { send, type Sent } from "./send.ts";

const { codes: known } = new Catalogue(declared);

const seed = Number(process.env["FUZZ_SEED"] ?? 1);
const each = Number(process.env["FUZZ_REQUESTS"] ?? 12);
const part = process.env["FUZZ_PATH"] ?? "";

/** In what is nobody's but the other organisation's. */
const canary = "canary-of-others";

let app: TestApp;
let ours: Tenant;
let theirs: Tenant;
let document: Document;
let keys: Record<Exclude<CallerName, "nobody" | "holder" | "forged">, string>;

before(async () => {
  const many = "1000000";
  app = await startApp({
    env: {
      LIMIT_PUBLIC_WRITES_PER_MINUTE: many,
      LIMIT_TICKET_READS_PER_MINUTE: many,
      LIMIT_SIGN_INS_PER_MINUTE: many,
      LIMIT_JOINS_PER_MOBILE_PER_HOUR: many,
    },
  });
  const made = await api(app).post("/v1/organisations", { name: "Others" });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  theirs = await makeTenant({ ...app, ownerKey: made.body.apiKey }, canary);
  ours = await makeTenant(app);
  const keyFor = async (role: string) =>
    (await api(app).post("/v1/api-keys", { name: role, role })).body.key as string;
  keys = {
    owner: app.ownerKey,
    admin: await keyFor("admin"),
    staff: await keyFor("staff"),
    viewer: await keyFor("viewer"),
  };
  document = (await api(app, null).get("/openapi.json")).body;
});
after(() => app.close());

/** Each operation has its own numbers, so that choosing some does not change the others. */
function plan(operation: Operation): FuzzedRequest[] {
  const name = `${operation.method} ${operation.path}`;
  const own = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) >>> 0, seed);
  const random = new Random(own);
  const { schemas } = document.components;
  const edges = [...edgeRequests(random, operation, schemas)];
  return [
    ...Array.from({ length: each }, () => requestFor(random, operation, schemas)),
    // Of the edges as many, from all over them.
    ...edges.filter((_, i) => i % Math.ceil(edges.length / (2 * each)) === 0),
  ];
}

function filled(text: string, { ids }: Tenant, id: string): string {
  return text.replaceAll(/<(\w+)>/g, (_, name: string) => (name === "id" ? id : (ids[name] ?? id)));
}

function authorization(caller: CallerName, tenant: Tenant, path: string): Record<string, string> {
  if (caller === "nobody") return {};
  const holder = Object.entries(tenant.secrets).find(([start]) => path.startsWith(start))?.[1];
  const bearer =
    caller === "holder"
      ? (holder ?? ours.secrets["/v1/tickets/"]!)
      : caller === "forged"
        ? "tks_forged"
        : keys[caller];
  return { authorization: `Bearer ${bearer}` };
}

function sending(operation: Operation, request: FuzzedRequest) {
  const tenant = request.of === "ours" ? ours : theirs;
  const url = operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
  const id = /[0-9a-f-]{36}/.exec(tenant.addressOf(url) ?? "")?.[0] ?? tenant.ids["resourceId"]!;
  // Holders use their own secret also where they ask for what is somebody else's.
  const own = request.valid ? tenant : ours;
  return {
    path: filled(request.path, tenant, id),
    body: request.body === null ? null : filled(request.body, tenant, id),
    headers: { ...authorization(request.caller, own, operation.path), ...request.headers },
  };
}

/** Ways in which our insides show. */
const insides =
  /\n\s+at .+:\d+|node_modules|file:\/\/|\.ts:\d+|TypeError|RangeError|Cannot read prop|is not a function|violates|relation "|invalid input syntax|pg_|ECONNREFUSED/;

/** Nothing is wrong with us when a payment or a site behind a room is not there. */
const expected = new Set(["PAYMENT_UNAVAILABLE", "SITE_UNREACHABLE"]);

function faultsIn(request: FuzzedRequest, { status, headers, text }: Sent): string[] {
  const faults: string[] = [];
  const type = headers["content-type"] ?? "";
  const problem = type.startsWith("application/problem+json")
    ? (JSON.parse(text || "{}") as { code?: string })
    : null;
  if (status >= 500 && !expected.has(problem?.code ?? "")) faults.push("a fault of the server");
  if (status >= 400 && request.method !== "HEAD") {
    if (!problem) faults.push("an error that is no problem+json");
    else if (!Object.hasOwn(known, problem.code ?? "")) faults.push("a code nobody knows");
    if (insides.test(text)) faults.push("it shows our insides");
    if (text.length > 20_000) faults.push("an error of more than 20 kB");
  }
  if (text.includes(canary)) faults.push("something of another organisation");
  return faults;
}

test(`no request brings anything down or out (seed ${seed}, ${each} for each operation)`, async (t) => {
  t.diagnostic(`FUZZ_SEED=${seed} FUZZ_REQUESTS=${each}`);
  const counts = new Map<number, number>();
  let [valid, done] = [0, 0];
  for (const operation of operationsOf(document)) {
    const name = `${operation.method} ${operation.path}`;
    if (!name.includes(part)) continue;
    const found: string[] = [];
    for (const request of plan(operation)) {
      const { path, body, headers } = sending(operation, request);
      let told: string[];
      let answer: Sent | null = null;
      try {
        answer = await send(app.url, request.method, path, headers, body);
        told = faultsIn(request, answer);
        counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
        if (request.valid) valid += 1;
        if (request.valid && answer.status < 300) done += 1;
      } catch (error) {
        told = [(error as Error).message];
      }
      if (told.length > 0) {
        const sent = `${request.method} ${path.slice(0, 300)} as ${request.caller} ${JSON.stringify(request.headers)} ${body?.slice(0, 600) ?? ""}`;
        found.push(
          `${told.join(", ")}: ${sent}\n → ${answer?.status} ${answer?.text.slice(0, 500)}`,
        );
      }
    }
    await t.test(name, () => assert.equal(found.length, 0, `seed ${seed}:\n${found.join("\n")}`));
  }
  t.diagnostic(JSON.stringify(Object.fromEntries([...counts].toSorted(([a], [b]) => a - b))));
  t.diagnostic(`${done} of ${valid} allowed requests were done`);
  assert.equal((await api(app).get("/v1/me")).status, 200, "the owner is still let in");
  assert.equal((await api(app, null).get("/readyz")).status, 200);
  if (part === "") assert.ok(done > valid / 4, `only ${done} of ${valid} had an effect`);
});

test("the same seed gives the same requests", () => {
  for (const operation of operationsOf(document)) {
    assert.deepEqual(plan(operation), plan(operation));
  }
});

test("what is looked for is found (control)", () => {
  const request = { method: "GET", caller: "nobody" } as FuzzedRequest;
  const sent = (status: number, text: string, type = "application/problem+json") =>
    faultsIn(request, { status, text, headers: { "content-type": type } });
  assert.equal(sent(500, '{"code":"INTERNAL"}').length, 1);
  assert.equal(sent(404, '{"code":"NOT_FOUND"}').length, 0);
  assert.equal(sent(404, "<html>", "text/html").length, 1);
  assert.equal(sent(422, '{"code":"NO_SUCH"}').length, 1);
  assert.equal(sent(422, '{"code":"INVALID","detail":"Cannot read properties"}').length, 1);
  assert.equal(sent(200, `{"name":"${canary}"}`, "application/json").length, 1);
});
