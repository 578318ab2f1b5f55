// Walk-in queues over HTTP.

import type pg from "pg";
import type { App } from "../http/app.ts";
import type { CountTicketRead } from "../http/holder.ts";
import type { Streams } from "../http/stream.ts";
import type { Clock } from "../infra/clock.ts";
import type { LiveQueues } from "./live.ts";
import { publicRoutes } from "./public-routes.ts";
import { queueRoutes } from "./queue-routes.ts";
import type { Queues } from "./queues.ts";
import type { WalkinService } from "./service.ts";
import { streamRoutes } from "./stream-routes.ts";
import { ticketRoutes } from "./ticket-routes.ts";

export interface WalkinRouteDeps {
  service: WalkinService;
  queues: Queues;
  live: LiveQueues;
  streams: Streams;
  pool: pg.Pool;
  clock: Clock;
  publicUrl: string;
  countTicketRead: CountTicketRead;
}

export function walkinRoutes(app: App, deps: WalkinRouteDeps): void {
  queueRoutes(app, deps);
  ticketRoutes(app, deps);
  publicRoutes(app, deps);
  streamRoutes(app, deps);
}
