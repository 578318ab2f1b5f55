// Bookings over HTTP.

import type { App } from "../http/app.ts";
import type { CountTicketRead } from "../http/holder.ts";
import { bookingRoutes } from "./booking-routes.ts";
import type { Streams } from "../http/stream.ts";
import type { Calendars } from "./calendar.ts";
import { calendarRoutes } from "./calendar-routes.ts";
import { kindRoutes } from "./kind-routes.ts";
import type { BookingService } from "./service.ts";

export interface BookingRouteDeps {
  service: BookingService;
  calendars: Calendars;
  streams: Streams;
  countTicketRead: CountTicketRead;
}

export function allBookingRoutes(app: App, deps: BookingRouteDeps): void {
  kindRoutes(app, deps);
  calendarRoutes(app, deps);
  bookingRoutes(app, deps);
}
