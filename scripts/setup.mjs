// What every command of the project needs before it can do its work: the packages, a Node that runs
// TypeScript, the built pages. Plain JavaScript for Node 20, which is all that a machine may have.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, ...parts);

// What Node has compiled once, TypeScript above all, it need not compile again: every start is faster.
process.env.NODE_COMPILE_CACHE ??= at("node_modules/.cache/node");

/** Type stripping is stable in Node 24; in 22 and 23 it warns on every start. */
const nodeFlags = ["--disable-warning=ExperimentalWarning"];

export function say(text) {
  console.log(text);
}

/** Installs the packages when they are missing or not those of package-lock.json. */
export async function installPackages() {
  if (packagesAreInstalled()) return;
  say("Installing packages, about a minute …");
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const ticker = setInterval(() => say(`  still installing (${seconds()} s)`), 15_000);
  // Packages that want a newer Node get one: the warnings about it would only worry people.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const options = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const code = await runProgram(npm[0], [...npm.slice(1), ...options]);
  clearInterval(ticker);
  if (code !== 0) fail("The packages could not be installed; npm says why above.");
  say(`Packages installed in ${seconds()} s.`);
}

/** By content, not by date: a fresh checkout has new dates everywhere. */
function packagesAreInstalled() {
  const installedFile = at("node_modules/.package-lock.json");
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(at("package-lock.json"), "utf8")).packages;
  const installed = JSON.parse(readFileSync(installedFile, "utf8")).packages;
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === "") return true;
    const found = installed[path];
    // Optional packages are often for other machines.
    return found ? found.version === version : Boolean(optional || devOptional);
  });
}

/** Programs that no npm package brings, under the names that Debian has for them. */
export async function installPrograms(names) {
  const has = (program) => spawnSync("which", [program]).status === 0;
  const missing = names.filter((name) => !has(name)).join(" ");
  if (missing === "") return;
  const install = `apt-get install -y --no-install-recommends ${missing}`;
  if (process.getuid?.() !== 0 || !has("apt-get")) {
    fail(`Missing programs: ${missing}. On Debian: sudo ${install}`);
  }
  say(`Installing ${missing} …`);
  const quiet = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const code = await runProgram("sh", ["-c", `apt-get update -qq && ${install} -qq`], quiet);
  if (code !== 0) fail(`${missing} could not be installed; apt-get says why above.`);
}

/** The Node to run the project with: this one if it is new enough, else the one among the packages. */
export function newNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  const brought = at(`node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(brought)) return brought;
  return fail(
    `Turnkeeper needs Node 22.18 or newer; this is ${process.versions.node}, and for ` +
      `${process.platform}-${process.arch} it cannot bring one. Get it from https://nodejs.org.`,
  );
}

/** For scripts that import TypeScript: goes on in a new enough Node, and does not come back. */
export async function continueInNewNode() {
  const node = newNode();
  if (node === process.execPath) return;
  process.exit(await runProgram(node, [...nodeFlags, ...process.argv.slice(1)]));
}

export function runTypeScript(file, args = []) {
  return runProgram(newNode(), [...nodeFlags, at(file), ...args]);
}

/** Builds the pages when their sources are others than those of the last build. */
export async function buildPages() {
  if (!existsSync(at("vite.config.ts")) || !existsSync(at("web"))) return;
  const fingerprint = fingerprintOf(["web", "client", "vite.config.ts", "package-lock.json"]);
  const stamp = at("dist/web.fingerprint");
  const built = existsSync(at("dist/web")) && existsSync(stamp);
  if (built && readFileSync(stamp, "utf8") === fingerprint) return;
  say("Building the pages …");
  const vite = [at("node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"];
  const code = await runProgram(newNode(), vite);
  if (code !== 0) fail("The pages could not be built; vite says why above.");
  mkdirSync(at("dist"), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

function fingerprintOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of filesBelow(path)) hash.update(file).update(readFileSync(at(file)));
  }
  return hash.digest("hex");
}

/** All files of a folder of the project, as paths from its root, in a fixed order. */
export function filesBelow(path) {
  if (!existsSync(at(path))) return [];
  if (!statSync(at(path)).isDirectory()) return [path];
  const names = readdirSync(at(path)).filter((name) => name !== "node_modules");
  return names.toSorted().flatMap((name) => filesBelow(join(path, name)));
}

/**
 * Runs a program to its end with our own input and output, passes signals on, and answers its exit
 * code. The program gets a process group of its own: Ctrl-C in a terminal would otherwise reach it
 * twice, once directly and once through us, and a second Ctrl-C may mean "now, at once".
 */
export function runProgram(program, args, env = process.env) {
  const child = spawn(program, args, { cwd: root, stdio: "inherit", env, detached: true });
  let last = 0;
  const passOn = (signal) => {
    // npm passes on what the terminal already sent us.
    if (Date.now() - last < 500) return;
    last = Date.now();
    child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, passOn);
  return new Promise((done) => {
    child.on("error", (error) => {
      console.error(`${program}: ${error.message}`);
      done(127);
    });
    child.on("close", (code, signal) => done(code ?? (signal === "SIGINT" ? 130 : 143)));
  }).finally(() => {
    for (const signal of signals) process.off(signal, passOn);
  });
}

export function fail(text) {
  console.error(text);
  process.exit(1);
}
