// text/event-stream: one open answer per watcher. A slow reader is cut off rather than buffered for
// ever: it comes back with Last-Event-ID and catches up.

import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../kernel/refusal.ts";

const heartbeatMs = 15_000;
const mostBufferedBytes = 1_000_000;

export interface Sink {
  send(event: string, id: number | string, data: unknown): void;
  /** The asked place is gone: read everything anew. */
  reset(id: number | string): void;
  close(): void;
  readonly closed: boolean;
}

export class Streams {
  readonly #open = new Set<Sink>();
  readonly #most: number;
  #closing = false;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Takes over the answer; `onClose` runs once, whoever ends it. */
  open(request: FastifyRequest, reply: FastifyReply, onClose: () => void): Sink {
    if (this.#closing) throw refuse("SHUTTING_DOWN", undefined, { retryAfterSeconds: 2 });
    if (this.#open.size >= this.#most) {
      throw refuse("BUSY", "Too many streams are open", { retryAfterSeconds: 10 });
    }
    reply.hijack();
    const raw = reply.raw;
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) raw.setHeader(name, value);
    }
    raw.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    raw.write("retry: 2000\n\n");
    const write = (text: string) => {
      if (sink.closed) return;
      raw.write(text);
      if (raw.writableLength > mostBufferedBytes) sink.close();
    };
    const timer = setInterval(() => write(": still here\n\n"), heartbeatMs);
    let closed = false;
    const sink: Sink = {
      send: (event, id, data) =>
        write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`),
      reset: (id) => write(`event: reset\nid: ${id}\ndata: {}\n\n`),
      close: () => {
        if (closed) return;
        closed = true;
        clearInterval(timer);
        this.#open.delete(sink);
        onClose();
        raw.end();
      },
      get closed() {
        return closed;
      },
    };
    this.#open.add(sink);
    request.raw.on("close", sink.close);
    return sink;
  }

  closeAll(): void {
    this.#closing = true;
    for (const sink of [...this.#open]) sink.close();
  }
}

export function lastEventId(request: FastifyRequest): number | null {
  const header = request.headers["last-event-id"];
  const asked =
    typeof header === "string" ? header : (request.query as { lastEventId?: string }).lastEventId;
  if (asked === undefined || !/^\d{1,15}$/.test(asked)) return null;
  return Number(asked);
}
