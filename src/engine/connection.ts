// A connection of the engine: pipelined, so that a batch costs two round trips, and with its plans
// pinned. With fresh statistics PostgreSQL picks sequential scans or hash joins for `= any($1)` and
// unnest on small tables and stays with them: 2,500 joins/s instead of 8,800 with 16 callers. With a
// bitmap it sorts all who wait to find the next hundred: 35 ms instead of one.

import type pg from "pg";
import { wireOf, type Connections } from "../infra/connections.ts";
import { Pipeline, type Known, type Rows } from "./pipeline.ts";
import type { Statements } from "./statements.ts";
import { copyRows, type Table } from "./tables.ts";

export const pinned = `
  set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off;
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set enable_bitmapscan = off;
  set jit = off;
`;

export type { Rows };

/** Where a batch sends its statements: a connection of the engine, or a transaction that is open. */
export interface Sender {
  send(name: keyof Statements, values: unknown[]): Promise<Rows>;
  sendText(name: string, text: string, values: unknown[]): Promise<Rows>;
  control(verb: "begin" | "commit" | "rollback"): Promise<Rows>;
  insert<Row>(table: Table<Row>, rows: readonly Row[]): Promise<unknown>;
  /** What `work` sends leaves as one packet, and its answers come back as one. */
  together<T>(work: () => T): T;
}

/** What a lane needs of a connection of its own. */
export interface LaneConnection extends Sender {
  /** It cannot be used any more. */
  readonly broken: boolean;
  abandon(): void;
  close(): Promise<void>;
}

/** Something of it cannot be put into a message: nothing was sent. */
export class NotSent extends Error {
  override name = "NotSent";

  constructor(cause: unknown) {
    super(`cannot be sent: ${(cause as Error).message}`, { cause });
  }
}

export class Connection implements LaneConnection {
  readonly #client: pg.Client;
  readonly #statements: Statements;
  readonly #known: Known = new Map();
  #open: Pipeline | null = null;
  broken = false;

  private constructor(client: pg.Client, statements: Statements) {
    this.#client = client;
    this.#statements = statements;
    client.on("error", () => (this.broken = true));
    client.on("end", () => (this.broken = true));
  }

  static async open(
    connections: Connections,
    statements: Statements,
    lockTimeoutMs: number,
  ): Promise<Connection> {
    const client = await connections.connect({
      name: "turnkeeper engine",
      pipeline: true,
      settings: `${pinned}; set lock_timeout = ${lockTimeoutMs}`,
    });
    return new Connection(client, statements);
  }

  send(name: keyof Statements, values: unknown[]): Promise<Rows> {
    return this.sendText(name, this.#statements[name], values);
  }

  /** A statement of a product, under a name of its own. */
  sendText(name: string, text: string, values: unknown[]): Promise<Rows> {
    return this.together((pipeline) => pipeline.add({ name, text, values }));
  }

  insert<Row>(table: Table<Row>, rows: readonly Row[]): Promise<unknown> {
    const [name, copy] = [`copy ${table.name}`, copyRows(table, rows)];
    return this.together((pipeline) =>
      pipeline.add({ name, text: table.copyCommand, values: [], copy }),
    );
  }

  control(verb: "begin" | "commit" | "rollback"): Promise<Rows> {
    return this.sendText(verb, verb, []);
  }

  together<T>(work: (pipeline: Pipeline) => T): T {
    if (this.#open) return work(this.#open);
    const pipeline = new Pipeline(this.#known);
    this.#open = pipeline;
    let sent: T;
    try {
      sent = work(pipeline);
    } catch (error) {
      throw new NotSent(error);
    } finally {
      this.#open = null;
    }
    if (!pipeline.isEmpty) this.#sendPipeline(pipeline);
    return sent;
  }

  #sendPipeline(pipeline: Pipeline): void {
    const { stream } = wireOf(this.#client);
    stream.cork();
    try {
      this.#client.query(pipeline);
    } catch (error) {
      // Half of it may be on its way.
      this.abandon();
      throw error;
    }
    stream.uncork();
  }

  /** Lets go of it without a word: what was sent is not waited for. */
  abandon(): void {
    this.broken = true;
    wireOf(this.#client).stream.destroy();
  }

  async close(): Promise<void> {
    if (this.broken) return;
    await this.#client.end().catch(() => undefined);
  }
}

/** Waits for everything that was sent, then throws the first error: nothing stays unread behind it. */
export async function allSent<T>(sent: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(sent);
  return settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}
