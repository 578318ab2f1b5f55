// What a hospital sets for all doctors and for each.

import { z } from "zod";
import { staffContext } from "../../http/request-context.ts";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { date, idParams, listOf, problems } from "../../http/schemas.ts";
import type { OpdRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";

const about = { tags: ["OPD doctors"] };

export function settingsRoutes(app: App, { settings }: OpdRouteDeps): void {
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
    async (request) => ({
      items: await settings.doctors(staffOf(request).orgId),
      nextCursor: null,
    }),
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
      settings.setLimits(staffContext(request, "opd.setLimits"), request.params.id, request.body),
  );

  app.get(
    "/v1/opd/doctors/:id/room",
    {
      config: { access: "opd:read" },
      schema: {
        ...about,
        summary: "Where a doctor is on a date",
        params: idParams,
        querystring: z.strictObject({ date: date.optional() }),
        response: { 200: schemas.doctorRoom, ...problems },
      },
    },
    async (request) => settings.room(staffOf(request).orgId, request.params.id, request.query.date),
  );

  app.put(
    "/v1/opd/doctors/:id/room",
    {
      config: { access: "opd:operate" },
      schema: {
        ...about,
        summary: "A doctor's room, usually or on one date",
        description: "Screens, slips, calls and patients' pages say where to go.",
        params: idParams,
        body: schemas.newDoctorRoom,
        response: { 200: schemas.doctorRoom, ...problems },
      },
    },
    async (request) =>
      settings.setRoom(staffContext(request, "opd.setRoom"), request.params.id, request.body),
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
    async (request) => settings.rules(staffOf(request).orgId),
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
    async (request) => settings.changeRules(staffContext(request, "opd.changeRules"), request.body),
  );
}
