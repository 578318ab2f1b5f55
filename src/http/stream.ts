// text/event-stream: one open answer per watcher. A slow reader is cut off rather than buffered for
// ever: it comes back with Last-Event-ID and catches up.

import { once } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../kernel/refusal.ts";
import { isStaff } from "./access.ts";

const heartbeatMs = 15_000;
const maxBufferedBytes = 1_000_000;
const lastWordsMs = 1_000;
const recheckMs = 15_000;
const retryAfterSeconds = 10;

export interface Sink {
  send(event: string, id: number | string, data: unknown): void;
  /** When most of what was sent is on its way: a sender that has much waits for it. */
  drained(): Promise<unknown>;
  /** Says where the stream is, without an event. */
  mark(id: number): void;
  /** The asked place is gone: read everything anew. */
  reset(id: number): void;
  close(): void;
}

/** Starts telling the sink what happens; returns how to stop. */
export type Watch = (sink: Sink) => () => void;

/** How many may be open in one process: together, of one address, of one organisation. */
export interface StreamLimits {
  all: number;
  perAddress: number;
  perOrganisation: number;
}

/** Without an id: the place in the stream stays where it is. */
const pauses = {
  waiting: `event: waiting\ndata: {"code":"DATABASE_AWAY"}\n\n`,
  resumed: `event: resumed\ndata: {}\n\n`,
};

interface Open {
  /** Whether its watcher may still see it. */
  mayStay(): Promise<boolean>;
  write(text: string): void;
}

export class Streams {
  readonly #open = new Map<Sink, Open>();
  readonly #counts = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  readonly #most: StreamLimits;
  #closing = false;
  #waits = false;

  /** Who is calling is for the app to say; it puts its answer here. */
  mayStay: (request: FastifyRequest) => Promise<boolean> = async () => true;

  constructor(most: StreamLimits) {
    this.#most = most;
    this.#timer = setInterval(() => void this.recheck(), recheckMs);
    this.#timer.unref();
  }

  get size(): number {
    return this.#open.size;
  }

  /** Takes over the answer. The organisation is the one whose stream it is. */
  open(reply: FastifyReply, orgId: string, watch: Watch): void {
    if (this.#closing) throw refuse("SHUTTING_DOWN");
    if (this.#open.size >= this.#most.all) {
      throw refuse("BUSY", "Too many streams are open", { retryAfterSeconds });
    }
    const leave = this.#count(reply.request, orgId);
    reply.hijack();
    const { raw } = reply;
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) raw.setHeader(name, value);
    }
    raw.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      connection: "close", // it ends with the stream, also while the server shuts down
      "x-accel-buffering": "no",
    });
    let stop: (() => void) | null = null;
    let closed = false;
    const write = (text: string) => {
      if (closed) return;
      raw.write(text);
      if (raw.writableLength > maxBufferedBytes) raw.destroy();
    };
    const heartbeat = setInterval(() => write(": still here\n\n"), heartbeatMs);
    const gone = () => {
      if (closed) return;
      closed = true;
      clearInterval(heartbeat);
      this.#open.delete(sink);
      leave();
      stop?.();
    };
    const sink: Sink = {
      send: (event, id, data) =>
        write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`),
      drained: async () => {
        if (closed || !raw.writableNeedDrain) return;
        const ended = new AbortController();
        raw.once("close", () => ended.abort());
        await once(raw, "drain", { signal: ended.signal }).catch(() => undefined);
      },
      mark: (id) => write(`id: ${id}\n\n`),
      reset: (id) => write(`event: reset\nid: ${id}\ndata: {}\n\n`),
      close: () => {
        gone();
        raw.end();
        // A client that does not even read the end must not keep the server from closing.
        setTimeout(() => raw.writableFinished || raw.destroy(), lastWordsMs).unref();
      },
    };
    this.#open.set(sink, { mayStay: () => this.mayStay(reply.request), write });
    raw.on("close", gone);
    write("retry: 2000\n\n");
    if (this.#waits) write(pauses.waiting);
    stop = watch(sink);
    if (closed) stop();
  }

  /** Nobody takes all there are. A program with a key is counted with its organisation alone. */
  #count({ caller, ip }: FastifyRequest, orgId: string): () => void {
    const { perAddress, perOrganisation } = this.#most;
    const taken = [{ key: `organisation ${orgId}`, most: perOrganisation, of: "organisation" }];
    if (!isStaff(caller)) taken.push({ key: `address ${ip}`, most: perAddress, of: "address" });
    const full = taken.find(({ key, most }) => (this.#counts.get(key) ?? 0) >= most);
    if (full) {
      const detail = `At most ${full.most} streams of one ${full.of} may be open`;
      throw refuse("TOO_MANY_STREAMS", detail, { retryAfterSeconds });
    }
    for (const { key } of taken) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return () => {
      for (const { key } of taken) {
        const left = this.#counts.get(key)! - 1;
        if (left > 0) this.#counts.set(key, left);
        else this.#counts.delete(key);
      }
    };
  }

  /** Tells everybody that news have to wait for the database, or that they come again. */
  wait(waits: boolean): void {
    if (waits === this.#waits) return;
    this.#waits = waits;
    for (const { write } of this.#open.values()) write(waits ? pauses.waiting : pauses.resumed);
  }

  /** Ends the streams of those whose key was revoked, who signed out or were removed. */
  async recheck(): Promise<void> {
    for (const [sink, { mayStay }] of this.#open) {
      if (!(await mayStay())) sink.close();
    }
  }

  closeAll(): void {
    this.#closing = true;
    clearInterval(this.#timer);
    for (const sink of this.#open.keys()) sink.close();
  }
}

export function isStream(reply: FastifyReply): boolean {
  return String(reply.raw.getHeader("content-type")).startsWith("text/event-stream");
}

/** null: from now on. A place that cannot be one of ours is one we do not have: reset. */
export function lastEventId(request: FastifyRequest): number | null {
  const header = request.headers["last-event-id"];
  const { lastEventId: inQuery } = request.query as { lastEventId?: unknown };
  const asked = typeof header === "string" && header !== "" ? header : inQuery;
  if (typeof asked !== "string" || asked === "") return null;
  return /^\d{1,15}$/.test(asked) ? Number(asked) : Number.POSITIVE_INFINITY;
}
