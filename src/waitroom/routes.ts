// Waiting rooms over HTTP.

import type pg from "pg";
import type { App } from "../http/app.ts";
import type { CountTicketRead } from "../http/holder.ts";
import type { Streams } from "../http/stream.ts";
import type { Clock } from "../infra/clock.ts";
import type { MayConnect } from "../infra/outbound.ts";
import type { Secrets } from "../infra/secrets.ts";
import { gateRoutes } from "./gate-routes.ts";
import type { HostNames } from "./host-names.ts";
import type { JoinGuard } from "./join-guard.ts";
import type { LiveRooms } from "./live.ts";
import { operatorRoutes } from "./operator-routes.ts";
import { positionRoutes } from "./position-routes.ts";
import { roomRoutes } from "./room-routes.ts";
import type { Rooms } from "./rooms.ts";
import type { WaitroomService } from "./service.ts";
import { verifyRoutes } from "./verify-routes.ts";

export interface WaitroomRouteDeps {
  rooms: Rooms;
  service: WaitroomService;
  live: LiveRooms;
  streams: Streams;
  pool: pg.Pool;
  clock: Clock;
  secrets: Secrets;
  publicUrl: string;
  guard: JoinGuard;
  /** Whether this server may pass requests on to sites, under which names and to which addresses. */
  mayProxy: boolean;
  hostNames: HostNames;
  mayConnect: MayConnect;
  countTicketRead: CountTicketRead;
}

export function waitroomRoutes(app: App, deps: WaitroomRouteDeps): void {
  roomRoutes(app, deps);
  positionRoutes(app, deps);
  gateRoutes(app, deps);
  verifyRoutes(app, deps);
  operatorRoutes(app, deps);
}
