// What a lane takes from the world besides its orders: turns of the event loop, time, chance and
// connections. The simulator brings others, in which the same seed gives the same history.

import { setImmediate, setTimeout } from "node:timers/promises";
import type { Connections } from "../infra/connections.ts";
import { Connection, type LaneConnection } from "./connection.ts";
import type { Statements } from "./statements.ts";

export interface Environment {
  /** Lets everybody else who is ready go first. */
  nextTurn(): Promise<unknown>;
  pause(ms: number): Promise<unknown>;
  /** By a clock that only counts. */
  elapsedMs(): number;
  /** At least 0, below 1. */
  random(): number;
  connect(
    connections: Connections,
    statements: Statements,
    lockTimeoutMs: number,
  ): Promise<LaneConnection>;
}

export const realEnvironment: Environment = {
  nextTurn: () => setImmediate(),
  pause: (ms) => setTimeout(ms),
  elapsedMs: () => performance.now(),
  random: () => Math.random(),
  connect: (...args) => Connection.open(...args),
};
