// Every sentence of the hours' pages. To translate: give this file in another language.

import type { Configuration, ResourceType } from "../../wire/availability.ts";
import type { Permission } from "../../wire/rights.ts";

export const types: Record<ResourceType, string> = {
  doctor: "Doctor",
  consultation_room: "Consultation room",
  ot: "Operating theatre",
  lab: "Laboratory",
  other: "Other",
};

export const weekdays = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

export const list = {
  title: "Hours",
  text: "Doctors, rooms and everything else that has opening hours.",
  new: "Add",
  newTitle: "Add a doctor or a room",
  emptyTitle: "Nothing here yet",
  emptyText:
    "Add a doctor or a room, set the weekly hours, and slots follow from them. Tokens are given for a doctor's slots.",
  emptyViewer: "Nobody has added a doctor or a room yet. Ask an admin of your organisation.",
  emptyAction: "Add the first doctor",
  type: "What is it?",
  name: "Name",
  nameHint: "What patients see: “Dr Asha Rao”, “Room 4”.",
  create: "Add",
  creating: "One moment…",
  inactive: "not in use",
  notFound: "This does not exist",
  search: "Search by name or department",
  anyType: "All kinds",
  anyDepartment: "All departments",
  noDepartment: "In no department",
  kind: "Kind",
  department: "Department",
  found: (count: number, more: boolean) =>
    more ? `The first ${count}` : count === 1 ? "1 found" : `${count} found`,
  nothing: "Nothing found",
  nothingText: "No doctor, room or other resource is called that here.",
  more: "Show more",
};

export const departments = {
  manage: "Departments…",
  title: "Departments",
  text: "Doctors, rooms and theatres belong to one. Lists, pickers and boards are sorted by them.",
  none: "No department yet.",
  name: "New department",
  nameHint: "“Cardiology”, “Outpatients East”",
  add: "Add",
  rename: (name: string) => `Rename ${name}`,
  renameTo: "Name",
  remove: (name: string) => `Remove ${name}`,
};

export const resource = {
  back: "To the list",
  rename: "Rename…",
  renameTitle: "New name",
  edit: "Name, department…",
  editTitle: "Name and department",
  reception: "Reception",
  queue: "Live queue",
  calendar: "Calendar",
  retire: "Take out of use",
  restore: "Use again",
  retired: (name: string) => `${name} is out of use: no slots are open.`,
  restored: (name: string) => `${name} is in use again.`,
  retiredText: "Out of use: no slot is open, and no tokens are given.",
  zone: (zone: string) => `Times are those in ${zone.replaceAll("_", " ")}.`,
};

export const hours = {
  title: "Weekly hours",
  text: "Draw on the week, or type the times below it.",
  slotMinutes: "Length of a slot",
  tokensPerSlot: "Patients in a slot",
  patients: "patients",
  atOnce: "At the same time",
  bookings: "bookings",
  several: (count: number, name: string) =>
    `${count} bookings could have ${name} at the same time.`,
  confirmSeveral: "Yes, that many can be there at once",
  validFrom: "Valid from",
  validTill: "Valid until",
  validTillHint: "From this day on they no longer apply. Empty: until other hours follow.",
  week: "The week",
  add: (day: string) => `Add hours on ${day}`,
  from: (day: string) => `${day}, from`,
  until: (day: string) => `${day}, until`,
  closed: "closed",
  remove: (day: string, start: string) => `Remove ${day} ${start}`,
  copy: (day: string) => `Copy ${day} to…`,
  copyTo: "Copy to…",
  copyWeekdays: "Monday to Friday",
  copyAll: "every day",
  save: "Save these hours",
  saved: "The hours were saved.",
  unsaved: "There are changes that are not saved.",
  none: "No hours yet: draw some, or add them below.",
  history: "Earlier and later hours",
  statuses: {
    past: "over",
    present: "in force",
    future: "to come",
    replaced: "replaced before it began",
  } satisfies Record<Configuration["status"], string>,
  range: (from: string, till: string | null) => (till ? `${from} until ${till}` : `from ${from}`),
  slotsOf: (minutes: number, tokens: number) =>
    `slots of ${minutes} minutes, ${tokens === 1 ? "1 patient" : `${tokens} patients`} each`,
  use: "Start from these",
  copyFrom: "Copy hours from another…",
  copyFromTitle: "Copy hours",
  copyFromText:
    "Week, length of a slot and places are filled in here. Nothing is saved until you save it.",
  copyFromWhom: "Whose hours?",
  copyFromNone: "There are no hours in force to copy.",
  wholeDay: "Show all 24 hours",
};

export const preview = {
  title: "Preview of the slots",
  week: (from: string, to: string) => `${from} – ${to}`,
  before: "The week before",
  after: "The week after",
  day: (slots: number, places: number) =>
    slots === 1 ? `1 slot, ${places} places` : `${slots} slots, ${places} places`,
  none: "closed",
  total: (slots: number, places: number) => `${slots} slots with ${places} places in this week`,
  looking: "Looking…",
  incomplete: "Fill in all times to see the slots.",
};

export const conflicts = {
  title: (count: number) =>
    count === 1
      ? "1 token would be left outside these hours"
      : `${count} tokens or bookings would be left outside these hours`,
  what: "What should happen to them?",
  move: { name: "Move them", text: "To the nearest free places of the day, else they wait." },
  keep: { name: "Keep them as they are", text: "The doctor sees them all the same." },
  who: "Patient",
  now: "Now",
  afterwards: "Then",
  moved: (time: string) => time,
  waiting: (time: string) => `waits at ${time}`,
  waitingHere: "waits, to be decided by you",
  kept: "stays as it is",
  unknown: "nearest free place, or waiting",
  more: (count: number) => `and ${count} more`,
  done: (moved: number, waiting: number) => `${moved} moved, ${waiting} waiting.`,
};

export const exceptions = {
  title: "Exceptions",
  text: "Days that are not like the others: leave, holidays, an extra Saturday.",
  earlier: "The month before",
  later: "The month after",
  thisMonth: "This month",
  slots: (count: number) => (count === 1 ? "1 slot" : `${count} slots`),
  noSlots: "closed",
  isClosed: "closed by an exception",
  isOpened: "opened by an exception",
  close: "Close…",
  open: "Open extra time…",
  none: "No exception on this day.",
  closed: "Closed",
  opened: "Open",
  whole: "the whole day",
  remove: "Remove",
  removeFor: (what: string) => `Remove: ${what}`,
  removed: "The exception was removed.",
  removeTitle: "Somebody relies on this time",
  removeConfirm: "Remove all the same",
  closeTitle: "Close a time",
  openTitle: "Open extra time",
  days: "Whole days",
  hours: "Some hours",
  span: "How long?",
  from: "From",
  until: "Until",
  firstDay: "First day",
  lastDay: "Last day",
  reason: "Reason",
  reasonHint: "“National holiday”, “Annual leave”",
  slotsText: "Slots have the same length and places as in the weekly hours.",
  look: "See what happens",
  confirmClose: "Close this time",
  confirmOpen: "Open this time",
  nobody: "Nobody has a token or booking in that time.",
  result: (slots: number) =>
    slots === 1 ? "1 slot on these days" : `${slots} slots on these days`,
  saved: "The exception was saved.",
};

export const importing = {
  open: "Import…",
  title: "Import doctors and rooms",
  text: "From a table that your spreadsheet saves as CSV, at most 2,000 lines. You see what comes of it before anything is made.",
  columns:
    "The first line names the columns. “name” is needed; type, department, timezone, hours, slot minutes and places are not.",
  getExample: "An example to start from",
  example: `name,type,department,hours,slot minutes,places
Dr Asha Rao,doctor,Cardiology,"Mon-Fri 09:00-12:00, 14:00-17:00; Sat 10:00-13:00",30,10
Room 4,room,Cardiology,Mon-Sat 08:00-18:00,30,1
Theatre 1,theatre,Surgery,daily 08:00-18:00,60,1
`,
  file: "File (.csv)",
  wrong: (wrong: number, total: number) =>
    wrong === 1
      ? `1 of ${total} lines has a mistake. Correct it in the file and choose it again.`
      : `${wrong} of ${total} lines have mistakes. Correct them in the file and choose it again.`,
  wrongLines: "Lines with mistakes",
  line: (line: number) => `Line ${line}:`,
  more: (count: number) => `and ${count} more`,
  right: (total: number) =>
    total === 1 ? "1 line, without mistakes" : `${total} lines, without mistakes`,
  departments: (names: string) => `These departments are new and are made with them: ${names}.`,
  lines: "What is made",
  noHours: "hours are set later",
  andMore: (hours: string, count: number) => `${hours} and ${count} more`,
  bring: (count: number) => (count === 0 ? "Import" : `Import all ${count}`),
  done: (count: number) => (count === 1 ? "1 was imported." : `${count} were imported.`),
};

/** Many at once. */
export const closing = {
  open: "Close for a holiday…",
  title: "Close for a holiday",
  text: "Whole days, for many at once. Each gets an exception of its own, which can be removed again.",
  whom: "Who is closed?",
  all: (count: number) => `All ${count}`,
  chosen: "Some of them",
  who: "Doctors, rooms and others",
  looking: "Looking…",
  result: (count: number, days: string) =>
    count === 1 ? `1 is closed: ${days}.` : `${count} are closed: ${days}.`,
  outside: "Those who have this time",
  confirm: (count: number) => (count === 1 ? "Close it" : `Close all ${count}`),
  progress: (done: number, total: number) => `${done} of ${total} are closed…`,
  saved: (count: number) => (count === 1 ? "1 was closed." : `${count} were closed.`),
  left: (count: number, total: number) =>
    `${total - count} of ${total} were closed. The others could not be:`,
};

export const delegations = {
  title: "Owner and deputies",
  text: "The owner, and people who may act in the owner's place. Everything they do is in the audit trail.",
  owner: "Owner",
  noOwner: "Nobody: only those whose role allows it",
  ownerSaved: "The owner was changed.",
  none: "There are no deputies.",
  short: {
    book: "books",
    approve: "approves requests",
    manage_availability: "changes the hours",
  } satisfies Record<Permission, string>,
  permissions: {
    book: "Book, move and cancel",
    approve: "Approve and deny requests",
    manage_availability: "Change hours and exceptions",
  } satisfies Record<Permission, string>,
  until: (day: string) => `until ${day}`,
  forNow: "until revoked",
  by: (who: string) => `given by ${who}`,
  revoke: "Revoke",
  revoked: (who: string) => `${who} is no longer a deputy.`,
  past: (count: number) => (count === 1 ? "1 that has ended" : `${count} that have ended`),
  ended: {
    active: "in force",
    expired: "over",
    revoked: "revoked",
    void: "ended: the person who gave it has lost the right",
  },
  add: "Add a deputy…",
  addTitle: "Add a deputy",
  who: "Who?",
  choose: "Choose somebody",
  what: "What may they do?",
  lastDay: "Last day",
  lastDayHint: "Left empty, it counts until you revoke it.",
  confirm: "Add the deputy",
  added: (who: string) => `${who} is a deputy now.`,
};

export const calendars = {
  feedTitle: "Calendar for other programs",
  feedText:
    "An address that calendar programs read. Anybody who has it can see the bookings: replace it if the wrong people know it.",
  feedAddress: "Address of the calendar",
  withNames: "With names of patients",
  hasNames: "It shows the names of patients.",
  hasNoNames: "It does not show names of patients.",
  make: "Make an address",
  replace: "Replace the address…",
  replaceTitle: "Replace the address?",
  replaceText: "The old address stops at once, in every program that reads it.",
  replaceConfirm: "Replace it",
  stop: "Stop it",
  feedMade: "The calendar has a new address.",
  feedStopped: "The calendar can no longer be read.",
  outsideTitle: "Other calendars",
  outsideText: "Times that are busy in them are closed here.",
  none: "None yet.",
  add: "Add a calendar…",
  addTitle: "Add a calendar",
  how: "Where is it?",
  kinds: { subscription: "At an address", upload: "In a file" },
  name: "Name",
  nameHint: "Shown as the reason why it is closed.",
  address: "Address",
  addressHint: "Ends with .ics in most programs; they call it “secret address” or “share”.",
  file: "File (.ics)",
  confirm: "Add",
  added: (name: string) => `${name} was added.`,
  removed: (name: string) => `${name} was removed, and what it closed is open again.`,
  states: { pending: "not read yet", ok: "read", failing: "cannot be read" },
  busy: (count: number) => (count === 1 ? "1 busy time" : `${count} busy times`),
  readAt: (when: string) => `last read ${when}`,
  read: "Read now",
  reading: "Reading…",
  leftOutside: (count: number) =>
    count === 1
      ? "1 booking or token is in a busy time"
      : `${count} bookings or tokens are in busy times`,
};
