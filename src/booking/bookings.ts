// Puts the parts of bookings together.

import type pg from "pg";
import type { EngineOptions } from "../engine/engine.ts";
import { Lanes } from "../engine/engine.ts";
import type { Feed } from "../events/feed.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/log.ts";
import type { Secrets } from "../infra/secrets.ts";
import type { Line } from "../kernel/line.ts";
import { prepareBookings } from "./core/batch.ts";
import { Calendars, type CalendarDeps } from "./calendar/calendar.ts";
import { bookingCommitments } from "./core/commitments.ts";
import { BookingCommands, type Resources } from "./core/commands.ts";
import { Kinds, type Kind } from "./kinds/kinds.ts";
import { ourKinds } from "./kinds/index.ts";
import { LiveBookings } from "./calendar/live.ts";
import type { Permissions } from "./permissions.ts";
import { Questions } from "./core/questions.ts";
import { BookingReports } from "./reports.ts";
import { SeriesService } from "./series/series.ts";
import { BookingService } from "./core/service.ts";
import { followsTokens } from "./core/following.ts";
import type { TokenPort } from "./core/token-port.ts";
import { Waits } from "./waitlist/waits.ts";

export interface BookingsOptions {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  secrets: Secrets;
  lanes: EngineOptions;
  feed: Feed;
  tokens: TokenPort;
  resources: Resources;
  permissions: Permissions;
  patientNames: CalendarDeps["patientNames"];
  /** Besides ours. */
  kinds: readonly Kind[];
}

export function makeBookings(options: BookingsOptions) {
  const { pool, clock, log, metrics, secrets, tokens, resources, permissions } = options;
  const kinds = new Kinds([...ourKinds, ...options.kinds]);
  const lanes = new Lanes({
    ...options.lanes,
    processor: () => ({ prepare: prepareBookings({ kinds, tokens }) }),
  });
  const commands = new BookingCommands({ pool, clock, lanes, resources, kinds, tokens });
  const reports = new BookingReports(metrics, log);
  const deps = { pool, clock, commands, kinds, tokens, permissions, secrets, reports };
  const service = new BookingService(deps);
  const calendars = new Calendars({ pool, clock, resources, patientNames: options.patientNames });
  const waits = new Waits({ ...deps, bookings: service });
  return {
    lanes,
    service,
    kinds,
    calendars,
    waits,
    series: new SeriesService({ ...deps, resources, bookings: service }),
    questions: new Questions({ pool, clock, kinds, resources, tokens, bookings: service }),
    live: new LiveBookings(pool, options.feed, log),
    resources,
    commitments: bookingCommitments(pool, clock, { kinds, tokens }),
    due: (line: Line) => waits.due(line),
    followsTokens: followsTokens(service, tokens),
  };
}
