import assert from "node:assert/strict";
import { test } from "node:test";
import { pagesOf } from "./turning-pages.ts";

const doctors = (count: number) => Array.from({ length: count }, (_, i) => i);
const lengths = (count: number) => pagesOf(doctors(count), 20).map(({ length }) => length);

test("as many doctors as can be read at once are on one page of the screen", () => {
  assert.deepEqual(lengths(1), [1]);
  assert.deepEqual(lengths(20), [20]);
  assert.deepEqual(lengths(0), [0]);
});

test("more take turns, on pages that are equally full, and nobody is left out", () => {
  assert.deepEqual(lengths(21), [11, 10]);
  assert.deepEqual(lengths(60), [20, 20, 20]);
  assert.deepEqual(pagesOf(doctors(41), 20).flat(), doctors(41));
});
