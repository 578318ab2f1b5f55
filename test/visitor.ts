// A visitor of a protected site: a browser's cookies and redirects, and the way through the room.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { TestApp } from "./app.ts";
import { api } from "./http.ts";

export interface Visitor {
  get(url: string, headers?: Record<string, string>): Promise<Response>;
  /** As a browser goes on by itself, until something is shown. */
  follow(url: string): Promise<{ url: string; answer: Response }>;
  cookies: Map<string, string>;
}

/** Cookies are kept by name alone: every site of a test is on the same machine. */
export function newVisitor(): Visitor {
  const cookies = new Map<string, string>();
  async function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { accept: "text/html", ...(cookie && { cookie }), ...headers },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      cookies.set(name!, value!);
    }
    return answer;
  }
  return {
    get,
    cookies,
    async follow(url) {
      for (let hops = 0; hops < 10; hops++) {
        const answer = await get(url);
        const to = answer.headers.get("location");
        if (to === null) return { url, answer };
        url = new URL(to, url).href;
      }
      throw new Error(`${url} leads in circles`);
    },
  };
}

/** Where somebody is sent who has waited as the redirect to the room says. */
export async function throughTheRoom(app: TestApp, sent: Response): Promise<string> {
  assert.equal(sent.status, 302);
  const page = new URL(sent.headers.get("location")!);
  assert.equal(page.origin, new URL(app.url).origin);
  const roomId = page.pathname.split("/").at(-1)!;
  const [bind, returnTo] = [page.searchParams.get("bind")!, page.searchParams.get("returnTo")!];
  const asVisitor = api(app, null);
  const { body: joined } = await asVisitor.post(`/v1/rooms/${roomId}/positions`, {});
  await app.admit();
  const query = new URLSearchParams({ bind, returnTo }).toString();
  const { body } = await asVisitor.get(`/v1/positions/${joined.id}?${query}`, {
    bearer: joined.secret,
  });
  assert.equal(body.status, "ADMITTED");
  return body.redirectUrl as string;
}

export interface TestSite {
  server: Server;
  url: string;
  host: string;
  close(): Promise<void>;
}

export async function startSite(listener: RequestListener, port = 0): Promise<TestSite> {
  const server = createServer(listener).listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: actual } = server.address() as { port: number };
  return {
    server,
    url: `http://127.0.0.1:${actual}`,
    host: `127.0.0.1:${actual}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
