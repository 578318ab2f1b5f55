// Everything that happens in an organisation, over HTTP.

import { z } from "zod";
import { staffOf } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { contentOf, id, instant, listOf, opaque, problems } from "../http/schemas.ts";
import type { Streams } from "../http/stream.ts";
import { refuse } from "../kernel/refusal.ts";
import {
  eventView,
  placeAt,
  positionOf,
  type OrganisationEvents,
  type Reader,
} from "./organisation-events.ts";
import type { Place } from "./log.ts";

const eventSchema = z.strictObject({
  position: z.string().meta({ description: "Where it stands in the log; `after` takes it" }),
  type: z.string(),
  at: instant,
  product: z.string(),
  lineId: id,
  subjectId: id.nullable().meta({ description: "The ticket, token, booking, … it happened to" }),
  actor: z.string(),
  data: z.strictObject({ before: z.unknown(), after: z.unknown() }),
});

const query = z.strictObject({
  after: opaque(80).optional(),
  types: opaque(500).optional().meta({
    description: "Types such as `counter.joined`, or first words such as `opd`, with commas",
  }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  lastEventId: opaque(80).optional(),
});

export function eventRoutes(app: App, events: OrganisationEvents, streams: Streams): void {
  app.get(
    "/v1/events",
    {
      config: { access: "staff" },
      exposeHeadRoute: false,
      schema: {
        tags: ["Events"],
        summary: "Everything that happens in the organisation, oldest first",
        description:
          "Over all queues, days, calendars, boxes and rooms; each event once, and those of one of " +
          "them in the order in which they happened. Your scopes decide what you see: `opd:read` " +
          "for tokens, `org:manage` for the audit trail. `nextCursor` is null when there is nothing " +
          "more at present; ask again later with the last `position` as `after`. With " +
          "`Accept: text/event-stream` it is a stream from now on, or behind `after` or " +
          "`Last-Event-ID`; the events' ids are positions.",
        querystring: query,
        response: {
          200: {
            description: "A page, or a stream that stays open",
            content: {
              "application/json": { schema: listOf(eventSchema) },
              ...contentOf("text/event-stream", "").content,
            },
          },
          ...problems,
        },
      },
    },
    async (request, reply) => {
      const { orgId, scopes } = staffOf(request);
      const { limit, types, after } = request.query;
      const reader: Reader = { orgId, scopes, types: types?.split(",") ?? null };
      if (!(request.headers.accept ?? "").includes("text/event-stream")) {
        const page = await events.list(reader, placeIn("after", after), limit);
        return {
          items: page.events.map(eventView),
          nextCursor: page.next && positionOf(page.next),
        };
      }
      const header = request.headers["last-event-id"];
      const last = typeof header === "string" && header ? header : request.query.lastEventId;
      const place = placeIn("after", last ?? after);
      streams.open(reply, orgId, (sink) => events.watch(reader, place, sink));
      return reply;
    },
  );
}

function placeIn(field: string, position: string | undefined): Place | null {
  if (position === undefined) return null;
  const place = placeAt(position);
  if (place) return place;
  const message = "must be the position of an event";
  throw refuse("INVALID", `${field}: ${message}`, { errors: [{ field, message }] });
}
