// The README's example is a promise: it is run as it stands, and must print what it says.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { startApp } from "../test/app.ts";

const run = promisify(execFile);

test("the example in the README runs and prints what it says", async () => {
  const readme = await readFile(new URL("README.md", import.meta.url), "utf8");
  const example = /```ts\n(.*?)```/s.exec(readme)![1]!;
  const promised = /It prints:\n\n```\n(.*?)```/s.exec(readme)![1]!;
  const app = await startApp();
  const folder = await mkdtemp(join(tmpdir(), "turnkeeper-readme-"));
  try {
    const file = join(folder, "example.ts");
    const client = new URL("index.ts", import.meta.url).href;
    await writeFile(file, example.replace(`"turnkeeper-client"`, JSON.stringify(client)));
    const env = { ...process.env, TURNKEEPER_URL: app.url, TURNKEEPER_API_KEY: app.ownerKey };
    const { stdout } = await run(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", file],
      { env },
    );
    assert.equal(stdout, promised);
  } finally {
    await rm(folder, { recursive: true });
    await app.close();
  }
});
