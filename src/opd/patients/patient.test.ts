import assert from "node:assert/strict";
import { test } from "node:test";
import { combined, mayBeSame, typosBetween, typosIn, unknown, type NewPatient } from "./patient.ts";

const person = (given: NewPatient) => ({ ...unknown, ...given });

function same(a: NewPatient, b: NewPatient): boolean {
  const [there, back] = [mayBeSame(person(a), person(b)), mayBeSame(person(b), person(a))];
  assert.equal(there, back);
  return there;
}

test("letters wrong, added, left out or swapped with the next are one mistake each", () => {
  for (const [a, b, n] of [
    ["anna", "anna", 0],
    ["anna", "ana", 1],
    ["john", "jonh", 1],
    ["meier", "maier", 1],
    ["meier", "mayer", 2],
    ["a", "abcdef", 3],
  ] as const) {
    assert.equal(typosBetween(a, b, 2), n, `${a} ${b}`);
    assert.equal(typosBetween(b, a, 2), n, `${b} ${a}`);
  }
});

test("short words are taken as they are, longer ones may have a mistake, the longest two", () => {
  assert.equal(typosIn(["tmo"], ["tom"]), null);
  assert.equal(typosIn(["jonh"], ["john"]), 1);
  assert.equal(typosIn(["alvarze"], ["alvarez"]), 1);
  assert.equal(typosIn(["schwar"], ["schwarzmueller"]), 0, "only the beginning is typed");
  assert.equal(typosIn(["jonh", "smiht"], ["smith", "john"]), 2);
  assert.equal(typosIn(["john", "brown"], ["john", "smith"]), null);
});

test("two records may be of one person", () => {
  assert.ok(same({ name: "Ann Lee" }, { name: "Lee, Ánn" }), "the same name, nothing against it");
  assert.ok(
    !same({ name: "Ann Lee", phone: "0171 1111111" }, { name: "Ann Lee", phone: "0172 2222222" }),
  );
  assert.ok(
    !same(
      { name: "Ann Lee", birthDate: "1990-01-01" },
      { name: "Ann Lee", birthDate: "1991-01-01" },
    ),
  );
  assert.ok(
    same(
      { name: "Jonathan Smith", birthDate: "1990-01-01" },
      { name: "Jonathan Smiht", birthDate: "1990-01-01" },
    ),
  );
  assert.ok(
    same(
      { name: "Jon Smith", phone: "+49 171 2223334" },
      { name: "Jon Peter Smith", phone: "0171 2223334" },
    ),
  );
  assert.ok(
    !same(
      { name: "Tim Smith", phone: "0171 2223334" },
      { name: "Eva Smith", phone: "0171 2223334" },
    ),
  );
  assert.ok(
    !same({ name: "Jonathan Smith" }, { name: "Jonathan Smiht" }),
    "a mistake alone is nothing",
  );
});

test("a record of two has what either knows, and what is to be taken from the other", () => {
  const winner = { id: "1", ...person({ name: "A", phone: "1", notes: "x" }) };
  const loser = { id: "2", ...person({ name: "B", phone: "2", email: "b@b", notes: "x" }) };
  assert.deepEqual(combined(winner, loser, []), { ...winner, email: "b@b" });
  assert.deepEqual(combined(winner, loser, ["phone"]), { ...winner, phone: "2", email: "b@b" });
});
