import assert from "node:assert/strict";
import { test } from "node:test";
import { decimalsOf, majorOf, minorOf, moneyText } from "./money.ts";

/** Formats put spaces that do not break. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

test("a price is written as the reader's language writes it", () => {
  assert.equal(moneyText(450, "EUR", "en-GB"), "€4.50");
  assert.equal(plain(moneyText(450, "EUR", "de-DE")), "4,50 €");
  assert.equal(plain(moneyText(123_456, "EUR", "fr-FR")), "1 234,56 €");
  assert.equal(moneyText(45_000, "INR", "en-IN"), "₹450.00");
});

test("each currency has its own decimals", () => {
  assert.deepEqual(["EUR", "JPY", "KWD"].map(decimalsOf), [2, 0, 3]);
  assert.equal(moneyText(600, "JPY", "en"), "¥600");
  assert.equal(plain(moneyText(1_250, "KWD", "en")), "KWD 1.250");
});

test("what is typed becomes whole minor units, and back", () => {
  assert.equal(minorOf(4.35, "EUR"), 435);
  assert.equal(minorOf(0.29, "EUR"), 29);
  assert.equal(minorOf(600, "JPY"), 600);
  assert.equal(majorOf(435, "EUR"), 4.35);
});
