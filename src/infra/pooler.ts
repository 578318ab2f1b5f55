// Refuses a pooler that gives each transaction another connection to PostgreSQL. What a connection sets,
// prepares, listens to or locks would be gone at its next statement, or be there for somebody else: holds
// would never end and streams would be wrong, without any error.

import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Connections } from "./connections.ts";

const rounds = 5;
/** What PgBouncer says to BEGIN where every statement may go elsewhere. */
const protocolViolation = "08P01";

/** Whether each client keeps its connection: what it sets is there again, and nowhere else. */
export async function keepsSessions(one: pg.Client, connections: Connections): Promise<boolean> {
  const mark = randomUUID();
  const seenBy = async (client: pg.Client) => {
    const { rows } = await client.query<{ mark: string | null }>(
      `select current_setting('turnkeeper.session', true) as mark`,
    );
    return rows[0]!.mark === mark;
  };
  const other = await connections.connect({ name: "turnkeeper start" });
  try {
    await one.query(`select set_config('turnkeeper.session', $1, false)`, [mark]);
    for (let round = 0; round < rounds; round++) {
      // An open transaction takes a connection away from those who have none at the moment.
      await other.query("begin");
      if (await seenBy(other)) return false;
      if (!(await seenBy(one))) return false;
      await other.query("rollback");
    }
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === protocolViolation) return false;
    throw error;
  } finally {
    await other.end();
  }
}
