// What the server is made of, without asking anybody: exact versions, contents that the lockfile knows the hash
// of, from the registry alone, and no scripts that run while they are installed but those that we chose.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

interface Manifest {
  allowScripts: Record<string, boolean>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

interface Locked {
  version: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  os?: string[];
  cpu?: string[];
}

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), "utf8"));
const manifest = read("package.json") as Manifest;
const { packages: all } = read("package-lock.json") as { packages: Record<string, Locked> };
const { "": _, ...packages } = all;
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + 13);

/** Where servers and CI run; npm leaves out what is for other machines. */
const isForServers = ({ os = ["linux"], cpu = ["x64"] }: Locked) =>
  os.includes("linux") && (cpu.includes("x64") || cpu.includes("arm64"));

/** What is wrong with a package of the lockfile; null: nothing. */
function faultOf([path, locked]: [string, Locked]) {
  const { integrity, resolved, hasInstallScript } = locked;
  if (!integrity?.startsWith("sha512-")) return `${path}: its contents have no hash`;
  if (resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/")) {
    return `${path}: not from the registry`;
  }
  if (hasInstallScript && isForServers(locked) && !(nameOf(path) in manifest.allowScripts)) {
    return `${path}: runs a script when it is installed, and nobody decided about it`;
  }
  return null;
}

test("every package is from the registry, with a hash of its contents and no unknown script", () => {
  assert.ok(Object.keys(packages).length > 100);
  assert.deepEqual(Object.entries(packages).map(faultOf).filter(Boolean), []);
});

test("a package from elsewhere, without a hash or with a script of its own is found", () => {
  const good = { version: "1.0.0", integrity: "sha512-AAAA" };
  for (const bad of [
    { version: "1.0.0" },
    { ...good, integrity: "sha1-AAAA" },
    { ...good, resolved: "git+ssh://git@example.org/evil.git" },
    { ...good, hasInstallScript: true },
  ]) {
    assert.ok(faultOf(["node_modules/evil", bad]), JSON.stringify(bad));
  }
  assert.equal(faultOf(["node_modules/good", good]), null);
});

test("what is asked for is asked for in one version", () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const asked = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const exact = /^(npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
  assert.deepEqual(
    Object.entries(asked).filter(([, version]) => !exact.test(version)),
    [],
  );
});

test("the list of what the server is made of can be made without the network", () => {
  const folder = mkdtempSync(join(tmpdir(), "turnkeeper-sbom-"));
  try {
    const file = join(folder, "sbom.json");
    const made = spawnSync(
      process.execPath,
      [join(root, "scripts/sbom.mjs"), "--no-audit", "--to", file],
      { encoding: "utf8", env: { ...process.env, npm_config_registry: "http://127.0.0.1:9/" } },
    );
    assert.equal(made.status, 0, made.stderr);
    assert.match(made.stdout, /left out/);
    const list = readFileSync(file, "utf8");
    const { bomFormat, components } = JSON.parse(list) as {
      bomFormat: string;
      components: { name: string; version: string; hashes?: unknown[] }[];
    };
    assert.equal(bomFormat, "CycloneDX");
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    for (const name of Object.keys(manifest.dependencies)) {
      const { version } = packages[`node_modules/${name}`]!;
      assert.ok(listed.has(`${name}@${version}`), `${name}@${version}`);
    }
    for (const name of ["vite", "oxlint"]) {
      assert.ok(!components.some((each) => each.name === name), `${name} is only a tool`);
    }
    assert.ok(!list.includes(root), "no folder of this machine is in it");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
