// How each fault of the plan is done to the world, and undone. Each ends when what was away is back:
// from then on the servers have five seconds.

import { setTimeout as pause } from "node:timers/promises";
import { commitIn, type TcpProxy } from "../test/tcp-proxy.ts";
import type { Instance } from "./instance.ts";
import type { FaultKind, PlannedFault } from "./plan.ts";
import type { World } from "./world.ts";

const hourMs = 3_600_000;
/** Longer than this no traffic would leave a commit out. */
const catchMs = 5_000;

type Inject = (world: World, instance: Instance, lastsMs: number) => Promise<void>;

const injections: Record<FaultKind, Inject> = {
  async "server killed"(_, instance, lastsMs) {
    await instance.kill();
    await pause(lastsMs);
    await instance.start();
  },

  async "server frozen"(_, instance, lastsMs) {
    instance.freeze();
    await pause(lastsMs);
    instance.thaw();
  },

  "server's clock ahead": (_, instance, lastsMs) => withClock(instance, hourMs, lastsMs),
  "server's clock behind": (_, instance, lastsMs) => withClock(instance, -hourMs, lastsMs),

  async "PostgreSQL killed"({ postgres }, _, lastsMs) {
    await postgres.kill();
    await pause(lastsMs);
    await postgres.start();
  },

  async "PostgreSQL's backend killed"({ postgres }) {
    await postgres.killOneBackend();
    await postgres.untilReady();
  },

  async "PostgreSQL stopped"({ postgres }, _, lastsMs) {
    await postgres.stop();
    await pause(lastsMs);
    await postgres.start();
  },

  async "PostgreSQL frozen"({ postgres }, _, lastsMs) {
    await postgres.freeze();
    await pause(lastsMs);
    postgres.thaw();
  },

  async "PostgreSQL's connections ended"({ postgres }) {
    await postgres.terminateConnections();
  },

  async "PostgreSQL's disk full"({ postgres }, _, lastsMs) {
    await postgres.fillDisk();
    await pause(lastsMs);
    await postgres.freeDisk();
    // Without room for its log it may have ended.
    if (!(await postgres.isRunning())) await postgres.start();
    await postgres.untilReady();
  },

  // What was in the log is not lost; what was about to be is, and its transaction's number is free.
  async "commit held back while PostgreSQL crashes"({ postgres }, { proxy }, lastsMs) {
    const held = proxy.holdFrom(commitIn);
    const caught = await Promise.race([held.caught.then(() => true), pause(catchMs, false)]);
    await (lastsMs % 2 === 0 ? postgres.killOneBackend() : postgres.kill());
    if (!(await postgres.isRunning())) await postgres.start();
    await postgres.untilReady();
    // Others go on meanwhile, and use numbers again.
    await pause(500);
    if (caught) held.cut();
  },

  async "replies lost after commit"(_, { proxy }, lastsMs) {
    for (const until = Date.now() + lastsMs; Date.now() < until; await pause(150)) {
      const before = proxy.cuts;
      proxy.cutAfter((sent) => commitIn(sent) >= 0);
      while (proxy.cuts === before && Date.now() < until) await pause(20);
    }
    proxy.cutAfter(() => false);
  },

  async "network cut"(_, { proxy }) {
    proxy.cutAll();
  },

  async "network refused"(_, { proxy }, lastsMs) {
    proxy.refuse();
    proxy.cutAll();
    await pause(lastsMs);
    await proxy.restore();
  },

  "network frozen": (_, { proxy }, lastsMs) => through(proxy, () => proxy.freeze(), lastsMs),
  "network half-open": (_, { proxy }, lastsMs) => through(proxy, () => proxy.swallow(), lastsMs),

  async "Redis killed"({ redis }, _, lastsMs) {
    await redis.kill();
    await pause(lastsMs);
    await redis.restartEmpty();
  },

  async "Redis emptied"({ redis }) {
    await redis.empty();
  },

  async "Redis back with what it was"({ redis }, _, lastsMs) {
    await redis.save();
    await pause(lastsMs);
    await redis.restartAsSaved();
  },

  async "Redis frozen"({ redis }, _, lastsMs) {
    redis.pause();
    await pause(lastsMs);
    redis.resume();
  },
};

export function inject(world: World, { kind, instance, lastsMs }: PlannedFault): Promise<void> {
  return injections[kind](world, world.instances[instance]!, lastsMs);
}

async function withClock(instance: Instance, shiftMs: number, lastsMs: number): Promise<void> {
  instance.moveClock(shiftMs);
  await pause(lastsMs);
  instance.moveClock(0);
}

async function through(proxy: TcpProxy, begin: () => void, lastsMs: number): Promise<void> {
  begin();
  await pause(lastsMs);
  await proxy.restore();
}
