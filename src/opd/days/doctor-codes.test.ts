import assert from "node:assert/strict";
import { test } from "node:test";
import { proposedCode } from "./doctor-codes.ts";

function codesOf(names: readonly string[]): string[] {
  const taken = new Set<string>();
  for (const name of names) taken.add(proposedCode(name, taken));
  return [...taken];
}

test("a code is the shortest that says who it is and that nobody has", () => {
  const six = Array.from({ length: 6 }, () => "Dr Asha Rao");
  assert.deepEqual(codesOf(six), ["R", "AR", "RA", "RAO", "ARA", "R2"]);
  assert.deepEqual(codesOf(["Prof. Dr. José Núñez", "Óscar Núñez-Lara"]), ["N", "L"]);
});

test("E is no code: E1 is an emergency's number", () => {
  assert.deepEqual(codesOf(["Dr Eze"]), ["EZ"]);
});

test("a name without letters of the alphabet gets a code as well, and a thousand doctors get one each", () => {
  assert.deepEqual(codesOf(["王芳", "李娜"]), ["A", "B"]);
  const many = codesOf(Array.from({ length: 1_000 }, (_, i) => (i % 2 ? "Dr Li" : "Ōe 7")));
  assert.equal(many.length, 1_000);
  assert.ok(many.every((code) => /^[A-Z0-9]{1,3}$/.test(code)));
});
