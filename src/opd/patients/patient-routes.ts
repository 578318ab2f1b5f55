// Patients over HTTP: added at the desk, found again by name, phone or external id, and merged when there are two
// records of one.

import { staffContext } from "../../http/request-context.ts";
import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import { refuse } from "../../kernel/refusal.ts";
import type { App } from "../../http/app.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { pageOf, type Order } from "../../http/paging.ts";
import { id, idParams, listOf, opaque, page, problems, text } from "../../http/schemas.ts";
import type { OpdRouteDeps } from "../routes.ts";
import type { FieldName, Patient } from "./patient.ts";
import * as schemas from "./patient-schemas.ts";
import type { Found, PlaceFound } from "./search.ts";

const about = { tags: ["Patients"] };

/** Without its rank. */
function patientIn(found: Found): Patient {
  const { id: patientId, name, phone, externalId, birthDate, sex, email, language, notes } = found;
  return { id: patientId, name, phone, externalId, birthDate, sex, email, language, notes };
}

const byRelevance: Order<PlaceFound, PlaceFound> = {
  place: z.strictObject({ rank: z.int(), name: opaque(100), id }),
  placeOf: ({ rank, name, id: patientId }) => ({ rank, name, id: patientId }),
};

export function patientRoutes(app: App, deps: OpdRouteDeps): void {
  const { patients, merging, mayBook } = deps;
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
      const { allowDuplicate, ...given } = request.body;
      const by = staffContext(request, "opd.createPatient");
      const { patient, replayed } = await patients.create(by, given, allowDuplicate);
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
        summary: "Find patients by name, phone, external id, birth date or e-mail",
        description:
          "The best come first: the number itself, then words that begin as typed, then others that have it " +
          "somewhere. When few are found, names that are nearly the same follow.",
        querystring: page.extend({ q: text(0, 100).default("") }),
        response: { 200: listOf(schemas.patient), ...problems },
      },
    },
    async (request) => {
      const { q, ...asked } = request.query;
      const { orgId } = staffOf(request);
      const { items, nextCursor } = await pageOf(asked, byRelevance, (after, limit) =>
        patients.search(orgId, q, after, limit),
      );
      return { items: items.map(patientIn), nextCursor };
    },
  );
  app.get(
    "/v1/patients/:id",
    {
      config: { access: "opd:read" },
      schema: {
        ...about,
        summary: "One patient",
        description: "The id of a record that was merged leads to the record that is left.",
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
        description: "Tokens that are not over show the corrected name.",
        params: idParams,
        body: schemas.patientPatch,
        response: { 200: schemas.patient, ...problems },
      },
    },
    async (request) =>
      patients.change(staffContext(request, "opd.changePatient"), request.params.id, request.body),
  );
  app.get(
    "/v1/patients/:id/duplicates",
    {
      config: { access: "opd:read" },
      schema: {
        ...about,
        summary: "Records that may be of the same person",
        params: idParams,
        response: { 200: schemas.patients, ...problems },
      },
    },
    async (request) => ({
      items: await patients.duplicatesOf(staffOf(request).orgId, request.params.id),
    }),
  );
  app.post(
    "/v1/patients/:id/merge",
    {
      config: { access: "opd:operate" },
      schema: {
        ...about,
        summary: "Make two records of one person one",
        description:
          "Tokens, bookings and waits of the other record follow, in one transaction; its id leads here from then " +
          "on. Refused (`BOTH_HAVE_TOKENS`) when both have an active token for one date. `dryRun` says what " +
          "would come of it. It cannot be undone.",
        params: idParams,
        body: schemas.merge,
        response: { 200: schemas.merged, ...problems },
      },
    },
    async (request) => {
      const by = staffContext(request, "opd.mergePatients");
      const { dryRun, patientId, take } = request.body;
      const merge = { patientId, take: take as FieldName[] };
      const how = dryRun
        ? merging.preview(by, request.params.id, merge)
        : merging.merge(by, request.params.id, merge);
      return { dryRun, ...(await how) };
    },
  );
  familyRoutes(app, deps);
}

function familyRoutes(app: App, { patients }: OpdRouteDeps): void {
  const response = { 200: schemas.patients, ...problems };
  app.get(
    "/v1/patients/:id/family",
    {
      config: { access: "opd:read" },
      schema: { ...about, summary: "The others of a patient's family", params: idParams, response },
    },
    async (request) => ({
      items: await patients.family(staffOf(request).orgId, request.params.id),
    }),
  );
  app.post(
    "/v1/patients/:id/family",
    {
      config: { access: "opd:operate" },
      schema: {
        ...about,
        summary: "Make two patients a family",
        description: "The families of both become one, of at most 20 members.",
        params: idParams,
        body: z.strictObject({ patientId: id }).meta({ id: "FamilyMember" }),
        response,
      },
    },
    async (request) => {
      const by = staffContext(request, "opd.joinFamily");
      return { items: await patients.joinFamily(by, request.params.id, request.body.patientId) };
    },
  );
  app.delete(
    "/v1/patients/:id/family",
    {
      config: { access: "opd:operate" },
      schema: { ...about, summary: "Take a patient out of the family", params: idParams, response },
    },
    async (request) => {
      const by = staffContext(request, "opd.leaveFamily");
      return { items: await patients.leaveFamily(by, request.params.id) };
    },
  );
}
