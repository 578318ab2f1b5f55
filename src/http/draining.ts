// Leaving without hanging up on anybody. First the load balancer is told (`/readyz`), while everybody is
// still served and every answer ends its connection, so that whoever comes back goes elsewhere. Then
// nobody new is let in, and whoever has just connected gets a moment to say what they want: a connection
// that is cut then looks like a lost answer.

import type { Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A browser opens connections in advance and says nothing; whoever wants something says so at once. */
const firstWordsMs = 1_000;

export class Draining {
  readonly #server: Server;
  /** Those who have not said anything, and since when. */
  readonly #silent = new Map<Socket, number>();
  #hasBegun = false;

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket) => {
      this.#silent.set(socket, performance.now());
      socket.once("close", () => this.#silent.delete(socket));
    });
    // Before whoever answers.
    server.prependListener("request", ({ socket }, response) => {
      this.#silent.delete(socket);
      if (this.#hasBegun) response.shouldKeepAlive = false;
    });
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  begin(): void {
    this.#hasBegun = true;
  }

  /** Connections that have said something go on. */
  async letNobodyIn(): Promise<void> {
    this.begin();
    // Node's own way to close an HTTP server also ends connections that are about to be used.
    if (this.#server.listening) NetServer.prototype.close.call(this.#server);
    while ([...this.#silent.values()].some((since) => performance.now() - since < firstWordsMs)) {
      await pause(20);
    }
    for (const socket of this.#silent.keys()) socket.destroy();
  }
}
