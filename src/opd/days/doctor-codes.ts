// The code that stands before a doctor's numbers, "R" in R-12: short enough to call, and one doctor's alone in an
// organisation, so that a number means one person at a station where patients of all doctors wait. Each doctor
// gets one from their name with their first day; the organisation may set another.

import type pg from "pg";
import { isDuplicate } from "../../engine/transaction.ts";
import type { Doctor } from "./days.ts";
import { refuse } from "../refusals.ts";

const titles = new Set(["DR", "DOCTOR", "PROF", "PROFESSOR", "MR", "MRS", "MS", "MISS", "SIR"]);
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
/** E1, E2 … are emergencies. */
const avoided = new Set(["E"]);

/** The shortest that says who it is and that nobody has: R, AR, RA, RAO, ARA, R2 … for Dr Asha Rao. */
export function proposedCode(name: string, taken: ReadonlySet<string>): string {
  for (const code of proposals(name)) {
    if (!taken.has(code) && !avoided.has(code)) return code;
  }
  throw new Error("every code is taken");
}

function* proposals(name: string): Generator<string> {
  const words = name
    .normalize("NFD")
    .toUpperCase()
    .replaceAll(/[^A-Z\s.-]/g, "")
    .split(/[\s.-]+/)
    .filter((word) => word !== "" && !titles.has(word));
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (last !== "") {
    yield last[0]!;
    yield words
      .map(([initial]) => initial)
      .join("")
      .slice(0, 3);
    yield last.slice(0, 2);
    yield last.slice(0, 3);
    yield first[0]! + last.slice(0, 2);
    for (let n = 2; n < 100; n++) yield `${last[0]}${n}`;
  }
  for (const a of letters) yield a;
  for (const a of letters) for (const b of letters) yield a + b;
  for (const a of letters) for (const b of letters) for (const c of letters) yield a + b + c;
}

type Db = pg.Pool | pg.ClientBase;

/** Index: opd_doctor_code. */
export async function readCodes(db: Db, orgId: string): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; code: string }>(
    `select id, code from opd_doctor where org_id = $1 and code is not null`,
    [orgId],
  );
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** Done again when another doctor was given the same one in the meantime. */
export async function ensureCode(
  tx: pg.ClientBase,
  orgId: string,
  { id, name }: Pick<Doctor, "id" | "name">,
): Promise<void> {
  const codes = await readCodes(tx, orgId);
  if (!codes.has(id)) await writeCode(tx, orgId, id, proposedCode(name, new Set(codes.values())));
}

export async function setCode(
  tx: pg.ClientBase,
  orgId: string,
  doctorId: string,
  code: string,
): Promise<void> {
  await writeCode(tx, orgId, doctorId, code).catch((error: unknown) => {
    if (isDuplicate(error)) throw refuse("CODE_TAKEN", `Another doctor has the code ${code}`);
    throw error;
  });
}

async function writeCode(tx: pg.ClientBase, orgId: string, id: string, code: string) {
  await tx.query(
    `insert into opd_doctor (org_id, id, limits, code) values ($1, $2, '{}', $3)
     on conflict (org_id, id) do update set code = excluded.code`,
    [orgId, id, code],
  );
}

/** Doctors with days from before there were codes. Index: opd_day_pkey. */
export async function doctorsWithoutCode(
  pool: pg.Pool,
  now: Date,
): Promise<{ orgId: string; id: string }[]> {
  const { rows } = await pool.query<{ orgId: string; id: string }>(
    `select distinct d.org_id as "orgId", d.doctor_id as id from opd_day d
      where d.ends_at > $1 and not exists (select from opd_doctor o
        where o.org_id = d.org_id and o.id = d.doctor_id and o.code is not null)`,
    [now],
  );
  return rows;
}
