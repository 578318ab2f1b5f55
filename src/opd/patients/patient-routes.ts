// Patients over HTTP: added at the desk, and found again by name, phone or external id.

import { staffContext } from "../../http/request-context.ts";
import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import { refuse } from "../../kernel/refusal.ts";
import type { App } from "../../http/app.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { pageOf, type Order } from "../../http/paging.ts";
import { id, idParams, listOf, opaque, page, problems, text } from "../../http/schemas.ts";
import type { OpdRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";

const about = { tags: ["Patients"] };

type Named = { name: string; id: string };
const byName: Order<Named, Named> = {
  place: z.strictObject({ name: opaque(100), id }),
  placeOf: ({ name, id }) => ({ name, id }),
};

export function patientRoutes(app: App, { patients, mayBook }: OpdRouteDeps): void {
  app.post(
    "/v1/patients",
    {
      config: { access: "opd:read" },
      // Whoever books for a doctor is called by people who are new.
      async preValidation(request) {
        const caller = staffOf(request);
        if (caller.scopes.includes("opd:operate") || (await mayBook(caller))) return;
        throw refuse("FORBIDDEN", "This needs the scope opd:operate, or the right to book");
      },
      schema: {
        ...about,
        summary: "Add a patient",
        description: "By the scope opd:operate, or by somebody who may book a resource.",
        body: schemas.newPatient,
        response: { 201: schemas.patient, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "opd.createPatient");
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
      const { q, ...asked } = request.query;
      const { orgId } = staffOf(request);
      return pageOf(asked, byName, (after, limit) => patients.search(orgId, q, after, limit));
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
      patients.change(staffContext(request, "opd.changePatient"), request.params.id, request.body),
  );
}
