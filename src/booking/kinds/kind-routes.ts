// Kinds of bookings, and what an organisation sets for them.

import { staffContext } from "../../http/request-context.ts";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { problems } from "../../http/schemas.ts";
import type { Kind, KindSettings } from "./kinds.ts";
import type { BookingRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";

const about = { tags: ["Bookings"] };

export function kindRoutes(app: App, { service }: BookingRouteDeps): void {
  app.get(
    "/v1/bookings/kinds",
    {
      config: { access: "bookings:read" },
      schema: {
        ...about,
        summary: "Kinds of bookings: what they need, and what is set for them",
        response: { 200: schemas.kindList, ...problems },
      },
    },
    async (request) => {
      const kinds = await service.kinds(staffOf(request).orgId);
      return { items: kinds.map(kindView) };
    },
  );

  app.put(
    "/v1/bookings/kinds/:kind",
    {
      config: { access: "bookings:manage" },
      schema: {
        ...about,
        summary: "Whether requests hold their time, who may ask, and how far ahead",
        params: schemas.kindParams,
        body: schemas.kindSettings,
        response: { 200: schemas.kindView, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "booking.setKind");
      const { answer, replayed } = await service.setKind(by, request.params.kind, request.body);
      markReplayed(reply, replayed);
      return kindView(answer);
    },
  );
}

function kindView({ kind, settings }: { kind: Kind; settings: KindSettings }) {
  const { name, title, needsPatient, takesToken, minutes, needs } = kind;
  return {
    kind: name,
    title,
    needsPatient,
    takesToken,
    minutes,
    needs: needs.map((need) => ({ ...need, types: [...need.types] })),
    ...settings,
  };
}
