// The catalogue of everything Turnkeeper can refuse. A refusal is an answer the caller can act on:
// its code is stable, its status follows from it, and docs/errors.md is generated from this list.
// A broken invariant is not a refusal: it throws a plain Error and is loud.

export const catalogue = {
  // The request itself
  MALFORMED: { status: 400, title: "The request could not be read" },
  UNAUTHENTICATED: { status: 401, title: "A valid key, session or ticket secret is needed" },
  BAD_CREDENTIALS: { status: 401, title: "E-mail or password is wrong" },
  SECOND_FACTOR_NEEDED: { status: 401, title: "A code of the second factor is needed" },
  SECOND_FACTOR_WRONG: { status: 401, title: "The code of the second factor is wrong" },
  SECOND_FACTOR_USED: { status: 401, title: "This code was already used; wait for the next one" },
  PASSKEY_WRONG: { status: 401, title: "The passkey is unknown here, or its answer is not valid" },
  FORBIDDEN: { status: 403, title: "The caller may not do this" },
  NOT_FOUND: { status: 404, title: "Not found" },
  METHOD_NOT_ALLOWED: { status: 405, title: "This address does not support this method" },
  TOO_SLOW: { status: 408, title: "The request took too long to arrive" },
  BODY_TOO_LARGE: { status: 413, title: "The body is too large" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: "The body must be JSON" },
  INVALID: { status: 422, title: "The request is not valid" },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: "This Idempotency-Key was used with another request, or by somebody else",
  },
  IDEMPOTENCY_KEY_TOO_SHORT: {
    status: 422,
    title: "Without an account an Idempotency-Key needs at least 16 characters",
  },
  HEADERS_TOO_LARGE: { status: 431, title: "The headers are too large" },
  RATE_LIMITED: { status: 429, title: "Too many requests" },
  TOO_MANY_HOLDS: {
    status: 429,
    title: "Guests on this network have too many reservations with this merchant for now",
  },
  TOO_MANY_STREAMS: { status: 429, title: "Too many live streams are open" },
  INTERNAL: { status: 500, title: "Something went wrong on our side" },
  DATABASE_AWAY: {
    status: 503,
    title: "The database does not answer; try again soon",
  },
  BUSY: { status: 503, title: "The server is busy; try again soon" },
  SHUTTING_DOWN: { status: 503, title: "This server is shutting down" },

  // Organisations and people
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
  LEGAL_HOLD: { status: 409, title: "A legal hold keeps everything as it is" },
  PERSON_ACTIVE: { status: 409, title: "Something of this person is not over yet" },
  PERSON_NOT_ONE: { status: 422, title: "This leads to more than one person can have" },
  EMAIL_TAKEN: { status: 409, title: "This e-mail address already belongs to a member" },

  // Tickets in a line
  WRONG_STATE: { status: 409, title: "Its present state does not allow this" },
  LINE_FULL: { status: 409, title: "Every place is taken" },
  NOTHING_TO_UNDO: { status: 409, title: "There is no step to undo" },
  TOO_LATE_TO_UNDO: { status: 409, title: "The last step is too long ago to undo" },

  // OPD tokens
  DOCTOR_INACTIVE: { status: 409, title: "The doctor is not active" },
  INVALID_SLOT: { status: 422, title: "The doctor has no such slot" },
  SLOT_ENDED: { status: 409, title: "The slot has ended" },
  SLOT_FULL: { status: 409, title: "The slot is full" },
  SAME_SLOT: { status: 409, title: "The token is already in that slot" },
  DUPLICATE_TOKEN: { status: 409, title: "The patient has an active token for this date" },
  NO_PLACE_FOR_EMERGENCY: { status: 409, title: "There is no place for an emergency" },
  EXTERNAL_ID_TAKEN: { status: 409, title: "Another patient has this external id" },
  CAPACITY_BELOW_TAKEN: { status: 409, title: "More places are taken than that" },

  // Surplus boxes
  BOX_NOT_FOUND: { status: 404, title: "There is no such box" },
  BOX_UNAVAILABLE: { status: 409, title: "This box cannot be reserved at the moment" },
  PICKUP_WINDOW_CLOSED: { status: 409, title: "The pickup window is not open" },
  ACTIVE_RESERVATION_EXISTS: {
    status: 409,
    title: "There is already an active reservation with this merchant",
  },
  INSUFFICIENT_INVENTORY: { status: 409, title: "Not enough boxes are left" },
  LOCK_ACQUISITION_FAILED: {
    status: 503,
    title: "Too many people are asking for this box; try again",
  },
  COOLING_DOWN: { status: 409, title: "A hold has just lapsed; wait a little before the next one" },
  WAITLIST_FULL: { status: 409, title: "The waitlist is full" },
  PRICE_CHANGED: { status: 409, title: "The price is higher than the one that was shown" },
  HOLD_EXPIRED: { status: 409, title: "The time to confirm or accept has run out" },
  PAYMENT_REQUIRED: { status: 409, title: "This merchant requires payment in advance" },
  PICKUP_CODE_UNKNOWN: { status: 404, title: "No reservation has this code" },
  ALREADY_PUBLISHED: { status: 409, title: "This box type is already published for that date" },
  TOO_MANY_INVENTORIES: {
    status: 409,
    title: "The merchant has the maximum number of open boxes",
  },

  // Payments for boxes
  PAYMENTS_OFF: { status: 409, title: "This cannot be paid online" },
  ALREADY_PAID: { status: 409, title: "This reservation is already paid" },
  PAYMENT_UNAVAILABLE: { status: 503, title: "The payment service does not answer" },
  WEBHOOK_NOT_GENUINE: { status: 400, title: "The signature of this event is missing or wrong" },

  // Walk-in queues
  QUEUE_CLOSED: { status: 409, title: "The queue is closed" },
  QUEUE_PAUSED: { status: 409, title: "The queue is paused" },
  QUEUE_FULL: { status: 409, title: "The queue has reached its maximum length" },
  SAME_QUEUE: { status: 409, title: "The ticket is already in that queue" },
  PRIORITY_IN_USE: { status: 409, title: "Somebody in the queue has this priority" },

  // Waiting rooms
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

  // Bookings
  TAKEN: { status: 409, title: "Somebody else has this time" },
  OUTSIDE_HOURS: { status: 409, title: "The resource is not open for all of the time" },
  RESOURCE_INACTIVE: { status: 409, title: "The resource is not active" },
  TIME_PASSED: { status: 409, title: "The time has passed" },
  NOTICE_TOO_SHORT: { status: 409, title: "That is too soon" },
  HOLD_EXTENDED: { status: 409, title: "The hold was already extended once" },
  NOT_OFFERED: { status: 409, title: "Nothing is offered to this entry of the waitlist" },
  OFFER_EXPIRED: { status: 409, title: "The offer has expired" },
  PAGE_CLOSED: { status: 409, title: "This page takes no requests at present" },
  SERIES_CONFLICTS: { status: 409, title: "Not all of the series fits" },

  // Availability
  CLAIMS_OUTSIDE: { status: 409, title: "Tokens or bookings would be left outside the new hours" },
  OBJECT_TAKEN: {
    status: 409,
    title: "Another resource of this type already stands for this object",
  },
  CALENDARS_FULL: {
    status: 409,
    title: "The resource has the maximum number of outside calendars",
  },
  SCHEDULE_FULL: { status: 409, title: "The resource has the maximum number of entries" },
} as const satisfies Record<string, { status: number; title: string }>;

export type RefusalCode = keyof typeof catalogue;

export interface FieldError {
  field: string;
  message: string;
}

export interface RefusalExtra {
  errors?: FieldError[];
  retryAfterSeconds?: number;
  [member: string]: unknown;
}

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly detail: string;
  readonly extra: RefusalExtra;

  constructor(code: RefusalCode, detail: string, extra: RefusalExtra) {
    super(`${code}: ${detail}`);
    this.name = "Refusal";
    this.code = code;
    this.detail = detail;
    this.extra = extra;
  }

  get status(): number {
    return catalogue[this.code].status;
  }
}

/** Without a stack: nobody looks where an answer was made, and a rush is refused by the thousand. */
export function refuse(code: RefusalCode, detail?: string, extra: RefusalExtra = {}): Refusal {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new Refusal(code, detail ?? catalogue[code].title, extra);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** By what is wrong with which fields; the first is told in words, too. */
export function invalid(errors: FieldError[]): Refusal {
  const { field, message } = errors[0]!;
  return refuse("INVALID", `${field || "body"}: ${message}`, { errors });
}
