// The server's log: one JSON object a line, { timestamp, level, event, context }. Call it as
// log.info({ ticketId }, "queue.called"): the text is the event's name, the object its context.
// Never log names, phone numbers, secrets or keys.
import { pino, type DestinationStream, type Logger } from "pino";
import type { LogLevel } from "./config.ts";

export type { Logger };

export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    messageKey: "event",
    nestedKey: "context",
    timestamp: () => `,"timestamp":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
