// What holds for every line: numbers without gaps, an event for each change, calls in the order of arrival, counters
// that agree with what they count, each place given back once.

import type { EventRow, Facts, TicketRow } from "./facts.ts";

/** Of queues: one after another in each period. Of others: unique among those who have a place. */
export function numbersAreUniqueAndGapless(facts: Facts): string[] {
  const daily = new Set(facts.queues.filter((queue) => queue.daily).map(({ id }) => id));
  const isQueue = ({ product }: TicketRow) => product === "counter";
  const periods = Map.groupBy(facts.tickets.filter(isQueue), ({ lineId, joinedOn }) =>
    daily.has(lineId) ? `${lineId} on ${joinedOn}` : lineId,
  );
  const problems: string[] = [];
  for (const [period, tickets] of periods) {
    const numbers = tickets.map(({ sequence }) => sequence).toSorted((a, b) => a - b);
    const wrong = numbers.find((number, i) => number !== i + 1);
    if (wrong !== undefined) problems.push(`numbers of queue ${period} are wrong at ${wrong}`);
  }
  const present = facts.tickets.filter(
    (ticket) => !isQueue(ticket) && (ticket.state === "holding" || ticket.state === "serving"),
  );
  for (const [lineId, tickets] of Map.groupBy(present, ({ lineId: id }) => id)) {
    const numbers = new Set(tickets.map(({ number }) => number));
    if (numbers.size < tickets.length) problems.push(`line ${lineId} has a number twice`);
  }
  return problems;
}

/** As many as it has had versions, and none that the line does not know of. Numbers may be skipped:
 * a server that lost the answer to a commit sees to it that the commit cannot come late. */
export function changesHaveEvents(facts: Facts): string[] {
  const told = Map.groupBy(facts.events, ({ ticketId }) => ticketId);
  const untold = facts.tickets.flatMap(({ id, product, version }) => {
    const events = told.get(id)?.length ?? 0;
    return events === version ? [] : [`${product} ${id}: ${events} events of ${version} changes`];
  });
  const lastSeq = new Map(facts.lines.map((line) => [line.id, line.lastSeq]));
  const beyond = facts.events
    .filter(({ lineId, seq }) => seq > (lastSeq.get(lineId) ?? 0))
    .map(({ lineId, seq }) => `event ${seq} of ${lineId} is beyond the line's last`);
  return [...untold, ...beyond];
}

/** Within a priority, the first to come is called first. */
export function callsFollowArrival(facts: Facts): string[] {
  const problems: string[] = [];
  for (const [lineId, events] of streamsOf(facts, "counter.")) {
    const waiting = new Map<string, unknown>();
    for (const { ticketId, type, after } of events) {
      if (!ticketId) continue;
      if (type === "counter.joined") waiting.set(ticketId, after?.priority);
      if (type === "counter.called") {
        const [first] = [...waiting].find(([, priority]) => priority === after?.priority) ?? [];
        if (first !== ticketId)
          problems.push(`queue ${lineId}: ${ticketId} called before ${first}`);
      }
      if (after?.status !== "WAITING") waiting.delete(ticketId);
    }
  }
  return problems;
}

/** What keeps its place for good. */
const keeps = new Set(["COMPLETED", "PICKED_UP"]);

export function placesAreGivenBackOnce(facts: Facts): string[] {
  const byLine = Map.groupBy(facts.tickets, ({ lineId }) => lineId);
  return facts.lines.flatMap(({ id, product, taken, waiting, capacity }) => {
    const tickets = byLine.get(id) ?? [];
    const problems: string[] = [];
    const holds = ({ state, status }: TicketRow) =>
      state === "holding" || state === "serving" || keeps.has(status);
    const held = tickets.filter(holds).reduce((sum, { places }) => sum + places, 0);
    const what = `${product} ${id}`;
    if (capacity !== null && taken !== held) {
      problems.push(`${what} counts ${taken} places as taken, ${held} are`);
    }
    const waits = tickets.filter(({ state }) => state === "waiting").length;
    const astray = tickets.filter((ticket) => (ticket.state === "waiting") !== ticket.waits);
    if (astray.length > 0) problems.push(`${what}: ${astray.length} wait without a place in line`);
    if (waiting !== waits) problems.push(`${what} counts ${waiting} who wait, ${waits} do`);
    return problems;
  });
}

/** Nothing ends twice, and nothing that has ended goes on. */
export function endingsAreFinal(facts: Facts): string[] {
  const final = /^(SERVED|CANCELLED|NO_SHOW|COMPLETED|PICKED_UP|EXPIRED)$/;
  const ended = new Map<string, string>();
  const problems: string[] = [];
  for (const { ticketId, type, after } of facts.events) {
    if (!ticketId || !after || !/^(counter|opd|boxes)\./.test(type)) continue;
    const before = ended.get(ticketId);
    if (before) problems.push(`${ticketId}: ${type} after ${before}`);
    if (final.test(String(after.status))) ended.set(ticketId, type);
  }
  return problems;
}

export function streamsOf(facts: Facts, prefix: string): Map<string, EventRow[]> {
  const own = facts.events.filter(({ type }) => type.startsWith(prefix));
  return Map.groupBy(own, ({ lineId }) => lineId);
}
