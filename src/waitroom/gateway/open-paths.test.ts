import assert from "node:assert/strict";
import { test } from "node:test";
import { isUnambiguous as isUnambiguousAtTheGate } from "../../../client/paths.ts";
import { isOpenPath, isUnambiguous } from "./open-paths.ts";

const open = ["/assets/", "/healthz"];

test("what begins with an open path is open", () => {
  for (const url of [
    "/assets/",
    "/assets/a.css",
    "/assets/a.css?v=../1",
    "/assets/caf%C3%A9.png",
    "/assets/a...b/.hidden",
    "/healthz",
  ]) {
    assert.equal(isOpenPath(url, open), true, url);
    assert.equal(isUnambiguousAtTheGate(url.split("?", 1)[0]!), true, url);
  }
});

test("what servers read in different ways is not open", () => {
  for (const url of [
    "/",
    "/order",
    "/Assets/a.css",
    "//index.php/assets/",
    "//assets/",
    "/index.php/assets/",
    "/assets//order",
    "/assets/../order",
    "/assets/..",
    "/assets/./../order",
    "/assets/..%2forder",
    "/assets/%2e%2e/order",
    "/assets/%2E./order",
    "/assets/..\\order",
    "/assets/%5c..%5corder",
    "/assets/..;/order",
    "/assets/%3b/order",
    "/assets/%252e%252e/order",
    "/assets/%c0%ae%c0%ae/order",
    "/assets/%u002e%u002e/order",
    "/assets/%EF%BC%8E%EF%BC%8E/order",
    "/assets/%00/../order",
    "/assets/%0d%0aorder",
    "/assets/%",
    "\\assets/",
    "assets/",
    "http://elsewhere/assets/",
    "?/assets/",
    "",
  ]) {
    assert.equal(isOpenPath(url, open), false, url);
    assert.equal(isUnambiguousAtTheGate(url), isUnambiguous(url), url);
  }
});

test("without open paths nothing is open", () => {
  assert.equal(isOpenPath("/assets/", []), false);
});
