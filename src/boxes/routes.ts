// Surplus boxes over HTTP.

import type { App } from "../http/app.ts";
import type { CountTicketRead } from "../http/holder.ts";
import type { Streams } from "../http/stream.ts";
import { attemptRoutes } from "./attempt-routes.ts";
import type { AttemptLog } from "./attempts.ts";
import { codeRoutes } from "./code-routes.ts";
import { inventoryRoutes } from "./inventory-routes.ts";
import type { LiveBoxes } from "./live.ts";
import { merchantRoutes } from "./merchant-routes.ts";
import type { Merchants } from "./merchants.ts";
import { paymentRoutes } from "./payment-routes.ts";
import type { Payments } from "./payments.ts";
import { reservationRoutes } from "./reservation-routes.ts";
import type { BoxesService } from "./service.ts";
import { streamRoutes } from "./stream-routes.ts";

export interface BoxRouteDeps {
  service: BoxesService;
  merchants: Merchants;
  live: LiveBoxes;
  payments: Payments;
  attempts: AttemptLog;
  streams: Streams;
  countTicketRead: CountTicketRead;
}

export function boxRoutes(app: App, deps: BoxRouteDeps): void {
  merchantRoutes(app, deps);
  inventoryRoutes(app, deps);
  codeRoutes(app, deps);
  reservationRoutes(app, deps);
  streamRoutes(app, deps);
  paymentRoutes(app, deps);
  attemptRoutes(app, deps);
}
