// Everything that happens in an organisation, over all of its lines: as a list, page by page, and as a
// stream. A reader who asks for what comes after its last position misses nothing.

import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Scope } from "../http/access.ts";
import type { EventFamily } from "../http/catalogue.ts";
import type { Sink } from "../http/stream.ts";
import type { Logger } from "../infra/log.ts";
import type { Feed } from "./feed.ts";
import { isPassing } from "./live.ts";
import { beginning, endOfLog, readLog, type LoggedEvent, type LogPage, type Place } from "./log.ts";

export interface EventsDeps {
  pool: pg.Pool;
  feed: Pick<Feed, "watchAll">;
  log: Logger;
  families: readonly EventFamily[];
}

export interface Reader {
  orgId: string;
  scopes: readonly Scope[];
  /** Types, or their first words; null: all that the scopes allow. */
  types: readonly string[] | null;
}

const pageSize = 200;
const everyMs = 1_000;
const gatherMs = 50;

export class OrganisationEvents {
  readonly #deps: EventsDeps;
  /** Which scope lets one see the events whose types begin with a word. */
  readonly #scopes: ReadonlyMap<string, Scope>;
  readonly #underWay = new Map<string, Promise<LogPage>>();

  constructor(deps: EventsDeps) {
    this.#deps = deps;
    this.#scopes = new Map(deps.families.map(({ word, scope }) => [word, scope]));
  }

  /** The words that types of events begin with. */
  get products(): string[] {
    return [...this.#scopes.keys()];
  }

  async list(reader: Reader, after: Place | null, limit: number) {
    const found: LoggedEvent[] = [];
    let place = after ?? beginning;
    for (;;) {
      const page = await readLog(this.#deps.pool, { orgId: reader.orgId }, place, limit);
      const wanted = page.events.filter((event) => this.#shows(reader, event));
      const taken = wanted.slice(0, limit - found.length);
      found.push(...taken);
      place = taken.length < wanted.length ? taken.at(-1)! : page.upTo;
      if (found.length === limit) return { events: found, next: place };
      if (!page.hasMore) return { events: found, next: null };
    }
  }

  /** Tells the sink what comes behind the place, or from now on. Returns how to stop. */
  watch(reader: Reader, after: Place | null, sink: Sink): () => void {
    const stopping = new AbortController();
    void this.#follow(reader, after, sink, stopping.signal).catch((error: unknown) => {
      this.#deps.log.warn({ reason: error }, "events.stream_failed");
      sink.close();
    });
    return () => stopping.abort();
  }

  async #follow(reader: Reader, after: Place | null, sink: Sink, signal: AbortSignal) {
    let wake = new AbortController();
    const unwatch = this.#deps.feed.watchAll(() => wake.abort());
    signal.addEventListener("abort", unwatch, { once: true });
    let place = after;
    while (!signal.aborted) {
      wake = new AbortController();
      const read = await this.#read(reader.orgId, place).catch((error: unknown) => {
        if (!isPassing(error)) throw error;
        return null;
      });
      if (!read) {
        await pause(everyMs, undefined, { signal }).catch(() => undefined);
        continue;
      }
      for (const event of read.events) {
        if (this.#shows(reader, event)) sink.send("change", positionOf(event), eventView(event));
      }
      place = read.upTo;
      await sink.drained();
      if (read.hasMore) continue;
      // News that is told may not be readable yet: another transaction is still open.
      const until = AbortSignal.any([signal, wake.signal]);
      await pause(everyMs, undefined, { signal: until }).catch(() => undefined);
      await pause(gatherMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Those who have read equally far read together. */
  async #read(orgId: string, place: Place | null): Promise<LogPage> {
    const { pool } = this.#deps;
    if (place === null) return { events: [], upTo: await endOfLog(pool), hasMore: false };
    const key = `${orgId} ${positionOf(place)}`;
    const known = this.#underWay.get(key);
    if (known) return known;
    const reading = readLog(pool, { orgId }, place, pageSize).finally(() =>
      this.#underWay.delete(key),
    );
    this.#underWay.set(key, reading);
    return reading;
  }

  #shows({ scopes, types }: Reader, { type }: LoggedEvent): boolean {
    const [product] = type.split(".", 1) as [string];
    const scope = this.#scopes.get(product);
    if (!scope || !scopes.includes(scope)) return false;
    return types === null || types.includes(type) || types.includes(product);
  }
}

export function positionOf({ position, lineId, seq }: Place): string {
  return `${position}.${lineId}.${seq}`;
}

const written = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,15})$/;

/** null: not a position of ours. */
export function placeAt(position: string): Place | null {
  const found = written.exec(position);
  return found && { position: Number(found[1]), lineId: found[2]!, seq: Number(found[3]) };
}

export function eventView(event: LoggedEvent) {
  const { type, at, lineId, ticketId, actor, before, after } = event;
  return {
    position: positionOf(event),
    type,
    at: at.toISOString(),
    product: type.split(".", 1)[0]!,
    lineId,
    subjectId: ticketId,
    actor,
    data: { before: before ?? null, after: after ?? null },
  };
}
