// Patients over HTTP: added at the desk, and found again by name, phone or external id.

import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { markReplayed } from "../../http/idempotency.ts";
import {
  decodeCursor,
  encodeCursor,
  id,
  idParams,
  listOf,
  opaque,
  page,
  problems,
  text,
} from "../../http/schemas.ts";
import { refuse } from "../../kernel/refusal.ts";
import { staffRequest } from "../requests.ts";
import type { OpdRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";

const about = { tags: ["Patients"] };

export function patientRoutes(app: App, { patients }: OpdRouteDeps): void {
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
      const by = staffRequest(request, "createPatient");
      const { patient, replayed } = await patients.create(by, request.body);
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
      const after = decodeCursor(z.strictObject({ name: opaque(100), id }), cursor);
      if (after === null) throw badCursor();
      const found = await patients.search(staffOf(request).orgId, q, after ?? null, limit + 1);
      const items = found.slice(0, limit);
      const last = found.length > limit ? items.at(-1) : undefined;
      return { items, nextCursor: last ? encodeCursor({ name: last.name, id: last.id }) : null };
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

function badCursor() {
  const errors = [{ field: "cursor", message: "is not valid" }];
  return refuse("INVALID", "This cursor is not valid", { errors });
}
