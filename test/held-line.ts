import pg from "pg";

/**
 * Somebody keeps a line's row locked until told otherwise. Not on a connection of the pool, which PostgreSQL
 * ends when it stays in a transaction for longer than a busy machine may need.
 */
export async function holdLine(databaseUrl: string, lineId: string): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query("begin");
  await holder.query(`select 1 from line where id = $1 for update`, [lineId]);
  return () => holder.end();
}

/** Whether somebody waits in this database for a lock. */
export async function isAwaited(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount! > 0;
}
