// Lets people in, on every instance: looks through the rooms twice a second, and at once where somebody
// came or left. The store decides; that several instances look at the same time changes nothing.

import type { Logger } from "../infra/log.ts";
import type { Room, Rooms } from "./rooms.ts";
import type { RoomStore } from "./store.ts";

export interface AdmissionDeps {
  rooms: Rooms;
  store: RoomStore;
  log: Logger;
  /** What else is due with a room after its turn, and whether anybody is there. */
  afterTurn?(room: Room, present: number): Promise<void>;
}

const everyMs = 500;
const mostTurns = 1_000;
const atOnce = 16;

export class Admission {
  readonly #deps: AdmissionDeps;
  readonly #poked = new Set<string>();
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
      this.#deps.rooms.anyRoom(roomId).then(
        (room) => this.#turn(room),
        () => undefined,
      );
    });
  }

  /** One look at every room, until nothing more is to be done. */
  async run(): Promise<void> {
    const rooms = await this.#deps.rooms.all();
    for (let from = 0; from < rooms.length; from += atOnce) {
      await Promise.all(rooms.slice(from, from + atOnce).map((room) => this.#turn(room)));
    }
  }

  async close(): Promise<void> {
    this.#isOn = false;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running?.catch(() => undefined);
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.run()
        .catch((error: Error) => this.#deps.log.warn({ reason: error.message }, "waitroom.failed"))
        .finally(() => {
          if (this.#isOn) this.#later(everyMs);
        });
    }, ms);
  }

  async #turn(room: Room): Promise<void> {
    const { store, log, afterTurn } = this.#deps;
    try {
      let turned = await store.tick(room);
      for (let turns = 1; turned.more && turns < mostTurns; turns++)
        turned = await store.tick(room);
      await afterTurn?.(room, turned.present);
    } catch (error) {
      log.warn({ reason: (error as Error).message, roomId: room.id }, "waitroom.turn_failed");
    }
  }
}
