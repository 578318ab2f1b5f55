import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { storedAnswer, replayedAnswer } from "./replayed-answer.ts";

const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
// No view has a field that says what it inherits from.
const field = fc.string().filter((name) => name !== "__proto__");
const answer = fc.dictionary(field, value, { minKeys: 1, noNullPrototype: true });

test("an answer comes back as it was, whatever was expected of it", () => {
  const cases = answer.chain((said) => {
    // Of each field: expected as it is, expected otherwise, or not expected.
    const expectations = Object.entries(said).map(([key, is]) =>
      fc.oneof(
        fc.constant([[key, is]]),
        value.map((other) => [[key, other]]),
        fc.constant([]),
      ),
    );
    const usual = fc.tuple(...expectations).map((all) => Object.fromEntries(all.flat()) as object);
    return fc.tuple(fc.constant(said), usual);
  });
  fc.assert(
    fc.property(cases, ([said, usual]) => {
      const kept = JSON.parse(storedAnswer(said, usual)) as object;
      assert.deepEqual(replayedAnswer(kept, usual), said);
    }),
  );
});

test("only what was not expected is kept", () => {
  const usual = { name: "Ann", calls: 0, desk: null };
  const said = { name: "Ann", calls: 1, desk: null, id: "1" };
  assert.equal(storedAnswer(said, usual), `{"calls":1,"id":"1"}`);
});

test("one that was kept as a whole is answered as it was", () => {
  const said = { name: "Ann", calls: 0 };
  assert.deepEqual(replayedAnswer(said, { name: "Bea", calls: 1 }), said);
  assert.deepEqual(replayedAnswer(said, undefined), said);
});
