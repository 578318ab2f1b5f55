// Statements that travel together: one packet there, one packet back. The driver asks for an answer
// after each statement, so that PostgreSQL sends, and this process wakes up, ten times for a batch;
// a pipeline asks once, at its end. It also asks what a statement's columns are only the first time.
// When one of them fails PostgreSQL passes over the rest, a COMMIT among them included.

import pg from "pg";

export type Rows = Record<string, unknown>[];

/** What PostgreSQL knows by name on one connection, with how its rows are read. */
export type Known = Map<string, Shape>;

interface Shape {
  names: string[];
  parsers: ((value: string) => unknown)[];
}

interface Statement {
  /** Empty: forgotten at once. */
  name: string;
  text: string;
  values: readonly unknown[];
  /** What a COPY is fed with. */
  copy?: Buffer;
}

interface PendingStatement extends Statement {
  shape: Shape;
  rows: Rows;
  /** A row of it could not be read. */
  unreadable: Error | null;
  resolve(rows: Rows): void;
  reject(error: Error): void;
}

interface Wire {
  parse(statement: { name: string; text: string }): void;
  bind(portal: object): void;
  describe(what: { type: "P"; name: string }): void;
  execute(portal: object): void;
  close(what: { type: "S"; name: string }): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sync(): void;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } })
  .utils;

export class Pipeline extends pg.Query {
  readonly #known: Known;
  readonly #statements: PendingStatement[] = [];
  /** Those PostgreSQL is told of for the first time. */
  readonly #new: string[] = [];
  #completed = 0;

  constructor(known: Known) {
    super("");
    this.#known = known;
  }

  get isEmpty(): boolean {
    return this.#statements.length === 0;
  }

  add(statement: Statement): Promise<Rows> {
    return new Promise((resolve, reject) => {
      const shape = { names: [], parsers: [] };
      this.#statements.push({ ...statement, shape, rows: [], unreadable: null, resolve, reject });
    });
  }

  override submit = (connection: unknown): void => {
    const wire = connection as Wire;
    for (const pending of this.#statements) this.#send(pending, wire);
    wire.sync();
  };

  #send(pending: PendingStatement, wire: Wire): void {
    const { name, text, values, copy } = pending;
    const known = name === "" ? undefined : this.#known.get(name);
    if (known) {
      pending.shape = known;
    } else {
      // An earlier pipeline may have failed before or behind it.
      if (name !== "") wire.close({ type: "S", name });
      wire.parse({ name, text });
      this.#known.set(name, pending.shape);
      this.#new.push(name);
    }
    wire.bind({ statement: name, values, valueMapper: prepareValue });
    if (!known) wire.describe({ type: "P", name: "" });
    wire.execute({});
    if (copy) {
      wire.sendCopyFromChunk(copy);
      wire.endCopyFrom();
    }
  }

  get #current(): PendingStatement {
    return this.#statements[this.#completed]!;
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const { shape } = this.#current;
    for (const { name, dataTypeID } of fields) {
      shape.names.push(name);
      shape.parsers.push(pg.types.getTypeParser(dataTypeID, "text") as Shape["parsers"][number]);
    }
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const pending = this.#current;
    const { shape, rows } = pending;
    const row: Record<string, unknown> = {};
    try {
      for (let i = 0; i < fields.length; i++) {
        const value = fields[i]!;
        row[shape.names[i]!] = value === null ? null : shape.parsers[i]!(value);
      }
    } catch (error) {
      // Thrown here it would end the process, since the driver calls this from its socket.
      pending.unreadable = error as Error;
    }
    rows.push(row);
  }

  handleCommandComplete(): void {
    this.#completed += 1;
  }

  handleCopyInResponse(): void {
    // The rows are on their way already: a server that refuses a COPY passes over what follows it.
  }

  handleReadyForQuery(): void {
    for (const pending of this.#statements) settle(pending);
  }

  handleError(error: Error): void {
    for (const name of this.#new) this.#known.delete(name);
    for (const [i, pending] of this.#statements.entries()) {
      if (i < this.#completed) settle(pending);
      else pending.reject(error);
    }
  }
}

function settle({ rows, unreadable, resolve, reject }: PendingStatement): void {
  if (unreadable) reject(unreadable);
  else resolve(rows);
}

/** A COPY on a connection that belongs to somebody else. */
export function copyIn(client: pg.ClientBase, command: string, rows: Buffer): Promise<unknown> {
  const pipeline = new Pipeline(new Map());
  const copied = pipeline.add({ name: "", text: command, values: [], copy: rows });
  client.query(pipeline);
  return copied;
}
