import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contrast, parse, styleOf } from "./room-look.ts";

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

function rulesOf(style: string): Map<string, string> {
  return new Map(
    [...style.matchAll(/--([\w-]+):(#[0-9a-f]{6})/g)].map(([, name, value]) => [name!, value!]),
  );
}

test("a room without colours of its own adds nothing", () => {
  assert.equal(styleOf({ accent: null, background: null }), "");
});

test("whatever background is chosen, everything on it can be read", () => {
  fc.assert(
    fc.property(colour, (background) => {
      const rules = rulesOf(styleOf({ accent: null, background }));
      const on = (text: string, ground: string) =>
        contrast(parse(rules.get(text)!), parse(rules.get(ground)!));
      assert.equal(rules.get("paper"), background);
      for (const ground of ["paper", "card", "sunk"]) assert.ok(on("ink", ground) >= 4.5, ground);
      for (const ground of ["paper", "card"]) assert.ok(on("soft", ground) >= 4.5, ground);
    }),
  );
});

test("whatever accent is chosen, the words on it can be read", () => {
  fc.assert(
    fc.property(colour, (accent) => {
      const rules = rulesOf(styleOf({ accent, background: null }));
      assert.ok(contrast(parse(rules.get("on-accent")!), parse(accent)) >= 4.5);
    }),
  );
});

test("what is no colour never becomes part of a style", () => {
  const style = styleOf({ accent: "red}body{display:none", background: null });
  assert.ok(!style.includes("body"));
});
