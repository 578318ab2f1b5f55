// The master key in real processes: made once, replaced while a server runs, and missed when it is gone.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { emptyDatabase } from "../test/database.ts";
import { startServer } from "./startup-server.ts";

const project = fileURLToPath(new URL("..", import.meta.url));
const key = "owner-key-for-tests-0123456789";

test("the master key is made, replaced while a server runs, and missed when it is gone", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "turnkeeper-master-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const database = await emptyDatabase();
  t.after(() => database.drop());
  const file = join(folder, "master.key");
  const env = {
    DATABASE_URL: database.url,
    MASTER_KEY_FILE: file,
    TURNKEEPER_API_KEY: key,
    ALLOW_UNSAFE_DATABASE: "true",
  };
  const start = async () => {
    const server = await startServer(project, env, "src/main.ts");
    // Before its database goes: one that is left would keep this process from ending.
    t.after(() => server.stop());
    return server;
  };

  const first = await (await start()).ready();
  assert.match(first.output, /Made the master key .*master\.key\. Back it up/);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const made = await readFile(file, "utf8");
  const queue = await first.post("/v1/queues", key, { name: "Desk", prefix: "A" });
  const ticket = await first.post(`/v1/queues/${String(queue["id"])}/tickets`, key, {
    name: "Ann",
  });
  const mine = `/v1/tickets/${String(ticket["id"])}`;
  const secret = String(ticket["secret"]);
  const newRoom = (name: string) => ({
    name,
    targetUrl: "https://shop.example/",
    maxActive: 1,
    admitPerSecond: 1,
  });
  await first.post("/v1/rooms", key, newRoom("Before"));

  const rotated = await run("rotate-keys", env);
  assert.equal(rotated.code, 0, rotated.output);
  assert.match(rotated.output, /Sealed 3 secrets anew/);
  const now = await readFile(file, "utf8");
  assert.ok(!now.includes(made.trim()));
  await first.get(mine, secret);
  await first.post("/v1/rooms", key, newRoom("After"));
  assert.equal(await first.stop(), 0);

  const second = await (await start()).ready();
  assert.doesNotMatch(second.output, /Made the master key/);
  await second.get(mine, secret);
  const { items } = (await second.get("/v1/rooms", key)) as { items: unknown[] };
  assert.equal(items.length, 2);
  assert.equal(await second.stop(), 0);

  await rm(file);
  const third = await start();
  assert.equal(await third.exited, 1);
  assert.match(third.output, /The database is sealed under the master key \w+, and .* has no key/);
});

async function run(command: string, env: Record<string, string>) {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "src/main.ts", command],
    { cwd: project, env: { PATH: process.env["PATH"], ...env }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { output, code: code as number };
}
