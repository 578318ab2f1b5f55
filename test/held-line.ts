import pg from "pg";

/**
 * Somebody keeps a line's row locked until told otherwise; before they let go they may change something. Not on
 * a connection of the pool, which PostgreSQL ends when it stays in a transaction for longer than a busy machine
 * may need.
 */
export async function holdLine(
  databaseUrl: string,
  lineId: string,
): Promise<(change?: string, values?: unknown[]) => Promise<void>> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query("begin");
  await holder.query(`select 1 from line where id = $1 for update`, [lineId]);
  return async (change, values) => {
    try {
      if (change !== undefined) await holder.query(change, values);
      await holder.query("commit");
    } finally {
      await holder.end();
    }
  };
}

/** Whether somebody waits in this database for a lock, or so many do. */
export async function isAwaited(pool: pg.Pool, byAtLeast = 1): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount! >= byAtLeast;
}
