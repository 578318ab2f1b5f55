import assert from "node:assert/strict";
import { test } from "node:test";
import { sentenceOf } from "./problem-text.ts";

test("what a person reads is a sentence, without the name that programs use", () => {
  for (const [field, message, sentence] of [
    ["phone", "must be a phone number", "Phone must be a phone number."],
    ["patientId", "a consultation is for a patient", "A consultation is for a patient."],
    ["patientId", "must be an id", "Patient must be an id."],
    ["resources.0.end", "must be after start", "End must be after start."],
    ["graceMinutes", "must be at least 1", "Grace minutes must be at least 1."],
    [
      "externalId",
      "belongs to another patient",
      "The hospital's own number belongs to another patient.",
    ],
    ["minutes", "Invalid input: expected number, received null", "Please check this: Minutes."],
  ] as const) {
    assert.equal(sentenceOf(field, message), sentence);
  }
});
