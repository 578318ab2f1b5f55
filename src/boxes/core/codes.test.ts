import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { codesPerInventory, inventoriesPerMerchant, pickupCode, readPickupCode } from "./codes.ts";

const keys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString("base64"));
const newKey = () => randomBytes(32).toString("base64");
const ordinals = fc.nat(inventoriesPerMerchant - 1);
const sequences = fc.integer({ min: 1, max: codesPerInventory - 1 });

test("a code says which reservation it stands for, to whoever has the merchant's key", () => {
  fc.assert(
    fc.property(keys, ordinals, sequences, (key, ordinal, sequence) => {
      const code = pickupCode(key, ordinal, sequence);
      assert.match(code, /^[2345679ACFHJKMRTUWXY]{6}$/);
      assert.deepEqual(readPickupCode(key, code), { ordinal, sequence });
      assert.deepEqual(readPickupCode(key, ` ${code.slice(0, 3)}-${code.slice(3).toLowerCase()}`), {
        ordinal,
        sequence,
      });
    }),
  );
});

test("no two reservations of a merchant have the same code", () => {
  const key = newKey();
  const seen = new Set<string>();
  for (const ordinal of [0, 1, 639]) {
    for (let sequence = 1; sequence <= 3_000; sequence++) {
      seen.add(pickupCode(key, ordinal, sequence));
    }
  }
  assert.equal(seen.size, 9_000);
});

test("one code says nothing about the next: they are spread over all there are", () => {
  const key = newKey();
  const codes = Array.from({ length: 2_000 }, (_, i) => pickupCode(key, 7, i + 1));
  for (let place = 0; place < 6; place++) {
    assert.equal(new Set(codes.map((code) => code[place])).size, 20, `character ${place}`);
  }
  const neighbours = codes.filter(
    (code, i) => i > 0 && code.slice(0, 3) === codes[i - 1]!.slice(0, 3),
  );
  assert.ok(neighbours.length < 10, `${neighbours.length} of 2,000 begin like the one before`);
});

test("with another merchant's key the same reservation has another code", () => {
  const codes = new Set(Array.from({ length: 100 }, () => pickupCode(newKey(), 1, 1)));
  assert.ok(codes.size > 95);
});

test("what cannot be a code is none", () => {
  const key = newKey();
  for (const typed of ["", "12345", "0O1IL8", "ACFHJKM", "ACFHJ!", "ÄCFHJK"]) {
    assert.equal(readPickupCode(key, typed), null, typed);
  }
});

test("there is no code outside the merchant's part", () => {
  const key = newKey();
  assert.throws(() => pickupCode(key, inventoriesPerMerchant, 1));
  assert.throws(() => pickupCode(key, 0, codesPerInventory));
  assert.throws(() => pickupCode(key, 0, 0));
});
