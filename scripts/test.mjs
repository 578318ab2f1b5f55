// npm test: brings what is missing, starts a PostgreSQL for this run, runs the tests. Arguments choose
// tests by parts of their paths: npm test -- src/kernel e2e
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import {
  buildPages,
  continueInNewNode,
  fail,
  filesBelow,
  installPackages,
  root,
  runProgram,
  say,
} from "./setup.mjs";

const folders = ["src", "test", "web", "client", "faults", "e2e", "bench", "scripts"];

/** Tests that look at the built pages. */
const needPages = /^(e2e|faults|src\/pages)\//;

/** A file that takes longer hangs. */
const fileTimeoutMs = 300_000;

/** Programs that no npm package brings, and the tests that need them. */
const debianPackages = [
  { name: "chromium", neededBy: /^e2e\// },
  { name: "redis-server", neededBy: /redis/ },
];

await installPackages();
await continueInNewNode();
process.chdir(root);
const files = chooseTests(process.argv.slice(2));
if (files.some((file) => needPages.test(file))) await buildPages();
await installPrograms(files);
await withPostgres((url) => {
  process.env.TEST_DATABASE_URL = url;
  process.env.ALLOW_UNSAFE_DATABASE = "true"; // for servers that tests start on it
  return runTests(files);
});

function chooseTests(filters) {
  const all = folders.flatMap(filesBelow).filter((file) => file.endsWith(".test.ts"));
  const chosen = all.filter(
    (file) => filters.length === 0 || filters.some((f) => file.includes(f)),
  );
  if (chosen.length === 0) fail(`No test file matches ${filters.join(" ")}.`);
  return chosen;
}

async function installPrograms(tests) {
  const missing = debianPackages
    .filter(({ neededBy }) => tests.some((file) => neededBy.test(file)))
    .map(({ name }) => name)
    .filter((name) => spawnSync("which", [name]).status !== 0);
  if (missing.length === 0) return;
  const install = `apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  if (process.getuid() !== 0 || spawnSync("which", ["apt-get"]).status !== 0) {
    fail(`The tests need ${missing.join(" and ")}. On Debian: sudo ${install}`);
  }
  say(`Installing ${missing.join(" and ")} …`);
  const quiet = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const code = await runProgram("sh", ["-c", `apt-get update -qq && ${install} -qq`], quiet);
  if (code !== 0) fail(`${missing.join(" and ")} could not be installed; apt-get says why above.`);
}

async function withPostgres(work) {
  const { runPostgres } = await import("../src/infra/postgres.ts");
  const folder = mkdtempSync(join(tmpdir(), "turnkeeper-test-"));
  const postgres = await runPostgres(folder, () => {}, { durable: false });
  // A second signal does not wait: whoever is impatient may leave a database in the temporary folder.
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => interrupted.abort());
  }
  try {
    await Promise.race([
      work(postgres.urlOf("postgres")),
      new Promise((done) => interrupted.signal.addEventListener("abort", done)),
    ]);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  if (interrupted.signal.aborted) process.exit(130);
}

async function runTests(tests) {
  const counts = { passed: 0, failed: 0 };
  const paths = tests.map((file) => join(root, file));
  const stream = run({ files: paths, concurrency: 2, timeout: fileTimeoutMs });
  stream.on("test:summary", ({ file, counts: total }) => {
    // One summary for each file, and one for all, which has no file.
    if (file !== undefined) return;
    counts.passed = total.passed;
    counts.failed = total.failed + total.cancelled;
  });
  const report = stream.compose(spec);
  report.pipe(process.stdout, { end: false });
  await new Promise((done) => report.on("end", done));
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
  // Told when the database has stopped: this is the last line.
  process.on("exit", () => say(`${counts.passed} passed, ${counts.failed} failed`));
}
