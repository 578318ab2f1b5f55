// Only availability touches its tables. Others ask its service, or call the function
// availability_schedule inside a statement of their own.

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../..");
const own = "migrations/0004_availability.sql";
/** Availability's own, later; adds to an exception which calendar it came from; mends stored texts of every table. */
const alsoOwn = /_(availability_\w+|calendars|clean_texts)\.sql$/;
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Every table of availability starts with its name, so that it can be found wherever it is used. */
function touchesIn(source: string): string[] {
  return source.match(/availability_(?!schedule\b)\w*/gi) ?? [];
}

test("all tables of availability carry its name", () => {
  const tables = [...read(own).matchAll(/create table (\S+)/g)].map(([, table]) => table!);
  assert.equal(tables.length, 3);
  for (const table of tables) assert.match(table, /^availability_/);
});

test("no other module touches the tables of availability", () => {
  const others = globSync(["src/**/*.ts", "migrations/*.sql", "scripts/*.mjs"], { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.startsWith("src/availability/") && !file.endsWith(".test.ts"))
    .filter((file) => file !== own && !alsoOwn.test(file));
  assert(others.includes("src/server.ts") && others.includes("migrations/0001_kernel.sql"));
  for (const file of others) {
    assert.deepEqual(touchesIn(read(file)), [], `${file} must ask src/availability/service.ts`);
  }
});

test("a module that did would be found", () => {
  assert.deepEqual(touchesIn("select name from availability_resource where id = $1"), [
    "availability_resource",
  ]);
  assert.deepEqual(touchesIn('delete from "AVAILABILITY_exception"'), ["AVAILABILITY_exception"]);
  assert.deepEqual(touchesIn("select availability_schedule(id, $1, $2)"), []);
  assert.deepEqual(touchesIn(read("src/availability/store.ts")).length > 0, true);
});
