// One HTTP request as the pages need it: an answer that is lost on the way is asked for again with
// the same Idempotency-Key, so that trying again can never do the thing twice, and an error comes
// back as a Problem with the server's code.

export interface FieldError {
  field: string;
  message: string;
}

/** The server's refusal, or code "NO_ANSWER" when nothing came back at all. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldError[];
  readonly retryAfterSeconds: number | null;
  /** What else the server said, such as whom a change would push out. */
  readonly more: Record<string, unknown>;

  constructor(
    status: number,
    code: string,
    detail: string,
    fields: FieldError[] = [],
    retryAfterSeconds: number | null = null,
    more: Record<string, unknown> = {},
  ) {
    super(detail);
    this.name = "Problem";
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
    this.more = more;
  }
}

export interface RequestOptions {
  method?: string;
  body?: unknown;
  /** Sent as Idempotency-Key; the same on every attempt. */
  key?: string;
  /** A ticket's secret, or a key. */
  bearer?: string | undefined;
  /** Send and take the session's cookie; by default whenever there is no `bearer`. */
  withCookies?: boolean;
  attempts?: number;
  signal?: AbortSignal;
}

const pausesMs = [300, 900, 2_500];
const answerWithinMs = 12_000;
/** Whoever is asked to stay away for longer hears of it instead. */
const longestPauseMs = 5_000;

/** Until when the server has asked everybody to leave its database alone. */
let quietUntil = 0;

let serverAheadMs = 0;

/** The server's clock: a desk computer that is minutes off must not show minutes too many. */
export function serverNow(): number {
  return Date.now() + serverAheadMs;
}

export async function request<T>(path: string, options: RequestOptions = {}): Promise<T | null> {
  const attempts = options.attempts ?? pausesMs.length + 1;
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Also for somebody who taps again at once.
      if (quietUntil > Date.now()) await pause(quietUntil - Date.now());
      return await once<T>(path, options);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      const problem = asProblem(error);
      const asked = (problem.retryAfterSeconds ?? 0) * 1_000;
      if (isAway(problem)) quietUntil = Date.now() + Math.min(asked, longestPauseMs);
      const worthRepeating = problem.status === 0 || problem.status === 503;
      if (!worthRepeating || attempt >= attempts || asked > longestPauseMs) throw problem;
      await pause(Math.max(asked, pausesMs[attempt - 1] ?? 2_500));
    }
  }
}

async function once<T>(path: string, options: RequestOptions): Promise<T | null> {
  const { method = "GET", body, key, bearer, signal, withCookies = !bearer } = options;
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (key) headers["idempotency-key"] = key;
  if (bearer) headers["authorization"] = `Bearer ${bearer}`;

  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerWithinMs);
  const giveUp = () => late.abort();
  signal?.addEventListener("abort", giveUp);
  try {
    const response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      // A ticket's secret must speak for itself, not the cookie of somebody signed in on this phone.
      credentials: withCookies ? "same-origin" : "omit",
      signal: late.signal,
    });
    readClock(response);
    if (!response.ok) throw await problemFrom(response);
    if (response.status === 204) return null;
    return (await response.json()) as T;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

function readClock(response: Response): void {
  const date = Date.parse(response.headers.get("date") ?? "");
  if (Number.isNaN(date)) return;
  // The header has whole seconds: only a difference that cannot be rounding counts.
  const ahead = date + 500 - Date.now();
  serverAheadMs = Math.abs(ahead) < 2_000 ? 0 : ahead;
}

export async function problemFrom(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => ({}))) as {
    code?: string;
    detail?: string;
    title?: string;
    errors?: FieldError[];
  };
  const retryAfter = Number(response.headers.get("retry-after"));
  return new Problem(
    response.status,
    body.code ?? `HTTP_${response.status}`,
    body.detail ?? body.title ?? response.statusText,
    body.errors ?? [],
    retryAfter > 0 ? retryAfter : null,
    body,
  );
}

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem(0, "NO_ANSWER", error instanceof Error ? error.message : String(error));
}

/** The server is there, but cannot reach its database. */
export function isAway(error: unknown): boolean {
  return asProblem(error).code === "DATABASE_AWAY";
}

/** Nobody has said whether it happened: only the same key may ask again. */
export function isUnknown({ status }: Problem): boolean {
  return status === 0 || status >= 500;
}

/** crypto.randomUUID exists only on https and localhost; a shop's plain http address needs this. */
export function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
