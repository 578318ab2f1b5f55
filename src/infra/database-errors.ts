// What an error of the database means. Only this file decides: code that answers people, reads again or
// reconnects asks here and never looks at codes itself.

/** Nobody was asked: the database is known to be away. */
export class DatabaseAway extends Error {
  override name = "DatabaseAway";
  readonly code = "DATABASE_AWAY";

  constructor(reason: string, options?: ErrorOptions) {
    super(`The database is away: ${reason}`, options);
  }
}

/**
 * away: it cannot be reached, does not let us in, is starting or stopping, or lacks connections, disk or
 * memory. busy: it is
 * there, but did not get round to this in time. null: it is something else.
 */
export type Trouble = "away" | "busy" | null;

const away =
  /^(DATABASE_AWAY|ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08...|53...|57P..|58030|25006|25P03|28...|3D000)$/;

/** A lock or an answer that took too long, a deadlock, one more change at the same moment. */
const busy = /^(55P03|57014|40001|40P01)$/;

/** What pg says without a code. */
const lost =
  /^(Connection terminated|timeout expired|Query read timeout|Client (was closed|has encountered a connection error) and is not queryable)/;

export function troubleOf(error: unknown): Trouble {
  if (error instanceof AggregateError) return troubleOf(error.errors[0]);
  const { message = "" } = (error ?? {}) as { message?: string };
  const code = codeOf(error);
  if (away.test(code) || lost.test(message)) return "away";
  if (busy.test(code) || message === "timeout exceeded when trying to connect") {
    return "busy";
  }
  return null;
}

/** There, but out of connections, disk or memory: another try to connect says nothing new. */
export function isFull(error: unknown): boolean {
  return /^53...$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "";
}
