import assert from "node:assert/strict";
import { test } from "node:test";
import { renderShell, type Shell } from "./shell.ts";

const plain: Shell = {
  lang: "en",
  title: "Queue",
  body: "",
  scripts: ["/assets/join-1.js"],
  preloads: [],
  styles: [],
};

test("a queue's name cannot break out of the title", () => {
  const html = renderShell({ ...plain, title: `</title><script>alert("1")</script>` });
  assert.ok(!html.includes("<script>alert"));
  assert.ok(html.includes("&#60;/title&#62;"));
});

test("data cannot end its block and start a script", () => {
  const html = renderShell({ ...plain, data: { name: "</script><script>alert(1)</script><!--" } });
  assert.ok(!html.includes("</script><script>alert"));
  const block = /id="data">(.*?)<\/script>/.exec(html)?.[1] ?? "";
  assert.deepEqual(JSON.parse(block), { name: "</script><script>alert(1)</script><!--" });
});

test("a page in a right-to-left language says so", () => {
  assert.ok(
    renderShell({ ...plain, lang: "ar", dir: "rtl" }).includes(`<html lang="ar" dir="rtl">`),
  );
});

test("no page carries an inline script", () => {
  const html = renderShell({ ...plain, data: { a: 1 } });
  for (const tag of html.match(/<script[^>]*>/g) ?? []) {
    assert.match(tag, /src=|application\/json/);
  }
});
