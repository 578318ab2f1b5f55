// Every sentence of a patient's token page. To translate: give this file in another language.

export const token = {
  pageTitle: (number: string | null) =>
    number === null ? "Waiting for a place" : `${number} · your number`,
  yourNumber: "Your number",
  loading: "Fetching your token…",
  waitingNumber: "No number yet",
  waiting: (place: number) =>
    place === 1 ? "You get the next free place" : `${place - 1} waiting before you`,
  waitingText: "As soon as a place is free you get a number here, by itself.",
  next: "You are next",
  first: (time: string) => `You are the first at ${time}`,
  ahead: (count: number, time: string) =>
    count === 1 ? `1 person before you at ${time}` : `${count} people before you at ${time}`,
  nowInside: (number: string) => `Number ${number} is called now`,
  nowAtSlot: (time: string) => `The doctor is seeing the patients of ${time} now`,
  notCheckedIn: "Please tell the reception that you are here.",
  checkedIn: "You are checked in.",
  keepOpen: "Keep this page open. It tells you when it is your turn.",
  soundOn: "Turn on sound and vibration",
  soundIsOn: "Sound is on. The screen stays awake.",
  soundTest: "Play it once",
  turn: "It is your turn",
  goTo: "Please go to",
  doctor: "the doctor",
  turnTitle: "It is your turn",
  hurry: (time: string) => `Your place is kept until ${time}.`,
  inside: "You are with the doctor",
  done: "All done",
  doneText: "Thank you for your patience. Get well soon.",
  cancelled: "Your token was cancelled",
  cancelledText: "Your number is no longer valid. Ask at the reception for a new one.",
  noShow: "You were called and did not come",
  noShowText: "Please ask at the reception.",
  slotEnded: "No place became free",
  slotEndedText: "Please ask at the reception for another time.",
  changes: "What has changed",
  earlier: "Earlier changes",
  renumbered: (before: string, after: string) =>
    `Your number is now ${after} instead of ${before}: an emergency goes first. Your turn is still yours.`,
  promoted: (number: string) => `A place became free: you have number ${number} now.`,
  doctorAway: (before: string, after: string, number: string) =>
    `The doctor is away at ${before}. Your new time is ${after}, with number ${number}.`,
  doctorAwayWaiting: (before: string, after: string) =>
    `The doctor is away at ${before}. You wait for a place at ${after}.`,
  doctorAwayStay: (before: string) =>
    `The doctor is away at ${before}. Please ask at the reception.`,
  moved: (before: string, after: string, number: string) =>
    `The reception moved you from ${before} to ${after}, with number ${number}.`,
  alternative: (wished: string, given: string) =>
    `${wished} was full: you have ${given}, the nearest free time.`,
  lost: "No connection. Trying again…",
  away: "We cannot reach our records now. Your place is safe; this page goes on by itself.",
  lostSince: (time: string) => `What you see is from ${time}.`,
  missingTitle: "This token cannot be shown",
  missingText:
    "The link is incomplete or the token is no longer kept. Please ask at the reception.",
  leave: "Cancel my token",
  leaveQuestion: "Cancel your token?",
  leaveText: "Your place goes to the next person.",
  leaveConfirm: "Yes, cancel it",
  leaving: "Cancelling…",
  stay: "Keep it",
  problems: {
    WRONG_STATE: "That is no longer possible: it is your turn, or it is over.",
    NO_ANSWER: "There is no connection right now. Please try again.",
    DATABASE_AWAY: "We cannot reach our records now. Your place is safe: please try again soon.",
    other: "That did not work. Please try again, or ask at the reception.",
  } as Record<string, string>,
};
