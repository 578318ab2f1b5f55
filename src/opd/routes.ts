// OPD tokens over HTTP.

import type { App } from "../http/app.ts";
import type { CountTicketRead } from "../http/holder.ts";
import type { Streams } from "../http/stream.ts";
import type { Clock } from "../infra/clock.ts";
import type { DayViews } from "./day-views.ts";
import type { Days, Doctors } from "./days.ts";
import { doctorRoutes } from "./doctor-routes.ts";
import type { LiveDays } from "./live.ts";
import { patientRoutes } from "./patient-routes.ts";
import type { Patients } from "./patients.ts";
import type { OpdService } from "./service.ts";
import type { OpdSettings } from "./settings.ts";
import { settingsRoutes } from "./settings-routes.ts";
import { streamRoutes } from "./stream-routes.ts";
import { tokenRoutes } from "./token-routes.ts";

export interface OpdRouteDeps {
  service: OpdService;
  days: Days;
  views: DayViews;
  settings: OpdSettings;
  patients: Patients;
  doctors: Doctors;
  live: LiveDays;
  streams: Streams;
  clock: Clock;
  countTicketRead: CountTicketRead;
}

export function opdRoutes(app: App, deps: OpdRouteDeps): void {
  patientRoutes(app, deps);
  tokenRoutes(app, deps);
  doctorRoutes(app, deps);
  settingsRoutes(app, deps);
  streamRoutes(app, deps);
}
