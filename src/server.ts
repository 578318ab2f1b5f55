// The server as a list of its parts: what they stand on, what they ask of each other, and what each of
// them hands over. main.ts calls this with the settings it read; tests call it with a clock of their own.

import { DoctorLookups, ResourceLookups } from "./availability/lookups.ts";
import { availabilityModule } from "./availability/module.ts";
import { AvailabilityService, type CommitmentPort } from "./availability/service.ts";
import { endFeedsOf } from "./booking/feeds/feed-store.ts";
import type { Kind } from "./booking/kinds/kinds.ts";
import { bookingsOfPatients } from "./booking/patients.ts";
import { bookingModule, makeBookings } from "./booking/module.ts";
import { boxesModule, makeBoxes } from "./boxes/module.ts";
import { calendarsModule } from "./calendars/module.ts";
import { declared } from "./declared.ts";
import { Deadlines } from "./engine/deadlines.ts";
import { Consumers } from "./events/consumers.ts";
import { eventsModule } from "./events/module.ts";
import { retentionModule } from "./events/retention/module.ts";
import { peopleModule } from "./people/module.ts";
import { openFoundation, type FoundationOptions } from "./platform/foundation.ts";
import { buildApp, type AppDeps } from "./http/app.ts";
import { Catalogue } from "./http/catalogue.ts";
import { Lifecycle } from "./infra/lifecycle.ts";
import type { Module, Plugin } from "./platform/plugin.ts";
import { makeOpd, opdModule } from "./opd/module.ts";
import { findPatients } from "./opd/people.ts";
import { pagesModule } from "./pages/module.ts";
import { platformModule, type PlatformOptions } from "./platform/module.ts";
import { findOrganisation } from "./platform/organisations.ts";
import { sealAll } from "./seal-all.ts";
import { waitroomModule, type WaitroomOptions } from "./waitroom/module.ts";
import { walkinModule } from "./walkin/module.ts";

export interface ServerOptions
  extends FoundationOptions, WaitroomOptions, Pick<PlatformOptions, "passwords"> {
  checkAnswer?: AppDeps["checkAnswer"];
  /** Commitments of resources besides those of the products. */
  commitments?: CommitmentPort[];
  /** Kinds of bookings besides ours. */
  kinds?: Kind[];
  /** Parts besides ours. */
  plugins?: Plugin[];
}

export type Server = Awaited<ReturnType<typeof makeServer>>;

/** The database must be migrated already. */
export async function makeServer(options: ServerOptions) {
  const lifecycle = new Lifecycle(options.log);
  try {
    return await assemble(options, lifecycle);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function assemble(options: ServerOptions, lifecycle: Lifecycle) {
  const { kinds = [], commitments = [], plugins = [] } = options;
  const catalogue = new Catalogue([...declared, ...plugins.flatMap((each) => each.declares ?? [])]);
  const on = await openFoundation(options, catalogue, lifecycle);
  await sealAll(on.pool, on.vault);
  const { pool, metrics, engine, feed } = on;

  const platform = await platformModule(on, { ...options, endReading: endFeedsOf });
  const { delegations } = platform;
  const opd = makeOpd(on, new DoctorLookups(pool));
  const { patients, tokens } = opd;
  const bookings = makeBookings(on, {
    tokens,
    resources: new ResourceLookups(pool),
    permissions: delegations,
    patientNames: (orgId, ids) => patients.names(orgId, ids),
    kinds,
  });
  const hours = new AvailabilityService({
    ...on,
    commitments: [opd.commitments, bookings.commitments, ...commitments],
  });
  const boxes = makeBoxes(on);

  const walkin = walkinModule(on);
  const tokensModule = opdModule(on, opd, {
    bookings: (orgId, doctorId, from, to) =>
      bookings.queue.between(orgId, doctorId, from.getTime(), to.getTime(), true),
    mayBook: (caller) => delegations.mayAnywhere(caller, "book"),
    records: [bookingsOfPatients],
    stations: walkin.stations,
  });
  const booking = bookingModule(on, bookings, {
    hours,
    ownedBy: (orgId, userId) => delegations.ownedBy(orgId, userId),
    rights: delegations,
    queueOfDoctor: (orgId, id, date) => tokensModule.views.liveQueue(orgId, id, date),
  });
  const waitroom = await waitroomModule(on, options);
  const calendars = calendarsModule(on, hours, delegations);
  const pages = pagesModule(on, {
    queuePublic: (id) => walkin.queues.publicView(id),
    bookingPublic: (id) => booking.pages.publicView(id),
    shopPublic: async (id, town) => {
      const organisation = await findOrganisation(pool, id);
      return organisation && { organisation, ...(await boxes.merchants.shop(id, town)) };
    },
    visitorPage: waitroom.visitorPage,
  });

  const modules: Module[] = [
    platform,
    eventsModule(on),
    walkin,
    booking,
    tokensModule,
    waitroom,
    availabilityModule(on, hours, delegations),
    calendars,
    boxesModule(on, boxes),
    ...plugins.map((plugin) => plugin.module(on)),
    pages,
  ];

  const deadlines = new Deadlines({
    ...on,
    products: Object.assign({}, ...modules.map((module) => module.deadlines)),
  });
  const consumers = new Consumers({
    ...on,
    consumers: modules.flatMap((module) => module.consumers ?? []),
    onNews: (listener) => feed.watchAll(listener),
  });
  consumers.gauge(metrics);
  const people = peopleModule({
    ...on,
    findPatients,
    parts: modules.flatMap((module) => module.people ?? []),
  });
  const retention = retentionModule(
    { ...on, consumers },
    modules.flatMap((module) => module.history ?? []),
  );
  metrics.gauge("turnkeeper_mailbox", "Orders waiting to be decided", () => {
    return engine.backlog + bookings.lanes.backlog;
  });
  await lifecycle.open(
    ...modules.flatMap((module) => module.services ?? []),
    { name: "deadlines", start: () => deadlines.start(), stop: () => deadlines.close() },
    { name: "consumers", open: () => consumers.start(), stop: () => consumers.close() },
    ...retention.services,
  );
  const app = await buildApp({
    ...on,
    authenticator: platform.authenticator,
    ready: () => feed.answers(),
    checkAnswer: options.checkAnswer,
    otherHosts: waitroom.otherHosts,
    routes: [...modules, retention, people].map((module) => (app) => module.routes?.(app)),
  });
  await lifecycle.open({ name: "http", stop: () => app.close(), stopWithinMs: 20_000 });

  return {
    app,
    catalogue,
    engine,
    deadlines,
    consumers,
    retention: retention.sweeper,
    boxes,
    streams: on.streams,
    admission: waitroom.admission,
    hostRechecks: waitroom.rechecks,
    calendars: calendars.calendars,
    /** A key the server made itself on its first start. */
    createdKey: platform.createdKey,
    /** It made the file with the master key. */
    madeMasterKey: on.madeMasterKey,
    /** Work that comes up by itself. */
    start: () => lifecycle.start(),
    /** Finishes what is in flight, then lets go of everything but the database. */
    close: () => lifecycle.stop(),
  };
}
