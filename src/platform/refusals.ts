// What requests about organisations, accounts and people can be refused for, besides what everything can be.

import { refusals, type Codes } from "../kernel/refusal.ts";

export const platformCodes = {
  ALREADY_SET_UP: { status: 409, title: "The first organisation already has an owner" },
  ORGANISATIONS_RESTRICTED: {
    status: 403,
    title: "The operator restricts who may create organisations",
  },
  SECOND_FACTOR_EXISTS: { status: 409, title: "There is already a second factor" },
  TOO_MANY_PASSKEYS: { status: 409, title: "This person has the maximum number of passkeys" },
  LAST_OWNER: { status: 409, title: "An organisation needs at least one owner" },
  LIMIT_REACHED: {
    status: 409,
    title: "The organisation has the maximum number of these",
  },
  DELEGATIONS_FULL: { status: 409, title: "The resource has the maximum number of delegations" },
  INVITATION_NOT_YOURS: {
    status: 403,
    title: "The invitation is not for the person who is signed in",
  },
  EMAIL_TAKEN: { status: 409, title: "This e-mail address already belongs to a member" },
  BAD_CREDENTIALS: { status: 401, title: "E-mail or password is wrong" },
  SECOND_FACTOR_NEEDED: { status: 401, title: "A code of the second factor is needed" },
  SECOND_FACTOR_WRONG: { status: 401, title: "The code of the second factor is wrong" },
  SECOND_FACTOR_USED: { status: 401, title: "This code was already used; wait for the next one" },
  PASSKEY_WRONG: { status: 401, title: "The passkey is unknown here, or its answer is not valid" },
} as const satisfies Codes;

export const refuse = refusals(platformCodes);
