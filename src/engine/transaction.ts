// A transaction of its own, done again from the start when PostgreSQL asks for it; and one that only
// looks.

import type pg from "pg";

const mostTries = 3;

/** `again` says which other errors are worth another try. The work must bear being done anew. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<T>,
  again: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const tx = await pool.connect();
    let broken: Error | undefined;
    try {
      await tx.query("begin");
      const result = await work(tx);
      await tx.query("commit");
      return result;
    } catch (error) {
      const { code } = error as { code?: string };
      await tx.query("rollback").catch((lost: Error) => (broken = lost));
      const retry = code === "40001" || code === "40P01" || again(error);
      if (!retry || tries >= mostTries) throw error;
    } finally {
      tx.release(broken);
    }
  }
}

/** Whatever `work` reads was so at one moment. */
export async function atOneMoment<T>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const tx = await pool.connect();
  let broken: Error | undefined;
  try {
    await tx.query("begin isolation level repeatable read read only");
    return await work(tx);
  } finally {
    await tx.query("rollback").catch((lost: Error) => (broken = lost));
    tx.release(broken);
  }
}
