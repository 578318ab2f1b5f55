// OPD tokens over HTTP.

import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { actorOf, staffOf } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { holderRead, organisationOf, type CountTicketRead } from "../http/holder.ts";
import { keyOf, markReplayed } from "../http/idempotency.ts";
import {
  contentOf,
  decodeCursor,
  encodeCursor,
  id,
  idParams,
  listOf,
  nothing,
  page,
  problems,
  text,
} from "../http/schemas.ts";
import { lastEventId, type Streams } from "../http/stream.ts";
import { approximateNow, type Clock } from "../infra/clock.ts";
import { refuse } from "../kernel/refusal.ts";
import type { LiveDays } from "./live.ts";
import type { Patients } from "./patients.ts";
import { localDate } from "./policy.ts";
import * as schemas from "./schemas.ts";
import type { Doctors, OpdService, Request, Verb } from "./service.ts";

export interface OpdRouteDeps {
  service: OpdService;
  patients: Patients;
  doctors: Doctors;
  live: LiveDays;
  streams: Streams;
  clock: Clock;
  countTicketRead: CountTicketRead;
}

export function opdRoutes(app: App, deps: OpdRouteDeps): void {
  patientRoutes(app, deps);
  tokenRoutes(app, deps);
  slotRoutes(app, deps);
  doctorRoutes(app, deps);
  streamRoutes(app, deps);
}

function patientRoutes(app: App, { patients }: OpdRouteDeps): void {
  const about = { tags: ["Patients"] };
  app.post(
    "/v1/patients",
    {
      config: { access: "opd:operate" },
      schema: {
        ...about,
        summary: "Add a patient",
        body: schemas.newPatient,
        response: { 201: schemas.patient, ...problems },
      },
    },
    async (request, reply) => {
      const { patient, replayed } = await patients.create(
        staffRequest(request, "createPatient"),
        request.body,
      );
      markReplayed(reply, replayed);
      return reply.code(201).send(patient);
    },
  );
  app.get(
    "/v1/patients",
    {
      config: { access: "opd:read" },
      schema: {
        ...about,
        summary: "Find patients by name, phone or external id",
        querystring: page.extend({ q: text(0, 100).default("") }),
        response: { 200: listOf(schemas.patient), ...problems },
      },
    },
    async (request) => {
      const { q, limit, cursor } = request.query;
      const after = decodeCursor(z.object({ name: z.string(), id }), cursor);
      if (after === null) throw refuse("INVALID", "This cursor is not one of ours");
      const found = await patients.search(staffOf(request).orgId, q, after ?? null, limit + 1);
      const items = found.slice(0, limit);
      const last = items.at(-1);
      return {
        items,
        nextCursor:
          found.length > limit && last ? encodeCursor({ name: last.name, id: last.id }) : null,
      };
    },
  );
  app.get(
    "/v1/patients/:id",
    {
      config: { access: "opd:read" },
      schema: {
        ...about,
        summary: "One patient",
        params: idParams,
        response: { 200: schemas.patient, ...problems },
      },
    },
    async (request) => patients.find(staffOf(request).orgId, request.params.id),
  );
  app.patch(
    "/v1/patients/:id",
    {
      config: { access: "opd:operate" },
      schema: {
        ...about,
        summary: "Correct a patient",
        params: idParams,
        body: schemas.patientPatch,
        response: { 200: schemas.patient, ...problems },
      },
    },
    async (request) =>
      patients.change(staffRequest(request, "changePatient"), request.params.id, request.body),
  );
}

const verbs: Record<Verb, string> = {
  "check-in": "The patient is here",
  start: "The doctor sees the patient",
  complete: "Done",
  cancel: "Give the place back",
  "no-show": "Did not come",
};

function tokenRoutes(app: App, { service, countTicketRead }: OpdRouteDeps): void {
  const about = { tags: ["OPD tokens"] };
  const response = { 200: schemas.token, ...problems };
  app.post(
    "/v1/opd/tokens",
    {
      config: { access: "opd:operate" },
      schema: {
        ...about,
        summary: "Give a token",
        description:
          "The requested slot, else the nearest other one of the day, else a place among those who wait.",
        body: schemas.tokenWish,
        response: { 201: schemas.allocatedToken, ...problems },
      },
    },
    async (request, reply) => {
      const { token, replayed } = await service.allocate(
        staffRequest(request, "allocate"),
        request.body,
      );
      markReplayed(reply, replayed);
      return reply.code(201).send(token);
    },
  );
  app.get(
    "/v1/opd/tokens/:id",
    {
      config: { access: "holder" },
      schema: { ...about, summary: "A token as it is now", params: idParams, response },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "opd:read", countTicketRead);
      return service.token(orgId, request.params.id);
    },
  );
  for (const [verb, summary] of Object.entries(verbs) as [Verb, string][]) {
    app.post(
      `/v1/opd/tokens/:id/${verb}`,
      {
        config: { access: verb === "cancel" ? "holder" : "opd:operate" },
        schema: { ...about, summary, params: idParams, response },
      },
      async (request, reply) => {
        const { token, replayed } = await service.act(
          tokenRequest(request, verb),
          request.params.id,
          verb,
        );
        markReplayed(reply, replayed);
        return token;
      },
    );
  }
  app.post(
    "/v1/opd/tokens/:id/move",
    {
      config: { access: "opd:operate" },
      schema: {
        ...about,
        summary: "To another slot",
        description: "The new place is taken before the old one is given back.",
        params: idParams,
        body: schemas.moving,
        response,
      },
    },
    async (request, reply) => {
      const { token, replayed } = await service.move(
        tokenRequest(request, "move"),
        request.params.id,
        request.body,
      );
      markReplayed(reply, replayed);
      return token;
    },
  );
}

function slotRoutes(app: App, { service }: OpdRouteDeps): void {
  const about = { tags: ["OPD slots"] };
  app.get(
    "/v1/opd/slots",
    {
      config: { access: "opd:read" },
      schema: {
        ...about,
        summary: "A doctor's slots of a day with everybody in them",
        querystring: z.object({ doctorId: id, date: schemas.date }),
        response: { 200: z.array(schemas.slot), ...problems },
      },
    },
    async (request) =>
      service.slots(staffOf(request).orgId, request.query.doctorId, request.query.date),
  );
  app.put(
    "/v1/opd/slots",
    {
      config: { access: "opd:operate" },
      schema: {
        ...about,
        summary: "Set capacity and reserve of one slot on its date",
        body: schemas.slotLimits,
        response: { 200: schemas.slot, ...problems },
      },
    },
    async (request) => {
      const { doctorId, slotStart, ...limits } = request.body;
      return service.resize(staffRequest(request, "resize"), doctorId, slotStart, limits);
    },
  );
}

function doctorRoutes(app: App, { service }: OpdRouteDeps): void {
  const about = { tags: ["OPD doctors"] };
  app.get(
    "/v1/opd/doctors",
    {
      config: { access: "opd:read" },
      schema: {
        ...about,
        summary: "Doctors, active or not",
        response: { 200: listOf(schemas.doctor), ...problems },
      },
    },
    async (request) => ({ items: await service.doctors(staffOf(request).orgId), nextCursor: null }),
  );
  app.put(
    "/v1/opd/doctors/:id",
    {
      config: { access: "opd:manage" },
      schema: {
        ...about,
        summary: "What a doctor's slots hold unless set otherwise",
        params: idParams,
        body: schemas.doctorLimits,
        response: { 200: schemas.doctor, ...problems },
      },
    },
    async (request) =>
      service.setLimits(staffRequest(request, "setLimits"), request.params.id, request.body),
  );
  app.post(
    "/v1/opd/doctors/:id/call-next",
    {
      config: { access: "opd:operate" },
      schema: {
        ...about,
        summary: "Call the next patient by score",
        params: idParams,
        body: z.object({ date: schemas.date.optional() }).nullish(),
        response: { 200: schemas.token, 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffRequest(request, "callNext");
      const { token, replayed } = await service.callNext(by, request.params.id, request.body?.date);
      markReplayed(reply, replayed);
      return token ? reply.code(200).send(token) : reply.code(204).send(null);
    },
  );
  app.get(
    "/v1/opd/doctors/:id/live-queue",
    {
      config: { access: "opd:read" },
      schema: {
        ...about,
        summary: "Everybody with a place, in the order of being seen",
        params: idParams,
        querystring: z.object({ date: schemas.date.optional() }),
        response: { 200: schemas.liveQueue, ...problems },
      },
    },
    async (request) =>
      service.liveQueue(staffOf(request).orgId, request.params.id, request.query.date),
  );
  app.get(
    "/v1/opd/settings",
    {
      config: { access: "opd:read" },
      schema: {
        ...about,
        summary: "Rules for all doctors",
        response: { 200: schemas.rules, ...problems },
      },
    },
    async (request) => service.rules(staffOf(request).orgId),
  );
  app.patch(
    "/v1/opd/settings",
    {
      config: { access: "opd:manage" },
      schema: {
        ...about,
        summary: "Change the rules",
        body: schemas.rulesPatch,
        response: { 200: schemas.rules, ...problems },
      },
    },
    async (request) => service.changeRules(staffRequest(request, "changeRules"), request.body),
  );
}

const boardQuery = z.object({
  doctors: text(36, 1_000)
    .transform((list) => list.split(","))
    .pipe(z.array(id).min(1).max(20)),
  lastEventId: text(1, 20).optional(),
});

function streamRoutes(
  app: App,
  { service, doctors, live, streams, clock, countTicketRead }: OpdRouteDeps,
): void {
  const streamed = { 200: contentOf("text/event-stream", "Stays open"), ...problems };
  const today = (timezone: string) => localDate(approximateNow(clock), timezone);

  /** A board needs no account, so it is asked for by the ids of its doctors. */
  async function onBoard(ids: string[]) {
    const found = await Promise.all(ids.map((one) => doctors.anyDoctor(one)));
    return found.map((doctor) => {
      if (!doctor) throw refuse("NOT_FOUND", "There is no such doctor");
      return { doctor, date: today(doctor.timezone), orgId: doctor.orgId };
    });
  }

  app.get(
    "/v1/opd/board",
    {
      config: { access: "public" },
      schema: {
        tags: ["OPD board"],
        summary: "What the screen in the waiting hall shows",
        querystring: boardQuery,
        response: { 200: schemas.board, ...problems },
      },
    },
    async (request) => {
      const wanted = await onBoard(request.query.doctors);
      return {
        doctors: await Promise.all(wanted.map(({ doctor, date }) => live.boardPart(doctor, date))),
      };
    },
  );
  app.get(
    "/v1/opd/board/events",
    {
      config: { access: "public" },
      exposeHeadRoute: false,
      schema: {
        tags: ["OPD board"],
        summary: "A doctor's part of the board whenever it changes, as `event: doctor`",
        querystring: boardQuery,
        response: streamed,
      },
    },
    async (request, reply) => {
      const wanted = await onBoard(request.query.doctors);
      streams.open(reply, (sink) => live.watchBoard(wanted, sink));
      return reply;
    },
  );
  app.get(
    "/v1/opd/doctors/:id/events",
    {
      config: { access: "opd:read" },
      exposeHeadRoute: false,
      schema: {
        tags: ["OPD doctors"],
        summary: "Everything that happens in a doctor's day, as `event: change`",
        params: idParams,
        querystring: z.object({
          date: schemas.date.optional(),
          lastEventId: text(1, 20).optional(),
        }),
        response: streamed,
      },
    },
    async (request, reply) => {
      const { orgId } = staffOf(request);
      const doctor = await doctors.doctor(orgId, request.params.id);
      if (!doctor) throw refuse("NOT_FOUND", "There is no such doctor");
      const date = request.query.date ?? today(doctor.timezone);
      const watch = await live.watchReception(orgId, doctor.id, date, lastEventId(request));
      streams.open(reply, watch);
      return reply;
    },
  );
  app.get(
    "/v1/opd/tokens/:id/events",
    {
      config: { access: "holder" },
      exposeHeadRoute: false,
      schema: {
        tags: ["OPD tokens"],
        summary: "A token whenever something about it changes, as `event: token`",
        params: idParams,
        querystring: z.object({
          secret: text(1, 200).optional(),
          lastEventId: text(1, 20).optional(),
        }),
        response: streamed,
      },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "opd:read", countTicketRead);
      const token = await service.token(orgId, request.params.id);
      streams.open(reply, (sink) => live.watchToken(orgId, token, sink));
      return reply;
    },
  );
}

function staffRequest(request: FastifyRequest, operation: string): Request {
  return { ...requestBy(request, operation), orgId: staffOf(request).orgId };
}

function requestBy(request: FastifyRequest, operation: string): Omit<Request, "orgId"> {
  const key = keyOf(request, `opd.${operation}`);
  return { actor: actorOf(request.caller), requestId: request.id, ...key };
}

type OnToken = FastifyRequest<{ Params: { id: string } }>;

function tokenRequest(request: OnToken, operation: string): Request {
  return { ...requestBy(request, operation), orgId: organisationOf(request, "opd:operate") };
}
