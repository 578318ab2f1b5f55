// The log of events for those who follow it from outside.

import type { App } from "../http/app.ts";
import type { Catalogue } from "../http/catalogue.ts";
import type { Streams } from "../http/stream.ts";
import { OrganisationEvents, type EventsDeps } from "./organisation-events.ts";
import { eventRoutes } from "./routes.ts";

export interface EventsModuleDeps extends Omit<EventsDeps, "families"> {
  catalogue: Catalogue;
  streams: Streams;
}

export function eventsModule(on: EventsModuleDeps) {
  const events = new OrganisationEvents({ ...on, families: on.catalogue.events });
  return { name: "events", routes: (app: App) => eventRoutes(app, events, on.streams) };
}
