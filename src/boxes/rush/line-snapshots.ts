// A snapshot of a line, read without its lock. It decides nothing, but it is enough to say no: a line that is
// full at one moment between question and answer may be called full. Everybody who asks while one read is
// under way shares the next one, so a rush on something sold out costs a few reads, whatever its size.

import type { Connections } from "../../infra/connections.ts";
import type { Logger } from "../../infra/log.ts";
import type { Line } from "../../kernel/line.ts";
import { Connection } from "../../engine/connection.ts";
import { uuids } from "../../engine/array.ts";
import { lineColumns, lineOf, type LineRow } from "../../engine/rows.ts";
import { statements } from "../../engine/statements.ts";

export interface Seen {
  line: Line | null;
  /** This Idempotency-Key has had its effect already: the engine answers it again. */
  isRepeat: boolean;
}

interface Question {
  lineId: string;
  orgId: string;
  idem: string | undefined;
  resolve(seen: Seen): void;
  reject(error: Error): void;
}

const maxAtOnce = 1_000;
const maxGathered = 10_000;

// Index: line_by_id.
const linesSql = `select ${lineColumns} from line where id = any($1::uuid[])`;

export class LineSnapshots {
  readonly #connections: Connections;
  readonly #log: Logger;
  #connection: Connection | null = null;
  #gathered: Question[] = [];
  #running: Promise<void> | null = null;

  constructor(connections: Connections, log: Logger) {
    this.#connections = connections;
    this.#log = log;
  }

  /** null: too many ask, or the look failed; then somebody else has to decide. */
  async look(
    lineId: string,
    { orgId, idem }: { orgId: string; idem?: string | undefined },
  ): Promise<Seen | null> {
    if (this.#gathered.length >= maxGathered) return null;
    try {
      return await new Promise<Seen>((resolve, reject) => {
        this.#gathered.push({ lineId, orgId, idem, resolve, reject });
        this.#running ??= this.#run();
      });
    } catch (error) {
      this.#log.warn({ reason: error }, "snapshot.failed");
      return null;
    }
  }

  async close(): Promise<void> {
    while (this.#running) await this.#running;
    await this.#connection?.close();
  }

  async #run(): Promise<void> {
    // Others who ask in the same turn go along.
    await Promise.resolve();
    while (this.#gathered.length > 0) {
      const questions = this.#gathered.splice(0, maxAtOnce);
      await this.#answer(questions).catch((error: Error) => {
        for (const { reject } of questions) reject(error);
      });
    }
    this.#running = null;
  }

  async #answer(questions: Question[]): Promise<void> {
    if (this.#connection?.broken) this.#connection = null;
    this.#connection ??= await Connection.open(this.#connections, statements, 1_000);
    const connection = this.#connection;
    const keyed = questions.filter(({ idem }) => idem !== undefined);
    const [lineRows, repeats] = await connection.together(() =>
      Promise.all([
        connection.sendText("snapshot", linesSql, [[...new Set(questions.map((q) => q.lineId))]]),
        keyed.length > 0
          ? connection.send("replays", [uuids(keyed, (q) => q.orgId), uuids(keyed, (q) => q.idem!)])
          : [],
      ]),
    );
    const lines = new Map(lineRows.map((row) => [row.id, lineOf(row as never as LineRow)]));
    const done = new Set(repeats.map((row) => String(row.org_id) + String(row.idem)));
    for (const { lineId, orgId, idem, resolve } of questions) {
      const isRepeat = idem !== undefined && done.has(orgId + idem);
      resolve({ line: lines.get(lineId) ?? null, isRepeat });
    }
  }
}
