// What stands before several servers, as docs/guides/operating.md tells operators to do it: it looks at
// `/readyz` often, keeps connections to its servers open, and tries another one only where nobody listens.
// A request that was cut off is told to the client as that: it may have happened.

import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const lookEveryMs = 100;
const lookMs = 2_000;

export class Balancer {
  readonly #urls: readonly string[];
  readonly #ready = new Set<string>();
  readonly #agent = new Agent({ keepAlive: true });
  readonly #closing = new AbortController();
  readonly #server = createServer((asked, answer) => void this.#pass(asked, answer));
  #next = 0;

  private constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  static async start(urls: readonly string[]): Promise<Balancer> {
    const balancer = new Balancer(urls);
    balancer.#server.listen(0, "127.0.0.1");
    await once(balancer.#server, "listening");
    for (const url of urls) void balancer.#attend(url);
    for (const url of urls) await balancer.untilReady(url);
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async untilReady(url: string): Promise<void> {
    while (!this.#ready.has(url)) await pause(20, undefined, { signal: this.#closing.signal });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #attend(url: string): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      if (await isReady(url)) this.#ready.add(url);
      else this.#ready.delete(url);
      await pause(lookEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await bytesOf(asked);
    const first = this.#next++;
    for (const n of this.#urls.keys()) {
      const url = this.#urls[(first + n) % this.#urls.length]!;
      if (!this.#ready.has(url)) continue;
      try {
        const got = await this.#ask(url, asked, body);
        answer.writeHead(got.response.statusCode!, endToEnd(got.response.headers)).end(got.body);
        return;
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        // Nobody has heard anything of it.
        if (code === "ECONNREFUSED") continue;
        answer.writeHead(502, { "content-type": "application/json" });
        answer.end(JSON.stringify({ code: "CUT_OFF", title: message }));
        return;
      }
    }
    answer.writeHead(502, { "content-type": "application/json" });
    answer.end(JSON.stringify({ code: "NOBODY_READY" }));
  }

  async #ask(url: string, { method, url: path, headers }: IncomingMessage, body: Buffer) {
    const sent = request(url + path!, { method, headers: endToEnd(headers), agent: this.#agent });
    sent.end(body);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    return { response, body: await bytesOf(response) };
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(lookMs);
    const answer = await fetch(`${url}/readyz`, { signal, headers: { connection: "close" } });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Without what is between two neighbours alone. */
function endToEnd(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  const { connection: _, "keep-alive": __, "transfer-encoding": ___, ...rest } = headers;
  return rest;
}
