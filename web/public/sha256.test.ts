import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sha256Words } from "./sha256.ts";

const hex = (text: string) =>
  Array.from(sha256Words(text), (word) => word.toString(16).padStart(8, "0")).join("");

test("the hash is SHA-256, whatever the length", () => {
  for (let length = 0; length < 200; length++) {
    const text = "mt6k.18.Qm9vaw.".repeat(14).slice(0, length);
    assert.equal(hex(text), createHash("sha256").update(text).digest("hex"), `length ${length}`);
  }
});
