// What every page has to be: free of faults for those who cannot see or use a mouse, and light.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import type { Screen } from "./stage.ts";

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
}

const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What may be other on another screen; the other rules say the same on all of them. */
const layout = ["color-contrast", "target-size", "scrollable-region-focusable"];

export interface CheckOptions {
  /** Rules that do not hold here. */
  except?: string[];
  /** Screens besides the one that the page is on: it is made as large or small as they are. */
  also?: Screen[];
}

/** No fault that axe can find, in light and dark, and nothing cut off at the side. */
export async function check(page: Page, what: string, options: CheckOptions = {}): Promise<void> {
  const { except = [], also = [] } = options;
  // Evaluated, not added as a script: the page's policy rightly refuses foreign scripts.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axeSource());
  await checkEverything(page, what, except);
  if (also.length === 0) return;
  const own = page.viewportSize()!;
  const overlays = page.locator("[role$=dialog], [role=menu], [role=listbox]");
  const open = await overlays.count();
  const shown = await page.evaluateHandle(
    () => new Set([...document.querySelectorAll("*")].filter((one) => one.checkVisibility())),
  );
  for (const { viewport } of also) {
    const where = `${what}, ${viewport.width} wide`;
    await page.setViewportSize(viewport);
    assert.equal(await overlays.count(), open, `${where}: what was open has closed`);
    // Whether something is there that the screen before did not show.
    const more = await shown.evaluate((before) =>
      [...document.querySelectorAll("*")].some((one) => one.checkVisibility() && !before.has(one)),
    );
    if (more) await checkEverything(page, where, except);
    else await checkLight(page, where, layout, except);
  }
  await page.setViewportSize(own);
}

async function checkEverything(page: Page, what: string, except: string[]): Promise<void> {
  await checkLight(page, what, everything, except);
  // In the dark only the colours are others.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  assert.deepEqual(await faults(page, ["color-contrast"]), [], `${what}, dark`);
}

async function checkLight(
  page: Page,
  what: string,
  rules: string[],
  except: string[],
): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  assert.deepEqual(await faults(page, rules, except), [], what);
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
