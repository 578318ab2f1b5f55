// What requests about OPD tokens can be refused for, besides what everything can be.

import { refusals, type Codes } from "../kernel/refusal.ts";

export const opdCodes = {
  DOCTOR_INACTIVE: { status: 409, title: "The doctor is not active" },
  SLOT_ENDED: { status: 409, title: "The slot has ended" },
  NO_SHOW_TOO_EARLY: { status: 409, title: "A no-show before the grace is over needs a reason" },
  SLOT_FULL: { status: 409, title: "The slot is full" },
  SAME_SLOT: { status: 409, title: "The token is already in that slot" },
  DUPLICATE_TOKEN: { status: 409, title: "The patient has an active token for this date" },
  NO_PLACE_FOR_EMERGENCY: { status: 409, title: "There is no place for an emergency" },
  POSSIBLE_DUPLICATE: { status: 409, title: "There may be a record of this patient already" },
  BOTH_HAVE_TOKENS: { status: 409, title: "Both records have an active token for one date" },
  FAMILY_TOO_LARGE: { status: 409, title: "A family has at most 20 members" },
  CODE_TAKEN: { status: 409, title: "Another doctor has this code" },
  EXTERNAL_ID_TAKEN: { status: 409, title: "Another patient has this external id" },
} as const satisfies Codes;

export const refuse = refusals(opdCodes);
