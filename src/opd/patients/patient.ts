// A patient, and what two records have to have in common to be about one person. Pure.

export const sexes = ["female", "male", "other"] as const;
export type Sex = (typeof sexes)[number];

export interface Patient {
  id: string;
  name: string;
  phone: string | null;
  externalId: string | null;
  /** "1985-03-02" */
  birthDate: string | null;
  sex: Sex | null;
  email: string | null;
  /** "en", "pt-BR": in which they want to be spoken to. */
  language: string | null;
  notes: string | null;
}

export type PatientFields = Omit<Patient, "id">;
export type NewPatient = Pick<Patient, "name"> & Partial<PatientFields>;

export const unknown: Omit<PatientFields, "name"> = {
  phone: null,
  externalId: null,
  birthDate: null,
  sex: null,
  email: null,
  language: null,
  notes: null,
};

/** Small letters without accents. */
export function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** What looks like a number without what is between its digits; anything else as it is. */
export function compact(text: string): string {
  return /^[+\d ()./-]+$/.test(text) ? text.replaceAll(/\D/g, "") : text;
}

export function wordsOf(text: string): string[] {
  return plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** A number is the same with and without the country in front. */
const tailLength = 9;

export function phoneTail(phone: string | null): string | null {
  return phone === null ? null : phone.replaceAll(/\D/g, "").slice(-tailLength);
}

/** How many typing mistakes a word of this length may have. */
export function typosAllowed(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 7 ? 1 : 2;
}

/** Letters to be changed, added, left out or swapped with the next; counted up to one more than `most`. */
export function typosBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(last[j - 1]! + (same ? 0 : 1), last[j]! + 1, row[j - 1]! + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, beforeLast[j - 2]! + 1);
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return Math.min(last[b.length]!, most + 1);
}

/** The mistakes in what was typed, if it can be meant for this name, of which only the beginning may be typed. */
export function typosIn(typed: readonly string[], name: readonly string[]): number | null {
  let sum = 0;
  for (const word of typed) {
    const most = typosAllowed(word);
    const distances = name.flatMap((one) => [
      typosBetween(word, one, most),
      typosBetween(word, one.slice(0, word.length), most),
    ]);
    const least = Math.min(...distances, most + 1);
    if (least > most) return null;
    sum += least;
  }
  return sum;
}

const isSame = <T>(a: T | null, b: T | null) => a !== null && a === b;
const differs = <T>(a: T | null, b: T | null) => a !== null && b !== null && a !== b;

/**
 * Whether two records may be about one person: the same name, and nothing that speaks against it; or nearly the
 * same name, and a birth date, phone or address in common. A family shares phones, so a phone alone is nothing.
 */
export function mayBeSame(a: PatientFields, b: PatientFields): boolean {
  if (differs(a.birthDate, b.birthDate)) return false;
  const [ours, theirs] = [wordsOf(a.name).toSorted(), wordsOf(b.name).toSorted()];
  const [phone, other] = [phoneTail(a.phone), phoneTail(b.phone)];
  const shares =
    isSame(a.birthDate, b.birthDate) ||
    isSame(phone, other) ||
    isSame(a.email?.toLowerCase() ?? null, b.email?.toLowerCase() ?? null);
  if (ours.join(" ") === theirs.join(" ")) return shares || !differs(phone, other);
  const [fewer, more] = ours.length < theirs.length ? [ours, theirs] : [theirs, ours];
  return shares && fewer.length > 0 && typosIn(fewer, more) !== null;
}

export type FieldName = keyof PatientFields;
export const fieldNames = [
  "name",
  ...(Object.keys(unknown) as FieldName[]),
] as readonly FieldName[];

/** One record of two: what the first knows counts, but for what is to be taken from the other. Notes are kept. */
export function combined(winner: Patient, loser: Patient, take: readonly FieldName[]): Patient {
  const fromOther = fieldNames.filter(
    (name) => loser[name] !== null && (winner[name] === null || take.includes(name)),
  );
  const both = { ...winner, ...Object.fromEntries(fromOther.map((name) => [name, loser[name]])) };
  const notes = [winner.notes, loser.notes].filter((one) => one !== null);
  both.notes = notes.length === 0 ? null : [...new Set(notes)].join("\n");
  return both;
}
