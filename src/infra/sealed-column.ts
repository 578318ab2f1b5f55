// Sealed columns of text. What an earlier version wrote in the clear, and what an older master key sealed, is
// sealed again when the server starts and when keys are rotated.

import type pg from "pg";
import type { Vault } from "./vault.ts";

const isSealed = (text: string) => text.startsWith("mk1.");

export interface SealedColumn {
  table: string;
  column: string;
  /** What a row's text is for; only for this is it opened. */
  purposeOf(id: string): string;
}

export function sealText(
  { purposeOf }: SealedColumn,
  vault: Vault,
  id: string,
  text: string,
): string {
  return vault.seal(purposeOf(id), text);
}

/** Also what is not sealed yet. */
export function openText(
  { purposeOf }: SealedColumn,
  vault: Vault,
  id: string,
  text: string,
): string {
  return isSealed(text) ? vault.open(purposeOf(id), text) : text;
}

const chunk = 500;

/** Whatever is not sealed, or sealed under an older master key. Returns how much that was. */
export async function sealColumn(
  pool: Pick<pg.Pool, "query">,
  vault: Vault,
  sealing: SealedColumn,
): Promise<number> {
  const { table, column } = sealing;
  let sealed = 0;
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const { rows } = await pool.query<{ id: string; text: string }>(
      `select id, ${column} as text from ${table}
        where id > $1 and ${column} is not null order by id limit ${chunk}`,
      [after],
    );
    for (const { id, text } of rows) {
      if (vault.isCurrent(text)) continue;
      const fresh = sealText(sealing, vault, id, openText(sealing, vault, id, text));
      // Only over what was read: who changed it meanwhile has sealed their own.
      await pool.query(`update ${table} set ${column} = $2 where id = $1 and ${column} = $3`, [
        id,
        fresh,
        text,
      ]);
      sealed += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < chunk) return sealed;
    after = last.id;
  }
}
