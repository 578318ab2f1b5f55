import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { bareApp } from "../../test/bare-app.ts";
import { openQueue, type TestQueue } from "../../test/counter.ts";
import { api, type Answer } from "../../test/http.ts";
import { DatabaseAway } from "../infra/database-errors.ts";
import { commonCodes } from "../kernel/refusal.ts";

let app: TestApp;
let queue: TestQueue;
let joinPath: string;
before(async () => {
  app = await startApp({ env: { LIMIT_BODY_BYTES: "2000" } });
  queue = await openQueue(app);
  joinPath = `/v1/queues/${queue.id}/tickets`;
});
after(() => app.close());

/** Every error looks the same, and is in the catalogue. */
function assertProblem({ status, headers, body }: Answer, code: keyof typeof commonCodes): void {
  assert.match(headers.get("content-type") ?? "", /^application\/problem\+json/);
  assert.equal(body.code, code, JSON.stringify(body));
  assert.equal(status, commonCodes[code].status);
  assert.equal(body.status, status);
  assert.equal(body.title, commonCodes[code].title);
  assert.equal(body.type, `/docs/errors#${code.toLowerCase().replaceAll("_", "-")}`);
  assert.equal(typeof body.detail, "string");
}

test("a body that is no JSON is malformed", async () => {
  for (const body of ["{", "no json", "{'name': 'Ann'}", '{"name": "Ann"} trailing']) {
    assertProblem(await api(app).post(joinPath, body), "MALFORMED");
  }
});

test("a body of another type is refused, with or without saying which", async () => {
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml"]) {
    const sent = await api(app).post(joinPath, "name=Ann", { headers: { "content-type": type } });
    assertProblem(sent, "UNSUPPORTED_MEDIA_TYPE");
  }
});

test("JSON may say its character set", async () => {
  const headers = { "content-type": "application/json; charset=utf-8" };
  assert.equal((await api(app).post(joinPath, { name: "Ann" }, { headers })).status, 201);
});

test("a body that is too large is refused", async () => {
  assertProblem(await api(app).post(joinPath, { name: "x".repeat(3_000) }), "BODY_TOO_LARGE");
});

test("wrong content is told field by field", async () => {
  const answer = await api(app).post(joinPath, { name: "", partySize: 0, mobile: "call me" });
  assertProblem(answer, "INVALID");
  const fields = answer.body.errors.map((error: { field: string }) => error.field);
  assert.deepEqual(fields.toSorted(), ["mobile", "name", "partySize"]);
  for (const { message } of answer.body.errors) assert.ok(message.length > 0);
});

test("wrong content deep inside is named by its path", async () => {
  const priorities = [
    { key: "vip", label: "VIP" },
    { key: "Not Allowed", label: "" },
  ];
  const answer = await api(app).post("/v1/queues", { name: "X", prefix: "X", priorities });
  assertProblem(answer, "INVALID");
  assert.match(answer.body.errors[0].field, /^priorities\.1/);
});

test("a body that is no object, or missing, is wrong content", async () => {
  for (const body of ["[]", '"Ann"', "12", "null", undefined, ""]) {
    assertProblem(await api(app).post(joinPath, body), "INVALID");
  }
});

test("text that no database stores is refused, and everything else is kept as it was typed", async () => {
  for (const name of ["Ann\u0000", "\ud83d", "\ude00 lone", "a\u0000b"]) {
    // Written out, since a lone surrogate would be replaced on its way.
    const body = `{"name":${JSON.stringify(name)}}`;
    const answer = await api(app).post(joinPath, body);
    assertProblem(answer, "INVALID");
    assert.equal(answer.body.errors[0].field, "name");
  }
  const kept = "Zoë 😀 'quote' \"double\" \\ $1 %s <b>";
  assert.equal((await queue.join(kept)).name, kept);
});

test("who is calling comes before what they send", async () => {
  for (const body of ["{", { name: "" }]) {
    assertProblem(await api(app, null).post("/v1/queues", body), "UNAUTHENTICATED");
  }
  const tooMuch = await api(app, null).post("/v1/queues", { name: "x".repeat(3_000) });
  assertProblem(tooMuch, "UNAUTHENTICATED");
});

test("what may not be done comes before what is sent", async () => {
  const { body: key } = await api(app).post("/v1/api-keys", { name: "Viewer", role: "viewer" });
  assertProblem(await api(app, key.key).post("/v1/queues", { name: "" }), "FORBIDDEN");
});

test("an id that cannot be one names nothing", async () => {
  for (const id of ["1", "x", "%20", "00000000-0000-0000-0000-00000000000g", "a".repeat(600)]) {
    assertProblem(await api(app).get(`/v1/queues/${id}`), "NOT_FOUND");
    assertProblem(await api(app).post(`/v1/tickets/${id}/serve`), "NOT_FOUND");
  }
});

test("an address that leads nowhere is not found, whoever asks and however", async () => {
  for (const path of ["/v1", "/v1/", "/v1/nothing", "/nothing"]) {
    assertProblem(await api(app, null).get(path), "NOT_FOUND");
    assertProblem(await api(app).post(path, "{"), "NOT_FOUND");
  }
});

test("a method that an address does not take is told those that it takes", async () => {
  const answer = await api(app, null).delete("/v1/queues?limit=1");
  assertProblem(answer, "METHOD_NOT_ALLOWED");
  assert.equal(answer.headers.get("allow"), "GET, HEAD, POST");
  const hours = await api(app).post("/v1/resources/any/availability", {});
  assertProblem(hours, "METHOD_NOT_ALLOWED");
  assert.match(hours.body.detail, /PUT/);
});

test("an address that cannot be read is malformed", async () => {
  assertProblem(await api(app).get("/v1/queues/%zz"), "MALFORMED");
});

test("paging that is out of range is wrong content", async () => {
  for (const query of ["limit=0", "limit=201", "limit=ten", "limit=1.5", "limit=", "cursor=x"]) {
    assertProblem(await api(app).get(`/v1/queues?${query}`), "INVALID");
  }
});

test("what we did not expect is told without its insides, and logged with the request's id", async () => {
  const {
    app: bare,
    logged,
    metrics,
  } = await bareApp({
    routes: [
      (each) =>
        void each.get("/v1/broken", { config: { access: "public" } }, () => {
          throw new Error("password of the database is hunter2");
        }),
    ],
  });
  const answer = await bare.inject("/v1/broken");
  const body = answer.json<Record<string, string>>();
  assert.equal(answer.statusCode, 500);
  assert.equal(body["code"], "INTERNAL");
  assert.doesNotMatch(answer.body, /hunter2/);
  const requestId = answer.headers["x-request-id"];
  assert.match(body["detail"]!, new RegExp(String(requestId)));
  const line = logged.find(({ event }) => event === "http.failed");
  assert.equal((line!["context"] as { requestId: string }).requestId, requestId);
  assert.match(await metrics.registry.metrics(), /turnkeeper_errors_total\{code="INTERNAL"\} 1/);
});

test("what a library says never reaches the caller", async () => {
  const texts = "Cannot read properties of undefined";
  const { app: bare } = await bareApp({
    routes: [
      (each) => {
        const throwing = (url: string, error: Error) =>
          void each.get(url, { config: { access: "public" } }, () => {
            throw error;
          });
        throwing("/v1/syntax", new SyntaxError(texts));
        throwing("/v1/refused", Object.assign(new Error(texts), { statusCode: 418 }));
        throwing("/v1/type", new TypeError(texts));
      },
    ],
  });
  for (const path of ["/v1/syntax", "/v1/refused", "/v1/type"]) {
    const answer = await bare.inject(path);
    assert.match(String(answer.headers["content-type"]), /^application\/problem\+json/);
    assert.doesNotMatch(answer.body, /Cannot read/, path);
  }
});

test("a database that is away is our trouble for a moment, not the caller's mistake", async () => {
  const failures = [
    Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
    Object.assign(new Error("terminating connection"), { code: "57P01" }),
    Object.assign(new Error("could not extend file"), { code: "53100" }),
    Object.assign(new Error("too many clients already"), { code: "53300" }),
    new AggregateError([Object.assign(new Error("refused"), { code: "ECONNREFUSED" })]),
    new Error("Connection terminated unexpectedly"),
    new DatabaseAway("it does not answer"),
  ];
  const late = ["57014", "55P03", "40001", "40P01"].map((code) =>
    Object.assign(new Error("not in time"), { code }),
  );
  late.push(new Error("timeout exceeded when trying to connect") as never);
  for (const failure of [...failures, ...late]) {
    const { app: bare } = await bareApp({
      routes: [
        (each) =>
          void each.get("/v1/away", { config: { access: "public" } }, () =>
            Promise.reject(failure),
          ),
      ],
    });
    const answer = await bare.inject("/v1/away");
    assert.equal(answer.statusCode, 503, failure.message);
    const isLate = late.includes(failure as never);
    assert.equal(answer.json<{ code: string }>().code, isLate ? "BUSY" : "DATABASE_AWAY");
    assert.equal(answer.headers["retry-after"], isLate ? "1" : "2");
  }
});

test("the page of errors has an entry for every code that a problem can point at", async () => {
  const { body } = await api(app, null).get("/docs/errors");
  for (const code of Object.keys(app.server.catalogue.codes)) {
    assert.ok(body.includes(`id="${code.toLowerCase().replaceAll("_", "-")}"`), code);
  }
});
