// The load generator of the HTTP benchmarks, a process of its own: keep-alive connections, each
// sending its next request when the answer to the last has arrived. Written on bare sockets,
// because the machine's cores are shared with the server, and every microsecond a proper client
// spends per request would be taken from what is measured.

import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { closedLoop, type Figures, type Load } from "./harness.ts";

export interface HttpLoad extends Load {
  port: number;
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Runs the load in a child process and gives back what it saw. */
export async function httpLoad(load: HttpLoad): Promise<Figures> {
  const child = fork(fileURLToPath(import.meta.url), { stdio: "inherit" });
  child.send(load);
  const [answer] = (await once(child, "message")) as [Figures | { failed: string }];
  if ("failed" in answer) throw new Error(answer.failed);
  return answer;
}

const endOfHead = Buffer.from("\r\n\r\n");

/** One connection with one request at a time. */
class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #answered: (() => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("error", (error) => this.#failed?.(error));
    socket.on("close", () => this.#failed?.(new Error("the server closed the connection")));
  }

  send(request: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.#socket.write(request, "latin1");
    });
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(endOfHead);
    if (headEnd < 0) return;
    const head = this.#received.toString("latin1", 0, headEnd);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#failed?.(new Error(`an answer without Content-Length: ${head}`));
      return;
    }
    if (this.#received.length < headEnd + endOfHead.length + Number(length)) return;
    const whole = this.#received;
    this.#received = Buffer.alloc(0);
    if (head.startsWith("HTTP/1.1 20")) this.#answered?.();
    else this.#failed?.(new Error(whole.toString("utf8")));
  }
}

async function open(port: number): Promise<Connection> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return new Connection(socket);
}

async function run(load: HttpLoad): Promise<Figures> {
  const connections: Connection[] = [];
  for (let n = 0; n < load.callers; n += 1) connections.push(await open(load.port));
  const body = JSON.stringify(load.body);
  const head = [
    `POST ${load.path} HTTP/1.1`,
    `Host: 127.0.0.1:${load.port}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(load.headers).map(([name, value]) => `${name}: ${value}`),
    "Idempotency-Key: ",
  ].join("\r\n");
  const prefix = `bench-${process.pid}-${Date.now()}-`;
  let sent = 0;
  try {
    return await closedLoop(load, (caller) => {
      sent += 1;
      const connection = connections[caller];
      if (connection === undefined) throw new Error("a caller without a connection");
      return connection.send(`${head}${prefix}${sent}\r\n\r\n${body}`);
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once("message", (load) => {
    void run(load as HttpLoad)
      .catch((error: Error) => ({ failed: error.message }))
      .then((answer) => process.send?.(answer, () => process.exit()));
  });
}
