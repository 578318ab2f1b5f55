import assert from "node:assert/strict";
import { test } from "node:test";
import { filesOf, readBuiltPages } from "./built-pages.ts";

const manifest = {
  "join.tsx": {
    file: "assets/join.js",
    css: ["assets/page.css"],
    imports: ["_preact.js", "_wire.js"],
  },
  "_preact.js": { file: "assets/preact.js" },
  "_wire.js": { file: "assets/wire.js", imports: ["_preact.js"], css: ["assets/wire.css"] },
  "page.css": { file: "assets/page.css" },
};

test("an entry brings its script, every chunk behind it once, and all styles", () => {
  assert.deepEqual(filesOf(manifest, "join.tsx"), {
    scripts: ["/assets/join.js"],
    preloads: ["/assets/preact.js", "/assets/wire.js"],
    styles: ["/assets/wire.css", "/assets/page.css"],
  });
});

test("a page without script has its style alone", () => {
  assert.deepEqual(filesOf(manifest, "page.css"), {
    scripts: [],
    preloads: [],
    styles: ["/assets/page.css"],
  });
});

test("a missing build says what to run", async () => {
  await assert.rejects(readBuiltPages("/nowhere"), /npm run build/);
});
