// What goes wrong in a history, and when. Each seed has its own choice of faults, often none.

import type { EventRow } from "../src/engine/tables.ts";
import type { Network, SimulatedConnection } from "./network.ts";
import { terminated, type SimulatedPostgres } from "./postgres/postgres.ts";
import { valueFor } from "./postgres/rows.ts";
import { acquire, type Statement } from "./postgres/statements.ts";
import { eventKey } from "./postgres/tables.ts";
import type { Premises } from "./premises.ts";
import { Process } from "./process.ts";
import type { Rules } from "./products.ts";
import type { Host, World } from "./world.ts";

/** Somebody who changes settings or holds a lock: no server, and never in trouble. */
const somebody: Host = { name: "somebody", state: "running", held: [] };

export interface Change {
  lineId: string;
  settings: string;
}

export class Faults {
  readonly #world: World;
  readonly #postgres: SimulatedPostgres;
  readonly #network: Network;
  readonly #premises: Premises;
  readonly #processes: Process[];
  #processesMade = 0;
  /** Processes that are going to be started. */
  #starting = 0;

  constructor(
    world: World,
    postgres: SimulatedPostgres,
    network: Network,
    premises: Premises,
    processes: Process[],
  ) {
    this.#world = world;
    this.#postgres = postgres;
    this.#network = network;
    this.#premises = premises;
    this.#processes = processes;
  }

  startProcess(): void {
    const name = `p${(this.#processesMade += 1)}`;
    this.#processes.push(new Process(name, this.#world, this.#network));
  }

  plan(withinMs: number): void {
    const { chance } = this.#world;
    const all: (() => void)[] = [
      () => this.#cut(),
      () => this.#cutWhileCommitting(),
      () => this.#stall(),
      () => this.#kill(),
      () => this.#freeze(),
      () => this.#crash(),
      () => this.#terminate(),
      () => this.#setClock(),
      () => this.#holdLine(),
    ];
    const chosen = all.filter(() => chance.next() < 0.4);
    const faults = chosen.length === 0 ? 0 : chance.pick([0, 2, 5, 12]);
    for (let i = 0; i < faults; i++) {
      const fault = chance.pick(chosen);
      this.#world.after(this.#world.between(0, withinMs), fault);
    }
    const changes = chance.pick([0, 0, 2, 5]);
    for (let i = 0; i < changes; i++) {
      const atMs = this.#world.between(0, withinMs);
      this.#world.after(atMs, () => this.#changeSettings());
    }
  }

  get areOver(): boolean {
    return this.#starting === 0;
  }

  /** Everything goes on from here. */
  heal(): void {
    this.#postgres.isDown = false;
    for (const process of this.#processes) {
      process.connections.away = false;
      process.thaw();
    }
  }

  #anyConnection(): SimulatedConnection | undefined {
    const open = [...this.#network.open].filter(({ host }) => host !== somebody);
    return open.length === 0 ? undefined : this.#world.chance.pick(open);
  }

  #anyProcess(): Process | undefined {
    const running = this.#processes.filter(({ state }) => state === "running");
    return running.length === 0 ? undefined : this.#world.chance.pick(running);
  }

  #cut(): void {
    this.#anyConnection()?.cut();
  }

  /** The moment that hurts most: something is on its way, in one direction or the other. */
  #cutWhileCommitting(): void {
    const busy = [...this.#network.open].filter((one) => one.host !== somebody && one.isCommitting);
    if (busy.length > 0) this.#world.chance.pick(busy).cut();
    else this.#world.after(this.#world.between(0.2, 5), () => this.#cutWhileCommitting());
  }

  #stall(): void {
    this.#anyConnection()?.stall(this.#world.chance.pick([50, 1_000, 6_000, 20_000]));
  }

  #kill(): void {
    this.#anyProcess()?.kill();
    this.#starting += 1;
    this.#world.after(this.#world.between(0, 1_000), () => {
      this.#starting -= 1;
      this.startProcess();
    });
  }

  #freeze(): void {
    this.#anyProcess()?.freeze(this.#world.chance.pick([20, 300, 3_000, 8_000, 20_000]));
  }

  #crash(): void {
    const world = this.#world;
    world.note("postgres", () => "crashes");
    this.#postgres.crash();
    for (const connection of this.#network.open) connection.cut();
    this.#postgres.isDown = true;
    const downMs = world.chance.pick([20, 500, 3_000]);
    for (const process of this.#processes) {
      if (downMs < 200 || world.chance.next() < 0.5) continue;
      world.after(world.between(10, downMs), () => (process.connections.away = true), process);
      const backMs = downMs + world.between(1, 200);
      world.after(backMs, () => (process.connections.away = false), process);
    }
    world.after(downMs, () => {
      world.note("postgres", () => "is back");
      this.#postgres.isDown = false;
    });
  }

  #terminate(): void {
    this.#anyConnection()?.terminate(terminated());
  }

  #setClock(): void {
    const ms = this.#world.chance.pick([-3_600_000, -2_000, -50, 500, 60_000]);
    this.#world.note("postgres", () => `clock set by ${ms} ms`);
    this.#postgres.clockSetMs += ms;
  }

  /** A transaction of somebody else, on one line, for a while. */
  #holdLine(): void {
    const world = this.#world;
    const lineId = world.chance.pick([...this.#premises.all, this.#premises.doctor]);
    const connection = this.#network.direct(somebody, 10_000);
    const held = connection.together(() => [
      connection.control("begin"),
      connection.send("lock", [[lineId]]),
    ]);
    Promise.all(held).then(
      () => world.after(world.chance.pick([10, 300, 2_000, 9_000]), () => void connection.close()),
      () => void connection.close(),
    );
  }

  /** As an operator does it: under the locks, told in a stream, in one commit. */
  #changeSettings(): void {
    const { chance } = this.#world;
    const { all, clinic } = this.#premises;
    const lineId = chance.next() < 0.5 ? clinic : chance.pick(all);
    this.#openOrClose(lineId);
    this.#world.after(this.#world.between(1, 500), () => this.#openOrClose(lineId));
  }

  #openOrClose(lineId: string): void {
    const { clinic } = this.#premises;
    const toldIn = lineId === clinic ? this.#premises.doctor : lineId;
    const connection = this.#network.direct(somebody, 10_000);
    const sent = connection.together(() => [
      connection.control("begin"),
      connection.send("lock", [[lineId, toldIn]]),
      connection.run(`open or close ${lineId.slice(0, 8)}`, openOrClose(lineId, toldIn)),
      connection.control("commit"),
    ]);
    void Promise.allSettled(sent).then(() => connection.close());
  }
}

function openOrClose(lineId: string, toldIn: string): Statement {
  return function* ({ tables, tx, clock }) {
    const row = tables.settings.get(lineId)!;
    yield* acquire(row, tx);
    const stored = valueFor(row, tx)!;
    const rules = JSON.parse(stored.settings) as Rules;
    const settings = JSON.stringify({ ...rules, open: !rules.open } satisfies Rules);
    yield* tables.settings.update(row, { ...stored, settings }, tx);
    const line = tables.line.get(toldIn)!;
    yield* acquire(line, tx);
    const before = valueFor(line, tx)!;
    const seq = before.event_seq + 1;
    yield* tables.line.update(line, { ...before, event_seq: seq }, tx);
    const event: EventRow = {
      orgId: before.org_id,
      lineId: toldIn,
      seq,
      ticketId: null,
      type: "settings",
      at: Math.floor(clock()),
      actor: "somebody",
      before: null,
      batch: null,
      after: JSON.stringify({ lineId, settings } satisfies Change),
      idem: null,
      fingerprint: null,
      answer: null,
    };
    yield* tables.event.insert(eventKey(event), event, tx);
    return [];
  };
}
