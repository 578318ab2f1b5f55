// A refusal is an answer the caller can act on: its code is stable, and its status follows from it. Each
// part of the server declares the codes of its own (`refusals.ts` in its folder); here are those that
// everything shares. docs/errors.md is generated from all of them. A broken invariant is not a refusal:
// it throws a plain Error and is loud.

export interface Code {
  readonly status: number;
  readonly title: string;
}

export type Codes = Readonly<Record<string, Code>>;

export const commonCodes = {
  MALFORMED: { status: 400, title: "The request could not be read" },
  UNAUTHENTICATED: { status: 401, title: "A valid key, session or ticket secret is needed" },
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
  TOO_MANY_STREAMS: { status: 429, title: "Too many live streams are open" },
  INTERNAL: { status: 500, title: "Something went wrong on our side" },
  DATABASE_AWAY: {
    status: 503,
    title: "The database does not answer; try again soon",
  },
  BUSY: { status: 503, title: "The server is busy; try again soon" },
  SHUTTING_DOWN: { status: 503, title: "This server is shutting down" },
  LEGAL_HOLD: { status: 409, title: "A legal hold keeps everything as it is" },
  WRONG_STATE: { status: 409, title: "Its present state does not allow this" },
  NOBODY_DUE: { status: 409, title: "Nobody is due yet" },
  NOT_DUE: { status: 409, title: "Their time has not begun yet" },
  LINE_FULL: { status: 409, title: "Every place is taken" },
  NOTHING_TO_UNDO: { status: 409, title: "There is no step to undo" },
  TOO_LATE_TO_UNDO: { status: 409, title: "The last step is too long ago to undo" },
  HOLD_EXPIRED: { status: 409, title: "The time to confirm or accept has run out" },
  INVALID_SLOT: { status: 422, title: "The doctor has no such slot" },
  WAITLIST_FULL: { status: 409, title: "The waitlist is full" },
  CAPACITY_BELOW_TAKEN: { status: 409, title: "More places are taken than that" },
} as const satisfies Codes;

export type CommonCode = keyof typeof commonCodes;

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
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly extra: RefusalExtra;

  constructor(code: string, { status, title }: Code, detail: string, extra: RefusalExtra) {
    super(`${code}: ${detail}`);
    this.name = "Refusal";
    this.code = code;
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.extra = extra;
  }
}

export type Refuse<Code extends string> = (
  code: Code | CommonCode,
  detail?: string,
  extra?: RefusalExtra,
) => Refusal;

/** What refuses with these codes, and with those that everything shares. */
export function refusals<Own extends Codes>(own: Own): Refuse<keyof Own & string> {
  const known: Codes = { ...commonCodes, ...own };
  return (code, detail, extra = {}) => {
    const meaning = known[code]!;
    // Without a stack: nobody looks where an answer was made, and a rush is refused by the thousand.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      return new Refusal(code, meaning, detail ?? meaning.title, extra);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  };
}

export const refuse = refusals({});

/** By what is wrong with which fields; the first is told in words, too. */
export function invalid(errors: FieldError[]): Refusal {
  const { field, message } = errors[0]!;
  return refuse("INVALID", `${field || "body"}: ${message}`, { errors });
}
