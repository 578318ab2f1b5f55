// Outside calendars, put together.

import type { Foundation } from "../platform/foundation.ts";
import { isPublicAddress } from "../infra/outbound.ts";
import type { Module } from "../platform/plugin.ts";
import type { RightsPort } from "../platform/managing.ts";
import { maxCalendarBytes, outsideRoutes } from "./outside-routes.ts";
import { countFailing } from "./outside-store.ts";
import { OutsideCalendars, type OutsideDeps } from "./outside.ts";
import { CalendarReader } from "./reading.ts";

export function calendarsModule(on: Foundation, hours: OutsideDeps["hours"], rights: RightsPort) {
  const calendars = new OutsideCalendars({
    ...on,
    hours,
    reader: new CalendarReader(),
    fetching: {
      mayConnect: on.config.allowPrivateCalendars ? () => true : isPublicAddress,
      timeoutMs: 20_000,
      maxBytes: maxCalendarBytes,
      maxRedirects: 5,
    },
  });
  on.metrics.gauge(
    "turnkeeper_calendars_failing",
    "Outside calendars that could not be read the last time",
    () => countFailing(on.pool),
  );
  return {
    name: "outside calendars",
    calendars,
    routes: (app) => outsideRoutes(app, calendars, rights),
    services: [
      { name: "outside calendars", start: () => calendars.start(), stop: () => calendars.close() },
    ],
  } satisfies Module & { calendars: OutsideCalendars };
}
