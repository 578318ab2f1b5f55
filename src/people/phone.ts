// Telephone numbers as people write them: what one looks like, and when two of them are the same. Pure.

import { digitsOf } from "./person.ts";

const looksRight = /^\+?[\d ()./-]{5,24}$/;

export function isPhone(text: string): boolean {
  return looksRight.test(text.trim()) && digits(text).length >= 5;
}

/** +49 30 1234567 and 0049 30 1234567 and, within the country, 030 1234567 are one number. */
export function samePhone(a: string, b: string): boolean {
  const [one, other] = [partsOf(a), partsOf(b)];
  if (one.number === other.number) return one.number !== "";
  if (one.isWorldwide === other.isWorldwide) return false;
  const [worldwide, local] = one.isWorldwide ? [one, other] : [other, one];
  const national = local.number.replace(/^0/, "");
  const country = worldwide.number.length - national.length;
  return (
    national.length >= comparedDigits &&
    country >= 1 &&
    country <= 3 &&
    worldwide.number.endsWith(national)
  );
}

function partsOf(text: string): { number: string; isWorldwide: boolean } {
  const all = digits(text);
  const isWorldwide = text.trim().startsWith("+") || all.startsWith("00");
  return { number: all.replace(/^00/, ""), isWorldwide };
}

const digits = (text: string) => text.replaceAll(/\D/g, "");

const comparedDigits = 7;

/** Numbers that are the same end the same. */
export const phoneEnd = (text: string) => digits(text).slice(-comparedDigits);

/** SQL: the same of a column. Index: patient_by_phone_end. */
export const phoneEndOf = (column: string) => `right(${digitsOf(column)}, ${comparedDigits})`;
