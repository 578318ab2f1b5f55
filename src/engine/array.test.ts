import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { bigints, instants, ints, jsons, smallints, texts, uuids } from "./array.ts";

let database: FreshDatabase;
before(async () => (database = await freshDatabase()));
after(() => database.drop());

async function readBack(type: string, array: Buffer): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ value: unknown }>(
    `select unnest($1::${type}[]) as value`,
    [array],
  );
  return rows.map((row) => row.value);
}

// PostgreSQL stores neither NUL nor half a surrogate pair; both are refused at the edge.
const text = fc
  .string({ unit: "binary" })
  .filter((value) => !value.includes("\u0000") && value.isWellFormed());

async function comesBack<Value>(
  type: string,
  value: fc.Arbitrary<Value>,
  write: (values: readonly (Value | null)[], of: (value: Value | null) => Value | null) => Buffer,
  shown: (value: unknown) => unknown = (same) => same,
): Promise<void> {
  const property = fc.asyncProperty(fc.array(fc.option(value)), async (values) => {
    const found = await readBack(
      type,
      write(values, (same) => same),
    );
    assert.deepEqual(found.map(shown), values);
  });
  await fc.assert(property);
}

test("any text comes back as it was", () => comesBack("text", text, texts));

test("any JSON comes back as it was", () => {
  const json = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)));
  const asText = (value: unknown) => value && JSON.stringify(value);
  return comesBack(
    "json",
    json.map((value) => JSON.stringify(JSON.parse(JSON.stringify(value)))),
    jsons,
    asText,
  );
});

test("numbers come back as they were", async () => {
  await comesBack("bigint", fc.maxSafeInteger(), bigints);
  await comesBack("int", fc.integer(), ints);
  await comesBack("smallint", fc.integer({ min: -32_768, max: 32_767 }), smallints);
});

test("instants come back as they were", () =>
  comesBack(
    "timestamptz",
    fc.integer({ min: 0, max: 4_000_000_000_000 }),
    instants,
    (at) => at && (at as Date).getTime(),
  ));

test("ids come back as they were, in small letters", async () => {
  await comesBack("uuid", fc.uuid(), uuids);
  const id = "01A1E435-DB32-7086-AFFD-736A0461083F";
  const array = uuids([id, null, id], (same) => same);
  assert.deepEqual(await readBack("uuid", array), [id.toLowerCase(), null, id.toLowerCase()]);
});
