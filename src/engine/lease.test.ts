import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { Lease } from "./lease.ts";

let database: FreshDatabase;
before(async () => {
  database = await freshDatabase();
});
after(() => database.drop());

const leases = (name: string) => [
  new Lease(database.pool, name, 3_600_000),
  new Lease(database.pool, name, 3_600_000),
];

/** As if the holder had stood still for as long as it has the lease. */
const runOut = (name: string) =>
  database.pool.query(`update lease set until = now() where name = $1`, [name]);

test("one has it, and the other once it was given back", async () => {
  const [first, second] = leases("shared");
  assert.equal(await first!.take(), true);
  assert.equal(await second!.take(), false);
  assert.equal(await first!.renew(), true);
  await first!.giveBack();
  assert.equal(await second!.take(), true);
});

test("of many who want it at once, one has it", async () => {
  const many = Array.from({ length: 20 }, () => new Lease(database.pool, "wanted", 3_600_000));
  const taken = await Promise.all(many.map((lease) => lease.take()));
  assert.equal(taken.filter(Boolean).length, 1);
});

test("whoever stands still loses it, and cannot renew it or give it away afterwards", async () => {
  const [sleeper, other] = leases("lost");
  assert.equal(await sleeper!.take(), true);
  await runOut("lost");
  assert.equal(await other!.take(), true);
  assert.equal(await sleeper!.renew(), false);
  await sleeper!.giveBack();
  assert.equal(await sleeper!.take(), false);
  assert.equal(await other!.renew(), true);
});

test("one that ran out and was taken by nobody is renewed", async () => {
  const [first] = leases("kept");
  await first!.take();
  await runOut("kept");
  assert.equal(await first!.renew(), true);
});

for (const [wrong, days] of [
  ["behind", -1],
  ["ahead", 1],
] as const) {
  test(`how long it lasts is the database's to say, also when a holder's clock is ${wrong}`, async (t) => {
    const name = `clock ${wrong}`;
    const [first, second] = leases(name);
    t.mock.timers.enable({ apis: ["Date"], now: Date.now() + days * 86_400_000 });
    const lasts = async () =>
      (
        await database.pool.query<{ isRight: boolean }>(
          `select until > now() and until < now() + interval '2 hours' as "isRight"
             from lease where name = $1`,
          [name],
        )
      ).rows[0]!.isRight;
    assert.equal(await first!.take(), true);
    assert.equal(await lasts(), true);
    assert.equal(await first!.renew(), true);
    assert.equal(await lasts(), true);
    assert.equal(await second!.take(), false);
    await first!.giveBack();
    assert.equal(await second!.take(), true);
  });
}
