// What the public pages say alike. To translate: give this file and its neighbours, one for each page, in
// another language, and set its language and direction below.

import type { WaitRange } from "../wire/types.ts";

export const language = "en";
export const direction: "ltr" | "rtl" = "ltr";

export const notFound = {
  title: "There is nothing here",
  text: "The address may be mistyped, or the queue no longer exists. If you scanned a code, please ask at the desk.",
  home: "Go to the start page",
};

/** A page that cannot be made while the database is away. */
export const unreachable = {
  title: "One moment, please",
  text: "We cannot reach our records now. Nothing is lost; this page goes on by itself.",
};

/** Desks are called "3", "Desk 3" or "Window B" by their owners; only a bare number needs the word. */
export function deskName(desk: string): string {
  return /^\d+$/.test(desk) ? `desk ${desk}` : desk;
}

/** "10 to 15 minutes": rounded outwards, coarser the longer it is, since nobody knows it better. */
export function waitInWords(range: WaitRange): string {
  const from = roundMinutes(range.fromSeconds / 60, Math.floor);
  const to = roundMinutes(range.toSeconds / 60, Math.ceil);
  if (to <= 1) return "less than a minute";
  if (from === to) return duration(to);
  if (from === 0) return `up to ${duration(to)}`;
  const together = to < 90 ? `${from} to ${to} minutes` : `${duration(from)} to ${duration(to)}`;
  return from >= 90 ? `${hours(from)} to ${hours(to)} hours` : together;
}

function roundMinutes(minutes: number, round: (value: number) => number): number {
  const step = minutes < 10 ? 1 : minutes < 60 ? 5 : minutes < 90 ? 10 : 30;
  return round(minutes / step) * step;
}

function duration(minutes: number): string {
  if (minutes === 1) return "1 minute";
  if (minutes < 90) return `${minutes} minutes`;
  return `${hours(minutes)} hours`;
}

function hours(minutes: number): string {
  const whole = Math.floor(minutes / 60);
  const half = minutes % 60 >= 30 ? "½" : "";
  return whole === 0 ? half : `${whole}${half}`;
}
