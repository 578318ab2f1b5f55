// npm test: installs what it needs, starts a PostgreSQL for this run, runs the tests. Arguments choose
// tests by parts of their paths: npm test -- src/kernel e2e
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { pathToFileURL } from "node:url";
import {
  buildPages,
  continueInNewNode,
  fail,
  filesBelow,
  installPackages,
  installPrograms,
  root,
  say,
} from "./setup.mjs";

/** Those with the longest files first, so that no core is idle at the end. */
const folders = ["e2e", "faults", "bench", "simulator", "src", "test", "client", "web", "scripts"];

/** Tests that look at the built pages. */
const needPages = /^(e2e|faults|src\/pages)\//;

/** One more than there are cores: tests also wait, for servers to start and pages to load. */
const atOnce = availableParallelism() + 1;

/** How many processes run the files of a folder; those of other folders have one for each file. */
const processes = { e2e: atOnce * 2, src: atOnce * 4, test: 1, client: 1, web: 1, scripts: 1 };

/** A test that takes longer, or a file that does not end after its last test, hangs. */
const silenceMs = 300_000;

/** Programs that no npm package brings, and the tests that need them. */
const programs = [
  // The browser without its windows: the same pages for two thirds of the time.
  { name: "chromium-headless-shell", neededBy: /^e2e\// },
  { name: "redis-server", neededBy: /redis|waitroom|all-products|rolling-restart/ },
  { name: "nginx", neededBy: /nginx/ },
  { name: "pgbouncer", neededBy: /pooler/ },
  { name: "prometheus", neededBy: /promtool/ },
];

await installPackages();
await continueInNewNode();
process.chdir(root);
const files = chooseTests(process.argv.slice(2));
if (files.some((file) => needPages.test(file))) await buildPages();
const needed = programs.filter(({ neededBy }) => files.some((file) => neededBy.test(file)));
await installPrograms(needed.map(({ name }) => name));
const folder = mkdtempSync(join(roomyPlace(), "turnkeeper-test-"));
// Whatever tests put into a folder for a while, databases and browsers' profiles above all.
process.env.TMPDIR = folder;
const {
  counts: total,
  seconds,
  problem,
} = await withPostgres((url) => {
  process.env.TEST_DATABASE_URL = url;
  process.env.TURNKEEPER_MASTER_KEY = "master-key-for-tests-0123456789-abc"; // for servers that tests start
  process.env.ALLOW_UNSAFE_DATABASE = "true"; // for servers that tests start on it
  return runTests(files);
}).finally(() => rmSync(folder, { recursive: true, force: true }));
if (problem) say(`\n${problem}`);
say(`Slowest: ${slowest(seconds)}`);
say(`${total.passed} passed, ${total.failed} failed`);
process.exit(problem || total.failed > 0 || total.passed === 0 ? 1 : 0);

function chooseTests(filters) {
  const all = folders.flatMap(filesBelow).filter((file) => file.endsWith(".test.ts"));
  const chosen = all.filter(
    (file) => filters.length === 0 || filters.some((f) => file.includes(f)),
  );
  if (chosen.length === 0) fail(`No test file matches ${filters.join(" ")}.`);
  return chosen;
}

/**
 * In memory when there is plenty. Hundreds of databases come and go, and ext4 looks at every file that
 * was deleted in the last minutes when it makes one: 0.16 s of CPU for each of the first databases,
 * 0.5 s after some dozens. In memory it is 0.02 s.
 */
function roomyPlace() {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir();
}

async function withPostgres(work) {
  const { runPostgres } = await import("../src/infra/postgres.ts");
  const postgres = await runPostgres(folder, () => {}, { durable: false });
  try {
    return await work(postgres.urlOf("postgres"));
  } finally {
    await postgres.stop();
  }
}

/**
 * Most files share a process with others, one after another, since loading and warming up the server
 * costs more than most of them do. A process runs a file that is written here, in which each test file
 * is a suite by its path: its hooks are for its own tests.
 */
function writeProcesses(tests) {
  const byFolder = Object.groupBy(tests, (file) => file.split("/", 1)[0]);
  const dealt = folders.flatMap((name) => {
    const all = byFolder[name] ?? [];
    return Object.values(Object.groupBy(all, (_, i) => i % (processes[name] ?? all.length)));
  });
  return dealt.map((together, index) => {
    const suites = together.map((file) => {
      const [name, url] = [file, pathToFileURL(join(root, file)).href].map((s) =>
        JSON.stringify(s),
      );
      return `suite(${name}, () => import(${url}));\n`;
    });
    const path = join(folder, `${index}.test.mjs`);
    writeFileSync(path, `import { suite } from "node:test";\n${suites.join("")}`);
    return path;
  });
}

async function runTests(tests) {
  const stop = new AbortController();
  // Once: a second signal ends us at once.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => stop.abort(new Error("The tests were interrupted.")));
  }
  const stopHanging = () => {
    const hanging = [...running.values()].join(", ");
    const minutes = silenceMs / 60_000;
    stop.abort(new Error(`Nothing happened for ${minutes} minutes. Still running: ${hanging}`));
  };

  const stream = run({
    files: writeProcesses(tests),
    concurrency: atOnce,
    timeout: silenceMs,
    signal: stop.signal,
  });
  const counts = { passed: 0, failed: 0 };
  const seconds = new Map();
  /** What each process is at. */
  const running = new Map();
  let silence = setTimeout(stopHanging, silenceMs);
  stream.on("data", ({ type, data }) => {
    clearTimeout(silence);
    silence = setTimeout(stopHanging, silenceMs);
    const { name, file: process, details } = data;
    const isTest = details?.type !== "suite";
    if (type === "test:pass" && isTest && !data.skip && !data.todo) counts.passed += 1;
    // A suite also fails on its own, when its file cannot be loaded or set up.
    const { failureType } = details?.error ?? {};
    const isCause = isTest || failureType !== "subtestsFailed";
    if (type === "test:fail" && isCause && !data.skip && !data.todo) counts.failed += 1;
    if (tests.includes(name)) {
      if (type === "test:dequeue") running.set(process, name);
      if (type === "test:complete") {
        running.set(process, `what ${name} or a file before it left open`);
        seconds.set(name, Math.round(details.duration_ms / 1000));
      }
    }
    if (type === "test:complete" && name === process) running.delete(process);
  });
  const report = stream.compose(spec);
  report.pipe(process.stdout, { end: false });
  await Promise.race([
    new Promise((done) => report.on("end", done)),
    new Promise((done) => stop.signal.addEventListener("abort", done)),
  ]);
  clearTimeout(silence);
  const lost = tests.filter((file) => !seconds.has(file)).join(", ");
  const problem = stop.signal.reason?.message ?? (lost && `Ended before they were done: ${lost}`);
  return { counts, seconds, problem };
}

/** Where the time goes, for those who want it back. */
function slowest(seconds) {
  const files = [...seconds].toSorted(([, a], [, b]) => b - a).slice(0, 5);
  return files.map(([file, took]) => `${file} ${took} s`).join(", ");
}
