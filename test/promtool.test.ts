// The rules for Prometheus that are handed out are valid, say what they promise, and ask for metrics that there are.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "./app.ts";
import { api } from "./http.ts";

const folder = new URL("../docs/operations/", import.meta.url);
let app: TestApp;
before(async () => (app = await startApp()));
after(() => app.close());

function promtool(...words: string[]): void {
  const { status, stdout, stderr } = spawnSync("promtool", words, {
    cwd: folder,
    encoding: "utf8",
  });
  assert.equal(status, 0, `${stdout}${stderr}`);
}

test("the rules are valid", () => promtool("check", "rules", "alerts-boxes.yml", "rules-opd.yml"));

test("the specification's six figures are what their formulas say", () =>
  promtool("test", "rules", "rules-opd.test.yml"));

test("every metric that the figures are made of is there", async () => {
  const rules = readFileSync(new URL("rules-opd.yml", folder), "utf8");
  const { body } = await api(app).get("/metrics");
  const names = new Set(rules.match(/turnkeeper_\w+/g));
  assert.ok(names.size >= 5);
  for (const name of names) assert.ok((body as string).includes(`# TYPE ${name} `), name);
});
