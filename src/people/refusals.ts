// What requests about one person's data can be refused for, besides what everything can be.

import { refusals, type Codes } from "../kernel/refusal.ts";

export const peopleCodes = {
  PERSON_ACTIVE: { status: 409, title: "Something of this person is not over yet" },
  PERSON_NOT_ONE: { status: 422, title: "This leads to more than one person can have" },
} as const satisfies Codes;

export const refuse = refusals(peopleCodes);
