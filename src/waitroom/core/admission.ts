// Lets people in, on every instance. It looks twice a second through the rooms where there may be something to
// do, and at once where somebody came or left. The store decides, so several instances may look at the same
// time.

import type { Logger } from "../../infra/log.ts";
import { FairTurns } from "./fair-turns.ts";
import type { Rooms } from "./rooms.ts";
import type { RoomStore } from "../stores/store.ts";

export interface AdmissionDeps {
  rooms: Rooms;
  store: RoomStore;
  log: Logger;
  /** Not while others let people in from another store. */
  mayAdmit(): Promise<boolean>;
}

const everyMs = 500;
/** A room with more to do goes on in the next round. */
const maxTurns = 50;
const atOnce = 16;
const maxOfOne = 500;

export class Admission {
  readonly #deps: AdmissionDeps;
  readonly #poked = new Set<string>();
  readonly #fair = new FairTurns(maxOfOne);
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #isOn = false;

  constructor(deps: AdmissionDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#isOn = true;
    this.#later(0);
  }

  /** Not before it was started: a test decides itself when people are let in. */
  poke(roomId: string): void {
    if (!this.#isOn || this.#poked.has(roomId)) return;
    this.#poked.add(roomId);
    setImmediate(() => {
      this.#poked.delete(roomId);
      if (!this.#isOn) return;
      void this.#turn(roomId);
    });
  }

  /** One look at the rooms in which something may be to do. */
  async run(): Promise<void> {
    const { store, mayAdmit } = this.#deps;
    if (!(await mayAdmit())) return;
    const turns = this.#fair.take(await store.busyRooms()).values();
    const work = async () => {
      for (const roomId of turns) await this.#turn(roomId);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  async close(): Promise<void> {
    this.#isOn = false;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running?.catch(() => undefined);
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.run()
        .catch((error: Error) => this.#deps.log.warn({ reason: error }, "waitroom.failed"))
        .finally(() => {
          if (this.#isOn) this.#later(everyMs);
        });
    }, ms);
  }

  async #turn(roomId: string): Promise<void> {
    const { rooms, store, log, mayAdmit } = this.#deps;
    try {
      if (!(await mayAdmit())) return;
      const room = await rooms.anyRoom(roomId);
      for (let turns = 0; turns < maxTurns; turns++) if (!(await store.tick(room)).more) return;
    } catch (error) {
      log.warn({ reason: error, roomId }, "waitroom.turn_failed");
    }
  }
}
