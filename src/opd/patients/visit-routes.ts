// A patient's tokens over HTTP, past and to come.

import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { pageOf, type Order } from "../../http/paging.ts";
import { cursorMoment, id, idParams, listOf, page, problems } from "../../http/schemas.ts";
import type { Token } from "../core/rules.ts";
import { tokenView } from "../core/view.ts";
import type { OpdRouteDeps } from "../routes.ts";
import * as schemas from "./patient-schemas.ts";
import { tokensInUse, visitsOf, type PlaceInTime } from "./visits.ts";

const byTime: Order<Token, PlaceInTime> = {
  place: z.strictObject({ at: cursorMoment, id }),
  placeOf: ({ id: tokenId, data }) => ({ at: data.slotStart, id: tokenId }),
};

export function visitRoutes(app: App, { pool, patients, doctors }: OpdRouteDeps): void {
  app.get(
    "/v1/patients/:id/visits",
    {
      config: { access: "opd:read" },
      schema: {
        tags: ["Patients"],
        summary: "A patient's tokens, past and to come, the latest first",
        params: idParams,
        querystring: page,
        response: { 200: listOf(schemas.visit), ...problems },
      },
    },
    async (request) => {
      const { orgId } = staffOf(request);
      const { id: patientId } = await patients.find(orgId, request.params.id);
      const { items, nextCursor } = await pageOf(request.query, byTime, (after, limit) =>
        visits(orgId, patientId, after, limit),
      );
      const known = new Map((await doctors.doctors(orgId)).map((doctor) => [doctor.id, doctor]));
      const view = (token: Token) => {
        const doctor = known.get(token.data.doctorId);
        const { name: doctorName = "", timezone = "UTC" } = doctor ?? {};
        return { ...tokenView(token, null), doctorName, timezone };
      };
      return { items: items.map(view), nextCursor };
    },
  );

  async function visits(
    orgId: string,
    patientId: string,
    after: PlaceInTime | null,
    limit: number,
  ): Promise<Token[]> {
    const listed = await visitsOf(pool, orgId, patientId, after, limit);
    if (after !== null) return listed;
    const inUse = await tokensInUse(pool, orgId, patientId);
    const all = new Map([...listed, ...inUse].map((token) => [token.id, token]));
    return [...all.values()].toSorted(latestFirst).slice(0, limit);
  }
}

function latestFirst(a: Token, b: Token): number {
  return b.data.slotStart - a.data.slotStart || (a.id < b.id ? 1 : -1);
}
