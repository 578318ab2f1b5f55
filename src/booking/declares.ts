// What bookings add to the server's lists: codes of refusals, scopes and types of events.

import type { Declares } from "../http/catalogue.ts";
import { bookingCodes } from "./refusals.ts";

export const bookingDeclares = {
  title: "Bookings",
  codes: bookingCodes,
  scopes: [
    { scope: "bookings:read", from: "viewer" },
    { scope: "bookings:request", from: "viewer" },
    { scope: "bookings:operate", from: "staff" },
    { scope: "bookings:approve", from: "admin" },
    { scope: "bookings:manage", from: "admin" },
  ],
  events: [
    {
      word: "booking",
      scope: "bookings:read",
      types: {
        held: "a time is held",
        released: "a hold was given back, or ran out",
        requested: "a booking was asked for",
        approved: "a booking stands",
        denied: "a request was denied",
        rescheduled: "a booking has another time",
        canceled: "a booking was cancelled",
        changed: "how urgent a booking is was changed",
        checked_in: "somebody with a booking is here",
        called: "somebody with a booking was called",
        started: "a booking has begun",
        finished: "a booking is done",
        missed: "nobody came for a booking",
        stepped_back: "the last step of a booking's day was taken back",
        waiting: "somebody waits for a time",
        offered: "a time was offered to somebody who waits",
        accepted: "an offer was taken",
        declined: "an offer was declined",
        kind_changed: "the rules of a kind were changed",
        page_created: "a booking page was made",
        page_changed: "a booking page was changed",
        page_removed: "a booking page was removed",
        feed_made: "a calendar feed was made",
        feed_replaced: "a calendar feed has another address",
        feed_stopped: "a calendar feed was ended",
        lapsed: "nobody took an offer in time, or a wait is over",
      },
    },
  ],
} as const satisfies Declares;
