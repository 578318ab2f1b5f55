// OPD tokens, put together: what other parts ask of them, and what they hand over to the server.

import type { Foundation } from "../platform/foundation.ts";
import { approximateNow } from "../infra/clock.ts";
import type { Module } from "../platform/plugin.ts";
import { DayViews, type DayViewDeps } from "./boards/day-views.ts";
import { LiveDays } from "./boards/live.ts";
import { opdCommitments } from "./bookings/commitments.ts";
import { TokensForBookings } from "./bookings/for-bookings.ts";
import { OpdService } from "./core/service.ts";
import { SendingOn, type Stations } from "./core/stations.ts";
import { loadNow } from "./core/store.ts";
import { Days } from "./days/days.ts";
import { DoctorRooms } from "./days/rooms.ts";
import { OpdSettings } from "./days/settings.ts";
import type { Doctors } from "./days/days.ts";
import { Rehousings } from "./days/rehousing.ts";
import { Merging, type PatientRecords } from "./patients/merging.ts";
import { Patients } from "./patients/patients.ts";
import { keepsVisits } from "./patients/visits.ts";
import { patientsOfPeople, tokensOfPeople } from "./people.ts";
import { OpdReports } from "./reports.ts";
import { tokenHistory } from "./retention.ts";
import { opdRoutes, type OpdRouteDeps } from "./routes.ts";

export type Opd = ReturnType<typeof makeOpd>;

export function makeOpd(on: Foundation, doctors: Doctors) {
  const { pool, clock } = on;
  const reports = new OpdReports(on.metrics, on.log);
  const days = new Days({ ...on, doctors, reports });
  return {
    reports,
    doctors,
    days,
    patients: new Patients(pool, clock),
    tokens: new TokensForBookings({ ...on, days, doctors, reports }),
    commitments: opdCommitments(pool, clock, reports),
  };
}

export interface OpdPorts {
  /** Those of a doctor, who are seen among the tokens of the day. */
  bookings: DayViewDeps["bookings"];
  /** Whether somebody may book for a doctor. */
  mayBook: OpdRouteDeps["mayBook"];
  /** What others keep about patients. */
  records: readonly PatientRecords[];
  /** Where patients go on to. */
  stations: Stations;
}

export function opdModule(
  on: Foundation,
  opd: Opd,
  { bookings, mayBook, records, stations }: OpdPorts,
) {
  const { pool, clock, metrics } = on;
  const { days, doctors, patients, reports } = opd;
  const sendingOn = new SendingOn(days, stations);
  const service = new OpdService({ ...on, days, reports, sendingOn });
  const views = new DayViews({ ...on, days, doctors, bookings });
  const rooms = new DoctorRooms(pool, (orgId, ids) => doctors.rooms(orgId, ids));
  const settings = new OpdSettings({ ...on, days, doctors, rooms, reports });
  const merging = new Merging({ ...on, reports, records });
  const rehousings = new Rehousings({ ...on, days, doctors, views });
  const live = new LiveDays({ ...on, days, rooms });

  const now = metrics.shared(() => loadNow(pool, new Date(approximateNow(clock))));
  metrics.gauge(
    "turnkeeper_opd_waiting",
    "Patients waiting for a place in slots that are not over",
    async () => (await now()).waiting,
  );
  metrics.gauge(
    "turnkeeper_opd_utilisation",
    "Share of places taken in slots that are not over, on days that have tokens",
    async () => {
      const { taken, places } = await now();
      return places === 0 ? 0 : taken / places;
    },
  );
  return {
    name: "OPD tokens",
    views,
    services: [{ name: "codes of doctors", open: () => days.giveCodes() }],
    routes: (app) =>
      opdRoutes(app, {
        ...on,
        service,
        days,
        views,
        settings,
        patients,
        merging,
        rehousings,
        doctors,
        live,
        mayBook,
      }),
    history: [tokenHistory],
    people: [patientsOfPeople, tokensOfPeople((by, { id }) => service.act(by, id, "cancel"))],
    consumers: [keepsVisits(pool, (orgId, tokenId) => merging.follow(orgId, tokenId))],
    deadlines: {
      opd: { ticket: (ticket) => service.expire(ticket), line: (line) => service.lineDue(line) },
    },
  } satisfies Module & { views: DayViews };
}
