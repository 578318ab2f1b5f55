// One request, as often as it takes. Every POST carries an Idempotency-Key, the same on each attempt,
// so that asking again can never do the thing twice; that is what makes it safe to ask again at all.

import { errorFrom, retryAfterSeconds, TurnkeeperError } from "./problem.ts";

export interface SendOptions {
  fetch?: typeof fetch | undefined;
  /** How long one call may take with all its attempts; 0 asks once. */
  patienceMs?: number | undefined;
  /** How long one attempt may take. */
  timeoutMs?: number | undefined;
  /** How to wait between attempts; for tests. */
  pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

const defaultPatienceMs = 30_000;
const defaultTimeoutMs = 15_000;
const firstPauseMs = 200;
const longestPauseMs = 5_000;

/** The server cannot answer now, or something before it cannot reach it. */
const passing = new Set([429, 502, 503, 504]);
/** A second DELETE would find nothing, a second PATCH could undo what somebody changed in between. */
const repeatedBlindly = new Set(["GET", "HEAD", "POST", "PUT"]);

export async function send(request: Request, options: SendOptions): Promise<Response> {
  if (request.method === "POST" && !request.headers.has("idempotency-key")) {
    request.headers.set("idempotency-key", newKey());
  }
  const deadline = Date.now() + (options.patienceMs ?? defaultPatienceMs);
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce(request.clone(), options);
    if (outcome instanceof Response && outcome.ok) return outcome;
    const waitMs = worthRepeating(request, outcome) ? pauseBefore(attempt, outcome) : null;
    if (waitMs === null || Date.now() + waitMs > deadline) {
      throw outcome instanceof Response ? await errorFrom(outcome) : outcome;
    }
    if (outcome instanceof Response) await outcome.body?.cancel();
    await (options.pause ?? pause)(waitMs, request.signal);
  }
}

/** An answer, or why there is none. Whoever gave up themselves gets their own reason thrown. */
async function attemptOnce(
  request: Request,
  { fetch: ask = fetch, timeoutMs = defaultTimeoutMs }: SendOptions,
): Promise<Response | TurnkeeperError> {
  try {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    return await ask(new Request(request, { signal }));
  } catch (cause) {
    request.signal.throwIfAborted();
    return noAnswer(cause);
  }
}

export function noAnswer(cause: unknown): TurnkeeperError {
  const { message, cause: deeper } = cause as { message: string; cause?: { message?: string } };
  const reason = deeper?.message ? `${message}: ${deeper.message}` : message;
  return new TurnkeeperError("NO_ANSWER", `No answer (${reason})`, { status: 0, cause });
}

function worthRepeating(request: Request, outcome: Response | TurnkeeperError): boolean {
  return outcome instanceof Response
    ? passing.has(outcome.status)
    : repeatedBlindly.has(request.method);
}

/** What the server asks for; else longer each time, spread so that many clients do not come at once. */
export function pauseBefore(attempt: number, outcome: Response | TurnkeeperError): number {
  const asked =
    outcome instanceof Response ? retryAfterSeconds(outcome) : outcome.retryAfterSeconds;
  if (asked !== null) return asked * 1000;
  const longest = Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs);
  return longest * (0.5 + Math.random() / 2);
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

/** Not randomUUID(), which browsers only have on https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
