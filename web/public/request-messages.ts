// Every sentence of the page that follows a booking. To translate: give this file in another language.

export const request = {
  pageTitle: "Your booking",
  loading: "Fetching your booking…",
  requested: "Asked for",
  requestedText:
    "We will look at it. This page tells you as soon as it is decided: you can close it and come back.",
  approved: "It is yours",
  approvedText: "We look forward to seeing you.",
  denied: "This time is not possible",
  deniedText: "You are welcome to ask for another one.",
  canceled: "Cancelled",
  canceledText: "The time is free for others again.",
  message: "Message",
  there: (time: string, zone: string) => `${time} in ${zone}`,
  ics: "Add to my calendar",
  icsFile: "booking.ics",
  again: "Ask for another time",
  keep: "Keep this page's address: it is the only way back to your booking.",
  lost: "No connection. Trying again…",
  away: "We cannot reach our records at the moment. Your request is safe; this page goes on by itself.",
  lostSince: (time: string) => `What you see is from ${time}.`,
  missingTitle: "This booking cannot be shown",
  missingText: "The link is incomplete or the booking is no longer kept. Please ask at the desk.",
  leave: "Cancel my booking",
  leaveQuestion: "Cancel your booking?",
  leaveText: "Your time goes to somebody else. This cannot be taken back.",
  leaveConfirm: "Yes, cancel it",
  leaving: "Cancelling…",
  stay: "Keep it",
  problems: {
    WRONG_STATE: "That is no longer possible: it is decided or over already.",
    NO_ANSWER: "There is no connection right now. Please try again.",
    DATABASE_AWAY:
      "We cannot reach our records at the moment. Your request is safe: please try again soon.",
    other: "That did not work. Please try again, or ask at the desk.",
  } as Record<string, string>,
};
