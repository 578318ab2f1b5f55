// Bookings over HTTP.

import type { App } from "../http/app.ts";
import type { CountTicketRead } from "../http/holder.ts";
import type { Streams } from "../http/stream.ts";
import type { Calendars } from "./calendar/calendar.ts";
import { calendarRoutes } from "./calendar/calendar-routes.ts";
import { bookingRoutes } from "./core/booking-routes.ts";
import type { Resources } from "./core/commands.ts";
import { kindRoutes } from "./kinds/kind-routes.ts";
import type { LiveBookings } from "./calendar/live.ts";
import { questionRoutes } from "./core/question-routes.ts";
import type { Questions } from "./core/questions.ts";
import { seriesRoutes } from "./series/series-routes.ts";
import type { SeriesService } from "./series/series.ts";
import type { BookingService } from "./core/service.ts";
import { streamRoutes } from "./calendar/stream-routes.ts";
import { waitlistRoutes } from "./waitlist/waitlist-routes.ts";
import type { Waits } from "./waitlist/waits.ts";

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
