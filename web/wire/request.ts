// One HTTP request as the pages need it: sent as the client does, but sooner told of a failure, since
// somebody is looking at it.

import type { TurnkeeperError } from "../../client/transport/problem.ts";
import { send, type PagePolicy } from "../../client/transport/send.ts";

export interface RequestOptions {
  method?: string;
  body?: unknown;
  /** Sent as Idempotency-Key; a POST without one gets its own, the same on every attempt. */
  key?: string;
  /** A ticket's secret, or a key. */
  bearer?: string | undefined;
  /** Send and take the session's cookie; by default whenever there is no `bearer`. */
  withCookies?: boolean;
  attempts?: number;
  signal?: AbortSignal;
}

const policy: PagePolicy & { timeoutMs: number; patienceMs: number } = {
  attempts: 4,
  timeoutMs: 12_000,
  patienceMs: Infinity,
  maxPauseMs: 5_000,
  repeatsChanges: true,
  quiet: { until: 0 },
};

let serverAheadMs = 0;

/** The server's clock: a desk computer that is minutes off must not show minutes too many. */
export function serverNow(): number {
  return Date.now() + serverAheadMs;
}

export function request<T>(path: string, options: RequestOptions = {}): Promise<T | null> {
  const { method, body, key, bearer, signal, withCookies = !bearer } = options;
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (key) headers["idempotency-key"] = key;
  if (bearer) headers["authorization"] = `Bearer ${bearer}`;
  const asked = new Request(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: "no-store",
    // A ticket's secret must speak for itself, not the cookie of somebody signed in on this phone.
    credentials: withCookies ? "same-origin" : "omit",
    signal,
  });
  return send(asked, (answer) => read<T>(answer), {
    ...policy,
    attempts: options.attempts ?? policy.attempts,
  });
}

async function read<T>(answer: Response): Promise<T | null> {
  readClock(answer);
  return answer.status === 204 ? null : ((await answer.json()) as T);
}

function readClock(answer: Response): void {
  const date = Date.parse(answer.headers.get("date") ?? "");
  if (Number.isNaN(date)) return;
  // The header has whole seconds: only a difference that cannot be rounding counts.
  const ahead = date + 500 - Date.now();
  serverAheadMs = Math.abs(ahead) < 2_000 ? 0 : ahead;
}

/** Nobody has said whether it happened: only the same key may ask again. */
export function isUnknown({ status }: TurnkeeperError): boolean {
  return status === 0 || status >= 500;
}
