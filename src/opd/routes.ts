// OPD tokens over HTTP.

import type pg from "pg";
import type { StaffCaller } from "../http/access.ts";
import type { App } from "../http/app.ts";
import type { CountTicketRead } from "../http/holder.ts";
import type { Streams } from "../http/stream.ts";
import type { Clock } from "../infra/clock.ts";
import type { DayViews } from "./boards/day-views.ts";
import type { Days, Doctors } from "./days/days.ts";
import { doctorRoutes } from "./boards/doctor-routes.ts";
import type { LiveDays } from "./boards/live.ts";
import type { Merging } from "./patients/merging.ts";
import { patientRoutes } from "./patients/patient-routes.ts";
import { visitRoutes } from "./patients/visit-routes.ts";
import type { Patients } from "./patients/patients.ts";
import type { OpdService } from "./core/service.ts";
import type { OpdSettings } from "./days/settings.ts";
import type { Rehousings } from "./days/rehousing.ts";
import { rehousingRoutes } from "./days/rehousing-routes.ts";
import { settingsRoutes } from "./days/settings-routes.ts";
import { streamRoutes } from "./boards/stream-routes.ts";
import { tokenRoutes } from "./core/token-routes.ts";

export interface OpdRouteDeps {
  service: OpdService;
  days: Days;
  views: DayViews;
  settings: OpdSettings;
  patients: Patients;
  merging: Merging;
  rehousings: Rehousings;
  pool: pg.Pool;
  doctors: Doctors;
  live: LiveDays;
  streams: Streams;
  clock: Clock;
  countTicketRead: CountTicketRead;
  /** Whether somebody may book some resource, by role or because its owner lets them. */
  mayBook(caller: StaffCaller): Promise<boolean>;
}

export function opdRoutes(app: App, deps: OpdRouteDeps): void {
  patientRoutes(app, deps);
  visitRoutes(app, deps);
  tokenRoutes(app, deps);
  doctorRoutes(app, deps);
  settingsRoutes(app, deps);
  streamRoutes(app, deps);
  rehousingRoutes(app, deps);
}
