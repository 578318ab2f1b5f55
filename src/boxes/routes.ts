// Surplus boxes over HTTP.

import type { App } from "../http/app.ts";
import type { CountTicketRead } from "../http/holder.ts";
import type { Streams } from "../http/stream.ts";
import { attemptRoutes } from "./core/attempt-routes.ts";
import type { AttemptLog } from "./core/attempts.ts";
import { codeRoutes } from "./core/code-routes.ts";
import { inventoryRoutes } from "./catalogue/inventory-routes.ts";
import type { LiveBoxes } from "./live/live.ts";
import { merchantRoutes } from "./catalogue/merchant-routes.ts";
import type { Merchants } from "./catalogue/merchants.ts";
import { paymentRoutes } from "./payments/payment-routes.ts";
import type { Payments } from "./payments/payments.ts";
import { reservationRoutes } from "./core/reservation-routes.ts";
import type { BoxesService } from "./core/service.ts";
import { streamRoutes } from "./live/stream-routes.ts";

export interface BoxRouteDeps {
  service: BoxesService;
  merchants: Merchants;
  live: LiveBoxes;
  payments: Payments;
  attempts: AttemptLog;
  streams: Streams;
  countTicketRead: CountTicketRead;
}

export async function boxRoutes(app: App, deps: BoxRouteDeps): Promise<void> {
  merchantRoutes(app, deps);
  inventoryRoutes(app, deps);
  codeRoutes(app, deps);
  reservationRoutes(app, deps);
  streamRoutes(app, deps);
  attemptRoutes(app, deps);
  await paymentRoutes(app, deps);
}
