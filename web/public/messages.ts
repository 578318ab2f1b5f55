// Every sentence of the pages for people in line. To translate: give this file in another language
// and set its language and direction below.

import type { QueueState, WaitRange } from "../wire/types.ts";

export const language = "en";
export const direction: "ltr" | "rtl" = "ltr";

export const join = {
  waitingNow: "waiting now",
  yourWait: "your wait",
  heading: "Take a number",
  name: "Your name",
  nameHint: "So that we can call you.",
  mobile: "Mobile number",
  optional: "optional",
  mobileHint: "Only the staff here see it.",
  party: "How many are you?",
  fewer: "One fewer",
  more: "One more",
  submit: "Take a number",
  submitting: "Getting your number…",
  stillTrying: "The network is slow. Still trying, you keep your place.",
  noScript: "This page needs JavaScript. Please ask at the desk.",
  footnote: "You can leave the queue at any time. No account, no app.",
  closedTitle: "Closed at the moment",
  closedText: "No numbers are given out right now. This page tells you when it opens again.",
  pausedTitle: "A short break",
  pausedText:
    "New numbers are paused. Please wait a little: this page tells you when it goes on again.",
  wrongFields: {
    name: "Please tell us your name.",
    mobile: "This does not look like a phone number. You can leave it empty.",
    partySize: "Please enter how many people you are.",
  } as Record<string, string>,
  problems: {
    QUEUE_CLOSED: "The queue has just closed. No more numbers are given out for now.",
    QUEUE_PAUSED: "The queue has just been paused. Please try again in a few minutes.",
    QUEUE_FULL:
      "The queue is full at the moment. As soon as somebody has been called, you can take a number here.",
    RATE_LIMITED: "That was too often in a short time. Please wait a moment and try again.",
    NO_ANSWER: "There is no connection right now. Tap again: you will get one number, never two.",
    DATABASE_AWAY:
      "We cannot reach our records now. Please tap again soon: you will get one number, never two.",
    IN_DOUBT: "Your request was not answered. Tap again: you will get one number, never two.",
    INVALID: "Something in the form is not right. Please check it.",
    other: "That did not work. Please try again, or ask at the desk.",
  } as Record<string, string>,
};

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
  leaveText: "Your place goes to the next person. This cannot be taken back.",
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

export const board = {
  title: (queue: string) => `${queue} · now serving`,
  nowServing: "Now serving",
  next: "Next",
  desk: "Desk",
  nobodyCalled: "Nobody has been called yet",
  nobodyCalledText: "The first number appears here as soon as a desk calls it.",
  nobodyWaits: "Nobody is waiting",
  more: (count: number) => `and ${count} more`,
  scan: "Scan to take a number",
  soundOn: "Turn on sound",
  soundIsOn: "Sound is on",
  fullScreen: "Full screen",
  lost: "Reconnecting…",
  away: "We cannot reach our records now. Your place is safe.",
  states: { open: "Open", paused: "Short break", closed: "Closed" } satisfies Record<
    QueueState,
    string
  >,
  pausedText: "We will be back in a moment.",
  closedText: "Thank you for coming. We are closed now.",
  say: (number: string, desk: string | null) =>
    desk ? `Number ${number}, please go to ${deskName(desk)}.` : `Number ${number}, please.`,
};

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
