// A sale, simulated second by second on a real Redis: people arrive, some lose patience, some get in
// and stay a while. What happened is read from the room's own stream of events, so the order and the
// cap are judged by what was decided, not by what was meant.

import { ManualClock } from "../../src/infra/clock.ts";
import { eventsOf, keysOf } from "../../src/waitroom/stores/redis-records.ts";
import type { RoomRef } from "../../src/waitroom/stores/store.ts";
import { waitRange } from "../../src/waitroom/core/wait.ts";
import { openRooms, type BenchRooms } from "./room.ts";

export interface SaleResult {
  people: number;
  admitted: number;
  left: number;
  simulatedSeconds: number;
  /** Somebody admitted before somebody who came earlier and was still there. */
  outOfOrder: number;
  maxHeld: number;
  cap: number;
  /** Of the middle of the shown range, against the time really waited; a share of that time. */
  meanError: number;
  withinRange: number;
  samples: number;
}

interface Shown {
  from: number;
  to: number;
  at: number;
}

const arrivalSeconds = 300;
const leavingPerSecond = 0.0005;
const meanSessionSeconds = 25;
const shareSampled = 0.005;

export async function simulateSale(
  databaseUrl: string,
  redisPort: number,
  people: number,
): Promise<SaleResult> {
  const clock = new ManualClock("2026-03-02T10:00:00Z");
  const rooms = await openRooms(databaseUrl, redisPort, clock);
  const cap = Math.max(30, Math.round(people * 0.03));
  const room = await rooms.newRoom({
    maxActive: cap,
    admitPerSecond: people / 1_000,
    heartbeatSeconds: 3_600,
    sessionMinutes: 60,
  });
  try {
    return await new Sale(rooms, room, clock, people, cap).run();
  } finally {
    await rooms.redis.client.unlink(...keysOf(room.number));
    await rooms.close();
  }
}

class Sale {
  readonly #rooms: BenchRooms;
  readonly #room: RoomRef;
  readonly #clock: ManualClock;
  readonly #people: number;
  readonly #cap: number;
  /** Ids in the order of arrival, and where each stands in it. */
  readonly #arrived: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #waiting: string[] = [];
  readonly #index = new Map<string, number>();
  readonly #ending = new Map<number, string[]>();
  readonly #shown = new Map<string, Shown>();
  readonly #errors: number[] = [];
  #within = 0;
  #held = 0;
  #maxHeld = 0;
  #admitted = 0;
  #left = 0;
  #lastPlace = -1;
  #outOfOrder = 0;
  #lastEvent = "-";

  constructor(rooms: BenchRooms, room: RoomRef, clock: ManualClock, people: number, cap: number) {
    this.#rooms = rooms;
    this.#room = room;
    this.#clock = clock;
    this.#people = people;
    this.#cap = cap;
  }

  async run(): Promise<SaleResult> {
    let second = 0;
    for (; this.#arrived.length < this.#people || this.#waiting.length > 0; second++) {
      await this.#arrive();
      await this.#leave();
      await this.#end(second);
      while ((await this.#rooms.store.tick(this.#room)).more);
      await this.#hear(second);
      this.#clock.advance(1_000);
    }
    const errors = this.#errors;
    return {
      people: this.#people,
      admitted: this.#admitted,
      left: this.#left,
      simulatedSeconds: second,
      outOfOrder: this.#outOfOrder,
      maxHeld: this.#maxHeld,
      cap: this.#cap,
      meanError: errors.reduce((sum, error) => sum + error, 0) / Math.max(1, errors.length),
      withinRange: this.#within / Math.max(1, errors.length),
      samples: errors.length,
    };
  }

  async #arrive(): Promise<void> {
    const missing = this.#people - this.#arrived.length;
    const count = Math.min(missing, Math.ceil(this.#people / arrivalSeconds));
    if (count === 0) return;
    const ids = await this.#rooms.fillKeepingEvents(this.#room, count);
    for (const id of ids) {
      this.#places.set(id, this.#arrived.length);
      this.#arrived.push(id);
      this.#index.set(id, this.#waiting.length);
      this.#waiting.push(id);
    }
    const asked = ids.filter(() => Math.random() < shareSampled);
    const list = asked.map((id) => ({ id, beat: true, signedPlace: null }));
    const standings = list.length === 0 ? [] : await this.#rooms.store.touch(this.#room, list);
    for (const standing of standings) {
      const range = waitRange(standing!.ahead!, standing!.room);
      if (!range) continue;
      const { fromSeconds: from, toSeconds: to } = range;
      this.#shown.set(standing!.position.id, { from, to, at: standing!.room.now });
    }
  }

  async #leave(): Promise<void> {
    const count = Math.round(this.#waiting.length * leavingPerSecond);
    const leaving = new Set<string>();
    while (leaving.size < count) {
      leaving.add(this.#waiting[Math.floor(Math.random() * this.#waiting.length)]!);
    }
    await this.#actAll([...leaving], "cancel");
  }

  async #end(second: number): Promise<void> {
    await this.#actAll(this.#ending.get(second) ?? [], "complete");
    this.#ending.delete(second);
  }

  /** Reads what was decided since the last time, in its order. */
  async #hear(second: number): Promise<void> {
    const { client } = this.#rooms.redis;
    const key = keysOf(this.#room.number)[8]!;
    const started: string[] = [];
    for (;;) {
      const from = this.#lastEvent === "-" ? "-" : `(${this.#lastEvent}`;
      const entries = await client.xrange(key, from, "+", "COUNT", 500);
      for (const [id, fields] of entries) {
        this.#lastEvent = id;
        for (const event of eventsOf(this.#room.number, fields[1]!)) {
          this.#judge(event.type, event.id, event.before, event.at, started);
        }
      }
      if (entries.length < 500) break;
    }
    await client.del(key);
    this.#lastEvent = "-";
    await this.#actAll(started, "start");
    for (const id of started) {
      const stays = Math.ceil(-Math.log(1 - Math.random()) * meanSessionSeconds);
      const at = second + stays;
      this.#ending.set(at, [...(this.#ending.get(at) ?? []), id]);
    }
  }

  #judge(type: string, id: string, before: string | null, at: number, started: string[]): void {
    if (type === "admitted") {
      const place = this.#places.get(id)!;
      if (place < this.#lastPlace) this.#outOfOrder += 1;
      this.#lastPlace = place;
      this.#admitted += 1;
      this.#held += 1;
      this.#maxHeld = Math.max(this.#maxHeld, this.#held);
      started.push(id);
      this.#forget(id);
      this.#compare(id, at);
    }
    if (type === "completed") this.#held -= 1;
    if (type === "expired" && before === "WAITING") {
      this.#left += 1;
      this.#forget(id);
    } else if (type === "expired") this.#held -= 1;
  }

  #compare(id: string, admittedAt: number): void {
    const shown = this.#shown.get(id);
    if (!shown) return;
    const waited = (admittedAt - shown.at) / 1_000;
    // Who goes in at once shows nothing about an estimate.
    if (waited < 10) return;
    this.#errors.push(Math.abs((shown.from + shown.to) / 2 - waited) / waited);
    if (waited >= shown.from && waited <= shown.to) this.#within += 1;
  }

  #forget(id: string): void {
    const place = this.#index.get(id);
    if (place === undefined) return;
    const last = this.#waiting.pop()!;
    this.#index.delete(id);
    if (last === id) return;
    this.#waiting[place] = last;
    this.#index.set(last, place);
  }

  async #actAll(ids: readonly string[], act: "start" | "complete" | "cancel"): Promise<void> {
    const { store } = this.#rooms;
    for (let from = 0; from < ids.length; from += 256) {
      const some = ids.slice(from, from + 256);
      await Promise.all(some.map((id) => store.act(this.#room, { id, act, actor: "bench" })));
    }
  }
}
