// The one place that makes connections to PostgreSQL. Every one of them
//  - survives its own end: an error that nobody listens for would end the process;
//  - has limits on both sides: PostgreSQL gives up a statement, a lock or a silent transaction, and we
//    give up a connection that owes an answer and says nothing;
//  - is refused at once while the database is known to be away, and then thrown away with the others if
//    the database has gone silent, since nobody knows which of them still work.
//
// One part (`Feed`) keeps a connection to find out whether the database is away. It tries again and again,
// one try at a time, so that nothing else has to. We looked at cockatiel: its circuit breaker lets a caller's
// request find out whether all is well again, knows nothing about open connections, and would have to be
// told the same things by the same place.

import type { Socket } from "node:net";
import { callbackify } from "node:util";
import pg from "pg";
import { DatabaseAway, troubleOf } from "./database-errors.ts";
import type { Logger } from "./log.ts";

export interface ConnectOptions {
  /** What PostgreSQL shows it as. */
  name: string;
  pipeline?: boolean;
  /** SQL that sets what this connection needs besides the limits. */
  settings?: string;
  /** Tries also while the database is known to be away, and stays when the others are thrown away. */
  isPulse?: boolean;
}

const connectMs = 3_000;
/** How long somebody waits for a connection of the pool to be free. */
const waitForPoolMs = 10_000;
/** A statement is given up by PostgreSQL well before the connection is by us. */
const statementMs = 10_000;
/** After a failed try to connect others wait so long before the next one. */
const restMs = 100;

/**
 * A transaction whose process is frozen is ended while those who wait for its locks are still there, and
 * one that is behind a dead line is noticed after half a minute, not after two hours.
 */
const limits = `
  set statement_timeout = ${statementMs};
  set lock_timeout = '5s';
  set idle_in_transaction_session_timeout = '5s';
  set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 4;
`;

export class Connections {
  readonly url: string;
  /** How long a connection may owe an answer and say nothing. */
  readonly silenceMs: number;
  readonly #log: Logger;
  readonly #open = new Set<GuardedClient>();
  readonly #listeners = new Set<(isAway: boolean) => void>();
  #away: Error | null = null;
  /** When the last try to connect failed, and nobody has connected since. */
  #failedAt: number | null = null;
  #trying = 0;

  constructor(url: string, log: Logger, silenceMs = 12_000) {
    this.url = url;
    this.silenceMs = silenceMs;
    this.#log = log;
  }

  get isAway(): boolean {
    return this.#away !== null;
  }

  /** Tells when the database goes away and when it is back. Returns the end of it. */
  onChange(listener: (isAway: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The feed found that it cannot be reached. */
  lost(reason: Error): void {
    const isNew = this.#away === null;
    this.#away = reason;
    if (!isNew) return;
    this.#log.warn({ reason }, "database.away");
    for (const listener of this.#listeners) listener(true);
  }

  /** It owes an answer and says nothing: any connection may be dead, and nothing would ever tell. */
  silent(reason: Error): void {
    this.lost(reason);
    const why = new DatabaseAway("it says nothing", { cause: reason });
    for (const client of this.#open) client.discard(why);
  }

  /** It answers again. */
  back(): void {
    this.#failedAt = null;
    if (this.#away === null) return;
    this.#away = null;
    this.#log.info({}, "database.back");
    for (const listener of this.#listeners) listener(false);
  }

  async connect(options: ConnectOptions): Promise<pg.Client> {
    const client = new GuardedClient(this, options);
    await client.connect();
    return client;
  }

  /** For everyday queries. */
  pool(size: number, waitMs = waitForPoolMs): pg.Pool {
    const pool = new GuardedPool(this, size, waitMs);
    pool.on("error", (reason) => this.#log.warn({ reason }, "database.connection_lost"));
    return pool;
  }

  /** For the clients made here: connects if there is a point in trying. */
  async attempt(client: GuardedClient, isPulse: boolean, connect: () => Promise<void>) {
    const isFailing = this.#failedAt !== null;
    const isResting = isFailing && performance.now() - this.#failedAt! < restMs;
    if (!isPulse && (this.isAway || isResting || (isFailing && this.#trying > 0))) {
      throw new DatabaseAway("it cannot be connected to", { cause: this.#away });
    }
    this.#trying += 1;
    try {
      await connect();
      this.#failedAt = null;
    } catch (error) {
      if (troubleOf(error) === "away") this.#failedAt = performance.now();
      throw error;
    } finally {
      this.#trying -= 1;
    }
    if (isPulse) return;
    this.#open.add(client);
    client.once("end", () => this.#open.delete(client));
  }
}

class GuardedClient extends pg.Client {
  readonly #connections: Connections;
  readonly #options: ConnectOptions;

  constructor(connections: Connections, options: ConnectOptions) {
    super({
      connectionString: connections.url,
      application_name: options.name,
      pipeline: options.pipeline ?? false,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: connectMs,
    });
    this.#connections = connections;
    this.#options = options;
    // What is under way is told its error, and "end" follows. This is for when nothing is.
    this.on("error", () => undefined);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
    const { isPulse = false } = this.#options;
    const connected = this.#connections.attempt(this, isPulse, () => this.#connect());
    if (!callback) return connected.then(() => this);
    callbackify(() => connected)(callback);
  }

  async #connect(): Promise<void> {
    await super.connect();
    try {
      this.giveUpAfter(this.#connections.silenceMs);
      await this.query(limits + (this.#options.settings ?? ""));
    } catch (error) {
      this.discard(error as Error);
      throw error;
    }
  }

  /** Only when it owes an answer: a connection that nobody uses may be silent. */
  giveUpAfter(silentMs: number): void {
    const { stream } = wireOf(this);
    stream.setTimeout(silentMs);
    stream.removeAllListeners("timeout");
    stream.on("timeout", () => {
      const { bytesRead } = stream;
      // After a pause of our own the answer may have arrived: it is read first.
      setImmediate(() => {
        if (!owesAnswer(this) || stream.bytesRead > bytesRead) return;
        this.discard(new DatabaseAway("it owes an answer and says nothing"));
      });
    });
  }

  discard(error: Error): void {
    wireOf(this).stream.destroy(error);
  }
}

class GuardedPool extends pg.Pool {
  readonly #connections: Connections;

  constructor(connections: Connections, max: number, waitMs: number) {
    class PoolClient extends GuardedClient {
      constructor() {
        super(connections, { name: "turnkeeper" });
      }
    }
    super({
      max,
      connectionTimeoutMillis: waitMs,
      Client: PoolClient,
    });
    this.#connections = connections;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (callback) return this.#connect(callback);
    return new Promise((resolve, reject) => {
      this.#connect((error, client) => (client ? resolve(client) : reject(error!)));
    });
  }

  /** Nobody waits for a connection any longer than until the database is known to be away. */
  #connect(callback: Connected): void {
    let isAnswered = false;
    const answer: Connected = (...args) => {
      isAnswered = true;
      ignore();
      callback(...args);
    };
    const giveUp = () =>
      answer(new DatabaseAway("a connection was waited for"), undefined, () => undefined);
    const ignore = this.#connections.onChange((isAway) => isAway && giveUp());
    if (this.#connections.isAway) return giveUp();
    super.connect((error, client, release) => {
      if (isAnswered) release();
      else answer(error, client, release);
    });
  }
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** For a migration, which takes as long as it takes. The connection is not for anybody else then. */
export async function withoutLimits(client: pg.ClientBase): Promise<void> {
  await client.query(
    `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`,
  );
  if (client instanceof GuardedClient) client.giveUpAfter(0);
}

export function wireOf(client: pg.ClientBase): { stream: Socket } {
  return (client as unknown as { connection: { stream: Socket } }).connection;
}

function owesAnswer(client: pg.ClientBase): boolean {
  const { _activeQuery, _sentQueryQueue } = client as unknown as {
    _activeQuery: object | null;
    _sentQueryQueue: unknown[];
  };
  return Boolean(_activeQuery) || _sentQueryQueue.length > 0;
}
