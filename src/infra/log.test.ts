import assert from "node:assert/strict";
import { test } from "node:test";
import { DatabaseError } from "pg";
import { createLog } from "./log.ts";

test("a log line is JSON with time, level, event and context", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  log.child({ requestId: "r1" }).info({ queueId: "q1" }, "queue.created");
  log.debug("not.shown");
  assert.equal(lines.length, 1);
  const { timestamp, ...rest } = JSON.parse(lines[0] ?? "");
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assert.deepEqual(rest, {
    level: "info",
    requestId: "r1",
    context: { queueId: "q1" },
    event: "queue.created",
  });
});

test("an error is logged with its message and stack", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  log.error({ err: new Error("disk full") }, "batch.failed");
  const line = JSON.parse(lines[0] ?? "");
  assert.equal(line.context.err.message, "disk full");
  assert.match(line.context.err.stack, /log\.test\.ts/);
});

test("what PostgreSQL says of a failure is logged without the values that were sent", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  const failed = new DatabaseError('invalid input syntax: "Ann Canary"', 1, "error");
  Object.assign(failed, {
    severity: "ERROR",
    code: "23505",
    detail: "Key (mobile)=(+491700000000) already exists.",
    where: "COPY ticket, line 1: Ann Canary",
    parameters: ["Ann Canary"],
    constraint: "ticket_claim",
    table: "ticket",
  });
  log.error({ err: new Error("the batch failed", { cause: failed }) }, "batch.failed");
  const { err } = JSON.parse(lines[0] ?? "").context;
  assert.equal(err.message, "the batch failed");
  assert.equal(err.cause.code, "23505");
  assert.deepEqual([err.cause.constraint, err.cause.table], ["ticket_claim", "ticket"]);
  log.warn({ reason: failed }, "batch.put_off");
  assert.equal(JSON.parse(lines[1]!).context.reason, "PostgreSQL refused it (23505)");
  assert.doesNotMatch(lines.join(""), /Canary|\+49/);
});

test("a failure's reason is its text, unless the text may repeat what people sent", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  const full = new DatabaseError("sorry, too many clients already", 1, "error");
  Object.assign(full, { severity: "FATAL", code: "53300" });
  const unparsed = new SyntaxError('Unexpected token "Ann Canary" is not valid JSON');
  for (const reason of [full, new Error("disk full"), unparsed]) log.warn({ reason }, "put_off");
  const reasons = lines.map((line) => JSON.parse(line).context.reason as string);
  assert.deepEqual(reasons.slice(0, 2), ["sorry, too many clients already", "disk full"]);
  assert.doesNotMatch(lines.join(""), /Canary/);
});
