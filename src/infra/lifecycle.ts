// What runs for as long as the server does: opened and started in order, stopped in reverse, so that nobody
// loses what they stand on. One that does not stop in time is named in the log, and the others go on.

import type { Logger } from "./log.ts";

export interface Service {
  readonly name: string;
  /** Before the first request. */
  open?(): void | Promise<void>;
  /** Once requests are answered: work that comes up by itself. */
  start?(): void | Promise<void>;
  /** Also when it was never started. */
  stop?(): void | Promise<void>;
  /** How long stopping it may take. */
  readonly stopWithinMs?: number;
}

const stopWithinMs = 10_000;

export class Lifecycle {
  readonly #log: Logger;
  readonly #services: Service[] = [];
  #stopping: Promise<void> | null = null;

  constructor(log: Logger) {
    this.#log = log;
  }

  async open(...services: readonly Service[]): Promise<void> {
    for (const service of services) {
      this.#services.push(service);
      await service.open?.();
    }
  }

  async start(): Promise<void> {
    for (const service of this.#services) await service.start?.();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<void> {
    for (const service of this.#services.toReversed()) await this.#stopOne(service);
  }

  async #stopOne(service: Service): Promise<void> {
    const withinMs = service.stopWithinMs ?? stopWithinMs;
    const tooLong = Promise.withResolvers<"hangs">();
    const timer = setTimeout(() => tooLong.resolve("hangs"), withinMs);
    try {
      const ended = await Promise.race([service.stop?.(), tooLong.promise]);
      if (ended === "hangs") {
        this.#log.error({ service: service.name, withinMs }, "service.hangs");
      }
    } catch (error) {
      this.#log.error({ reason: error, service: service.name }, "service.stop_failed");
    } finally {
      clearTimeout(timer);
    }
  }
}
