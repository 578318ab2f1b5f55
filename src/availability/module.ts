// Resources and their hours, put together.

import type { Foundation } from "../platform/foundation.ts";
import type { RightsPort } from "../platform/managing.ts";
import type { Module } from "../platform/plugin.ts";
import { Departments } from "./departments.ts";
import { ResourceImport } from "./import/import.ts";
import { importRoutes } from "./import/import-routes.ts";
import { availabilityRoutes } from "./routes.ts";
import type { AvailabilityService } from "./service.ts";

export function availabilityModule(
  on: Pick<Foundation, "pool" | "clock" | "budgets">,
  service: AvailabilityService,
  rights: RightsPort,
): Module {
  const departments = new Departments(on);
  return {
    name: "availability",
    routes(app) {
      availabilityRoutes(app, service, departments, service.many, rights);
      importRoutes(app, new ResourceImport(on));
    },
  };
}
