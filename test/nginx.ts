// A real nginx for a test, with the configuration that the documentation shows.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./port.ts";

export interface TestNginx {
  url: string;
  stop(): Promise<void>;
}

export interface Filling {
  roomId: string;
  /** Hosts with ports. */
  turnkeeper: string;
  site: string;
  /** Lets everybody in when Turnkeeper does not answer. */
  open?: boolean;
}

const example = new URL("../docs/examples/nginx.conf", import.meta.url);

export async function startNginx({
  roomId,
  turnkeeper,
  site,
  open = false,
}: Filling): Promise<TestNginx> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "turnkeeper-nginx-"));
  await mkdir(join(folder, "temp"));
  const server = (await readFile(example, "utf8"))
    .replaceAll("ROOM", roomId)
    .replaceAll("TURNKEEPER", turnkeeper)
    .replaceAll("SITE", site)
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace(open ? "# error_page 500" : "", open ? "error_page 500" : "");
  const temps = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const configuration = [
    "worker_processes 1;",
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/error.log;`,
    "events { worker_connections 256; }",
    "http {",
    "access_log off;",
    ...temps.map((each) => `${each}_temp_path ${folder}/temp/${each};`),
    server,
    "}",
  ].join("\n");
  await writeFile(join(folder, "nginx.conf"), configuration);
  const options = ["-p", folder, "-c", "nginx.conf", "-e", "error.log", "-g", "daemon off;"];
  const nginx = spawn("nginx", options, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  nginx.stderr.on("data", (text: Buffer) => (said += text.toString()));
  const ended = once(nginx, "exit");
  await Promise.race([
    answers(port),
    ended.then(() => Promise.reject(new Error(`nginx did not start: ${said}`))),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      nginx.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Until somebody listens there. */
async function answers(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await new Promise((done) => setTimeout(done, 20));
  }
}
