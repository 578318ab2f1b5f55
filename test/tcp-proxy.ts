// A TCP proxy that does what networks do at the worst moment: cut a connection between a message and
// its answer, keep back a COMMIT, lose packets without a word, stand still, refuse whoever comes.

import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

const readyForQuery = "Z".charCodeAt(0);

/** What a connection does with what it is sent: pass it on, keep it for later, or lose it for good. */
type Way = "open" | "frozen" | "lost";

/** What `holdFrom` caught. */
export interface Held {
  /** Once something was caught: the connection has passed on all that came before. */
  readonly caught: Promise<void>;
  /** Passes on what was kept back, and what comes after it. */
  release(): void;
  /** Loses it, with its connection. */
  cut(): void;
}

export class TcpProxy {
  readonly #target: { host: string; port: number };
  readonly #pairs = new Set<Pair>();
  #server: Server | null = null;
  #port = 0;
  #way: Way = "open";
  #cutAfter: Cut | null = null;
  #hold: Hold | null = null;
  cuts = 0;

  private constructor(target: { host: string; port: number }) {
    this.#target = target;
  }

  static async start(target: { host: string; port: number }): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await proxy.#listen();
    return proxy;
  }

  /** In front of a database: the same address, through the proxy. */
  static async inFrontOf(databaseUrl: string): Promise<{ proxy: TcpProxy; url: string }> {
    const url = new URL(databaseUrl);
    const proxy = await TcpProxy.start({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    return { proxy, url: url.href };
  }

  get port(): number {
    return this.#port;
  }

  /** Those that are open now, as their clients see it. */
  get connections(): number {
    return [...this.#pairs].filter((pair) => !pair.clientLeft).length;
  }

  /** Once: lets through what matches, then drops the answer, when all of it has come, and the connection. */
  cutAfter(
    matches: (sent: Buffer) => boolean,
    isAnswered: (answer: Buffer) => boolean = endsReady,
  ): void {
    this.#cutAfter = { matches, isAnswered };
  }

  /** Once: keeps back what a client sends from that offset on (-1: nothing of this), on its connection. */
  holdFrom(find: (sent: Buffer) => number): Held {
    const { promise: caught, resolve } = Promise.withResolvers<void>();
    const hold: Hold = { find, caught: resolve, pair: null };
    this.#hold = hold;
    return {
      caught,
      release: () => hold.pair?.release(),
      cut: () => hold.pair?.cut(),
    };
  }

  /** Half-open: connections stay, old and new, but nothing arrives any more, not even that one side left. */
  swallow(): void {
    this.#take("lost");
  }

  /** Nothing arrives until `restore`, and nothing is lost. */
  freeze(): void {
    this.#take("frozen");
  }

  /** New connections are refused, as where nobody listens; those that are open stay. */
  refuse(): void {
    this.#stopListening();
  }

  /** Ends all connections at once; new ones are let through. */
  cutAll(): void {
    for (const pair of this.#pairs) pair.cut();
  }

  /**
   * As if nothing had been. Connections that have lost something stay dead, and who is there has to
   * notice; those whose client has left end now on the other side, too.
   */
  async restore(): Promise<void> {
    this.#way = "open";
    for (const pair of this.#pairs) pair.thaw();
    await this.#listen();
  }

  async close(): Promise<void> {
    const closed = this.#server && once(this.#server, "close");
    this.#stopListening();
    this.cutAll();
    await closed;
  }

  async #listen(): Promise<void> {
    if (this.#server) return;
    const server = createServer((client) => this.#relay(client));
    server.listen(this.#port, "127.0.0.1");
    await once(server, "listening");
    this.#server = server;
    this.#port = (server.address() as { port: number }).port;
  }

  /** The connections there are may go on. */
  #stopListening(): void {
    this.#server?.close();
    this.#server = null;
  }

  #take(way: Way): void {
    this.#way = way;
    for (const pair of this.#pairs) pair.take(way);
  }

  #relay(client: Socket): void {
    const pair: Pair = new Pair(client, connect(this.#target), this.#way, {
      sent: (data) => {
        if (this.#cutAfter?.matches(data)) {
          pair.mute(this.#cutAfter.isAnswered, () => (this.cuts += 1));
          this.#cutAfter = null;
        }
        const from = this.#hold?.find(data) ?? -1;
        if (from < 0) return data.length;
        this.#hold!.pair = pair;
        this.#hold!.caught();
        this.#hold = null;
        return from;
      },
      ended: () => this.#pairs.delete(pair),
    });
    this.#pairs.add(pair);
  }
}

interface Cut {
  matches(sent: Buffer): boolean;
  isAnswered(answer: Buffer): boolean;
}

interface Hold {
  find(sent: Buffer): number;
  caught(): void;
  pair: Pair | null;
}

interface Watch {
  /** How much of it goes on; the rest is kept back. */
  sent(data: Buffer): number;
  ended(): void;
}

/** One connection: the client's side and the server's. */
class Pair {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #watch: Watch;
  #way: Way;
  #held: Buffer[] | null = null;
  #unanswered: { isAnswered(answer: Buffer): boolean; cut(): void } | null = null;
  clientLeft = false;

  constructor(client: Socket, server: Socket, way: Way, watch: Watch) {
    this.#client = client;
    this.#server = server;
    this.#watch = watch;
    this.#way = way;
    for (const socket of [client, server]) socket.on("error", () => undefined);
    client.on("data", (data) => this.#fromClient(data));
    server.on("data", (data) => this.#fromServer(data));
    client.on("close", () => this.#left("client"));
    server.on("close", () => this.#left("server"));
    this.take(way);
  }

  take(way: Way): void {
    // What has lost something can never be whole again.
    if (this.#way !== "lost") this.#way = way;
    for (const socket of [this.#client, this.#server]) {
      if (this.#way === "frozen") socket.pause();
      else socket.resume();
    }
  }

  thaw(): void {
    if (this.#way === "lost" && this.clientLeft) this.cut();
    else this.take("open");
  }

  mute(isAnswered: (answer: Buffer) => boolean, cut: () => void): void {
    this.#unanswered = { isAnswered, cut };
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const data of held) this.#server.write(data);
  }

  cut(): void {
    this.#way = "open";
    this.#client.destroy();
    this.#server.destroy();
    this.#watch.ended();
  }

  #fromClient(data: Buffer): void {
    if (this.#way === "lost") return;
    if (this.#held) return void this.#held.push(data);
    const passed = this.#watch.sent(data);
    if (passed > 0) this.#server.write(data.subarray(0, passed));
    if (passed < data.length) this.#held = [data.subarray(passed)];
  }

  #fromServer(data: Buffer): void {
    if (this.#way === "lost") return;
    if (!this.#unanswered) return void this.#client.write(data);
    if (!this.#unanswered.isAnswered(data)) return;
    // The server has done what was asked; nobody will hear of it.
    this.#unanswered.cut();
    this.cut();
  }

  #left(side: "client" | "server"): void {
    if (side === "client") this.clientLeft = true;
    if (this.#way !== "lost") this.cut();
  }
}

/** A COPY is answered before its rows are read; "ready for query" is what comes last. */
function endsReady(answer: Buffer): boolean {
  return answer.at(-6) === readyForQuery;
}

/**
 * Where the message to PostgreSQL begins that commits, as a query or by the name of its statement; -1:
 * there is none. What travels before it in the same packet goes on.
 */
export function commitIn(sent: Buffer): number {
  for (let at = sent.indexOf("commit"); at >= 0; at = sent.indexOf("commit", at + 1)) {
    // A kind, a length in four bytes; then the text or the name, or first an empty name or a kind.
    for (const [kinds, back] of messages) {
      const from = at - back;
      if (from < 0 || !kinds.includes(sent.toString("latin1", from, from + 1))) continue;
      if (sent.readUInt32BE(from + 1) < 100) return from;
    }
  }
  return -1;
}

/** Query and Parse name it at once, Bind after a portal's empty name, Close after a kind. */
const messages = [
  ["QP", 5],
  ["BCP", 6],
] as const;
