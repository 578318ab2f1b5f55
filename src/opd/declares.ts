// What OPD tokens add to the server's lists: codes of refusals, scopes and types of events.

import type { Declares } from "../http/catalogue.ts";
import { opdCodes } from "./refusals.ts";

export const opdDeclares = {
  title: "OPD tokens",
  codes: opdCodes,
  scopes: [
    { scope: "opd:read", from: "viewer" },
    { scope: "opd:operate", from: "staff" },
    { scope: "opd:manage", from: "admin" },
  ],
  events: [
    {
      word: "opd",
      scope: "opd:read",
      types: {
        patient_created: "a patient was added",
        patient_changed: "a patient was changed",
        patient_merged: "two records of a patient became one",
        family_changed: "patients became a family, or one left it",
        holder_changed: "the record of a token's patient was corrected or merged",
        rules_changed: "the rules for all doctors were changed",
        limits_changed: "a doctor's limits were changed",
        room_changed: "a doctor is in another room",
        day_changed: "a doctor's day was changed",
        slot_changed: "a slot has other places",
        reserve_released: "the reserve of a slot is open to everybody",
        allocated: "a token was given out",
        waiting: "somebody waits for a place",
        promoted: "somebody moved up from waiting",
        checked_in: "a patient is here",
        called: "a patient was called",
        recalled: "a patient was called once more",
        skipped: "others are called before a patient who did not come",
        put_back: "a token that had ended is valid again",
        started: "a visit began",
        completed: "a visit ended",
        moved: "a token is in another slot",
        renumbered: "a token has another number",
        cancelled: "a token was cancelled",
        expired: "a token ended: nobody came, or nobody was called",
      },
    },
  ],
} as const satisfies Declares;
