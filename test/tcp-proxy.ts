// A TCP proxy that can cut a connection at the worst moment: after the server got a message, before
// its answer got back.

import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

const readyForQuery = "Z".charCodeAt(0);

export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cutAfter: ((sent: Buffer) => boolean) | null = null;
  cuts = 0;

  private constructor(target: { host: string; port: number }) {
    this.#server = createServer((client) => this.#relay(client, target));
  }

  static async start(target: { host: string; port: number }): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  /** Once: lets through what matches, then drops the answer and the connection. */
  cutAfter(matches: (sent: Buffer) => boolean): void {
    this.#cutAfter = matches;
  }

  #relay(client: Socket, target: { host: string; port: number }): void {
    const server = connect(target);
    let muted = false;
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => this.#sockets.delete(socket));
    }
    client.on("data", (data) => {
      const cut = this.#cutAfter?.(data) ?? false;
      if (cut) {
        this.#cutAfter = null;
        muted = true;
      }
      server.write(data);
    });
    server.on("data", (data) => {
      if (!muted) return void client.write(data);
      // A COPY is answered before its rows are read; "ready for query" is what comes last.
      if (data.at(-6) !== readyForQuery) return;
      // The server has done what was asked; nobody will hear of it.
      this.cuts += 1;
      client.destroy();
      server.destroy();
    });
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }
}
