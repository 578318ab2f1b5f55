import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { Rows } from "./copy.ts";
import { copyIn } from "./pipeline.ts";

let database: FreshDatabase;

before(async () => {
  database = await freshDatabase();
  await database.pool.query(
    `create table copied (n int, id uuid, note text, small smallint, big bigint, at timestamptz)`,
  );
});
after(() => database.drop());

// PostgreSQL stores no NUL and no half of a surrogate pair; both are refused at the edge.
const text = fc
  .string({ unit: "binary", maxLength: 300 })
  .filter((value) => !value.includes("\u0000") && value.isWellFormed());

const repeated = [randomUUID(), randomUUID()];

const row = fc.record(
  {
    // Some often, as organisations and lines come row by row.
    id: fc.option(fc.oneof(fc.uuid(), fc.constantFrom(...repeated))),
    note: fc.option(text),
    small: fc.integer({ min: -32_768, max: 32_767 }),
    big: fc.maxSafeInteger(),
    at: fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 })),
  },
  { noNullPrototype: true },
);

test("whatever is copied in comes back as it was", async () => {
  const client = await database.pool.connect();
  const property = fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (values) => {
    const rows = new Rows();
    for (const [n, { id, note, small, big, at }] of values.entries()) {
      rows.row(6).int(n).uuid(id).text(note).smallint(small).bigint(big).instant(at);
    }
    await client.query("truncate copied");
    await copyIn(client, `copy copied from stdin (format binary)`, rows.end());
    const { rows: found } = await client.query(`select * from copied order by n`);
    const shown = found.map(({ id, note, small, big, at }) => {
      return { id, note, small, big, at: at === null ? null : (at as Date).getTime() };
    });
    assert.deepEqual(shown, values);
  });
  await fc.assert(property, { numRuns: 200 }).finally(() => client.release());
});

test("a refused copy fails alone: the connection goes on", async () => {
  const client = await database.pool.connect();
  const rows = new Rows().row(1).uuid(randomUUID()).end();
  await assert.rejects(copyIn(client, "copy nowhere from stdin (format binary)", rows), {
    code: "42P01",
  });
  await assert.rejects(copyIn(client, "copy copied (n) from stdin (format binary)", rows), {
    code: "22P03",
  });
  assert.equal((await client.query("select 1 as one")).rows[0].one, 1);
  client.release();
});
