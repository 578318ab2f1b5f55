// What requests about waiting rooms can be refused for, besides what everything can be.

import { refusals, type Codes } from "../kernel/refusal.ts";

export const waitroomCodes = {
  ROOM_CLOSED: { status: 409, title: "The waiting room is closed" },
  ROOM_FULL: { status: 409, title: "The waiting room has reached its maximum length" },
  CHALLENGE_NEEDED: { status: 409, title: "A proof of work is needed before joining" },
  HOST_TAKEN: { status: 409, title: "Another room has this host name" },
  HOST_UNPROVEN: { status: 409, title: "There is no proof yet that this host name is yours" },
  PROXY_OFF: { status: 409, title: "This server does not pass requests on to sites" },
  TARGET_NOT_PUBLIC: {
    status: 502,
    title: "The site behind the waiting room has no public address",
  },
  SITE_UNREACHABLE: { status: 502, title: "The site behind the waiting room does not answer" },
  PASS_NEEDED: { status: 401, title: "A pass from the waiting room is needed" },
  PASS_INVALID: { status: 401, title: "The pass is not valid here" },
  PASS_USED: { status: 409, title: "The pass was already used, or its place is gone" },
  SESSION_ENDED: { status: 401, title: "The session is over" },
} as const satisfies Codes;

export const refuse = refusals(waitroomCodes);
