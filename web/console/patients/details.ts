// A patient in one line, to tell two of the same name apart.

import { dateText } from "../../look/zone-time.ts";
import type { Patient } from "../../wire/opd.ts";
import { serverNow } from "../../wire/request.ts";
import { list as text } from "./messages.ts";

export function detailsOf({ birthDate, externalId, phone }: Patient): string {
  return [birthDate && birthText(birthDate), externalId, phone].filter(Boolean).join(" · ");
}

export function birthText(birthDate: string): string {
  const written = dateText(birthDate, { day: "numeric", month: "short", year: "numeric" });
  return text.born(written, ageOn(birthDate, new Date(serverNow()).toISOString().slice(0, 10)));
}

export function ageOn(birthDate: string, date: string): number {
  const years = Number(date.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return date.slice(5) < birthDate.slice(5) ? years - 1 : years;
}
