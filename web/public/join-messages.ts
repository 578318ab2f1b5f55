// Every sentence of the page on which somebody takes a number. To translate: give this file in another language.

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
