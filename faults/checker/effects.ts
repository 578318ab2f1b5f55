// Which trace each operation leaves in the database if it is done, and which traces there are. With the
// two lists side by side it is easy to see what is missing and what is there twice.

import type { Operation } from "../history.ts";
import type { EventRow, Facts } from "./facts.ts";

/** The trace of an operation; null for one that leaves none, or none that outlives Redis. */
export function traceOf({ product, name, sent, subject }: Operation): string | null {
  const body = (sent ?? {}) as Record<string, unknown>;
  switch (`${product} ${name}`) {
    case "counter join":
      return `ticket of ${String(body.name)}`;
    case "counter call-next":
      return `call by desk ${String(body.desk)}`;
    case "opd patient":
    case "booking patient":
      return `patient ${subject}`;
    case "opd token":
      return `token of ${String(body.patientId)}`;
    case "opd call-next":
      return "call of a token";
    case "booking book":
      return `booking ${String(body.title)}`;
    case "booking wait":
      return `wait ${String(body.title)}`;
    case "booking hold":
      return "hold";
    case "boxes reserve":
      return `reservation of ${String(body.userId)}`;
    case "boxes offer":
      return `inventory ${String(body.title)}`;
  }
  const type = verbs[`${product} ${name}`];
  return type ? `${type} of ${subject}` : null;
}

/** Those that happen to something once at most. */
const verbs: Record<string, string> = {
  "counter cancel": "counter.cancelled",
  "counter no-show": "counter.no_show",
  "counter serve": "counter.serving",
  "counter complete": "counter.served",
  "opd cancel": "opd.cancelled",
  "opd move": "opd.moved",
  "opd check-in": "opd.checked_in",
  "opd start": "opd.started",
  "opd complete": "opd.completed",
  "booking cancel": "booking.canceled",
  "booking cancel-token": "opd.cancelled",
  "booking reschedule": "booking.rescheduled",
  "boxes confirm": "boxes.confirmed",
  "boxes cancel": "boxes.by_merchant",
  "boxes pick-up": "boxes.picked_up",
};

const counted = new Set(Object.values(verbs));

/** By trace: the ids of what was made or changed, one for each time. */
export function tracesIn(facts: Facts): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (trace: string, id: string) => {
    const ids = found.get(trace);
    if (ids) ids.push(id);
    else found.set(trace, [id]);
  };
  for (const { id, product, data } of facts.tickets) {
    if (product === "counter") add(`ticket of ${String(data.name)}`, id);
    if (product === "opd") add(`token of ${String(data.patientId)}`, id);
    if (product === "boxes") add(`reservation of ${String(data.userId)}`, id);
  }
  for (const { id, name } of facts.patients) add(`patient ${name}`, id);
  for (const { id, title } of facts.bookings) add(`booking ${title}`, id);
  for (const { id, title } of facts.waits) add(`wait ${title}`, id);
  for (const { id, title } of facts.inventories) add(`inventory ${title}`, id);
  for (const { ticketId, type, after } of toldOnce(facts.events)) {
    if (!ticketId) continue;
    if (type === "counter.called") add(`call by desk ${String(after?.desk)}`, ticketId);
    if (type === "opd.called") add("call of a token", ticketId);
    if (type === "booking.held") add("hold", ticketId);
    if (counted.has(type)) add(`${type} of ${ticketId}`, ticketId);
  }
  return found;
}

/** A booking is told of in the stream of each of its resources: once is enough here. */
function toldOnce(events: readonly EventRow[]): EventRow[] {
  const firstLine = new Map<string, string>();
  return events.filter(({ ticketId, type, lineId }) => {
    if (!type.startsWith("booking.")) return true;
    const transition = `${type} ${ticketId}`;
    if (!firstLine.has(transition)) firstLine.set(transition, lineId);
    return firstLine.get(transition) === lineId;
  });
}
