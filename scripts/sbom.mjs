// npm run sbom: writes what the server is made of to dist/sbom.json (CycloneDX), and asks the registry
// whether any of it has a known fault. Without a registry that answers, only the list is made.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const cwd = fileURLToPath(new URL("..", import.meta.url));
const npm = (...args) =>
  spawnSync("npm", args, { cwd, encoding: "utf8", maxBuffer: 100_000_000, timeout: 120_000 });

const list = npm("sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only");
if (list.status !== 0) {
  process.stderr.write(list.stderr);
  process.exit(1);
}
mkdirSync(`${cwd}dist`, { recursive: true });
writeFileSync(`${cwd}dist/sbom.json`, list.stdout);
const { components } = JSON.parse(list.stdout);
console.log(`dist/sbom.json: ${components.length} packages`);

const audit = npm("audit", "--omit", "dev", "--json");
const found = report(audit.stdout)?.metadata?.vulnerabilities;
if (!found) console.log("The registry did not answer: nothing is known about faults in them.");
else {
  console.log(`Known faults: ${found.total}, of which ${found.high + found.critical} are grave`);
  if (found.high + found.critical > 0) process.exit(1);
}

function report(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
