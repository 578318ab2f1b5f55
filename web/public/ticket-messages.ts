// Every sentence of the page of somebody in line. To translate: give this file in another language.

import { deskName } from "./messages.ts";

export const ticket = {
  pageTitle: (number: string) => `${number} · your number`,
  yourNumber: "Your number",
  loading: "Fetching your ticket…",
  ahead: (count: number) =>
    count === 0 ? "You are next" : count === 1 ? "1 person ahead" : `${count} people ahead`,
  range: (words: string) => `About ${words}`,
  rangeSoon: "It will not be long",
  party: (size: number) => (size === 1 ? "1 person" : `Party of ${size}`),
  joinedAt: (time: string) => `since ${time}`,
  keepOpen: "Keep this page open. It tells you when it is your turn.",
  soundOn: "Turn on sound and vibration",
  soundIsOn: "Sound is on. The screen stays awake.",
  soundTest: "Play it once",
  leave: "Leave the queue",
  leaveQuestion: "Leave the queue?",
  leaveText: "Your place goes to the next person. You cannot undo this.",
  leaveConfirm: "Yes, leave",
  stay: "Stay in the queue",
  leaving: "Leaving…",
  turn: "It is your turn",
  comeTo: "Please come to",
  noDesk: "the desk",
  turnTitle: (desk: string | null) =>
    desk ? `It is your turn — ${deskName(desk)}` : "It is your turn",
  calledAgain: (times: number) => `Called ${times} times`,
  hurry: (time: string) => `Your place is kept until ${time}.`,
  serving: "You are being served",
  servingAt: (desk: string) => `at ${deskName(desk)}`,
  served: "All done",
  servedText: "Thank you for your patience. Have a good day.",
  cancelled: "You left the queue",
  cancelledText: "Your number is no longer valid.",
  noShow: "You were called",
  noShowText:
    "We called your number and missed you. Please speak to the desk: they can put you back.",
  again: "Take a new number",
  forSomebodyElse: "Take another number for somebody else",
  lost: "No connection. Trying again…",
  away: "We cannot reach our records now. Your place is safe; this page goes on by itself.",
  lostSince: (time: string) => `What you see is from ${time}.`,
  missingTitle: "This ticket cannot be shown",
  missingText:
    "The link is incomplete or the ticket is no longer kept. Scan the code again, or ask at the desk.",
  problems: {
    WRONG_STATE: "That is no longer possible: your ticket has moved on.",
    NO_ANSWER: "There is no connection right now. Please try again.",
    DATABASE_AWAY: "We cannot reach our records now. Your place is safe: please try again soon.",
    other: "That did not work. Please try again, or ask at the desk.",
  } as Record<string, string>,
};
