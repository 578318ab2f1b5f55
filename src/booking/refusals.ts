// What requests about bookings can be refused for, besides what everything can be.

import { refusals, type Codes } from "../kernel/refusal.ts";

export const bookingCodes = {
  TAKEN: { status: 409, title: "Somebody else has this time" },
  OUTSIDE_HOURS: { status: 409, title: "The resource is not open for all of the time" },
  RESOURCE_INACTIVE: { status: 409, title: "The resource is not active" },
  TIME_PASSED: { status: 409, title: "The time has passed" },
  NOTICE_TOO_SHORT: { status: 409, title: "That is too soon" },
  HOLD_EXTENDED: { status: 409, title: "The hold was already extended once" },
  NOT_OFFERED: { status: 409, title: "Nothing is offered to this entry of the waitlist" },
  OFFER_EXPIRED: { status: 409, title: "The offer has expired" },
  HAS_TOKEN: { status: 409, title: "The booking has a token, which is called in its place" },
  PAGE_CLOSED: { status: 409, title: "This page takes no requests at present" },
  NO_WAITLIST: { status: 409, title: "This page has no waitlist" },
  NOT_MOVABLE: { status: 409, title: "Only staff can move this booking to another time" },
  SERIES_CONFLICTS: { status: 409, title: "Not all of the series fits" },
} as const satisfies Codes;

export const refuse = refusals(bookingCodes);
