// Waiting rooms, put together.

import type { Foundation } from "../platform/foundation.ts";
import { trusted, type OtherHosts } from "../http/app.ts";
import { approximateNow } from "../infra/clock.ts";
import type { Service } from "../infra/lifecycle.ts";
import { isPublicAddress } from "../infra/outbound.ts";
import type { Module } from "../platform/plugin.ts";
import { Admission } from "./core/admission.ts";
import { JoinGuard } from "./core/join-guard.ts";
import { Rooms } from "./core/rooms.ts";
import { WaitroomService } from "./core/service.ts";
import { VisitorPage } from "./core/visitor-page.ts";
import { HostNames } from "./gateway/host-names.ts";
import type { FileRules, ResolveTxt } from "./gateway/host-proofs.ts";
import { HostRechecks } from "./gateway/host-rechecks.ts";
import { RoomHosts } from "./gateway/hosts.ts";
import { LiveRooms } from "./operator/live.ts";
import { makeTokens } from "./passes/tokens.ts";
import { positionsOfPeople } from "./people.ts";
import { visitHistory } from "./retention.ts";
import { waitroomRoutes } from "./routes.ts";
import { PostgresStore } from "./stores/postgres-store.ts";
import { RedisStore } from "./stores/redis-store.ts";
import { StoreLease } from "./stores/store-lease.ts";
import type { RoomStore } from "./stores/store.ts";

export interface WaitroomOptions {
  /** Another store of positions: a test takes its guard away. */
  roomStore?: ((on: Pick<Foundation, "pool" | "clock" | "redis">) => RoomStore) | undefined;
  /** What DNS says, for tests. */
  resolveTxt?: ResolveTxt | undefined;
  /** Where the proofs of host names are fetched, for tests. */
  hostFiles?: Pick<FileRules, "resolve" | "ports"> | undefined;
}

export async function waitroomModule(on: Foundation, options: WaitroomOptions) {
  const { config, pool, clock, log, redis, secrets, publicUrl } = on;
  const lease = await StoreLease.start(on);
  const store: RoomStore =
    options.roomStore?.(on) ??
    (redis ? new RedisStore({ redis, pool, clock }) : new PostgresStore({ pool, clock }));
  const rooms = new Rooms(on);
  const admission = new Admission({ rooms, store, log, mayAdmit: () => lease.holds() });
  const service = new WaitroomService({
    ...on,
    rooms,
    store,
    tokens: makeTokens(publicUrl, secrets),
    poke: (roomId) => admission.poke(roomId),
  });
  const guard = new JoinGuard({ ...on, joins: on.memoryLimits, used: on.limits });
  const mayConnect = config.allowPrivateTargets ? () => true : isPublicAddress;
  const hostNames = new HostNames({
    publicUrl,
    listed: config.roomHosts,
    secrets,
    resolveTxt: options.resolveTxt,
    files: { mayConnect, timeoutMs: 5_000, ...options.hostFiles },
  });
  const hosts = config.roomProxy ? new RoomHosts({ rooms, names: hostNames, log }) : null;
  const rechecks = hosts && new HostRechecks({ ...on, rooms, names: hostNames });
  const proxy = hosts && (await proxyOf(on, { hosts, service, mayConnect }));
  rooms.onChanged(async (room) => {
    // Written down already: a Redis that is away is told as soon as it is back.
    await store.configure(room).catch((error: Error) => {
      log.warn({ reason: error, roomId: room.id }, "waitroom.not_told");
    });
    admission.poke(room.id);
    await hosts?.read();
  });

  const live = new LiveRooms({ ...on, rooms, service });
  const services: Service[] = [
    { name: "lease of the rooms' store", stop: () => lease.close() },
    { name: "rooms", stop: () => rooms.close() },
    { name: "admission", start: () => admission.start(), stop: () => admission.close() },
    {
      name: "host names",
      start: () => rechecks?.start(),
      stop: async () => {
        await rechecks?.close();
        hosts?.close();
      },
    },
    { name: "proxy", stop: () => proxy?.close() },
  ];
  return {
    name: "waiting rooms",
    admission,
    rechecks,
    visitorPage: new VisitorPage({ ...on, rooms, service, guard }),
    otherHosts: proxy as OtherHosts | null,
    routes: (app) =>
      waitroomRoutes(app, {
        ...on,
        rooms,
        service,
        live,
        guard,
        mayProxy: config.roomProxy,
        hostNames,
        mayConnect,
      }),
    services,
    history: [visitHistory],
    people: [
      positionsOfPeople(async ({ orgId, actor }, { id, lineId, open }) => {
        const act = open === "WAITING" ? "cancel" : "terminate";
        return service.act(await rooms.room(orgId, lineId!), id, act, actor);
      }),
    ],
  } satisfies Module & Record<string, unknown>;
}

interface ProxyParts {
  hosts: RoomHosts;
  service: WaitroomService;
  mayConnect: FileRules["mayConnect"];
}

/** Brings an HTTP client of its own, which only this needs. */
async function proxyOf(on: Foundation, parts: ProxyParts) {
  const { makeProxy } = await import("./gateway/proxy.ts");
  return makeProxy({
    ...on,
    ...parts,
    via: `turnkeeper-${on.secrets.derive("proxy via", "1").slice(0, 12)}`,
    trustProxy: trusted(on.config.trustProxy),
    now: () => approximateNow(on.clock),
  });
}
