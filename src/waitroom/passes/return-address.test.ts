import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { returnAddress, withParameter } from "./return-address.ts";

const target = "https://shop.example.com/sale";

test("a page of the target's site is where somebody returns to", () => {
  for (const [asked, expected] of [
    ["https://shop.example.com/cart?item=7#top", "https://shop.example.com/cart?item=7#top"],
    ["https://shop.example.com", "https://shop.example.com/"],
    ["https://SHOP.example.com:443/a", "https://shop.example.com/a"],
    ["/cart", "https://shop.example.com/cart"],
    ["?size=m", "https://shop.example.com/sale?size=m"],
    ["/go?to=https://other.example/", "https://shop.example.com/go?to=https://other.example/"],
  ] as const) {
    assert.equal(returnAddress(target, asked), expected, asked);
  }
});

test("anything else leads to the target itself: the room is no open redirect", () => {
  const tricks = [
    "https://evil.example/",
    "http://shop.example.com/", // not over plain http
    "https://shop.example.com:8443/",
    "https://shop.example.com.evil.example/",
    "https://evil.example/shop.example.com",
    "https://evil.example#shop.example.com",
    "https://evil.example?shop.example.com",
    "https://shop.example.com@evil.example/",
    "https://shop.example.com:pass@evil.example/",
    "https://user:pass@shop.example.com/",
    "https://evil.example\\@shop.example.com/",
    "//evil.example/",
    "///evil.example/",
    "\\\\evil.example/",
    "/\\evil.example/",
    "\\/evil.example",
    "/\t/evil.example",
    "\t//evil.example",
    " //evil.example",
    "ht\ntps://evil.example",
    "https:evil.example/..//",
    "https:/\\evil.example",
    "javascript:alert(1)",
    "JaVa\tScript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "blob:https://shop.example.com/0b6d",
    "filesystem:https://shop.example.com/x",
    "https://[::1]/",
    "https://shop。example。com.evil.example/",
    "https://shop.example.com%2eevil.example/",
    "https://",
    `/${"a".repeat(3_000)}`,
    "",
  ];
  for (const asked of tricks) {
    const given = returnAddress(target, asked);
    assert.equal(new URL(given).origin, "https://shop.example.com", asked);
    if (!asked.startsWith("https:evil") && !asked.includes("。")) {
      assert.equal(given, target, asked);
    }
  }
  assert.equal(returnAddress(target, null), target);
});

test("whatever is asked, a browser stays on the target's site", () => {
  const pieces = fc.constantFrom(
    ..."/ \\ : @ ? # . %2f \t \n https: http: // evil.example shop.example.com user".split(" "),
  );
  const addresses = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(addresses, fc.webUrl(), fc.string()), (asked) => {
      const opened = new URL(returnAddress(target, asked));
      assert.equal(opened.origin, "https://shop.example.com");
      assert.equal(opened.username + opened.password, "");
    }),
    { numRuns: 2_000 },
  );
});

test("a parameter is added without touching the others, and only once", () => {
  const page = "https://shop.example.com/a?q=x+y&empty&sign=%7e#part";
  assert.equal(
    withParameter(page, "tk_pass", "a.b-c"),
    "https://shop.example.com/a?q=x+y&empty&sign=%7e&tk_pass=a.b-c#part",
  );
  const twice = withParameter(withParameter("https://a.example/", "p", "1"), "p", "2 3");
  assert.equal(twice, "https://a.example/?p=2%203");
});
