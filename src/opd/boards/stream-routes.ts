// Live streams of a doctor's day, a token and a board; and the board itself.

import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { holderRead } from "../../http/holder.ts";
import { date as dateSchema, id, problems, text } from "../../http/schemas.ts";
import { streamRoute } from "../../http/stream-route.ts";
import { lastEventId, type Watch } from "../../http/stream.ts";
import { approximateNow } from "../../infra/clock.ts";
import { refuse } from "../../kernel/refusal.ts";
import type { OnBoard } from "./live.ts";
import { dayBounds } from "../core/policy.ts";
import type { OpdRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";

const boardQuery = {
  doctors: text(36, 2_300)
    .transform((list) => list.split(","))
    .pipe(z.array(id).min(1).max(60)),
};

export function streamRoutes(
  app: App,
  { service, days, doctors, live, streams, clock, countTicketRead }: OpdRouteDeps,
): void {
  /** A board needs no account, so it is asked for by the ids of its doctors. */
  async function onBoard(ids: string[]) {
    const found = await Promise.all(ids.map((one) => doctors.anyDoctor(one)));
    return found.map((doctor) => {
      if (!doctor) throw refuse("NOT_FOUND", "There is no such doctor");
      return { doctor, date: days.today(doctor), orgId: doctor.orgId };
    });
  }

  /** "Today" is another day tomorrow: the stream ends with the day, and those who watch come back. */
  function untilDayEnds(watch: Watch, watched: readonly OnBoard[]): Watch {
    const now = approximateNow(clock);
    const ends = watched.map(({ doctor, date }) => dayBounds(date, doctor.timezone).to.getTime());
    return (sink) => {
      const timer = setTimeout(() => sink.close(), Math.max(0, Math.min(...ends) - now));
      const stop = watch(sink);
      return () => {
        clearTimeout(timer);
        stop();
      };
    };
  }

  app.get(
    "/v1/opd/board",
    {
      config: { access: "public" },
      schema: {
        tags: ["OPD board"],
        summary: "What the screen in the waiting hall shows",
        querystring: z.strictObject(boardQuery),
        response: { 200: schemas.board, ...problems },
      },
    },
    async (request) => {
      const wanted = await onBoard(request.query.doctors);
      return { doctors: await Promise.all(wanted.map((one) => live.board(one))) };
    },
  );
  app.get(
    "/v1/opd/board/events",
    streamRoute("public", {
      tags: ["OPD board"],
      summary: "A doctor's part of the board whenever it changes, as `event: doctor`",
      query: boardQuery,
    }),
    async (request, reply) => {
      const wanted = await onBoard(request.query.doctors);
      streams.open(reply, wanted[0]!.orgId, untilDayEnds(live.watchBoard(wanted), wanted));
      return reply;
    },
  );
  app.get(
    "/v1/opd/doctors/:id/events",
    streamRoute("opd:read", {
      tags: ["OPD doctors"],
      summary: "Everything that happens in a doctor's day, as `event: change`",
      ids: { id },
      query: { date: dateSchema.optional() },
    }),
    async (request, reply) => {
      const { orgId } = staffOf(request);
      const doctor = await days.doctor(orgId, request.params.id);
      const date = request.query.date ?? days.today(doctor);
      const watched = { orgId, doctor, date };
      const watch = await live.watchReception(watched, lastEventId(request));
      streams.open(reply, orgId, request.query.date ? watch : untilDayEnds(watch, [watched]));
      return reply;
    },
  );
  app.get(
    "/v1/opd/tokens/:id/events",
    streamRoute("holder", {
      tags: ["OPD tokens"],
      summary: "A token whenever something about it changes, as `event: token`",
      ids: { id },
    }),
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "opd:read", countTicketRead);
      const token = await service.token(orgId, request.params.id);
      streams.open(reply, orgId, live.watchToken(orgId, token, request.caller.kind === "ticket"));
      return reply;
    },
  );
}
