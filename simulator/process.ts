// A server process: a real engine in a simulated world. It can be killed and frozen.

import { Engine } from "../src/engine/engine.ts";
import type { Environment } from "../src/engine/environment.ts";
import type { Logger } from "../src/infra/log.ts";
import { SimulatedConnections, type Network } from "./network.ts";
import type { Host, World } from "./world.ts";

const clock = { fixed: () => null, now: () => 0 };

export class Process implements Host {
  readonly name: string;
  readonly engine: Engine;
  readonly connections: SimulatedConnections;
  readonly held: (() => void)[] = [];
  readonly #world: World;
  readonly #network: Network;
  state: Host["state"] = "running";

  constructor(name: string, world: World, network: Network) {
    this.name = name;
    this.#world = world;
    this.#network = network;
    const log = this.#log();
    this.connections = new SimulatedConnections(log);
    this.engine = new Engine({
      connections: this.connections,
      clock,
      log,
      maxInBatch: world.chance.pick([3, 20, 500]),
      maxInMailbox: 200,
      environment: this.#environment(),
    });
  }

  #environment(): Environment {
    const world = this.#world;
    // Counted from the start of each process.
    const startedAt = world.now - world.between(0, 1_000_000);
    const later = (ms: number) => new Promise((done) => world.after(ms, () => done(null), this));
    return {
      nextTurn: () => later(world.between(0, 0.05)),
      pause: later,
      elapsedMs: () => world.now - startedAt,
      random: () => world.chance.next(),
      connect: (_connections, _statements, lockTimeoutMs) =>
        this.#network.connect(this, this.connections, lockTimeoutMs),
    };
  }

  #log(): Logger {
    const note = (context: { code?: string; reason?: Error; err?: Error }, event: string) => {
      const why = context.reason ?? context.err;
      this.#world.note(this.name, () => `${event}${why ? `: ${why.message}` : ""}`);
    };
    return { warn: note, error: note, info: note } as unknown as Logger;
  }

  kill(): void {
    this.#world.note(this.name, () => "killed");
    this.state = "dead";
    for (const connection of this.#network.open) if (connection.host === this) connection.die();
  }

  freeze(ms: number): void {
    if (this.state !== "running") return;
    this.#world.note(this.name, () => `frozen for ${Math.round(ms)} ms`);
    this.state = "frozen";
    this.#world.after(ms, () => this.thaw());
  }

  thaw(): void {
    if (this.state !== "frozen") return;
    this.#world.note(this.name, () => "goes on");
    this.state = "running";
    for (const run of this.held.splice(0)) this.#world.after(0, run, this);
  }
}
