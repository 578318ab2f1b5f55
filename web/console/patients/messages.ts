// Every sentence of the pages about patients. To translate: give this file in another language.

import type { Patient, Visit } from "../../wire/opd.ts";

export const sexes: Record<NonNullable<Patient["sex"]>, string> = {
  female: "Female",
  male: "Male",
  other: "Other",
};

export const list = {
  title: "Patients",
  search: "Search",
  searchHint:
    "Name, last digits of the phone, patient number or birth date. Typing mistakes are forgiven.",
  new: "New patient",
  emptyTitle: "No patient yet",
  emptyText: "Add the first one here, or at the reception when you give a token.",
  nobody: "Nobody found",
  nobodyText: "Try fewer letters, or the last digits of the phone.",
  more: "Show more",
  loadingMore: "Loading…",
  shown: (count: number, hasMore: boolean) =>
    hasMore ? `The first ${count}` : count === 1 ? "1 patient" : `${count} patients`,
  born: (date: string, age: number) => `${date} (${age})`,
};

export const form = {
  name: "Name",
  phone: "Phone",
  externalId: "Patient number",
  birthDate: "Birth date",
  sex: "Sex",
  sexUnknown: "Not known",
  email: "E-mail",
  language: "Language",
  languageHint: "A code such as en, de or pt-BR.",
  notes: "Notes",
  notesHint: "For everybody at the desk. Do not write diagnoses here.",
  newTitle: "New patient",
  changeTitle: "Change the details",
  add: "Add",
  adding: "Adding…",
  alike: (count: number) =>
    count === 1 ? "This may be somebody you know:" : "These may be somebody you know:",
  use: "This one",
  addAnyway: "Add as somebody else",
};

export const page = {
  back: "Patients",
  notFound: "There is no such patient",
  notFoundText: "Perhaps the address is not whole.",
  change: "Change…",
  details: "Details",
  none: "—",
  upcoming: "Upcoming",
  past: "Past and cancelled",
  nothingUpcoming: "Nothing is planned.",
  nothingPast: "No visit yet.",
  more: "Earlier visits",
  show: "Open at the reception",
  booking: "Booking",
  bookingStatus: {
    requested: "requested",
    approved: "booked",
    denied: "refused",
    canceled: "cancelled",
  },
  number: (number: string | number) => `Number ${number}`,
  family: "Family",
  familyText: "Those who come together, or for whom one calls for all.",
  familyNone: "Nobody yet.",
  familyAdd: "Add somebody…",
  familyAddTitle: (name: string) => `Who belongs to the family of ${name}?`,
  familyLeave: "Take out of the family",
  familyLeaveTitle: (name: string) => `Take ${name} out of the family?`,
  familyLeaveText: "The others stay a family.",
  duplicates: "Perhaps the same person",
  duplicatesText:
    "Two records of one person split the history. Look at them together and make them one.",
  merge: "Look at both…",
  mergeOther: "Merge with another record…",
  mergeOtherTitle: (name: string) => `Which record is ${name}, too?`,
};

export const merging = {
  title: "Make two records one",
  text: "Choose what is right. Visits, bookings and waits of both are kept under one record.",
  keeps: "This record",
  other: "The other record",
  notes: "The notes of both are kept.",
  looking: "Looking at what would happen…",
  follow: (moved: Record<string, number>) => {
    const parts = [
      said(moved["tokens"], "visit", "visits"),
      said(moved["bookings"], "booking", "bookings"),
      said(moved["waitlist"], "wait", "waits"),
    ].filter((part) => part !== "");
    return parts.length === 0
      ? "The other record has no visits; nothing moves."
      : `From the other record: ${parts.join(", ")}.`;
  },
  final: "This cannot be undone.",
  confirm: "Make them one",
  doing: "One moment…",
  done: (name: string) => `${name} has one record now.`,
};

function said(count: number | undefined, one: string, many: string): string {
  if (!count) return "";
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

/** What became of a token, for the person at the desk. */
export function outcomeOf({ status, reason, slotEnd }: Visit, now: number): string {
  const isOver = Date.parse(slotEnd) < now;
  switch (status) {
    case "WAITING":
      return isOver ? "waited, and got no place" : "waits for a place";
    case "ALLOCATED":
      return isOver ? "was never called" : "has a place";
    case "IN_PROGRESS":
      return "with the doctor";
    case "COMPLETED":
      return "seen";
    case "CANCELLED":
      return "cancelled";
    case "EXPIRED":
      return reason === "NO_SHOW" ? "did not come" : "got no place";
  }
}
