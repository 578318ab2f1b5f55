// What requests about outside calendars can be refused for, besides what everything can be.

import { refusals, type Codes } from "../kernel/refusal.ts";

export const calendarCodes = {
  CALENDARS_FULL: {
    status: 409,
    title: "The resource has the maximum number of outside calendars",
  },
} as const satisfies Codes;

export const refuse = refusals(calendarCodes);
