// A tiny client for tests: what is sent, as whom, and what came back.
import { randomUUID } from "node:crypto";
import type { TestApp } from "./app.ts";

export interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test knows what it asked for
  body: any;
}

export interface Sending {
  /** Idempotency-Key. */
  key?: string;
  /** An API key or a ticket's secret; null for somebody without either. */
  bearer?: string | null;
  headers?: Record<string, string>;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";

export interface Client {
  get(path: string, sending?: Sending): Promise<Answer>;
  post(path: string, body?: unknown, sending?: Sending): Promise<Answer>;
  put(path: string, body?: unknown, sending?: Sending): Promise<Answer>;
  patch(path: string, body?: unknown, sending?: Sending): Promise<Answer>;
  delete(path: string, sending?: Sending): Promise<Answer>;
  send(method: Method, path: string, body?: unknown, sending?: Sending): Promise<Answer>;
}

/** Speaks as the organisation's owner unless told otherwise. */
export function api(app: TestApp, bearer: string | null = app.ownerKey): Client {
  async function send(method: Method, path: string, body?: unknown, sending: Sending = {}) {
    const who = sending.bearer === undefined ? bearer : sending.bearer;
    const headers: Record<string, string> = {};
    if (who !== null) headers["authorization"] = `Bearer ${who}`;
    if (sending.key !== undefined) headers["idempotency-key"] = sending.key;
    if (body !== undefined) headers["content-type"] = "application/json";
    const answer = await fetch(`${app.url}${path}`, {
      method,
      redirect: "manual",
      headers: { ...headers, ...sending.headers },
      // A string is sent as it is, to send what is no JSON.
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json = /json/.test(answer.headers.get("content-type") ?? "");
    const content = text === "" ? null : json ? (JSON.parse(text) as unknown) : text;
    return { status: answer.status, headers: answer.headers, body: content };
  }
  return {
    get: (path, sending) => send("GET", path, undefined, sending),
    post: (path, body, sending) => send("POST", path, body, sending),
    put: (path, body, sending) => send("PUT", path, body, sending),
    patch: (path, body, sending) => send("PATCH", path, body, sending),
    delete: (path, sending) => send("DELETE", path, undefined, sending),
    send,
  };
}

/** An Idempotency-Key that nobody has used. */
export const newKey = () => randomUUID();
