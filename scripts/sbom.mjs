// npm run sbom: writes what the server is made of to dist/sbom.json (CycloneDX), and asks the registry
// whether any of it has a known fault. Without a registry that answers, only the list is made, and it says so.
// --no-audit: do not ask. --to FILE: write it there.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const cwd = fileURLToPath(new URL("..", import.meta.url));
const { values: options } = parseArgs({
  options: { to: { type: "string", default: "dist/sbom.json" }, "no-audit": { type: "boolean" } },
});
const npm = (...args) =>
  spawnSync("npm", args, { cwd, encoding: "utf8", maxBuffer: 100_000_000, timeout: 120_000 });

const list = npm("sbom", "--sbom-format", "cyclonedx", "--package-lock-only");
if (list.status !== 0) {
  process.stderr.write(list.stderr);
  process.exit(1);
}
const file = resolve(cwd, options.to);
mkdirSync(dirname(file), { recursive: true });
const made = withoutDevelopment(JSON.parse(list.stdout));
writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`);
console.log(`${options.to}: ${made.components.length} packages`);

const audit = options["no-audit"] ? null : npm("audit", "--json");
const found = audit && report(audit.stdout)?.metadata?.vulnerabilities;
if (!audit) console.log("Known faults: left out, as asked.");
else if (!found) console.log("Known faults: left out, the registry did not answer that question.");
else {
  console.log(`Known faults: ${found.total}, of which ${found.high + found.critical} are grave`);
  if (found.high + found.critical > 0) process.exit(1);
}

/** npm's own --omit dev also leaves out what the server shares with tools: pg and zod among others. */
function withoutDevelopment(bom) {
  const { packages } = JSON.parse(readFileSync(`${cwd}package-lock.json`, "utf8"));
  const used = new Set(
    Object.entries(packages)
      .filter(([path, { dev }]) => path !== "" && !dev)
      .map(
        ([path, { name, version }]) => `${name ?? path.split("node_modules/").at(-1)}@${version}`,
      ),
  );
  const components = bom.components.filter(({ name, version }) => used.has(`${name}@${version}`));
  const refs = new Set(components.map((each) => each["bom-ref"]));
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref) || ref === bom.metadata.component["bom-ref"])
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  return { ...bom, components, dependencies };
}

function report(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
