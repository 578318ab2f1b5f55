// Every sentence of the reception and the doctor's pages. To translate: give this file in another
// language.

import { dateText } from "../../look/zone-time.ts";
import type { OpdRules, Source, Token } from "../../wire/opd.ts";

export const sourceNames: Record<Source, string> = {
  walk_in: "Walk-in",
  online: "Online",
  follow_up: "Follow-up",
  paid: "Paid priority",
  emergency: "Emergency",
};

export const reception = {
  title: "Reception",
  doctor: "Doctor",
  doctors: "Doctors",
  findDoctor: "Find a doctor",
  inactive: "not active",
  noDoctors: "No doctor yet",
  noDoctorsText:
    "Tokens are given for a doctor's hours. Add a doctor, set the hours, and the slots appear here.",
  noDoctorsViewer: "Nobody has added a doctor yet. Ask an admin of your organisation.",
  addDoctor: "Add a doctor",
  doctorView: "Doctor's view",
  hours: "Hours",
  away: "Doctor is away…",
  board: "Board…",
  settings: "Settings",
  more: "More",
  moreFor: (doctor: string) => `More for ${doctor}`,
  today: "Today",
  day: "Day",
  earlierDays: "Earlier days",
  laterDays: "Later days",
  chooseDay: "Choose a day",
  summary: {
    none: "no hours",
    free: (count: number) => `${count} free`,
    full: "full",
    emergencies: "emergencies only",
    waiting: (count: number) => `${count} waiting`,
    over: "over for today",
    away: "away",
  },
  slots: "Slots",
  noSlots: "No slots on this day",
  noSlotsText: (doctor: string) =>
    `${doctor} has no hours then. Choose another day, or open some time in the hours.`,
  openHours: "Open the hours",
  legend: { taken: "taken", free: "free", reserve: "kept for emergencies" },
  state: {
    free: (count: number) => `${count} free`,
    full: "Full",
    over: "Over",
    closed: "Doctor away",
    now: "now",
  },
  forEmergencies: (count: number) => (count === 1 ? "1 for emergency" : `${count} for emergencies`),
  earlier: (count: number) => (count === 1 ? "1 slot is over" : `${count} slots are over`),
  waiting: (count: number) => `${count} waiting`,
  places: (taken: number, capacity: number) => `${taken} of ${capacity} places taken`,
  seen: (count: number) => (count === 1 ? "1 has been seen" : `${count} have been seen`),
  nobodyYet: "Nobody has a token for this slot yet.",
  list: "Tokens",
  waitingList: "Waiting for a place",
  waitingText: "They move up by themselves, in this order, as soon as a place is free.",
  changePlaces: "Change places…",
  viewOnly: "You can look at the tokens. Giving them needs the role Staff.",
  slotClosed: "The doctor is away then. Move those who are still in this slot, or cancel them.",
  slotOver: "This slot is over. Choose a later one to give a token.",
  doctorInactive: "This doctor is not active: no tokens are given.",
  keys: [
    ["/", "Find a patient"],
    ["S", "To the slots; arrow keys move, Enter chooses"],
    ["T", "Today"],
    ["[", "The day before"],
    ["]", "The day after"],
    ["Esc", "Leave a search or a move"],
    ["?", "This help"],
  ] as const,
};

export const rooms = {
  button: "Room…",
  title: (doctor: string) => `Where is ${doctor}?`,
  text: "Screens, slips, calls and patients' pages say where to go.",
  room: "Room",
  none: "No room",
  noRooms: "There is no room yet. Add one under Hours.",
  when: "When?",
  onDate: (date: string) => `Only on ${dateText(date, { day: "numeric", month: "short" })}`,
  always: "Every day from now on",
  saved: (doctor: string, room: string) => `${doctor} is in ${room}.`,
  savedNone: (doctor: string) => `No room is shown for ${doctor}.`,
};

export const giving = {
  title: "Give a token",
  forSlot: (time: string, day: string, doctor: string) => `${time}, ${day}, ${doctor}`,
  patient: "Patient",
  search: "Name, phone or patient number",
  searching: "Searching…",
  nobody: "Nobody found",
  more: "There are more: type a little more",
  addNew: (words: string) => (words ? `Add “${words}” as a new patient` : "Add a new patient"),
  newTitle: "New patient",
  name: "Name",
  phone: "Phone",
  externalId: "Patient number",
  externalIdHint: "The one your hospital uses, if there is one.",
  add: "Add and use",
  adding: "Adding…",
  change: "Another patient",
  source: "How did they come?",
  alternative: "If this slot is full, the nearest free time is fine",
  give: "Give token",
  giving: "Giving…",
  emergency: "Emergency",
  emergencyHint:
    "An emergency may use the kept places. It gets the first slot with a place, and is called first in it.",
  fullHint: (time: string) =>
    `${time} is full. The nearest free time is given, or a place to wait.`,
  fullWaitHint: (time: string) => `${time} is full: the patient will wait for a place.`,
  readOut: "Please read out",
  number: "Number",
  waits: (place: number) => `Waits at place ${place}`,
  print: "Print slip",
  next: "Next patient",
  scan: "The patient's own page: scan to follow the number",
  qrAlt: "QR code of the patient's page",
  openPage: "Open the page",
  duplicate: (name: string) => `${name} has a token for this day already.`,
  showIt: "Show it",
  tried: (times: string[]) => `Tried: ${times.join(", ")}.`,
  slip: {
    number: "Your number",
    waiting: "Waiting",
    waitingText: "You get a number as soon as a place is free.",
    scan: "Scan to see where you are in line. If your number or time changes, the page tells you.",
    keep: "Please be there in good time.",
  },
};

export const tokens = {
  actionsFor: (who: string) => `Actions for ${who}`,
  checkIn: "Check in",
  here: "Here",
  cancel: "Cancel the token",
  call: "Call",
  recall: "Call again",
  skip: "Others first",
  noShow: "No-show",
  move: "Move to another slot…",
  slip: "Slip with QR code…",
  slipTitle: (who: string) => `Slip of ${who}`,
  emergency: "Emergency",
  called: (time: string) => `called ${time}`,
  withDoctor: "with the doctor",
  place: "place",
  expected: "expected",
  cancelTitle: (who: string) => `Cancel the token of ${who}?`,
  cancelText:
    "The place goes to the first patient who waits. Until the end of the day the token can be put back.",
  cancelConfirm: "Cancel the token",
  keep: "Keep it",
  moving: (who: string) => `Choose the new slot for ${who}`,
  movingText: "Another doctor or day is fine, too.",
  moveHere: (time: string) => `Move to ${time}`,
  noRoom: (time: string) => `${time} is full`,
  stopMoving: "Do not move",
  moved: (who: string, time: string) => `${who} moved to ${time}.`,
  did: {
    "check-in": (who: string) => `${who} is checked in.`,
    call: (who: string) => `${who} was called.`,
    recall: (who: string) => `${who} was called again.`,
    skip: (who: string) => `Others are called before ${who}, who keeps the place.`,
    start: (who: string) => `${who} is with the doctor.`,
    complete: (who: string) => `${who} is done.`,
    sent: (who: string, station: string) => `${who} waits at ${station} now.`,
    cancel: (who: string) => `The token of ${who} was cancelled.`,
    "no-show": (who: string) => `${who} was marked as no-show.`,
    "put-back": (who: string) => `${who} is back.`,
  },
};

export const tokenQuestion = {
  notDue: (who: string) => `Call ${who} now?`,
  notDueText: (time: string) =>
    `The slot begins at ${time}. If they are called now, they count as a no-show only some time after ${time}.`,
  callEarly: "Call now",
  noShow: (who: string) => `${who} does not come?`,
  notCalled: "This patient was not called yet.",
  graceUntil: (time: string) => `This patient was called and has time until ${time}.`,
  placeGoesOn: "The place goes to the first patient who waits.",
  why: "Why is it certain?",
  reasons: ["Looked for and not here", "Went home", "Said so by phone"],
  otherReason: "Another reason",
  ownWords: "Reason",
  confirm: "Did not come",
};

export const endedTokens = {
  title: "Not come or cancelled",
  text: "A patient who turns up after all gets the token back: in the same place while it is free, else first in line for it.",
  search: "Name or number",
  nobody: "Nobody found",
  noShow: "did not come",
  cancelled: "cancelled",
  slotEnded: "no place became free",
  dayEnded: "not called that day",
  putBack: "Put back",
};

/** "7, Asha Rao" */
export function whoIs(token: Pick<Token, "number" | "patientName">): string {
  return token.number === null ? token.patientName : `${token.number} ${token.patientName}`;
}

export const places = {
  title: (time: string) => `Places at ${time}`,
  text: "For this slot on this day only. More places go to those who wait at once.",
  capacity: "Places in all",
  reserve: "Of these, kept for emergencies",
  taken: (count: number) => `${count} are taken: it cannot be fewer.`,
  saved: (time: string) => `${time} was changed.`,
};

export const leave = {
  title: (doctor: string) => `${doctor} is away`,
  text: "No tokens are given for that time, and those who have one move to the nearest free places.",
  from: "From",
  until: "Until",
  reason: "Reason",
  reasonHint: "Patients see that the doctor is away, not the reason.",
  restOfDay: "Rest of the day",
  wholeDay: "The whole day",
  another: "Another time",
  span: "How long?",
  preview: "See what happens",
  looking: "Looking…",
  nobody: "Nobody has a token in that time.",
  affected: (count: number) =>
    count === 1 ? "1 patient is affected:" : `${count} patients are affected:`,
  confirm: "Close this time and move them",
  confirmNobody: "Close this time",
  doing: "One moment…",
  done: "The time is closed.",
};

export const otherPlaces = {
  title: "Find other places for them",
  days: "On which days?",
  span: {
    "0": "The same day",
    "1": "Also the next day",
    "3": "Up to three days later",
    "7": "Up to a week later",
    "14": "Up to two weeks later",
  },
  colleagues: "Also with these colleagues",
  search: "Find a colleague",
  with: (when: string, doctor: string) => `${when} with ${doctor}`,
  nowhere: "nowhere to go: stays waiting",
  looking: "Looking for places…",
  done: (moved: number) =>
    moved === 1 ? "1 patient has another place." : `${moved} patients have another place.`,
  left: (count: number) =>
    count === 1
      ? "1 patient has nowhere to go and stays waiting:"
      : `${count} patients have nowhere to go and stay waiting:`,
};

export const boards = {
  title: "Screen for the waiting hall",
  text: "Choose the doctors whose numbers the screen shows, then open this address on it.",
  address: "Address of the screen",
  open: "Open the board",
  none: "Choose at least one doctor.",
};

export const doctorPage = {
  queue: "Still to come",
  callNext: "Call next",
  calling: "Calling…",
  called: "Called",
  upNext: "Up next",
  booked: "Booked",
  nobodyLeft: "Nobody is left to call",
  nobodyLeftText: "Whoever gets a token appears here by themselves.",
  nobodyWasLeft: "Nobody was left to call.",
  nobodyDue: "Nobody is due yet",
  nobodyDueText: (who: string, time: string) =>
    `The next patient is ${who}, at ${time}. If they are called now, they count as a no-show only some time after ${time}.`,
  someoneLater: "somebody with a later time",
  callEarly: "Call now",
  now: "With you now",
  nobodyHere: "Nobody is with you",
  nobodyHereText: "Call the next patient to begin.",
  start: "Start",
  finish: "Finish",
  send: "Send on to …",
  sendTo: (station: string) => `On to ${station}`,
  sendElsewhere: "On to another …",
  sendTitle: (who: string) => `Where does ${who} go on to?`,
  sendText: (label: string) =>
    `The visit ends, and they wait there at once. They are called as ${label}, the number on their slip.`,
  noStation: "There is no station yet. Make a queue for each: laboratory, pharmacy, billing.",
  noShow: "Did not come",
  calledFor: "called",
  seenFor: "with you for",
  notHereYet: "not checked in",
  expiresIn: (time: string) => `no-show in ${time}`,
  expiresSoon: "no-show any moment",
  slot: (from: string, to: string) => `${from} – ${to}`,
  waiting: (count: number) =>
    count === 1 ? "1 more waits for a place" : `${count} more wait for a place`,
  reception: "To the reception",
  viewOnly: "You can watch this queue. Calling needs the role Staff.",
  notFound: "There is no such doctor",
  keys: [
    ["N", "Call next"],
    ["S", "Start with the patient"],
    ["F", "Finish"],
    ["X", "Did not come"],
    ["R", "Call again"],
    ["K", "Others first"],
    ["?", "This help"],
  ] as const,
};

export const opdSettings = {
  title: "Reception settings",
  back: "Back to the reception",
  rules: "Rules for all doctors",
  numbering: "Numbers when an emergency comes",
  numberings: {
    stable: {
      name: "Numbers never change",
      text: "Emergencies get numbers of their own: E1, E2 and so on.",
    },
    shifting: {
      name: "Everybody behind gets the next number",
      text: "The emergency takes the first number of its slot. Printed slips no longer fit; the patient's page says so.",
    },
  } satisfies Record<OpdRules["numbering"], { name: string; text: string }>,
  numbersPer: "Numbers count",
  numbersPerOptions: {
    day: {
      name: "For the doctor's day",
      text: "No number is given twice in a day, and later slots have higher numbers. Holds for days that have no numbers yet.",
    },
    slot: { name: "In each slot", text: "Each slot begins with number 1." },
  } satisfies Record<OpdRules["numbersPer"], { name: string; text: string }>,
  duplicates: "One patient can have",
  duplicatesOptions: {
    per_date: { name: "One token a day", text: "Whatever the doctor." },
    per_doctor: { name: "One token a day for each doctor", text: "Two doctors, two tokens." },
  } satisfies Record<OpdRules["duplicates"], { name: string; text: string }>,
  grace: "Who was called and does not come is a no-show after",
  graceHint: "Whoever has checked in is never a no-show by itself.",
  usualReserve: "Places that a slot keeps for emergencies",
  usualReserves: {
    two: {
      name: "Two, after two for everybody",
      text: "A slot of four or more keeps two, a slot of three keeps one, a smaller one none.",
    },
    fifth: {
      name: "A fifth, at most two",
      text: "A slot of ten or more keeps two, a slot of five keeps one, a smaller one none.",
    },
  } satisfies Record<OpdRules["usualReserve"], { name: string; text: string }>,
  release: "Kept places go to those who wait",
  releaseUnit: "minutes before the slot ends",
  releaseHint: "0: at its end.",
  doctors: "Codes and places per slot",
  doctorsText:
    "The code stands before a doctor's numbers, so that they are called by one number in the whole house. Places per slot, empty: as the doctor's hours say. Of the places, the reserve is kept for emergencies; empty: as the rules above say.",
  code: "Code",
  capacity: "Places",
  reserve: "Reserve",
  unsaved: "There are changes that are not saved.",
};
