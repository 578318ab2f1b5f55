// Queues as stations of a house: somebody is sent on to one from another part of the server, which decides it
// together with its own change, in one commit.

import { idemOf } from "../engine/audited-write.ts";
import type { CommandContext } from "../engine/command-context.ts";
import type { Order, Outcome } from "../engine/order.ts";
import { receive, type Sent } from "./orders.ts";
import type { Queues } from "./queues.ts";
import type { Reports } from "./reports.ts";
import type { TicketView } from "./view.ts";

export class Stations {
  readonly #queues: Queues;
  readonly #reports: Reports;

  constructor(queues: Queues, reports: Reports) {
    this.#queues = queues;
    this.#reports = reports;
  }

  async arrival(by: CommandContext, queueId: string, who: Sent) {
    const startedAt = performance.now();
    const { settings } = await this.#queues.queue(by.orgId, queueId);
    // The caller's own decision has the key; asked again with it, this one is answered again as well.
    const { key, idem: _, ...rest } = by;
    const under = key === undefined ? rest : { ...rest, idem: idemOf("counter.receive", key) };
    return {
      queueName: settings.name,
      order: receive(under, queueId, who) as Order,
      committed: ({ answer, replayed }: Outcome) => {
        if (!replayed) this.#reports.joined(by, answer as TicketView, startedAt);
      },
    };
  }
}
