// Walk-in queues, put together.

import type { Foundation } from "../platform/foundation.ts";
import type { Module } from "../platform/plugin.ts";
import { LiveQueues } from "./live.ts";
import { ticketsOfPeople } from "./people.ts";
import { Queues } from "./queues.ts";
import { Reports } from "./reports.ts";
import { ticketHistory } from "./retention.ts";
import { walkinRoutes } from "./routes.ts";
import { Stations } from "./stations.ts";
import { WalkinService } from "./service.ts";

export function walkinModule(on: Foundation) {
  const reports = new Reports(on.metrics, on.log);
  const queues = new Queues({ ...on, reports });
  const { joinsPerMobilePerHour } = on.config.limits;
  const service = new WalkinService({
    ...on,
    queues,
    limiter: on.limits,
    joinsPerMobilePerHour,
    reports,
  });
  const live = new LiveQueues(on.feed, { ...on, queues });
  return {
    name: "walk-in queues",
    queues,
    stations: new Stations(queues, reports),
    routes: (app) => walkinRoutes(app, { ...on, service, queues, live }),
    history: [ticketHistory],
    people: [ticketsOfPeople((by, { id }) => service.act(by, id, "cancel"))],
    deadlines: { counter: { ticket: (ticket) => service.expire(ticket) } },
  } satisfies Module & { queues: Queues; stations: Stations };
}
