// The server's log: one JSON object a line, { timestamp, level, event, context }. Call it as
// log.info({ ticketId }, "queue.called"): the text is the event's name, the object its context.
// Never log names, phone numbers, secrets or keys.
import type { DatabaseError } from "pg";
import { pino, type DestinationStream, type Logger } from "pino";
import type { LogLevel } from "./config.ts";

export type { Logger };

/**
 * What went wrong and where. PostgreSQL's errors repeat the values that were sent, in many of their
 * fields: of those only what names no person is kept.
 */
function errorInLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code, severity, ...named } = error as Partial<DatabaseError>;
  const fromDatabase = severity !== undefined && code !== undefined;
  const text = fromDatabase ? `PostgreSQL refused it (${code})` : message;
  const kept = fromDatabase ? (["constraint", "table", "column", "routine"] as const) : [];
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
    serializers: { err: errorInLog },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
