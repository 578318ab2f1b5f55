// The gate for the servers that people run. Each adapter only says how that server names a request's
// address and headers, and how it answers; nothing of those packages is imported.

export { makeGate, type Gate, type GateOptions, type Verdict, type Visit } from "./gate.ts";
import { makeGate, type GateOptions, type Verdict, type Visit } from "./gate.ts";

/** For anything that answers a Request with a Response: Deno, Bun, Workers, service handlers. */
export function gateFetch<Rest extends unknown[]>(
  options: GateOptions,
  handler: (request: Request, ...rest: Rest) => Response | Promise<Response>,
): (request: Request, ...rest: Rest) => Promise<Response> {
  const gate = makeGate(options);
  return async (request, ...rest) => {
    const verdict = await gate.check(request);
    if (verdict.response) return verdict.response;
    const response = await handler(request, ...rest);
    if (verdict.headers.length === 0) return response;
    // A Response that came from elsewhere may refuse changes to its headers.
    const own = new Response(response.body, response);
    for (const [name, value] of verdict.headers) own.headers.append(name, value);
    return own;
  };
}

interface HonoContext {
  req: { raw: Request };
  header(name: string, value: string, options?: { append?: boolean }): void;
}

/** `app.use(honoGate({ … }))` */
export function honoGate(options: GateOptions) {
  const gate = makeGate(options);
  return async (context: HonoContext, next: () => Promise<void>): Promise<Response | void> => {
    const verdict = await gate.check(context.req.raw);
    if (verdict.response) return verdict.response;
    for (const [name, value] of verdict.headers) context.header(name, value, { append: true });
    await next();
  };
}

interface NodeHeaders {
  [name: string]: string | string[] | undefined;
}

interface ExpressRequest {
  method: string;
  protocol: string;
  originalUrl: string;
  headers: NodeHeaders;
}

interface NodeResponse {
  statusCode: number;
  appendHeader(name: string, value: string): unknown;
  end(body?: string): unknown;
}

/** `app.use(expressGate({ … }))`, before anything that answers. */
export function expressGate(options: GateOptions) {
  const gate = makeGate(options);
  return async (
    request: ExpressRequest,
    response: NodeResponse,
    next: (error?: unknown) => void,
  ): Promise<void> => {
    let verdict: Verdict;
    try {
      verdict = await gate.check(visitOf(request, request.protocol, request.originalUrl));
    } catch (error) {
      return next(error);
    }
    for (const [name, value] of verdict.headers) response.appendHeader(name, value);
    if (!verdict.response) return next();
    response.statusCode = verdict.response.status;
    for (const [name, value] of verdict.response.headers) response.appendHeader(name, value);
    response.end(await verdict.response.text());
  };
}

interface FastifyRequest {
  method: string;
  protocol: string;
  originalUrl: string;
  headers: NodeHeaders;
}

interface FastifyReply {
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  send(body: string): unknown;
}

/** `app.addHook("onRequest", fastifyGate({ … }))` */
export function fastifyGate(options: GateOptions) {
  const gate = makeGate(options);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const verdict = await gate.check(visitOf(request, request.protocol, request.originalUrl));
    for (const [name, value] of verdict.headers) reply.header(name, value);
    if (!verdict.response) return undefined;
    reply.code(verdict.response.status);
    for (const [name, value] of verdict.response.headers) reply.header(name, value);
    reply.send(await verdict.response.text());
    return reply;
  };
}

function visitOf(
  { method, headers }: { method: string; headers: NodeHeaders },
  protocol: string,
  path: string,
): Visit {
  const one = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(", ") : (value ?? null);
  };
  const host = one("host") ?? "localhost";
  // A path that begins with two slashes is a path here, not a host. A host with a path in it is neither.
  const isHost = /^[\w.:[\]-]+$/.test(host);
  const url = isHost ? `${protocol}://${host}${path.startsWith("/") ? "" : "/"}${path}` : "";
  return { method, url, headers: { get: one } };
}
