// Calendar feeds and attachments over HTTP.

import { staffContext } from "../../http/request-context.ts";
import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { requireScope, staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { holderRead, type CountTicketRead } from "../../http/holder.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { contentOf, idParams, nothing, opaque, problems } from "../../http/schemas.ts";
import { refuse } from "../../kernel/refusal.ts";
import { managing, type RightsPort } from "../../platform/managing.ts";
import type { FeedOf } from "./feed-store.ts";
import type { CalendarFeeds } from "./feeds.ts";
import { sendIcs } from "./ics.ts";
import { feed } from "../schemas.ts";

const tags = ["Calendar feeds"];

const found = z.strictObject({ feed: feed.nullable() });

const newFeed = z
  .strictObject({
    names: z.boolean().default(false).meta({
      description: "With names of patients; only by those who may see them (opd:read)",
    }),
  })
  .nullish()
  .meta({ id: "NewCalendarFeed" });

export interface FeedRouteDeps {
  feeds: CalendarFeeds;
  rights: RightsPort;
  countTicketRead: CountTicketRead;
}

export function feedRoutes(app: App, deps: FeedRouteDeps): void {
  const manage = managing(deps.rights);
  const ofResource = (request: FastifyRequest): FeedOf => ({
    resourceId: (request.params as { id: string }).id,
  });
  addressRoutes(app, deps, "/v1/resources/:id/calendar-feed", ofResource, {
    ...manage,
    params: idParams,
  });
  addressRoutes(app, deps, "/v1/me/calendar-feed", ofCaller, {
    config: { access: "bookings:read" },
    params: z.strictObject({}),
  });
  readingRoutes(app, deps);
}

function ofCaller(request: FastifyRequest): FeedOf {
  const caller = staffOf(request);
  if (caller.kind !== "user") throw refuse("FORBIDDEN", "A key has no calendar of its own");
  return { userId: caller.userId };
}

interface Guard {
  config: { access: "availability:read" | "bookings:read" };
  preValidation?: (request: FastifyRequest) => Promise<void>;
  params: z.ZodType;
}

function addressRoutes(
  app: App,
  { feeds }: FeedRouteDeps,
  path: string,
  of: (request: FastifyRequest) => FeedOf,
  { params, ...guard }: Guard,
): void {
  const whose = path.startsWith("/v1/me") ? "one's own" : "a resource's";
  app.get(
    path,
    {
      ...guard,
      schema: {
        tags,
        summary: `The address of ${whose} feed, if there is one`,
        params,
        response: { 200: found, ...problems },
      },
    },
    async (request) => ({ feed: await feeds.find(staffOf(request).orgId, of(request)) }),
  );

  app.post(
    path,
    {
      ...guard,
      schema: {
        tags,
        summary: `A new address for ${whose} feed`,
        description: "The one there was leads nowhere from then on.",
        params,
        body: newFeed,
        response: { 201: feed, ...problems },
      },
    },
    async (request, reply) => {
      const { names } = request.body ?? { names: false };
      if (names) requireScope(staffOf(request), "opd:read");
      const by = staffContext(request, "booking.makeFeed");
      const { answer, replayed } = await feeds.make(by, of(request), names);
      markReplayed(reply, replayed);
      return reply.code(201).send(answer);
    },
  );

  app.delete(
    path,
    {
      ...guard,
      schema: {
        tags,
        summary: `Stop ${whose} feed`,
        params,
        response: { 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "booking.stopFeed");
      const { replayed } = await feeds.stop(by, of(request));
      markReplayed(reply, replayed);
      return reply.code(204).send(null);
    },
  );
}

function readingRoutes(app: App, { feeds, countTicketRead }: FeedRouteDeps): void {
  app.get(
    "/v1/calendar-feeds/:secret",
    {
      config: { access: "public", anyQuery: true },
      schema: {
        tags,
        summary: "The feed itself, for calendar programs",
        description: "From 30 days ago to a year ahead. Cancelled bookings are in it as such.",
        params: z.strictObject({ secret: opaque(200) }),
        response: {
          200: contentOf("text/calendar", "Bookings as events"),
          304: nothing,
          ...problems,
        },
      },
    },
    async (request, reply) => {
      const secret = request.params.secret.replace(/\.ics$/, "");
      const opened = await feeds.opened(secret);
      if (!opened) throw refuse("NOT_FOUND", "There is no such feed");
      await countTicketRead(request, reply, opened.id);
      const text = await feeds.text(opened);
      const etag = `"${hash("sha256", text, "base64url")}"`;
      reply.header("etag", etag);
      if (request.headers["if-none-match"] === etag)
        return reply.code(304).send(undefined as never); // no body, so no type and length
      return sendIcs(reply, text, "bookings.ics");
    },
  );

  app.get(
    "/v1/bookings/:id/calendar.ics",
    {
      config: { access: "holder" },
      schema: {
        tags,
        summary: "A booking as an attachment",
        description: "With the patient's name for staff who may see it.",
        params: idParams,
        response: { 200: contentOf("text/calendar", "One event"), ...problems },
      },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "bookings:read", countTicketRead);
      const names =
        request.caller.kind !== "ticket" && staffOf(request).scopes.includes("opd:read");
      return sendIcs(reply, await feeds.ofBooking(orgId, request.params.id, names), "booking.ics");
    },
  );
}
