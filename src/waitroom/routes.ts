// Waiting rooms over HTTP.

import type pg from "pg";
import type { App } from "../http/app.ts";
import type { CountTicketRead } from "../http/holder.ts";
import type { Streams } from "../http/stream.ts";
import type { Clock } from "../infra/clock.ts";
import type { MayConnect } from "../infra/outbound.ts";
import type { Secrets } from "../infra/secrets.ts";
import { gateRoutes } from "./passes/gate-routes.ts";
import type { HostNames } from "./gateway/host-names.ts";
import type { JoinGuard } from "./core/join-guard.ts";
import type { LiveRooms } from "./operator/live.ts";
import { operatorRoutes } from "./operator/operator-routes.ts";
import { positionRoutes } from "./core/position-routes.ts";
import { roomRoutes } from "./core/room-routes.ts";
import type { Rooms } from "./core/rooms.ts";
import type { WaitroomService } from "./core/service.ts";
import { verifyRoutes } from "./gateway/verify-routes.ts";

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
