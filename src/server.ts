// Puts the parts together: one database, the engine, the products, the HTTP app. main.ts calls this
// with the settings it read; tests call it with a clock of their own.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DoctorLookups, ResourceLookups } from "./availability/lookups.ts";
import { availabilityRoutes } from "./availability/routes.ts";
import { AvailabilityService, type CommitmentPort } from "./availability/service.ts";
import { makeBoxes, type Boxes } from "./boxes/boxes.ts";
import { publishDue } from "./boxes/catalogue/publishing.ts";
import { attemptsOfPeople, reservationsOfPeople } from "./boxes/people.ts";
import { attemptHistory, reservationHistory } from "./boxes/retention.ts";
import { boxRoutes } from "./boxes/routes.ts";
import { maxCalendarBytes, outsideRoutes } from "./calendars/outside-routes.ts";
import { countFailing } from "./calendars/outside-store.ts";
import { OutsideCalendars } from "./calendars/outside.ts";
import { CalendarReader } from "./calendars/reading.ts";
import { makeBookings } from "./booking/bookings.ts";
import type { Kind } from "./booking/kinds/kinds.ts";
import { feedRoutes } from "./booking/feeds/feed-routes.ts";
import { endFeedsOf } from "./booking/feeds/feed-store.ts";
import { CalendarFeeds } from "./booking/feeds/feeds.ts";
import { BookingQueue } from "./booking/calendar/live-queue.ts";
import { queueRoutes } from "./booking/calendar/queue-routes.ts";
import { HeldBookings } from "./booking/pages/held-bookings.ts";
import { pageSettingsRoutes } from "./booking/pages/page-routes.ts";
import { BookingPages } from "./booking/pages/pages.ts";
import { publicBookingRoutes } from "./booking/pages/public-routes.ts";
import { bookingsOfPeople, waitsOfPeople } from "./booking/people.ts";
import { bookingHistory } from "./booking/retention.ts";
import { allBookingRoutes } from "./booking/routes.ts";
import { LiveQueues } from "./walkin/live.ts";
import { Queues } from "./walkin/queues.ts";
import { Reports } from "./walkin/reports.ts";
import { ticketsOfPeople } from "./walkin/people.ts";
import { ticketHistory } from "./walkin/retention.ts";
import { walkinRoutes } from "./walkin/routes.ts";
import { WalkinService } from "./walkin/service.ts";
import { Deadlines } from "./engine/deadlines.ts";
import { Engine } from "./engine/engine.ts";
import { Feed } from "./events/feed.ts";
import { LineSnapshots } from "./boxes/rush/line-snapshots.ts";
import type { Statements } from "./engine/statements.ts";
import { Consumers } from "./events/consumers.ts";
import { OrganisationEvents, type EventScopes } from "./events/organisation-events.ts";
import { keepPositionsRising } from "./events/log.ts";
import { answers } from "./events/retention/answers.ts";
import { auditOf } from "./events/retention/audit.ts";
import { retentionRoutes } from "./events/retention/retention-routes.ts";
import { Sweeper } from "./events/retention/sweeper.ts";
import { eventRoutes } from "./events/routes.ts";
import { buildApp, trusted, trustsProxy, type App, type AppDeps } from "./http/app.ts";
import type { CountTicketRead } from "./http/holder.ts";
import { KeyRequests } from "./http/key-requests.ts";
import { Metrics } from "./http/metrics.ts";
import { PublicWrites } from "./http/public-writes.ts";
import { Streams } from "./http/stream.ts";
import { approximateNow, DatabaseClock, type Clock } from "./infra/clock.ts";
import type { Config } from "./infra/config.ts";
import type { Database } from "./infra/database.ts";
import type { Logger } from "./infra/log.ts";
import { OptionalRedis } from "./infra/optional-redis.ts";
import { isPublicAddress } from "./infra/outbound.ts";
import { openRedis, type RedisTier } from "./infra/redis.ts";
import { loadSecrets } from "./infra/secrets.ts";
import { MasterKeys } from "./infra/vault.ts";
import { Refusal } from "./kernel/refusal.ts";
import { opdCommitments } from "./opd/bookings/commitments.ts";
import { DayViews } from "./opd/boards/day-views.ts";
import { Days } from "./opd/days/days.ts";
import { TokensForBookings } from "./opd/bookings/for-bookings.ts";
import { LiveDays } from "./opd/boards/live.ts";
import { Patients } from "./opd/patients/patients.ts";
import { OpdReports } from "./opd/reports.ts";
import { opdRoutes } from "./opd/routes.ts";
import { OpdService } from "./opd/core/service.ts";
import { OpdSettings } from "./opd/days/settings.ts";
import { loadNow } from "./opd/core/store.ts";
import { findPatients, patientsOfPeople, tokensOfPeople } from "./opd/people.ts";
import { tokenHistory } from "./opd/retention.ts";
import { pageRoutes } from "./pages/routes.ts";
import { People } from "./people/people.ts";
import { peopleRoutes } from "./people/people-routes.ts";
import { invitationsOfPeople, membersOfPeople } from "./platform/people.ts";
import { Budgets } from "./platform/budgets.ts";
import { makeAuth, type Passwords } from "./platform/auth.ts";
import { makeAuthenticator } from "./platform/authenticator.ts";
import { delegationRoutes } from "./platform/delegation-routes.ts";
import { Delegations } from "./platform/delegations.ts";
import { firstStart } from "./platform/first-start.ts";
import { KeyCache } from "./platform/key-cache.ts";
import { MemoryLimits, SharedLimits } from "./platform/limits.ts";
import { removeMember } from "./platform/members.ts";
import { findOrganisation } from "./platform/organisations.ts";
import type { Platform } from "./platform/platform.ts";
import { platformRoutes } from "./platform/routes.ts";
import { sealAll } from "./seal-all.ts";
import { sweepSessions } from "./platform/sessions.ts";
import { SignInGuard } from "./platform/sign-in-guard.ts";
import { Admission } from "./waitroom/core/admission.ts";
import { VisitorPage } from "./waitroom/core/visitor-page.ts";
import { HostNames } from "./waitroom/gateway/host-names.ts";
import type { FileRules, ResolveTxt } from "./waitroom/gateway/host-proofs.ts";
import { HostRechecks } from "./waitroom/gateway/host-rechecks.ts";
import { RoomHosts } from "./waitroom/gateway/hosts.ts";
import { JoinGuard } from "./waitroom/core/join-guard.ts";
import { LiveRooms } from "./waitroom/operator/live.ts";
import { PostgresStore } from "./waitroom/stores/postgres-store.ts";
import { RedisStore } from "./waitroom/stores/redis-store.ts";
import { Rooms } from "./waitroom/core/rooms.ts";
import { positionsOfPeople } from "./waitroom/people.ts";
import { visitHistory } from "./waitroom/retention.ts";
import { waitroomRoutes } from "./waitroom/routes.ts";
import { WaitroomService } from "./waitroom/core/service.ts";
import { StoreLease } from "./waitroom/stores/store-lease.ts";
import type { RoomStore } from "./waitroom/stores/store.ts";
import { makeTokens } from "./waitroom/passes/tokens.ts";

export interface ServerOptions {
  config: Config;
  log: Logger;
  database: Database;
  clock?: Clock;
  checkAnswer?: AppDeps["checkAnswer"];
  /** How long what /metrics looked up is told again. */
  gaugesBelievedMs?: number;
  /** Other statements for the engine: a test takes its locks away to see that they are needed. */
  statements?: Statements;
  /** Another store of waiting rooms' positions: a test takes its guard away. */
  roomStore?: (deps: {
    pool: Database["pool"];
    clock: Clock;
    redis: RedisTier | null;
  }) => RoomStore;
  /** How passwords are kept, for tests. */
  passwords?: Passwords;
  /** Claims on resources besides those of the products, for tests. */
  commitments?: CommitmentPort[];
  /** Kinds of bookings besides ours. */
  kinds?: Kind[];
  /** What DNS says, for tests. */
  resolveTxt?: ResolveTxt;
  /** Where the proofs of host names are fetched, for tests. */
  hostFiles?: Pick<FileRules, "resolve" | "ports">;
  /** More routes, for a benchmark's floor. */
  routes?: ((app: App) => void)[];
}

export interface Server {
  app: App;
  engine: Engine;
  deadlines: Deadlines;
  /** What follows the log of events. */
  consumers: Consumers;
  /** Removes what was kept long enough. */
  retention: Sweeper;
  /** Lets people in from waiting rooms. */
  admission: Admission;
  /** Looks at proven host names again; null without the proxy. */
  hostRechecks: HostRechecks | null;
  /** Calendars from outside, read when they are due. */
  calendars: OutsideCalendars;
  streams: Streams;
  boxes: Boxes;
  /** A key the server made itself on its first start. */
  createdKey: string | null;
  /** It made the file with the master key. */
  madeMasterKey: boolean;
  /** Finishes what is in flight, then lets go of everything but the database. */
  close(): Promise<void>;
}

const distDir = fileURLToPath(new URL("../dist/web", import.meta.url));
/** Who may read the events whose types begin with these words. */
const scopes: EventScopes = {
  organisation: "org:manage",
  counter: "counter:read",
  opd: "opd:read",
  booking: "bookings:read",
  resource: "availability:read",
  availability: "availability:read",
  boxes: "boxes:read",
  waitroom: "waitroom:read",
};

/** What goes when it was kept long enough. */
const dataClasses = [
  ticketHistory,
  tokenHistory,
  bookingHistory,
  reservationHistory,
  visitHistory,
  attemptHistory,
  answers,
  auditOf(["opd", "boxes"]),
];

const sweepLimitsEveryMs = 60_000;

/** The database must be migrated already. */
export async function makeServer(options: ServerOptions): Promise<Server> {
  const { config, log, database } = options;
  const { pool, connections } = database;
  const databaseClock = options.clock ? null : await DatabaseClock.start(pool, log);
  const clock: Clock = options.clock ?? databaseClock!;
  const { limits: limit } = config;
  const vault = new MasterKeys(config.masterKey);
  const { secrets, madeMasterKey } = await loadSecrets(pool, vault);
  await keepPositionsRising(pool);
  await sealAll(pool, vault);
  // Optional: without it, and while it is away, PostgreSQL does everything.
  const redis = config.redisUrl === null ? null : await openRedis(config.redisUrl, log);
  const lease = await StoreLease.start({ pool, redis, clock, log }).catch(
    async (error: unknown) => {
      await redis?.close();
      await databaseClock?.close();
      throw error;
    },
  );
  const metrics = new Metrics(options.gaugesBelievedMs);
  const hints = redis && new OptionalRedis(redis);
  const limits = new SharedLimits({ pool, redis: hints, secrets, clock, log });
  const ticketReads = new MemoryLimits(clock);
  const publicWrites = new PublicWrites(limits, limit.publicWritesPerMinute, metrics, log);
  const keyRequests = new KeyRequests({
    limiter: limits,
    refusals: publicWrites,
    perMinute: limit.keyRequestsPerMinute,
    clock,
  });
  const budgets = new Budgets(config.maxPerOrganisation);
  const streams = new Streams({
    all: limit.streams,
    perAddress: limit.streamsPerAddress,
    perOrganisation: limit.streamsPerOrganisation,
  });
  const lanes = {
    connections,
    clock,
    log,
    maxInBatch: limit.batch,
    maxInMailbox: limit.mailbox,
    ...(options.statements ? { statements: options.statements } : {}),
  };
  const engine = new Engine(lanes);
  const feed = new Feed(connections, log);
  connections.onChange((isAway) => streams.wait(isAway));
  await feed.start();

  const { publicUrl } = config;
  const auth = makeAuth({ pool, secrets, publicUrl, clock, log, passwords: options.passwords });
  const signInGuard = new SignInGuard({ pool, secrets, clock, free: limit.wrongPasswords });
  const platform: Platform = {
    pool,
    auth,
    secrets,
    guard: signInGuard,
    keyCache: new KeyCache(),
    log,
    publicUrl: config.publicUrl,
    proxyTrusted: trustsProxy(config.trustProxy),
    organisationMakers: config.organisationMakers,
    budgets,
    endReading: endFeedsOf,
  };
  const { createdKey } = await firstStart({ pool, secrets, auth, apiKey: config.apiKey });

  const delegations = new Delegations(pool, clock);

  const reports = new Reports(metrics, log);
  const queues = new Queues({ pool, clock, reports, budgets });
  const service = new WalkinService({
    pool,
    engine,
    clock,
    queues,
    secrets,
    limiter: limits,
    joinsPerMobilePerHour: limit.joinsPerMobilePerHour,
    reports,
  });
  const live = new LiveQueues(feed, { pool, queues, clock, log });

  const opdReports = new OpdReports(metrics, log);
  const doctors = new DoctorLookups(pool);
  const days = new Days({
    pool,
    engine,
    clock,
    doctors,
    reports: opdReports,
  });
  const opd = new OpdService({ pool, days, secrets, reports: opdReports });
  const patients = new Patients(pool, clock);
  const resources = new ResourceLookups(pool);
  const bookings = makeBookings({
    pool,
    clock,
    log,
    metrics,
    secrets,
    lanes,
    feed,
    tokens: new TokensForBookings({ pool, clock, days, doctors, log }),
    resources,
    permissions: delegations,
    patientNames: (orgId, ids) => patients.names(orgId, ids),
    kinds: options.kinds ?? [],
  });
  const availability = new AvailabilityService({
    pool,
    clock,
    budgets,
    commitments: [
      opdCommitments(pool, clock, opdReports),
      bookings.commitments,
      ...(options.commitments ?? []),
    ],
  });

  const bookingPages = new BookingPages({
    pool,
    budgets,
    clock,
    service: bookings.service,
    kinds: bookings.kinds,
    resources,
    hours: availability,
    newPatient: async (by, person) =>
      (await patients.create(by, { ...person, externalId: null })).patient,
    publicUrl: config.publicUrl,
  });
  const feeds = new CalendarFeeds({
    pool,
    clock,
    secrets,
    service: bookings.service,
    kinds: bookings.kinds,
    resources,
    patientNames: (orgId, ids) => patients.names(orgId, ids),
    ownedBy: (orgId, userId) => delegations.ownedBy(orgId, userId),
    publicUrl: config.publicUrl,
  });
  const bookingQueue = new BookingQueue({
    clock,
    service: bookings.service,
    resources,
    patientNames: (orgId, ids) => patients.names(orgId, ids),
  });
  const dayViews = new DayViews({
    pool,
    clock,
    days,
    doctors,
    bookings: (orgId, doctorId, from, to) =>
      bookingQueue.between(orgId, doctorId, from.getTime(), to.getTime(), true),
  });
  const heldBookings = new HeldBookings({
    pool,
    feed,
    log,
    service: bookings.service,
    pages: bookingPages,
  });

  const snapshots = new LineSnapshots(connections, log);
  const boxes = makeBoxes({
    snapshots,
    pool,
    engine,
    feed,
    redis: hints,
    clock,
    log,
    secrets,
    limiter: limits,
    guestHolds: limit.guestHoldsPerNetwork,
    metrics,
    config,
    budgets,
  });

  const roomStore: RoomStore =
    options.roomStore?.({ pool, clock, redis }) ??
    (redis ? new RedisStore({ redis, pool, clock }) : new PostgresStore({ pool, clock }));
  const rooms: Rooms = new Rooms({
    pool,
    vault,
    clock,
    feed,
    budgets,
    changed: async (room) => {
      // Written down already: a Redis that is away is told as soon as it is back.
      await roomStore.configure(room).catch((error: Error) => {
        log.warn({ reason: error, roomId: room.id }, "waitroom.not_told");
      });
      admission.poke(room.id);
      await hosts?.read();
    },
  });
  const admission = new Admission({ rooms, store: roomStore, log, mayAdmit: () => lease.holds() });
  const waitroom = new WaitroomService({
    rooms,
    store: roomStore,
    tokens: makeTokens(config.publicUrl, secrets),
    clock,
    publicUrl: config.publicUrl,
    poke: (roomId) => admission.poke(roomId),
  });
  const calendars = new OutsideCalendars({
    pool,
    vault,
    clock,
    log,
    hours: availability,
    budgets,
    reader: new CalendarReader(),
    fetching: {
      mayConnect: config.allowPrivateCalendars ? () => true : isPublicAddress,
      timeoutMs: 20_000,
      maxBytes: maxCalendarBytes,
      maxRedirects: 5,
    },
  });
  const guard = new JoinGuard({ joins: ticketReads, used: limits, secrets, clock });
  const visitorPage = new VisitorPage({
    rooms,
    service: waitroom,
    guard,
    clock,
    publicUrl: config.publicUrl,
  });
  const mayReach = config.allowPrivateTargets ? () => true : isPublicAddress;
  const hostNames = new HostNames({
    publicUrl: config.publicUrl,
    listed: config.roomHosts,
    secrets,
    resolveTxt: options.resolveTxt,
    files: { mayConnect: mayReach, timeoutMs: 5_000, ...options.hostFiles },
  });
  const hosts = config.roomProxy ? new RoomHosts({ rooms, names: hostNames, log }) : null;
  const hostRechecks = hosts && new HostRechecks({ pool, clock, log, rooms, names: hostNames });
  // Brings an HTTP client of its own, which only this needs.
  const proxy = hosts
    ? await (
        await import("./waitroom/gateway/proxy.ts")
      ).makeProxy({
        log,
        hosts,
        service: waitroom,
        publicUrl: config.publicUrl,
        mayConnect: mayReach,
        via: `turnkeeper-${secrets.derive("proxy via", "1").slice(0, 12)}`,
        trustProxy: trusted(config.trustProxy),
        now: () => approximateNow(clock),
      })
    : null;

  const deadlines = new Deadlines({
    pool,
    clock,
    log,
    products: {
      counter: { ticket: (ticket) => service.expire(ticket) },
      opd: { ticket: (ticket) => opd.expire(ticket), line: (line) => opd.lineDue(line) },
      boxes: {
        ticket: (ticket) => boxes.service.expire(ticket),
        line: (line) => boxes.service.lineDue(line),
      },
      resource: { line: (line) => bookings.due(line) },
      "box-types": {
        ticket: () => Promise.reject(new Error("a box type has no tickets")),
        line: (line) => publishDue(pool, clock, line),
      },
    },
  });

  const consumers = new Consumers({
    pool,
    log,
    consumers: [bookings.followsTokens],
    onNews: (listener) => feed.watchAll(listener),
  });
  await consumers.start();
  const people = new People({
    pool,
    clock,
    findPatients,
    parts: [
      patientsOfPeople,
      ticketsOfPeople((by, { id }) => service.act(by, id, "cancel")),
      bookingsOfPeople((by, { id }) => bookings.service.cancel(by, id)),
      tokensOfPeople((by, { id }) => opd.act(by, id, "cancel")),
      waitsOfPeople((by, { id }) => bookings.waits.leave(by, id, "cancel")),
      reservationsOfPeople((by, { id }) => boxes.service.act(by, id, "cancel", "merchant")),
      attemptsOfPeople(() => boxes.attempts.flush()),
      positionsOfPeople(async ({ orgId, actor }, { id, lineId, open }) => {
        const act = open === "WAITING" ? "cancel" : "terminate";
        return waitroom.act(await rooms.room(orgId, lineId!), id, act, actor);
      }),
      invitationsOfPeople(({ caller }, { id }) => removeMember(platform, caller, id)),
      membersOfPeople,
    ],
  });
  const retention = new Sweeper({ pool, clock, log, metrics, consumers, classes: dataClasses });
  const lags = metrics.shared(() => consumers.lag());
  metrics.gauges(
    "turnkeeper_consumer_lag_events",
    "Events that a consumer of the log has not taken in yet",
    "consumer",
    async () => (await lags()).map(({ name, events }) => [name, events]),
  );
  metrics.gauges(
    "turnkeeper_consumer_lag_seconds",
    "Age of the oldest event that a consumer of the log has not taken in yet",
    "consumer",
    async () => (await lags()).map(({ name, seconds }) => [name, seconds]),
  );

  metrics.gauge(
    "turnkeeper_clock_drift_seconds",
    "How far this machine's clock is ahead of the database's, which decides",
    () => (databaseClock?.driftMs() ?? 0) / 1_000,
  );
  if (redis) {
    const help = "Whether Redis answers: 1, or 0 while it is away";
    metrics.gauge("turnkeeper_redis_up", help, async () => ((await redis.isUp()) ? 1 : 0));
  }
  metrics.gauge("turnkeeper_waiting", "People waiting in all queues", async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select coalesce(sum(n), 0)::int as n from line, unnest(waiting) as n`,
    );
    return rows[0]!.n;
  });
  const opdNow = metrics.shared(() => loadNow(pool, new Date(approximateNow(clock))));
  metrics.gauge(
    "turnkeeper_opd_waiting",
    "Patients waiting for a place in slots that are not over",
    async () => (await opdNow()).waiting,
  );
  metrics.gauge(
    "turnkeeper_opd_utilisation",
    "Share of places taken in slots that are not over, on days that have tokens",
    async () => {
      const { taken, places } = await opdNow();
      return places === 0 ? 0 : taken / places;
    },
  );
  metrics.gauge(
    "turnkeeper_calendars_failing",
    "Outside calendars that could not be read the last time",
    () => countFailing(pool),
  );
  metrics.gauge("turnkeeper_streams", "Open event streams", () => streams.size);
  metrics.gauge("turnkeeper_mailbox", "Orders waiting to be decided", () => {
    return engine.backlog + bookings.lanes.backlog;
  });

  const countTicketRead: CountTicketRead = async (request, reply, ticketId) => {
    const perMinute = limit.ticketReadsPerMinute;
    const taken = await ticketReads.take("ticket reads", ticketId, perMinute, 60_000);
    publicWrites.tell(reply, taken, 60);
    if (!taken.allowed) throw publicWrites.refusal("ticket_reads", request, taken);
  };

  const app = await buildApp({
    config,
    log,
    authenticator: makeAuthenticator(platform),
    secrets,
    metrics,
    streams,
    publicWrites,
    keyRequests,
    ready: () => feed.answers(),
    ...(options.checkAnswer ? { checkAnswer: options.checkAnswer } : {}),
    ...(proxy ? { otherHosts: proxy } : {}),
    routes: [
      (app) => platformRoutes(app, { platform, publicWrites }),
      (app) => peopleRoutes(app, people),
      (app) => retentionRoutes(app, { pool, sweeper: retention }),
      (app) => eventRoutes(app, new OrganisationEvents({ pool, feed, log, scopes }), streams),
      (app) =>
        walkinRoutes(app, {
          service,
          queues,
          live,
          streams,
          pool,
          clock,
          publicUrl: config.publicUrl,
          countTicketRead,
        }),
      (app) =>
        opdRoutes(app, {
          service: opd,
          days,
          views: dayViews,
          settings: new OpdSettings({ pool, clock, days, doctors, reports: opdReports }),
          patients,
          doctors,
          live: new LiveDays(pool, feed, log),
          streams,
          clock,
          countTicketRead,
        }),
      (app) =>
        waitroomRoutes(app, {
          rooms,
          service: waitroom,
          live: new LiveRooms({ pool, feed, log, rooms, service: waitroom }),
          streams,
          pool,
          clock,
          secrets,
          publicUrl: config.publicUrl,
          guard,
          mayProxy: config.roomProxy,
          hostNames,
          mayConnect: mayReach,
          countTicketRead,
        }),
      (app) => availabilityRoutes(app, availability, delegations),
      (app) => delegationRoutes(app, delegations),
      (app) => outsideRoutes(app, calendars, delegations),
      (app) => pageSettingsRoutes(app, bookingPages),
      (app) =>
        queueRoutes(app, {
          queue: bookingQueue,
          ofDoctor: (orgId, doctorId, date) => dayViews.liveQueue(orgId, doctorId, date),
        }),
      (app) => feedRoutes(app, { feeds, rights: delegations, countTicketRead }),
      (app) =>
        publicBookingRoutes(app, {
          pages: bookingPages,
          service: bookings.service,
          live: heldBookings,
          streams,
          publicUrl: config.publicUrl,
          countTicketRead,
        }),
      (app) => allBookingRoutes(app, { ...bookings, streams, countTicketRead }),
      (app) => boxRoutes(app, { ...boxes, streams, countTicketRead }),
      ...(options.routes ?? []),
      (app) =>
        existsSync(distDir)
          ? pageRoutes(app, {
              distDir,
              publicUrl: config.publicUrl,
              now: () => approximateNow(clock),
              queuePublic: (id) => queues.publicView(id).catch(nullIfRefused),
              shopPublic: async (id, town) => {
                const organisation = await findOrganisation(pool, id);
                if (!organisation) return null;
                const near = { town, latitude: null, longitude: null, radiusKm: 0 };
                const [boxesNow, towns] = await Promise.all([
                  boxes.merchants.open(id, near),
                  boxes.merchants.towns(id),
                ]);
                return { organisation, town, towns, boxes: boxesNow };
              },
              visitorPage,
              bookingPublic: (id) => bookingPages.publicView(id).catch(nullIfRefused),
            })
          : undefined,
    ],
  });

  const limitSweep = setInterval(() => {
    Promise.all([limits.sweep(), sweepSessions(platform), signInGuard.sweep()]).catch(
      (error: Error) => log.warn({ reason: error }, "limits.sweep_failed"),
    );
  }, sweepLimitsEveryMs);

  return {
    app,
    engine,
    deadlines,
    consumers,
    retention,
    admission,
    hostRechecks,
    calendars,
    streams,
    boxes,
    createdKey,
    madeMasterKey,
    async close() {
      clearInterval(limitSweep);
      await app.close();
      await consumers.close();
      await retention.close();
      await proxy?.close();
      hosts?.close();
      await hostRechecks?.close();
      await deadlines.close();
      await admission.close();
      rooms.close();
      await calendars.close();
      await boxes.close();
      await engine.close();
      await snapshots.close();
      await bookings.lanes.close();
      await feed.close();
      await lease.close();
      await redis?.close();
      await databaseClock?.close();
    },
  };
}

function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
