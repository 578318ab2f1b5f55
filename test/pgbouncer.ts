// A PgBouncer in front of the tests' PostgreSQL.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./port.ts";

export interface PgBouncer {
  /** The same database, through it. */
  url: string;
  stop(): Promise<void>;
}

export async function startPgBouncer(
  databaseUrl: string,
  poolMode: "session" | "transaction" | "statement",
): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const own = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "turnkeeper-pgbouncer-"));
  await chmod(folder, 0o755);
  const settings = join(folder, "pgbouncer.ini");
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
default_pool_size = 40
`,
    { mode: 0o644 },
  );
  // It does not run as root.
  const asUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn("pgbouncer", [settings], { stdio: "ignore", ...asUser });
  const ended = once(child, "exit");
  await untilListening(own);
  return {
    url: `postgres://${username}@127.0.0.1:${own}${pathname}`,
    async stop() {
      child.kill("SIGINT");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await pause(50);
  }
}
