// Resources and their hours, put together.

import type { RightsPort } from "../platform/managing.ts";
import type { Module } from "../platform/plugin.ts";
import { availabilityRoutes } from "./routes.ts";
import type { AvailabilityService } from "./service.ts";

export function availabilityModule(service: AvailabilityService, rights: RightsPort): Module {
  return { name: "availability", routes: (app) => availabilityRoutes(app, service, rights) };
}
