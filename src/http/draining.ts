// Stopping without cutting anybody off. First `/readyz` tells the load balancer, while everybody is still
// served and every answer closes its connection, so that the next request goes elsewhere. Then no new
// connection is accepted, and one that has just been opened gets a moment to send its request: a
// connection that is cut then looks like a lost answer.

import type { Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as afterReading, setTimeout as pause } from "node:timers/promises";

/** A browser opens connections in advance and sends nothing; a connection with a request sends it at once. */
const firstWordsMs = 1_000;
const lookEveryMs = 20;

export class Draining {
  readonly #server: Server;
  /** Those who have not said anything. */
  readonly #silent = new Set<Socket>();
  #hasBegun = false;

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket) => {
      this.#silent.add(socket);
      socket.once("close", () => this.#silent.delete(socket));
    });
    // Before any handler answers.
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
    const until = performance.now() + firstWordsMs;
    while (this.#silent.size > 0 && performance.now() < until) await pause(lookEveryMs);
    // What came while this process had no time is read before anybody counts as silent.
    await afterReading();
    for (const socket of this.#silent) socket.destroy();
  }
}
