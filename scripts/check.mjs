// npm run check: everything that has to be right before a change is handed in, the quick things first.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { continueInNewNode, filesBelow, installPackages, root, say } from "./setup.mjs";

await installPackages();
await continueInNewNode();
process.chdir(root);

const parts = ["src", "web", "client", "test", "faults", "simulator", "e2e", "bench"].filter((p) =>
  existsSync(p),
);
const typed = ["tsconfig.json", "web/tsconfig.json", "e2e/tsconfig.json"].filter(hasTypeScript);

/** Each answers whether all is well, and shows what is not. */
const steps = {
  format: () => tool("oxfmt", "--check", "."),
  lint: () => tool("oxlint", "--deny-warnings"),
  types: () => typed.map((project) => tool("tsc", "-p", project)).every(Boolean),
  "import rules": importRules,
  settings: onlyMainReadsTheEnvironment,
  "unused code": () => tool("knip"),
  "generated files": () => script("scripts/generate.mjs", "--check"),
  tests: () => script("scripts/test.mjs"),
};

const failed = [];
for (const [name, step] of Object.entries(steps)) {
  say(`\n── ${name}`);
  const started = Date.now();
  const ok = step();
  if (!ok) failed.push(name);
  say(`── ${name}: ${ok ? "ok" : "FAILED"} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}
say(failed.length === 0 ? "\nAll checks passed." : `\nFailed: ${failed.join(", ")}.`);
process.exit(failed.length === 0 ? 0 : 1);

function tool(name, ...args) {
  return show(spawnSync(join("node_modules/.bin", name), args, { stdio: "inherit" }));
}

function script(file, ...args) {
  return show(spawnSync(process.execPath, [file, ...args], { stdio: "inherit" }));
}

function show({ status, error }) {
  if (error) say(error.message);
  return status === 0;
}

/** With the wrong TypeScript the tool finds no imports at all, and is content. */
function importRules() {
  const args = ["--output-type", "json", ...parts];
  const bin = "node_modules/.bin/depcruise";
  const { stdout, stderr } = spawnSync(bin, args, { maxBuffer: 1 << 28, encoding: "utf8" });
  if (!stdout) return show({ status: 1, error: new Error(stderr) });
  const { summary } = JSON.parse(stdout);
  for (const { rule, from, to } of summary.violations) say(`${rule.name}: ${from} → ${to}`);
  say(`${summary.totalCruised} files, ${summary.totalDependenciesCruised} imports`);
  return summary.violations.length === 0 && summary.totalDependenciesCruised > summary.totalCruised;
}

function onlyMainReadsTheEnvironment() {
  const readers = filesBelow("src")
    .filter((file) => file.endsWith(".ts") && !/(\.test|^src\/main)\.ts$/.test(file))
    .filter((file) => /\bprocess\s*\.\s*env\b|\bprocess\["env"\]/.test(readFileSync(file, "utf8")));
  for (const file of readers) say(`${file} reads the environment; only src/main.ts may.`);
  return readers.length === 0;
}

function hasTypeScript(project) {
  const folder = project.replace("tsconfig.json", "") || "src";
  return filesBelow(folder).some((file) => /\.tsx?$/.test(file));
}
