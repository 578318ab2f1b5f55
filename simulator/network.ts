// Connections over a simulated network. What is sent on one connection arrives in order and after a
// while; between connections there is no order. A connection can be cut with anything on its way, and
// neither side knows what has arrived on the other.

import type { LaneConnection, Rows } from "../src/engine/connection.ts";
import type { Table } from "../src/engine/tables.ts";
import { Connections } from "../src/infra/connections.ts";
import { DatabaseAway } from "../src/infra/database-errors.ts";
import type { Logger } from "../src/infra/log.ts";
import type { Ticket } from "../src/kernel/line.ts";
import type { ServerError } from "./postgres/rows.ts";
import type { SimulatedPostgres } from "./postgres/postgres.ts";
import { textOf, type Packet, type Reply, type Sent, type Session } from "./postgres/session.ts";
import type { Statement } from "./postgres/statements.ts";
import { storedTicket, storedWaiting } from "./postgres/tables.ts";
import type { Host, World } from "./world.ts";

const silenceMs = 12_000;
const connectMs = 3_000;
const restMs = 100;

/** What a process knows of the database. */
export class SimulatedConnections extends Connections {
  away = false;
  failedAt: number | null = null;
  trying = 0;

  constructor(log: Logger) {
    super("simulated", log);
  }

  override get isAway(): boolean {
    return this.away;
  }
}

/** One direction. */
class Channel<T> {
  readonly #world: World;
  readonly #host: Host | null;
  readonly #delay: () => number;
  readonly #deliver: (payload: T) => void;
  readonly #inFlight: { payload: T; isLost: boolean }[] = [];
  #last = 0;
  #stalledUntil = 0;

  constructor(world: World, host: Host | null, delay: () => number, deliver: (payload: T) => void) {
    this.#world = world;
    this.#host = host;
    this.#delay = delay;
    this.#deliver = deliver;
  }

  get size(): number {
    return this.#inFlight.length;
  }

  get next(): T | undefined {
    return this.#inFlight[0]?.payload;
  }

  send(payload: T, extraMs = 0): void {
    const item = { payload, isLost: false };
    this.#last = Math.max(this.#last, this.#world.now + this.#delay() + extraMs);
    this.#inFlight.push(item);
    this.#schedule(item, this.#last - this.#world.now);
  }

  #schedule(item: { payload: T; isLost: boolean }, delayMs: number): void {
    this.#world.after(
      delayMs,
      () => {
        if (item.isLost) return;
        const restMs = this.#stalledUntil - this.#world.now;
        if (restMs > 0) return this.#schedule(item, restMs);
        // Whatever was sent first: nobody overtakes on one connection.
        this.#deliver(this.#inFlight.shift()!.payload);
      },
      this.#host,
    );
  }

  /** Nothing arrives for a while; then everything does. */
  stall(ms: number): void {
    this.#stalledUntil = this.#world.now + ms;
  }

  /** Only the first so many of those on their way still arrive. */
  keep(first: number): void {
    for (const item of this.#inFlight.splice(first)) item.isLost = true;
  }
}

interface Outstanding {
  packet: Packet;
  settle: { resolve(rows: Rows): void; reject(error: Error): void }[];
}

export class Network {
  readonly #world: World;
  readonly #postgres: SimulatedPostgres;
  readonly open = new Set<SimulatedConnection>();
  readonly delay: () => number;
  #made = 0;

  constructor(world: World, postgres: SimulatedPostgres) {
    this.#world = world;
    this.#postgres = postgres;
    const [minMs, maxMs] = world.chance.pick([
      [0.05, 0.5],
      [0.1, 3],
      [1, 40],
    ] as const);
    this.delay = () => world.between(minMs, maxMs);
  }

  connect(
    host: Host,
    connections: SimulatedConnections,
    lockTimeoutMs: number,
  ): Promise<LaneConnection> {
    const world = this.#world;
    const isResting = connections.failedAt !== null && world.now - connections.failedAt < restMs;
    const isAtIt = connections.failedAt !== null && connections.trying > 0;
    if (connections.away || isResting || isAtIt) {
      return Promise.reject(new DatabaseAway("it cannot be connected to"));
    }
    connections.trying += 1;
    return new Promise((resolve, reject) => {
      const answer = (work: () => void, delayMs: number) =>
        world.after(
          delayMs,
          () => {
            connections.trying -= 1;
            work();
          },
          host,
        );
      world.after(this.delay(), () => {
        if (host.state === "dead") return;
        if (this.#postgres.isDown) {
          return answer(
            () => {
              connections.failedAt = world.now;
              reject(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
            },
            Math.min(connectMs, this.delay()),
          );
        }
        const connection = this.#open(host, lockTimeoutMs);
        answer(() => {
          connections.failedAt = null;
          resolve(connection);
        }, this.delay() * 2);
      });
    });
  }

  #open(host: Host, lockTimeoutMs: number): SimulatedConnection {
    const name = `${host.name}.${(this.#made += 1)}`;
    const connection = new SimulatedConnection(this, this.#world, host, name, (reply) =>
      this.#postgres.connect(name, lockTimeoutMs, reply),
    );
    this.open.add(connection);
    return connection;
  }

  /** A connection that is there at once, for those who are no server. */
  direct(host: Host, lockTimeoutMs: number): SimulatedConnection {
    return this.#open(host, lockTimeoutMs);
  }

  get watchesSilence(): boolean {
    return this.#postgres.guards.silence;
  }
}

export class SimulatedConnection implements LaneConnection {
  readonly host: Host;
  readonly #network: Network;
  readonly #world: World;
  readonly #name: string;
  readonly #session: Session;
  readonly #toServer: Channel<Packet | "close">;
  readonly #toClient: Channel<Reply | "close">;
  readonly #outstanding: Outstanding[] = [];
  /** What `together` gathers. */
  #gathered: { sent: Sent[]; settle: Outstanding["settle"] } | null = null;
  #isCut = false;
  #heardAt = 0;
  #isWatched = false;
  broken = false;

  constructor(
    network: Network,
    world: World,
    host: Host,
    name: string,
    connect: (reply: (reply: Reply) => void) => Session,
  ) {
    this.host = host;
    this.#network = network;
    this.#world = world;
    this.#name = name;
    const { delay } = network;
    this.#toServer = new Channel(world, null, delay, (message) => this.#session.receive(message));
    this.#toClient = new Channel(world, host, delay, (message) => this.#hear(message));
    this.#session = connect((reply) => this.#answer(reply));
  }

  send(name: string, values: unknown[]): Promise<Rows> {
    return this.#add({ kind: "statement", name, values });
  }

  sendText(name: string, _text: string, values: unknown[]): Promise<Rows> {
    const [what, product] = name.split(" ");
    if (what !== "settings") throw new Error(`${name} is not simulated`);
    return this.#add({ kind: "statement", name, values, run: settingsOf(product!) });
  }

  control(verb: "begin" | "commit" | "rollback"): Promise<Rows> {
    return this.#add({ kind: "control", verb });
  }

  insert<Row>(table: Table<Row>, rows: readonly Row[]): Promise<Rows> {
    const stored = rows.map((row) => storedRow(table.name, row));
    return this.#add({ kind: "insert", table: table.name, rows: stored });
  }

  /** Something that only the simulator does. */
  run(name: string, run: Statement): Promise<Rows> {
    return this.#add({ kind: "statement", name, values: [], run });
  }

  together<T>(work: () => T): T {
    if (this.#gathered) return work();
    this.#gathered = { sent: [], settle: [] };
    try {
      return work();
    } finally {
      const { sent, settle } = this.#gathered;
      this.#gathered = null;
      if (sent.length > 0) this.#send({ packet: sent, settle });
    }
  }

  #add(sent: Sent): Promise<Rows> {
    return this.together(
      () =>
        new Promise((resolve, reject) => {
          this.#gathered!.sent.push(sent);
          this.#gathered!.settle.push({ resolve, reject });
        }),
    );
  }

  #send(outstanding: Outstanding): void {
    this.#world.note(this.#name, () => `sends ${outstanding.packet.map(textOf).join(", ")}`);
    if (this.broken) {
      const error = new Error("Client was closed and is not queryable");
      return this.#world.after(0, () => rejectAll([outstanding], error), this.host);
    }
    this.#outstanding.push(outstanding);
    this.#heardAt = this.#world.now;
    if (!this.#isCut) this.#toServer.send(outstanding.packet);
    this.#watch();
  }

  /** The server's side speaks. */
  #answer(reply: Reply): void {
    if (this.#isCut) return;
    this.#toClient.send(reply);
    if (isFatal(reply.error)) this.#toClient.send("close");
  }

  #hear(message: Reply | "close"): void {
    if (this.broken) return;
    this.#heardAt = this.#world.now;
    if (message === "close") return this.#end(new Error("Connection terminated unexpectedly"));
    const outstanding = this.#outstanding.shift();
    if (!outstanding) return;
    const { results, error } = message;
    for (const [i, { resolve, reject }] of outstanding.settle.entries()) {
      if (i < results.length) resolve(results[i]!);
      else reject(error!);
    }
  }

  /** It owes an answer and says nothing. */
  #watch(): void {
    if (this.#isWatched || !this.#network.watchesSilence) return;
    this.#isWatched = true;
    this.#world.after(
      this.#heardAt + silenceMs - this.#world.now,
      () => {
        this.#isWatched = false;
        if (this.broken || this.#outstanding.length === 0) return;
        if (this.#world.now < this.#heardAt + silenceMs) return this.#watch();
        this.#world.note(this.#name, () => "given up: it says nothing");
        this.#leave(new DatabaseAway("it owes an answer and says nothing"));
      },
      this.host,
    );
  }

  /** The client's side is over. */
  #end(error: Error): void {
    if (this.broken && this.#outstanding.length === 0) return;
    this.broken = true;
    this.#network.open.delete(this);
    rejectAll(this.#outstanding.splice(0), error);
  }

  abandon(): void {
    this.#world.note(this.#name, () => "abandoned");
    this.#leave(new Error("Connection terminated"));
  }

  #leave(error: Error): void {
    this.broken = true;
    this.#network.open.delete(this);
    this.#closeServerSide(this.#world.chance.next() < 0.7 ? Infinity : 0);
    this.#world.after(0, () => this.#end(error), this.host);
  }

  /** What was sent last may not arrive; then the server hears of the end, some time. */
  #closeServerSide(kept: number, extraMs = 0): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#toServer.keep(kept);
    this.#toServer.send("close", extraMs);
  }

  async close(): Promise<void> {
    if (this.broken) return;
    this.broken = true;
    this.#network.open.delete(this);
    this.#closeServerSide(Infinity);
  }

  /** The process has gone: the system closes for it. */
  die(): void {
    this.broken = true;
    this.#network.open.delete(this);
    this.#closeServerSide(Infinity);
  }

  /** In the middle of whatever is on its way. Either side may not notice. */
  cut(): void {
    if (this.#isCut) return;
    const { chance } = this.#world;
    const sent = chance.below(this.#toServer.size + 1);
    const said = chance.below(this.#toClient.size + 1);
    const isSilent = chance.next() < 0.15;
    this.#world.note(
      this.#name,
      () => `cut: ${this.#toServer.size - sent} lost there, ${this.#toClient.size - said} back`,
    );
    const isHalfOpen = chance.next() < 0.2;
    this.#closeServerSide(sent, isHalfOpen ? this.#world.between(100, 15_000) : 0);
    if (chance.next() < 0.4) this.#toServer.stall(this.#world.between(20, 4_000));
    const partly = this.#toClient.next;
    const isPart = said === 0 && partly !== undefined && partly !== "close" && chance.next() < 0.3;
    this.#toClient.keep(said);
    if (isPart) this.#toClient.send(cutOff(partly, chance.below(partly.results.length + 1)));
    if (!isSilent) this.#toClient.send("close");
  }

  /** A commit, or the answer to it, is on its way. */
  get isCommitting(): boolean {
    return this.#outstanding.some(({ packet }) =>
      packet.some((sent) => sent.kind === "control" && sent.verb === "commit"),
    );
  }

  stall(ms: number): void {
    this.#world.note(this.#name, () => `stalled for ${Math.round(ms)} ms`);
    this.#toServer.stall(ms);
    if (this.#world.chance.next() < 0.7) this.#toClient.stall(ms);
  }

  /** The server ends it. */
  terminate(error: ServerError): void {
    this.#session.terminate(error);
  }
}

/** The beginning of an answer whose rest was lost. */
function cutOff({ results }: Reply, first: number): Reply {
  return {
    results: results.slice(0, first),
    error: new Error("Connection terminated unexpectedly"),
  };
}

function isFatal(error: Error | null): boolean {
  return (error as { severity?: string } | null)?.severity === "FATAL";
}

function rejectAll(outstanding: readonly Outstanding[], error: Error): void {
  for (const { settle } of outstanding) for (const { reject } of settle) reject(error);
}

function storedRow(table: string, row: unknown): object {
  if (table === "ticket") return storedTicket(row as Ticket);
  if (table === "waiting") return storedWaiting(row as Ticket);
  return { ...(row as object) };
}

/** The settings of one product's lines (see settingsSql in products.ts). */
const settingsOf =
  (product: string): Statement =>
  ({ tables, tx }, [ids]) => {
    return (ids as string[]).flatMap((id) => {
      const found = tables.settings.seenAt(id, tx);
      if (found?.product !== product) return [];
      const { line_id, settings, depends_on } = found;
      const other = depends_on && tables.line.seenAt(depends_on, tx);
      return [{ line_id, settings, depends_on: other ? { [other.id]: other.event_seq } : null }];
    });
  };
