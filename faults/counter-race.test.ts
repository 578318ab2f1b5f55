// Two hundred clients, one queue: joins, calls, cancels, retries with the same key through another
// process. No number twice, nobody called twice, nobody lost.

import type { FreshDatabase } from "../test/database.ts";
import { insist, duplicates, raceWithControl } from "./processes.ts";

const clients = 200;
const roundsPerClient = 4;

interface Ticket {
  id: string;
  number: string;
  sequence: number;
  status: string;
}

interface Result {
  joined: Ticket[];
  called: Ticket[];
  cancelled: string[];
  problems: string[];
}

raceWithControl("no number twice, no double call, no lost ticket", async (urls, database) => {
  const result = await race(urls);
  return [...result.problems, ...(await judge(urls[0]!, result, database))];
});

let queueId = "";

async function race(urls: string[]): Promise<Result> {
  const queue = await insist(urls[0]!, "/v1/queues", {
    name: "Race",
    prefix: "R",
    numberReset: "never",
  });
  queueId = (queue.body as { id: string }).id;
  const result: Result = { joined: [], called: [], cancelled: [], problems: [] };
  await Promise.all(Array.from({ length: clients }, (_, i) => client(i, urls, result)));
  return result;
}

/** Joins, sometimes twice with one key; calls; sometimes cancels. Every step through another process. */
async function client(i: number, urls: string[], result: Result): Promise<void> {
  const at = (n: number) => urls[(i + n) % urls.length]!;
  for (let round = 0; round < roundsPerClient; round++) {
    const idem = `client-${i}-round-${round}-join`;
    const join = () => insist(at(round), `/v1/queues/${queueId}/tickets`, { name: `C${i}` }, idem);
    const again = () =>
      insist(at(round + 1), `/v1/queues/${queueId}/tickets`, { name: `C${i}` }, idem);
    const answers = i % 5 === 0 ? await Promise.all([join(), again()]) : [await join()];
    const replays = answers.map(({ status, body }) => (status === 201 ? (body as Ticket) : null));
    const ticket = replays[0];
    // The key includes the path, so both are the same request and must get the same ticket.
    if (!ticket) result.problems.push(`join answered ${answers[0]!.status}`);
    else if (replays.some((other) => other?.id !== ticket.id))
      result.problems.push("one key, two tickets");
    else result.joined.push(ticket);

    if (ticket && i % 7 === 0) {
      const { status } = await insist(
        at(round + 2),
        `/v1/tickets/${ticket.id}/cancel`,
        {},
        `${idem}-cancel`,
      );
      if (status === 200) result.cancelled.push(ticket.id);
      else if (status !== 409) result.problems.push(`cancel answered ${status}`);
    }
    const next = await insist(
      at(round + 3),
      `/v1/queues/${queueId}/call-next`,
      { desk: String(i) },
      `${idem}-call`,
    );
    if (next.status === 200) result.called.push(next.body as Ticket);
    else if (next.status !== 204) result.problems.push(`call-next answered ${next.status}`);
  }
}

async function judge(url: string, result: Result, database: FreshDatabase): Promise<string[]> {
  const problems: string[] = [];
  const sequences = result.joined.map((ticket) => ticket.sequence).toSorted((a, b) => a - b);
  const gapless = sequences.every((sequence, i) => sequence === i + 1);
  if (!gapless)
    problems.push(
      `numbers are not 1 to ${sequences.length}: ${duplicates(sequences).slice(0, 5).join(", ") || "gaps"} …`,
    );
  const calledTwice = duplicates(result.called.map((ticket) => ticket.id));
  if (calledTwice.length > 0) problems.push(`${calledTwice.length} people were called twice`);

  const { rows } = await database.pool.query<{ id: string; state: string; waits: boolean }>(
    `select t.id, t.state, w.ticket_id is not null as waits
       from ticket t left join waiting w on w.ticket_id = t.id`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const lost = result.joined.filter((ticket) => !stored.has(ticket.id));
  if (lost.length > 0) problems.push(`${lost.length} acknowledged tickets are lost`);
  const astray = rows.filter((row) => (row.state === "waiting") !== row.waits);
  if (astray.length > 0)
    problems.push(`${astray.length} tickets wait without a place in the queue, or the reverse`);
  const counted = await insist(url, `/v1/queues/${queueId}`, undefined);
  const waiting = rows.filter((row) => row.state === "waiting").length;
  if ((counted.body as { waiting: number }).waiting !== waiting)
    problems.push("the counter of who waits is wrong");
  return problems;
}
