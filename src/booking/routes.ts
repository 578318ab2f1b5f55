// Bookings over HTTP.

import type { App } from "../http/app.ts";
import type { CountTicketRead } from "../http/holder.ts";
import type { Streams } from "../http/stream.ts";
import type { Calendars } from "./calendar.ts";
import { calendarRoutes } from "./calendar-routes.ts";
import { bookingRoutes } from "./booking-routes.ts";
import type { Resources } from "./desk.ts";
import { kindRoutes } from "./kind-routes.ts";
import type { LiveBookings } from "./live.ts";
import { questionRoutes } from "./question-routes.ts";
import type { Questions } from "./questions.ts";
import { seriesRoutes } from "./series-routes.ts";
import type { SeriesService } from "./series.ts";
import type { BookingService } from "./service.ts";
import { streamRoutes } from "./stream-routes.ts";
import { waitlistRoutes } from "./waitlist-routes.ts";
import type { Waits } from "./waits.ts";

export interface BookingRouteDeps {
  service: BookingService;
  calendars: Calendars;
  waits: Waits;
  series: SeriesService;
  questions: Questions;
  live: LiveBookings;
  resources: Resources;
  streams: Streams;
  countTicketRead: CountTicketRead;
}

export function allBookingRoutes(app: App, deps: BookingRouteDeps): void {
  kindRoutes(app, deps);
  calendarRoutes(app, deps);
  questionRoutes(app, deps);
  seriesRoutes(app, deps);
  waitlistRoutes(app, deps);
  streamRoutes(app, deps);
  bookingRoutes(app, deps);
}
