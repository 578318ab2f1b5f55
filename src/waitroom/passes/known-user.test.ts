import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { knownUserName, knownUserToken } from "./known-user.ts";

const settings = { customerId: "acme", eventId: "spring-sale", secretKey: "a-key-of-the-site" };
const positionId = "0190a000-0000-7000-8000-0000000000aa";
const token = knownUserToken(settings, {
  positionId,
  expiresAt: new Date("2026-03-02T10:01:00.900Z"),
  cookieMinutes: 10,
});

/** As a connector reads it: each field has one "_", the hash is over everything before it. */
function asConnector(text: string, secretKey: string) {
  const fields = Object.fromEntries(
    text.split("~").flatMap((field) => {
      const parts = field.split("_");
      return parts.length === 2 ? [parts as [string, string]] : [];
    }),
  );
  const signed = text.replace(`~h_${fields["h"]}`, "");
  const hash = createHmac("sha256", secretKey).update(signed).digest("hex");
  return { fields, isValid: hash === fields["h"] };
}

test("a connector finds the event, the visitor, the time and the lifetime of its cookie", () => {
  const { fields, isValid } = asConnector(token, settings.secretKey);
  assert.ok(isValid);
  const { h: _hash, ...others } = fields;
  assert.deepEqual(others, {
    e: "spring-sale",
    q: positionId,
    ts: String(Date.parse("2026-03-02T10:01:00Z") / 1000),
    ce: "true",
    cv: "10",
    rt: "queue",
  });
});

test("another key or a changed field is noticed", () => {
  assert.ok(!asConnector(token, "another-key").isValid);
  assert.ok(!asConnector(token.replace("cv_10", "cv_9999"), settings.secretKey).isValid);
  assert.ok(!asConnector(token.replace("e_spring", "e_winter"), settings.secretKey).isValid);
});

test("names that would end a field are not taken", () => {
  for (const name of ["a_b", "a~b", "a b", "", "a&b"]) assert.ok(!knownUserName.test(name), name);
  assert.ok(knownUserName.test("spring-sale.2026"));
});
