// docs/specs.md says which test holds which rule. A test that is renamed or removed is noticed here.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const page = join(import.meta.dirname, "../docs/specs.md");

interface Row {
  rule: string;
  tests: { file: string; names: string[] }[];
}

function rowsOf(text: string): Row[] {
  const lines = text
    .split("\n")
    .filter((line) => line.startsWith("| ") && line !== "| rule | tests |");
  return lines.map((line) => {
    const [, rule = "", cell = ""] = line.split("|").map((part) => part.trim());
    const tests = cell.split("<br>").map((part) => ({
      file: /\]\(([^)]+)\)/.exec(part)?.[1] ?? "",
      names: [...part.matchAll(/“([^”]+)”/g)].map(([, name]) => name!),
    }));
    return { rule, tests };
  });
}

function missing(rows: readonly Row[]): string[] {
  return rows.flatMap(({ rule, tests }) =>
    tests.flatMap(({ file, names }) => {
      const path = join(dirname(page), file);
      if (!file.endsWith(".test.ts") || !existsSync(path)) return [`${rule} No such file: ${file}`];
      const source = readFileSync(path, "utf8");
      const gone = names.filter((name) => !source.includes(`"${name}"`));
      return gone.map((name) => `${rule} ${file} has no test "${name}"`);
    }),
  );
}

test("every rule of the specifications names tests that exist", () => {
  const rows = rowsOf(readFileSync(page, "utf8"));
  assert.ok(rows.length > 40, `only ${rows.length} rules were found`);
  assert.deepEqual(missing(rows), []);
});

test("a test that is gone is noticed", () => {
  const [row] = rowsOf("| A rule. | [specs](../test/specs.test.ts): “a test that nobody wrote” |");
  assert.equal(missing([row!]).length, 1);
  assert.equal(
    missing([{ rule: "", tests: [{ file: "../test/gone.test.ts", names: [] }] }]).length,
    1,
  );
});
