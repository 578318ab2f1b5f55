// What every page has to be: free of faults for those who cannot see or use a mouse, and light.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
}

const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** No fault that axe can find, in light and dark, and nothing cut off at the side. */
export async function check(page: Page, what: string, except: string[] = []): Promise<void> {
  // Evaluated, not added as a script: the page's policy rightly refuses foreign scripts.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axeSource());
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  assert.deepEqual(await faults(page, everything, except), [], what);
  // In the dark only the colours are others.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  assert.deepEqual(await faults(page, ["color-contrast"]), [], `${what}, dark`);
  const cut = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.equal(cut, 0, `${what} is wider than its screen`);
}

async function faults(page: Page, runOnly: string[], except: string[] = []): Promise<string[]> {
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]));
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run(document, ${JSON.stringify({ runOnly, rules, resultTypes: ["violations"] })})`,
  );
  return violations.map(({ id, help, nodes }) => {
    const where = nodes.map((node) => `  ${node.html}\n  ${node.failureSummary}`);
    return `${id}: ${help}\n${where.join("\n")}`;
  });
}

let source: string | null = null;
async function axeSource(): Promise<string> {
  source ??= await readFile(axeFile, "utf8");
  return source;
}

/** What a phone loads of script to show this page. */
export async function scriptBytes(page: Page, path: string): Promise<number> {
  await page.goto("about:blank");
  let bytes = 0;
  const reading: Promise<void>[] = [];
  page.on("response", (response) => {
    if (!new URL(response.url()).pathname.endsWith(".js")) return;
    reading.push(response.body().then((body) => void (bytes += gzipSync(body).length)));
  });
  await page.goto(path);
  await page.locator("main").waitFor();
  await page.waitForLoadState("load");
  await Promise.all(reading);
  return bytes;
}
