// Every sentence of the calendar and its dialogs. To translate: give this file in another language.

import { dateIn, dateText, timeIn } from "../../look/zone-time.ts";
import type { Booking, BookingStatus, Stage } from "../../wire/booking.ts";

export const statusNames: Record<BookingStatus, string> = {
  requested: "Requested",
  approved: "Approved",
  denied: "Denied",
  canceled: "Cancelled",
};

const kindNames: Record<string, string> = {
  consultation: "Consultation",
  surgery: "Surgery",
  lab: "Laboratory",
  room: "Room",
};

/** A kind that was added later has its own title, or at least its name. */
export const kindName = (kind: string) =>
  kindNames[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll("_", " ");

/** "anaesthetist" as it stands in front of a field. */
export const roleName = (role: string) =>
  role.charAt(0).toUpperCase() + role.slice(1).replaceAll("_", " ");

/** What is done, where that is not the name already: "Surgery", or "Surgery: Hip replacement". */
export function procedureOf(booking: Booking): string | null {
  const who = nameOf(booking);
  const words = [kindName(booking.kind), booking.title].filter((one) => one && one !== who);
  return words.length > 0 ? words.join(": ") : null;
}

/** Whom or what it is for. */
export const nameOf = (booking: Booking) =>
  booking.patientName ?? booking.contact?.name ?? booking.title ?? kindName(booking.kind);

export const dayOf = (instant: string, zone: string) =>
  dateText(dateIn(instant, zone), { weekday: "long", day: "numeric", month: "long" });

export const dayAndTime = (instant: string, zone: string) =>
  `${dayOf(instant, zone)}, ${timeIn(instant, zone)}`;

export const calendar = {
  title: "Calendar",
  label: (day: string) => `Bookings, ${day}`,
  time: "Time",
  views: { day: "Day", week: "Week", list: "List" },
  view: "View",
  book: "Book a time",
  inbox: (count: number) => (count === 0 ? "Requests" : `Requests (${count})`),
  waitlist: "Waitlist",
  pages: "Booking pages",
  shown: "Shown",
  showAll: "Show all",
  shownCount: (count: number, of: number) => (count === of ? `All ${of}` : `${count} of ${of}`),
  search: "Search",
  nothingFound: "Nothing is called that.",
  onlyThese: "Only these",
  atMost: (count: number, most: number) => `${count} of at most ${most} at a time`,
  resource: "Resource",
  wholeDay: "Show the whole day",
  workingHours: "Show the open hours only",
  zone: (zone: string) => `Times are those in ${zone.replaceAll("_", " ")}.`,
  otherZone: (zone: string) => `is in ${zone.replaceAll("_", " ")}`,
  legend: {
    approved: "approved",
    requested: "requested",
    held: "somebody is booking",
    offered: "offered",
    buffer: "kept free",
    closed: "closed",
  },
  noResources: "Nothing to book yet",
  noResourcesText:
    "Add a theatre, a room or a doctor with opening hours, and their calendar appears here.",
  noResourcesViewer: "Nobody has added a theatre, a room or a doctor yet. Ask an admin.",
  addResource: "Add a resource",
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  cell: (where: string, time: string, state: string) => `${where}, ${time}, ${state}`,
  free: "free",
  taken: "taken",
  closed: "closed",
  keptFree: "kept free",
  held: "Somebody is booking this",
  offered: "Offered to somebody who waits",
  tokens: (count: number) => (count === 1 ? "1 token" : `${count} tokens`),
  bookingInWords: (booking: Booking) =>
    [nameOf(booking), kindName(booking.kind), statusNames[booking.status].toLowerCase()]
      .filter((word, index, all) => all.indexOf(word) === index)
      .join(", "),
  keysToRead: "Arrow keys go through times and bookings, Enter opens a booking.",
  keysToWork:
    "Arrow keys go through times and bookings. Enter books a free time or opens a booking. Shift with the arrows makes a new time longer. M takes a booking in hand to move it, Delete cancels it.",
  fits: (where: string) => `${where}. Free.`,
  doesNotFit: (where: string, why: string) => `${where}. Does not fit: ${why}.`,
  notThere: (why: string) => `Nothing was changed: ${why}.`,
  taking: (what: string) =>
    `${what}. In hand: arrows move it, Shift with the arrows changes its length, Enter puts it down, Escape lets go.`,
  letGo: "Let go. Nothing was changed.",
  dropFirst: "Put it down first, then change its length.",
  moved: (who: string, when: string) => `${who} is now at ${when}.`,
  movedBack: "Moved back.",
  undo: "Undo",
  keys: [
    ["↑ ↓", "Through the times and bookings of a column"],
    ["← →", "To the next column"],
    ["Enter", "Book a free time, open a booking"],
    ["⇧ ↓", "Make a new time longer"],
    [
      "M",
      "Take a booking in hand: arrows move, ⇧ with arrows stretches, Enter puts down, Esc lets go",
    ],
    ["Del", "Cancel a booking"],
    ["PgDn", "A day or week further, with PgUp back"],
    ["N", "Book a time"],
    ["T", "To today"],
    ["D W L", "Day, week, list"],
    ["?", "This help"],
  ] as const,
  help: "Keys",
};

export const clash = {
  closed: (name: string, from: string) => `${name} is closed from ${from}`,
  taken: (name: string, from: string, to: string) => `${name} is taken from ${from} to ${to}`,
  held: (name: string, from: string, to: string) =>
    `somebody is booking ${name} from ${from} to ${to}`,
  closedFor: (name: string, from: string, to: string) => `${name} is closed from ${from} to ${to}`,
  inactive: (name: string) => `${name} is out of use`,
  otherType: (name: string, role: string) => `${name} cannot be the ${role}`,
  twice: (name: string) => `${name} is in it already`,
};

export const list = {
  label: "Bookings as a list",
  none: "No bookings in these days",
  noneText: "Choose other days or resources, or book a time.",
  when: "When",
  who: "Who",
  what: "What",
  where: "With",
  status: "Status",
};

export const form = {
  title: "Book a time",
  kind: "What is it?",
  patient: "Patient",
  anotherPatient: "Another patient",
  emergency: "An emergency: first among those of its time",
  addFirst: "Add the new patient first, or cancel that.",
  mayNotFind: "This needs a patient, and you may not look at patients. Ask an admin.",
  titleField: "What for?",
  titleHint: "“Team meeting”, “MRI service”. Everybody who sees the calendar sees it.",
  start: "Start",
  end: "End",
  add: (role: string) => `Add: ${role}`,
  none: "Nobody yet",
  noneOf: (types: string) => `There is none: add one under Hours (${types}).`,
  partOnly: "Only for a part of the time",
  partFrom: "from",
  partTo: "to",
  removePart: (name: string) => `Remove ${name}`,
  repeats: "Does it repeat?",
  once: "Once",
  every: {
    daily: "Every day",
    weekly: "Every week",
    fortnightly: "Every second week",
    fourweekly: "Every fourth week",
  },
  times: "How often",
  timesUnit: "times",
  preview: "What would be booked",
  fits: "fits",
  fitting: (fit: number, all: number) =>
    fit === all ? `All ${all} fit.` : `${fit} of ${all} fit.`,
  whenNotAll: "When not all fit",
  onlyFitting: { name: "Book those that fit", text: "The others are left out." },
  allOrNone: { name: "All or none", text: "Nothing is booked unless every one fits." },
  submit: "Book",
  submitRequest: "Send request",
  submitSeries: (count: number) => (count === 1 ? "Book 1 time" : `Book ${count} times`),
  submitting: "Booking…",
  booked: (who: string, when: string) => `Booked: ${who}, ${when}.`,
  requested: (who: string, when: string) =>
    `Requested: ${who}, ${when}. Somebody has to approve it.`,
  bookedSeries: (count: number) => `${count} bookings were made.`,
  holding: (left: string) => `Kept for you: ${left}`,
  keepLonger: "Keep it longer",
  holdOver: "This time is no longer kept for you. You can still book it if nobody else does.",
  holdAgain: "Keep it again",
  taking: "Keeping the time for you…",
  notFree: "This time is not available",
  minutes: (count: number) => `${count} min`,
};

export const details = {
  bookedBy: (who: string) => `Booked by ${who}`,
  public: "the public booking page",
  series: "Part of a series",
  phone: "Phone",
  email: "E-mail",
  reschedule: "Other time or team…",
  propose: "Propose another time",
  proposeConfirm: "Propose it",
  proposeText:
    "The request moves to this time, and the person who asked for it is told. It is theirs once it is approved.",
  cancel: "Cancel booking…",
  ics: "Calendar file",
  approve: "Approve",
  deny: "Deny…",
  newTime: "Other time or team",
  length: "Length",
  move: "Save the change",
  moving: "Moving…",
  fits: "It fits.",
  cancelTitle: (who: string) => `Cancel the booking of ${who}?`,
  cancelText: "The time is free at once, and is offered to those who wait for it.",
  cancelConfirm: "Cancel the booking",
  cancelSeries: "Cancel all of the series that is still to come",
  canceledSeries: (count: number) =>
    count === 1
      ? "1 booking of the series was cancelled."
      : `${count} bookings of the series were cancelled.`,
  keep: "Keep it",
  denyTitle: (who: string) => `Deny the request of ${who}?`,
  denyConfirm: "Deny the request",
  approveConfirm: "Approve",
  message: "Message",
  messageHint: "The person who asked for it sees this.",
  canceled: (who: string) => `The booking of ${who} was cancelled.`,
  approved: (who: string) => `The booking of ${who} is approved.`,
  denied: (who: string) => `The request of ${who} was denied.`,
};

export const inbox = {
  title: "Requests",
  text: "People who asked for a time and wait for an answer.",
  none: "Nothing to decide",
  noneText: "New requests appear here by themselves.",
  back: "To the calendar",
  asked: (ago: string) => `asked ${ago}`,
  justNow: "just now",
  ago: (time: string) => `${time} ago`,
  deny: "Deny",
  checking: "Checking whether it fits…",
  fits: "It fits",
  conflicts: "It does not fit any more",
  seeDay: "See the day",
  viewOnly: "You can look at requests. Approving them needs somebody with the right to.",
};

export const waitlist = {
  title: "Waitlist",
  text: "When a time becomes free it is offered to the first in line alone, for a while; then to the next.",
  none: "Nobody is waiting",
  noneText: "Put somebody on the list when the time they want is taken.",
  add: "Put on the list",
  addTitle: "Wait for a time",
  addConfirm: "Put on the list",
  added: (who: string) => `${who} is on the waitlist.`,
  link: "Link for the person who waits",
  linkText: "On this page they see an offer and take it themselves. It is shown only now.",
  who: "Who waits?",
  length: "How long does it take?",
  earliest: "Not before",
  latest: "Over at the latest",
  between: (from: string, to: string) => `between ${from} and ${to}`,
  offered: (when: string) => `Offered: ${when}`,
  left: (time: string) => `${time} left to take it`,
  lapsed: "The offer has expired",
  accept: "Accept",
  decline: "Decline",
  remove: "Take off the list",
  answered: {
    accept: (who: string) => `Booked for ${who}.`,
    decline: (who: string) => `Declined for ${who}: the time is offered to the next.`,
    cancel: (who: string) => `${who} was taken off the waitlist.`,
  },
};

export const pages = {
  title: "Booking pages",
  text: "A page on which the public asks for a time or books it, without an account.",
  none: "No page yet",
  noneText:
    "Make a page for what people can book: what it is called, how long it takes, and with whom.",
  add: "New page",
  addTitle: "New booking page",
  editTitle: "Change the page",
  name: "What can people book?",
  nameHint: "“First visit with Dr Rao”, “Blood test”. Visitors see it.",
  minutes: "How long does it take?",
  withWhom: "With whom or what?",
  withWhomHint: "With several, visitors choose one, or let us choose who is free.",
  message: "Message",
  messageHint: "“Please bring your referral.”",
  daysAhead: "How far ahead can people book?",
  days: "days",
  notice: "How much notice do you need?",
  confirmation: "What happens when somebody chooses a time?",
  byRequest: "You confirm it",
  byRequestText: "It waits in the inbox until somebody approves it.",
  instant: "It is booked at once",
  instantText: "Nobody has to do anything. The visitor can move it by the link.",
  instantShort: "booked at once",
  asksExternalId: "Ask for the patient number",
  waitlist: "People can join a waitlist when no time suits them",
  open: "The page is open",
  closed: "closed",
  address: "Address of the page",
  show: "Show the page",
  edit: "Change…",
  remove: "Remove",
  removeQuestion: (name: string) => `Remove the page “${name}”?`,
  removeText:
    "Its address stops working, also on posters and web sites that show it. Bookings that were made on it stay.",
  removeConfirm: "Remove the page",
  removed: (name: string) => `“${name}” was removed.`,
  saved: "The page was saved.",
};

export const queue = {
  title: (name: string) => `Queue of ${name}`,
  heading: "Live queue",
  back: "To the calendar",
  callNext: "Call next",
  calling: "Calling…",
  next: "Next",
  nobody: "Nobody is waiting to be called",
  nobodyText: "Whoever is booked for today appears here by themselves.",
  nobodyLeft: "Nobody is left to be called.",
  now: "Now",
  toCome: "Still to come",
  over: (count: number) => `Done today: ${count}`,
  stages: {
    booked: "expected",
    checked_in: "is here",
    called: "called",
    in_progress: "in progress",
    finished: "finished",
    no_show: "did not come",
  } satisfies Record<Stage, string>,
  emergency: "Emergency",
  makeEmergency: "Make it an emergency",
  noEmergency: "No emergency any more",
  steps: {
    "check-in": "Is here",
    call: "Call",
    start: "Start",
    finish: "Finish",
    "no-show": "Did not come",
    undo: "Take back",
  },
  callAgain: "Call again",
  done: {
    "check-in": (who: string) => `${who} is here.`,
    call: (who: string) => `${who} was called.`,
    start: (who: string) => `${who}: started.`,
    finish: (who: string) => `${who}: finished.`,
    "no-show": (who: string) => `${who} did not come.`,
    undo: (who: string) => `${who}: the last step was taken back.`,
  },
  early: "Nobody is due yet",
  earlyText: (who: string, when: string) =>
    `${who} is next, at ${when}. Call them before their time?`,
  callEarly: "Call them now",
  notYet: "Wait",
  token: (number: string) => `Token ${number}`,
  doctor: "Tokens are called at the doctor’s page",
};

export const freeTimes = {
  find: "Find a common free time",
  title: "When all of them are free",
  looking: "Looking…",
  none: (days: number) => `In ${days} days there is no time at which all of them are free.`,
  until: (time: string) => `free until ${time}`,
  close: "Keep the time above",
};
