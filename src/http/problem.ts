// Every error leaves as RFC 9457 problem+json, made from the catalogue. An unexpected error is logged
// whole and answered as INTERNAL, without its details.

import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { troubleOf } from "../infra/database-errors.ts";
import { Refusal, refuse } from "../kernel/refusal.ts";
import { tellRateLimit, type RateLimit } from "./rate-limit.ts";

export const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    errors: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Problem", description: "Why the request was refused; `code` is stable." });

export function problemOf({ code, title, status, detail, extra }: Refusal): object {
  const { retryAfterSeconds: _, rateLimit: __, ...more } = extra; // in headers
  const type = `/docs/errors#${code.toLowerCase().replaceAll("_", "-")}`;
  return { type, title, status, detail, code, ...more };
}

export function sendProblem(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status } = refusal;
  const { retryAfterSeconds, rateLimit, allow } = refusal.extra;
  if (rateLimit) tellRateLimit(reply, rateLimit as RateLimit);
  // An answer that says "try again" also says when.
  const retryAfter = retryAfterSeconds ?? (status === 503 ? 1 : undefined);
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  if (Array.isArray(allow)) reply.header("allow", allow.join(", "));
  if (status === 401) reply.header("www-authenticate", "Bearer");
  return reply
    .code(status)
    .type("application/problem+json")
    .serializer(JSON.stringify)
    .send(problemOf(refusal));
}

export function toRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  switch ((error as FastifyError).code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return refuse("BODY_TOO_LARGE");
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return refuse("UNSUPPORTED_MEDIA_TYPE");
    case "FST_ERR_MAX_PARAM_LENGTH":
      return refuse("NOT_FOUND");
    case "FST_ERR_CTP_EMPTY_JSON_BODY":
      return refuse("MALFORMED", "The body is empty, but its Content-Type is JSON");
  }
  const trouble = troubleOf(error);
  if (trouble === "away") return refuse("DATABASE_AWAY", undefined, { retryAfterSeconds: 2 });
  if (trouble === "busy") return refuse("BUSY", "It could not be decided in time; try again");
  const { statusCode } = error as FastifyError;
  if (error instanceof SyntaxError || (statusCode && statusCode >= 400 && statusCode < 500)) {
    return refuse("MALFORMED"); // never in a library's words
  }
  return null;
}

export function onError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toRefusal(error);
  if (refusal) return sendProblem(reply, refusal);
  request.log.error({ err: error, requestId: request.id }, "http.failed");
  const detail = `Please try again; the request id is ${request.id}`;
  return sendProblem(reply, refuse("INTERNAL", detail));
}
