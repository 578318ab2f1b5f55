// Gathers calls of one kind for one room while an earlier batch of them is under way, and sends them
// together: alone a call goes at once, under load batches grow. No timer.

import { refuse } from "../../kernel/refusal.ts";

interface Waiting<In, Out> {
  item: In;
  resolve(answer: Out): void;
  reject(error: unknown): void;
}

const maxInBatch = 128;
const maxWaiting = 20_000;
/** One more than one keeps the store busy while answers are on their way. */
const maxUnderWay = 2;

export class Batches<Key extends { id: string }, In, Out> {
  readonly #send: (key: Key, items: readonly In[]) => Promise<Out[]>;
  readonly #rooms = new Map<string, { waiting: Waiting<In, Out>[]; underWay: number }>();

  constructor(send: (key: Key, items: readonly In[]) => Promise<Out[]>) {
    this.#send = send;
  }

  add(key: Key, item: In): Promise<Out> {
    let room = this.#rooms.get(key.id);
    if (!room) this.#rooms.set(key.id, (room = { waiting: [], underWay: 0 }));
    if (room.waiting.length >= maxWaiting) {
      return Promise.reject(refuse("BUSY", undefined, { retryAfterSeconds: 2 }));
    }
    const { waiting } = room;
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // What arrives in the same turn of the loop goes along.
      if (waiting.length === 1) setImmediate(() => this.#flush(key));
    });
  }

  #flush(key: Key): void {
    const room = this.#rooms.get(key.id);
    if (!room) return;
    while (room.waiting.length > 0 && room.underWay < maxUnderWay) {
      room.underWay += 1;
      void this.#run(key, room.waiting.splice(0, maxInBatch)).finally(() => {
        room.underWay -= 1;
        if (room.waiting.length > 0) this.#flush(key);
        else if (room.underWay === 0) this.#rooms.delete(key.id);
      });
    }
  }

  async #run(key: Key, batch: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const answers = await this.#send(
        key,
        batch.map(({ item }) => item),
      );
      for (const [place, { resolve }] of batch.entries()) resolve(answers[place]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
