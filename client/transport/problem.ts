// Every refusal of the server becomes one kind of error, with the code to act on.

import type { ErrorCode } from "../schema.ts";

/** The server's codes, and two of the client's own for when there was no such answer. */
export type Code = ErrorCode | "NO_ANSWER" | "UNEXPECTED_ANSWER";

export interface FieldError {
  field: string;
  message: string;
}

interface Details {
  status: number;
  detail: string;
  fields?: FieldError[];
  retryAfterSeconds?: number | null;
  requestId?: string | null;
  problem?: Record<string, unknown>;
}

// Fields are declared and assigned at once: as older phones need them written, they would cost every page
// half a kilobyte.
export class TurnkeeperError extends Error {
  /** Stable; docs/errors.md lists them. NO_ANSWER: the network failed, and it may have happened. */
  declare readonly code: Code;
  /** HTTP status; 0 without an answer. */
  declare readonly status: number;
  /** What the server says in words; the message has the code, too. */
  declare readonly detail: string;
  /** What is wrong with which field, for INVALID. */
  declare readonly fields: FieldError[];
  declare readonly retryAfterSeconds: number | null;
  /** For the server's log. */
  declare readonly requestId: string | null;
  /** The whole answer, with whatever else it says. */
  declare readonly problem: Record<string, unknown>;

  constructor(code: Code, details: Details, cause?: unknown) {
    super(`${code}: ${details.detail}`, { cause });
    const unsaid = { fields: [], retryAfterSeconds: null, requestId: null, problem: {} };
    Object.assign(this, { name: "TurnkeeperError", code, ...unsaid, ...details });
  }
}

export async function errorFrom(response: Response): Promise<TurnkeeperError> {
  const { status, headers } = response;
  const text = await response.text().catch(() => "");
  const problem: { code?: Code; detail?: string; errors?: FieldError[] } = objectIn(text);
  // Without a code it is a proxy's, or comes from something that is not Turnkeeper at all.
  return new TurnkeeperError(problem.code ?? "UNEXPECTED_ANSWER", {
    status,
    detail: problem.detail ?? `Status ${status}: ${text.slice(0, 200)}`,
    fields: problem.errors ?? [],
    retryAfterSeconds: secondsIn(headers.get("retry-after") ?? ""),
    requestId: headers.get("x-request-id"),
    problem,
  });
}

/** Whatever was thrown, as the one kind of error: without an answer of the server it is NO_ANSWER. */
export function asProblem(thrown: unknown): TurnkeeperError {
  if (thrown instanceof TurnkeeperError) return thrown;
  const { message, cause } = thrown as { message?: string; cause?: { message?: string } };
  const detail = cause?.message ? `${message}: ${cause.message}` : `${message}`;
  return new TurnkeeperError("NO_ANSWER", { status: 0, detail }, thrown);
}

/** The server is there, but cannot reach its database. */
export function isAway(error: unknown): boolean {
  return asProblem(error).code === "DATABASE_AWAY";
}

/** Of Retry-After, which is a number of seconds or a date. */
function secondsIn(text: string): number | null {
  const seconds = Number(text) || (Date.parse(text) - Date.now()) / 1_000;
  return seconds > 0 ? seconds : null;
}

function objectIn(text: string): object {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
}
