// npm test: brings what is missing, starts a PostgreSQL for this run, runs the tests. Arguments choose
// tests by parts of their paths: npm test -- src/kernel e2e
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
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

const folders = ["src", "test", "web", "client", "faults", "e2e", "bench", "scripts"];

/** Tests that look at the built pages. */
const needPages = /^(e2e|faults|src\/pages)\//;

/** One more than there are cores: tests also wait, for servers to start and pages to load. */
const atOnce = availableParallelism() + 1;

/** A test that takes longer, or a file that does not end after its last test, hangs. */
const silenceMs = 300_000;

/** Programs that no npm package brings, and the tests that need them. */
const programs = [
  // The browser without its windows: the same pages for two thirds of the time.
  { name: "chromium-headless-shell", neededBy: /^e2e\// },
  { name: "redis-server", neededBy: /redis|waitroom/ },
  { name: "nginx", neededBy: /nginx/ },
];

await installPackages();
await continueInNewNode();
process.chdir(root);
const files = chooseTests(process.argv.slice(2));
if (files.some((file) => needPages.test(file))) await buildPages();
const needed = programs.filter(({ neededBy }) => files.some((file) => neededBy.test(file)));
await installPrograms(needed.map(({ name }) => name));
const {
  counts: total,
  seconds,
  problem,
} = await withPostgres((url) => {
  process.env.TEST_DATABASE_URL = url;
  process.env.ALLOW_UNSAFE_DATABASE = "true"; // for servers that tests start on it
  return runTests(files);
});
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

async function withPostgres(work) {
  const { runPostgres } = await import("../src/infra/postgres.ts");
  const folder = mkdtempSync(join(tmpdir(), "turnkeeper-test-"));
  const postgres = await runPostgres(folder, () => {}, { durable: false });
  try {
    return await work(postgres.urlOf("postgres"));
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runTests(tests) {
  const stop = new AbortController();
  // Once: a second signal ends us at once.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => stop.abort(new Error("The tests were interrupted.")));
  }
  const stopHanging = () => {
    const hanging = [...running].map((file) => relative(root, file)).join(", ");
    const minutes = silenceMs / 60_000;
    stop.abort(new Error(`Nothing happened for ${minutes} minutes. Still running: ${hanging}`));
  };

  const paths = tests.map((file) => join(root, file));
  const stream = run({
    files: paths,
    concurrency: atOnce,
    timeout: silenceMs,
    signal: stop.signal,
  });
  const counts = { passed: 0, failed: 0 };
  const running = new Set();
  const seconds = new Map();
  let silence = setTimeout(stopHanging, silenceMs);
  stream.on("data", ({ type, data }) => {
    clearTimeout(silence);
    silence = setTimeout(stopHanging, silenceMs);
    const counted = data.details?.type !== "suite" && !data.skip && !data.todo;
    if (type === "test:pass" && counted) counts.passed += 1;
    if (type === "test:fail" && counted) counts.failed += 1;
    // A file is a test of its own, named by its path.
    if (type === "test:dequeue" && data.name === data.file) running.add(data.file);
    if (type === "test:complete" && data.name === data.file) {
      running.delete(data.file);
      seconds.set(relative(root, data.file), Math.round(data.details.duration_ms / 1000));
    }
  });
  const report = stream.compose(spec);
  report.pipe(process.stdout, { end: false });
  await Promise.race([
    new Promise((done) => report.on("end", done)),
    new Promise((done) => stop.signal.addEventListener("abort", done)),
  ]);
  clearTimeout(silence);
  return { counts, seconds, problem: stop.signal.reason?.message };
}

/** Where the time goes, for whoever wants it back. */
function slowest(seconds) {
  const files = [...seconds].toSorted(([, a], [, b]) => b - a).slice(0, 5);
  return files.map(([file, took]) => `${file} ${took} s`).join(", ");
}
