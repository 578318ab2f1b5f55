// Every refusal of the server becomes one kind of error, with the code to act on.

import type { ErrorCode } from "./schema.ts";

/** The server's codes, and two of the client's own for when there was no such answer. */
export type Code = ErrorCode | "NO_ANSWER" | "UNEXPECTED_ANSWER";

export interface FieldError {
  field: string;
  message: string;
}

interface Details {
  status: number;
  fields?: FieldError[];
  retryAfterSeconds?: number | null;
  requestId?: string | null;
  problem?: Record<string, unknown>;
  cause?: unknown;
}

export class TurnkeeperError extends Error {
  override readonly name = "TurnkeeperError";
  /** Stable; docs/errors.md lists them. NO_ANSWER: the network failed, and it may have happened. */
  readonly code: Code;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** What is wrong with which field, for INVALID. */
  readonly fields: FieldError[];
  readonly retryAfterSeconds: number | null;
  /** For the server's log. */
  readonly requestId: string | null;
  /** The whole answer, with whatever else it says. */
  readonly problem: Record<string, unknown>;

  constructor(code: Code, message: string, details: Details) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.fields = details.fields ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.requestId = details.requestId ?? null;
    this.problem = details.problem ?? {};
  }
}

export async function errorFrom(response: Response): Promise<TurnkeeperError> {
  const { status, headers } = response;
  const text = await response.text().catch(() => "");
  const problem = objectIn(text);
  const common = {
    status,
    problem,
    retryAfterSeconds: retryAfterSeconds(response),
    requestId: headers.get("x-request-id"),
  };
  const { code, detail, errors } = problem as {
    code?: Code;
    detail?: string;
    errors?: FieldError[];
  };
  if (code === undefined) {
    // A proxy, or something that is not Turnkeeper at all.
    const message = `Status ${status} without a problem: ${text.slice(0, 200)}`;
    return new TurnkeeperError("UNEXPECTED_ANSWER", message, common);
  }
  return new TurnkeeperError(code, `${code}: ${detail}`, { ...common, fields: errors ?? [] });
}

export function retryAfterSeconds({ headers }: Response): number | null {
  const text = headers.get("retry-after");
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
