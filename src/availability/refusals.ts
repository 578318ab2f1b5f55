// What requests about resources and their opening hours can be refused for, besides what everything can be.

import { refusals, type Codes } from "../kernel/refusal.ts";

export const availabilityCodes = {
  CLAIMS_OUTSIDE: { status: 409, title: "Tokens or bookings would be left outside the new hours" },
  DEPARTMENT_EXISTS: { status: 409, title: "There is a department of this name" },
  DEPARTMENTS_FULL: {
    status: 409,
    title: "The organisation has the maximum number of departments",
  },
  DEPARTMENT_IN_USE: { status: 409, title: "Resources belong to this department" },
  OBJECT_TAKEN: {
    status: 409,
    title: "Another resource of this type already stands for this object",
  },
  SEVERAL_NOT_CONFIRMED: {
    status: 409,
    title: "More than one at the same time in a theatre, room or laboratory has to be confirmed",
  },
  SCHEDULE_FULL: { status: 409, title: "The resource has the maximum number of entries" },
} as const satisfies Codes;

export const refuse = refusals(availabilityCodes);
