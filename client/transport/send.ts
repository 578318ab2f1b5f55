// One request, as often as it takes. Every POST carries an Idempotency-Key, the same on each attempt,
// so that asking again can never do the thing twice; that is what makes it safe to ask again at all.

import { askedPauseMs, endingWith, growingPauseMs, pause, type Pause } from "./pauses.ts";
import { asProblem, errorFrom, isAway } from "./problem.ts";

export interface SendOptions {
  fetch?: typeof fetch | undefined;
  /** How long one call may take with all its attempts; 0 asks once. */
  patienceMs?: number | undefined;
  /** How long one attempt may take, from the first byte to the last. */
  timeoutMs?: number | undefined;
  /** How to wait between attempts; for tests. */
  pause?: Pause | undefined;
}

/** What a page does differently, since somebody is looking at it. */
export interface PagePolicy {
  attempts: number;
  /** A longer pause is told, not waited for. */
  maxPauseMs: number;
  /** Also PATCH and DELETE when their answer is lost: whoever sees no answer would do the same. */
  repeatsChanges: boolean;
  /** Until when the server has asked all of the page to leave its database alone. */
  quiet: { until: number };
}

const keyHeader = "idempotency-key";
const defaultPatienceMs = 30_000;
const defaultTimeoutMs = 15_000;

/** The server cannot answer now, or something before it cannot reach it. */
const passing = [429, 502, 503, 504];
/** A second DELETE would find nothing, a second PATCH could undo what somebody changed in between. */
const repeatedBlindly = ["GET", "HEAD", "POST", "PUT"];

/** An answer that breaks off while it is read is a lost one, too: `read` takes all of it. */
export async function send<T>(
  request: Request,
  read: (answer: Response) => Promise<T>,
  options: SendOptions & Partial<PagePolicy>,
): Promise<T> {
  const { method, headers, signal } = request;
  if (method === "POST" && !headers.has(keyHeader)) headers.set(keyHeader, newKey());
  const { attempts = Infinity, maxPauseMs = Infinity, repeatsChanges, quiet } = options;
  const { patienceMs = defaultPatienceMs, pause: rest = pause } = options;
  const deadline = Date.now() + patienceMs;
  for (let attempt = 1; ; attempt++) {
    const quietMs = quiet ? quiet.until - Date.now() : 0;
    if (quietMs > 0) await rest(quietMs, signal);
    try {
      return await attemptOnce(request, read, options);
    } catch (error) {
      // Whoever gave up themselves gets their own reason.
      if (signal.aborted) throw signal.reason;
      const problem = asProblem(error);
      const askedMs = askedPauseMs(problem);
      if (quiet && isAway(problem)) quiet.until = Date.now() + Math.min(askedMs, maxPauseMs);
      const waitMs = Math.max(askedMs, growingPauseMs(attempt));
      const isPassing = problem.status
        ? passing.includes(problem.status)
        : repeatsChanges || repeatedBlindly.includes(method);
      const isOver = attempt >= attempts || askedMs > maxPauseMs || Date.now() + waitMs > deadline;
      if (!isPassing || isOver) throw problem;
      await rest(waitMs, signal);
    }
  }
}

async function attemptOnce<T>(
  request: Request,
  read: (answer: Response) => Promise<T>,
  { fetch: ask = fetch, timeoutMs = defaultTimeoutMs }: SendOptions,
): Promise<T> {
  const { own, letGo } = endingWith(request.signal);
  const timer = setTimeout(() => own.abort(), timeoutMs);
  try {
    const answer = await ask(new Request(request.clone(), { signal: own.signal }));
    if (!answer.ok) throw await errorFrom(answer);
    return await read(answer);
  } finally {
    clearTimeout(timer);
    letGo();
  }
}

/** Not randomUUID(), which browsers only have on https: a shop's plain http address needs this. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
