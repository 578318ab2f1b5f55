// Patients by what somebody types at the desk: parts of a name, a phone, a number, in any order. The best come
// first. When few are found, those come behind them whose name is nearly what was typed.

import type pg from "pg";
import { inTransaction } from "../../engine/transaction.ts";
import { compact, plain, typosIn, wordsOf, type Patient } from "./patient.ts";
import { escaped, findPatients, patientColumns } from "./patient-store.ts";

export interface Found extends Patient {
  /** 0: the number itself; 1: words begin like that; 2: somewhere in it; 3: nearly. */
  rank: number;
}

export interface PlaceFound {
  rank: number;
  name: string;
  id: string;
}

const maxWords = 8;
const few = 5;
const maxSimilar = 20;
const maxCandidates = 5_000;
const nearly = 3;

export async function searchPatients(
  pool: pg.Pool,
  orgId: string,
  query: string,
  after: PlaceFound | null,
  limit: number,
): Promise<Found[]> {
  // A phone number is one word, however it is written.
  const words = plain(compact(query)).split(/\s+/).filter(Boolean).slice(0, maxWords);
  const found = await matching(pool, orgId, words, after, limit);
  if (after !== null || found.length >= Math.min(few, limit)) return found;
  const typed = wordsOf(query).slice(0, maxWords);
  if (!typed.some((word) => /\p{L}{4}/u.test(word))) return found;
  const known = new Set(found.map(({ id }) => id));
  const more = (await similar(pool, orgId, typed)).filter(({ id }) => !known.has(id));
  return [...found, ...more].slice(0, limit - 1);
}

/**
 * Every word somewhere in name, phone, number, birth date or address. One or two letters only where a word begins:
 * three make the first entry of the index, and nobody looks for a letter in the middle. Index: patient_search, or
 * patient_by_name when nothing is asked for.
 */
async function matching(
  pool: pg.Pool,
  orgId: string,
  words: readonly string[],
  after: PlaceFound | null,
  limit: number,
): Promise<Found[]> {
  const values: unknown[] = [orgId];
  const value = (one: unknown) => `$${values.push(one)}`;
  const begins = (word: string) =>
    `(p.search like ${value(`${escaped(word)}%`)} or p.search like ${value(`% ${escaped(word)}%`)})`;
  const where = words.map((word) =>
    word.length < 3 ? begins(word) : `p.search like ${value(`%${escaped(word)}%`)}`,
  );
  // In the order of the index: of those who begin with a letter there are too many to sort.
  const byName = words.every((word) => word.length < 3);
  const rank = byName
    ? "1"
    : `case when ${theNumber(words, value)} then 0
              when ${words.map(begins).join(" and ")} then 1 else 2 end`;
  const from = `select ${patientColumns}, ${rank} as rank from patient p
    where ${["p.org_id = $1 and p.merged_into is null", ...where].join(" and ")}`;
  const order = byName ? "f.name, f.id" : "f.rank, f.name, f.id";
  const behind =
    after === null
      ? ""
      : byName
        ? `where (f.name, f.id) > (${value(after.name)}, ${value(after.id)}::uuid)`
        : `where (f.rank, f.name, f.id) > (${value(after.rank)}, ${value(after.name)}, ${value(after.id)}::uuid)`;
  const { rows } = await pool.query<Found>(
    `select f.* from (${from}) f ${behind} order by ${order} limit ${value(limit)}`,
    values,
  );
  return rows;
}

/** The patient number as it is, or the last digits of the phone. */
function theNumber(words: readonly string[], value: (one: unknown) => string): string {
  const whole = words.join(" ");
  const number = `lower(p.external_id) = ${value(whole)}`;
  if (!/^\d{4,}$/.test(whole)) return number;
  return `(${number} or regexp_replace(p.phone, '\\D', '', 'g') like ${value(`%${whole}`)})`;
}

/**
 * One mistake leaves the beginning or the end of a word as it is; in a long word two leave many of its groups of
 * three letters. By groups alone short words find half of all names, and comparing those here is much faster than
 * word_similarity: of 100,000 "meier" took 1.2 s, so 0.1 s. Index: patient_search.
 */
async function similar(pool: pg.Pool, orgId: string, typed: readonly string[]): Promise<Found[]> {
  const values: unknown[] = [orgId];
  const value = (one: unknown) => `$${values.push(one)}`;
  const long = typed.filter((word) => word.length >= 4);
  const near = long.map((word) => `(${nearlyIn(word, value).join(" or ")})`);
  const { rows } = await inTransaction(pool, async (tx) => {
    await tx.query(`set local pg_trgm.word_similarity_threshold = 0.4`);
    return tx.query<{ id: string; name: string }>(
      `select p.id, p.name from patient p
        where p.org_id = $1 and p.merged_into is null and ${near.join(" and ")}
        limit ${maxCandidates}`,
      values,
    );
  });
  const best = rows
    .flatMap(({ id, name }) => {
      const typos = typosIn(typed, wordsOf(name));
      return typos === null ? [] : { id, name, typos };
    })
    .toSorted((a, b) => a.typos - b.typos || (a.name < b.name ? -1 : 1))
    .slice(0, maxSimilar);
  const known = new Map(
    (
      await findPatients(
        pool,
        orgId,
        best.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
  return best.flatMap(({ id }) => {
    const patient = known.get(id);
    return patient ? { ...patient, rank: nearly } : [];
  });
}

function nearlyIn(word: string, value: (one: unknown) => string): string[] {
  const cut = word.length === 5 ? 2 : Math.ceil(word.length / 2);
  const [start, end] = [word.slice(0, cut), word.slice(cut)];
  const ends = end.length < 3 ? [`%${end} %`, `%${end}`] : [`%${end}%`];
  const like = [`${start}%`, `% ${start}%`, ...ends].map((one) => `p.search like ${value(one)}`);
  return word.length < 7 ? like : [...like, `p.search %> ${value(word)}`];
}
