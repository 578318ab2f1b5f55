// The server's log: one JSON object a line, { timestamp, level, event, context }. Call it as
// log.info({ ticketId }, "queue.called"): the text is the event's name, the object its context.
// Never log names, phone numbers, secrets or keys; pass an error whole, as `reason` or `err`; only what
// is safe of it is logged.
import type { DatabaseError } from "pg";
import { pino, type DestinationStream, type Logger } from "pino";
import type { LogLevel } from "./config.ts";

export type { Logger };

/** PostgreSQL's words about itself: connections, resources, locks, shutting down. */
const aboutItself = /^(08|40|53|55|57|58)/;

/**
 * An error's text, as far as it names no person. PostgreSQL repeats the values that were sent, and a
 * parser the text that it could not read.
 */
function safeText(error: Error): string {
  const { code, severity } = error as Partial<DatabaseError>;
  const fromDatabase = severity !== undefined && code !== undefined;
  if (fromDatabase && !aboutItself.test(code)) return `PostgreSQL refused it (${code})`;
  return error instanceof SyntaxError ? "It could not be parsed" : error.message;
}

/** Why something did not work, as `{ reason: error }`, where it needs no stack. */
function reasonInLog(reason: unknown): unknown {
  return reason instanceof Error ? safeText(reason) : reason;
}

/** What went wrong and where, as `{ err: error }`. */
function errorInLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code, severity, ...named } = error as Partial<DatabaseError>;
  const kept =
    severity === undefined ? [] : (["constraint", "table", "column", "routine"] as const);
  const text = safeText(error);
  return {
    type: name,
    message: text,
    stack: stack?.replace(message, text),
    ...(typeof code === "string" ? { code } : {}),
    ...Object.fromEntries(kept.flatMap((key) => (named[key] ? [[key, named[key]]] : []))),
    ...(cause === undefined ? {} : { cause: errorInLog(cause) }),
  };
}

export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    messageKey: "event",
    nestedKey: "context",
    timestamp: () => `,"timestamp":"${new Date().toISOString()}"`,
    serializers: { err: errorInLog, reason: reasonInLog },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
