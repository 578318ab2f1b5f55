// Walk-in queues: people join, some leave; desks call, serve, finish, and some who are called never come.

import type { Client } from "../client.ts";
import { made, type Traffic } from "./traffic.ts";

interface Ticket {
  id: string;
}

export const counter: Traffic<string[]> = {
  product: "counter",
  people: 8,
  async open(client) {
    const queues: string[] = [];
    for (const numberReset of ["never", "daily"]) {
      const queue = { name: client.mark(), prefix: "Q", timezone: "UTC", numberReset };
      queues.push((await made<{ id: string }>(client, "/v1/queues", queue)).id);
    }
    return queues;
  },
  async visit(client, queues) {
    const queueId = client.chance.pick(queues);
    const ticket = await join(client, queueId);
    await client.think(100);
    if (ticket && client.chance.below(5) === 0) await act(client, ticket.id, "cancel");
    const called = await callNext(client, queueId);
    await client.think(100);
    if (!called) return;
    if (client.chance.below(6) === 0) return void (await act(client, called.id, "no-show"));
    await act(client, called.id, "serve");
    await act(client, called.id, "complete");
  },
};

function join(client: Client, queueId: string): Promise<Ticket | undefined> {
  const path = `/v1/queues/${queueId}/tickets`;
  return client.done<Ticket>("join", { path, body: { name: client.mark() }, subject: queueId });
}

async function callNext(client: Client, queueId: string): Promise<Ticket | undefined> {
  const path = `/v1/queues/${queueId}/call-next`;
  const request = { path, body: { desk: client.mark() }, subject: queueId };
  return (await client.done<Ticket | null>("call-next", request)) ?? undefined;
}

const act = (client: Client, id: string, verb: string) =>
  client.done<Ticket>(verb, { path: `/v1/tickets/${id}/${verb}`, subject: id });
