// Bookings, put together: what other parts ask of them, and what they hand over to the server.

import type { LanesOptions } from "../engine/engine.ts";
import { Lanes } from "../engine/engine.ts";
import type { Foundation } from "../platform/foundation.ts";
import type { Module } from "../platform/plugin.ts";
import { Calendars, type CalendarDeps } from "./calendar/calendar.ts";
import { BookingQueue } from "./calendar/live-queue.ts";
import { LiveBookings } from "./calendar/live.ts";
import { queueRoutes, type QueueRouteDeps } from "./calendar/queue-routes.ts";
import { prepareBookings } from "./core/batch.ts";
import { BookingCommands, type Resources } from "./core/commands.ts";
import { bookingCommitments } from "./core/commitments.ts";
import { followsTokens } from "./core/following.ts";
import type { BookingOrder } from "./core/order.ts";
import { Questions } from "./core/questions.ts";
import { BookingService } from "./core/service.ts";
import type { TokenPort } from "./core/token-port.ts";
import { feedRoutes, type FeedRouteDeps } from "./feeds/feed-routes.ts";
import { CalendarFeeds, type FeedDeps } from "./feeds/feeds.ts";
import { ourKinds } from "./kinds/index.ts";
import { Kinds, type Kind } from "./kinds/kinds.ts";
import { PublicAsking } from "./pages/asking.ts";
import { FreeTimesOfPages, type FreeTimesDeps } from "./pages/free-times.ts";
import { HeldBookings } from "./pages/held-bookings.ts";
import { pageSettingsRoutes } from "./pages/page-routes.ts";
import { HeldView } from "./pages/held-view.ts";
import { BookingPages } from "./pages/pages.ts";
import { publicBookingRoutes } from "./pages/public-routes.ts";
import { bookingsOfPeople, waitsOfPeople } from "./people.ts";
import type { Permissions } from "./permissions.ts";
import { BookingReports } from "./reports.ts";
import { bookingHistory } from "./retention.ts";
import { allBookingRoutes } from "./routes.ts";
import { SeriesService } from "./series/series.ts";
import { visitRoutes } from "./visits/visit-routes.ts";
import { Visits } from "./visits/visits.ts";
import { Waits } from "./waitlist/waits.ts";

export interface BookingPorts {
  tokens: TokenPort;
  resources: Resources;
  permissions: Permissions;
  patientNames: CalendarDeps["patientNames"];
  /** Kinds of bookings besides ours. */
  kinds: readonly Kind[];
}

export type Bookings = ReturnType<typeof makeBookings>;
type On = Pick<
  Foundation,
  "pool" | "clock" | "log" | "metrics" | "secrets" | "feed" | "publicUrl"
> & {
  lanes: Omit<LanesOptions<BookingOrder>, "processor" | "lanes">;
};

export function makeBookings(on: On, ports: BookingPorts) {
  const { pool, clock, log, metrics, secrets } = on;
  const { tokens, resources, permissions, patientNames } = ports;
  const kinds = new Kinds([...ourKinds, ...ports.kinds]);
  const processor = () => ({ prepare: prepareBookings({ kinds, tokens }) });
  const lanes = new Lanes({ ...on.lanes, processor });
  const commands = new BookingCommands({ pool, clock, lanes, resources, kinds, tokens });
  const reports = new BookingReports(metrics, log);
  const deps = { pool, clock, commands, kinds, tokens, permissions, secrets, reports };
  const service = new BookingService(deps);
  return {
    ...ports,
    lanes,
    commands,
    reports,
    service,
    kinds,
    calendars: new Calendars({ pool, clock, resources, tokens, patientNames }),
    waits: new Waits({ ...deps, patientNames, publicUrl: on.publicUrl, bookings: service }),
    series: new SeriesService({ ...deps, resources, bookings: service }),
    questions: new Questions({ pool, clock, kinds, resources, tokens, bookings: service }),
    live: new LiveBookings(pool, on.feed, log),
    queue: new BookingQueue({ clock, service, resources, patientNames }),
    commitments: bookingCommitments(pool, clock, { kinds, tokens }),
  };
}

export interface BookingModulePorts {
  hours: FreeTimesDeps["hours"];
  ownedBy: FeedDeps["ownedBy"];
  rights: FeedRouteDeps["rights"];
  queueOfDoctor: QueueRouteDeps["ofDoctor"];
}

export function bookingModule(on: Foundation, bookings: Bookings, ports: BookingModulePorts) {
  const { waits, tokens, service } = bookings;
  const pages = new BookingPages({ ...on, ...bookings });
  const feeds = new CalendarFeeds({ ...on, ...bookings, ...ports });
  const held = new HeldView({ ...on, ...bookings, pages });
  const free = new FreeTimesOfPages({ ...on, ...bookings, ...ports });
  const asking = new PublicAsking({ ...on, ...bookings, pages, free, held });
  const live = new HeldBookings({ ...on, service, held });
  const visits = new Visits({ ...bookings, bookings: service });
  return {
    name: "bookings",
    pages,
    routes(app) {
      pageSettingsRoutes(app, pages);
      queueRoutes(app, { ...on, ...bookings, ofDoctor: ports.queueOfDoctor });
      visitRoutes(app, { visits });
      feedRoutes(app, { ...on, feeds, rights: ports.rights });
      publicBookingRoutes(app, { ...on, pages, asking, held, service, live });
      allBookingRoutes(app, { ...on, ...bookings });
    },
    services: [{ name: "lanes of bookings", stop: () => bookings.lanes.close() }],
    history: [bookingHistory],
    people: [
      bookingsOfPeople((by, { id }) => service.cancel(by, id)),
      waitsOfPeople((by, { id }) => waits.leave(by, id, "cancel")),
    ],
    deadlines: { resource: { line: (line) => waits.due(line) } },
    consumers: [followsTokens(service, tokens)],
  } satisfies Module & { pages: BookingPages };
}
