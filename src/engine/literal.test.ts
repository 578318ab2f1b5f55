import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { plain, quoted, quotedJson } from "./literal.ts";

let database: FreshDatabase;
before(async () => (database = await freshDatabase()));
after(() => database.drop());

async function readBack(type: string, literal: string): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ value: unknown }>(
    `select unnest($1::${type}[]) as value`,
    [literal],
  );
  return rows.map((row) => row.value);
}

// PostgreSQL stores neither NUL nor half a surrogate pair; both are refused at the edge.
const text = fc
  .string({ unit: "binary" })
  .filter((value) => !value.includes("\u0000") && value.isWellFormed());

test("any text comes back as it was", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text), { minLength: 1 }), async (values) => {
      assert.deepEqual(await readBack("text", quoted(values)), values);
    }),
  );
});

test("any JSON comes back as it was", async () => {
  const json = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)));
  await fc.assert(
    fc.asyncProperty(fc.array(json, { minLength: 1 }), async (values) => {
      const texts = values.map((value) => JSON.stringify(value));
      assert.deepEqual(await readBack("json", quotedJson(texts)), JSON.parse(`[${texts.join()}]`));
    }),
  );
});

test("numbers and nulls come back as they were", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(fc.maxSafeInteger()), { minLength: 1 }), async (values) => {
      assert.deepEqual(await readBack("bigint", plain(values)), values);
    }),
  );
});
