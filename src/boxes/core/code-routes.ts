// A pickup code as a picture: short, so that a scanner reads it from a phone held across the counter.

import type { App } from "../../http/app.ts";
import { holderRead } from "../../http/holder.ts";
import { contentOf, idParams, problems } from "../../http/schemas.ts";
import { refuse } from "../../kernel/refusal.ts";
import type { BoxRouteDeps } from "../routes.ts";

export function codeRoutes(app: App, { service, countTicketRead }: BoxRouteDeps): void {
  app.get(
    "/v1/reservations/:id/qr.svg",
    {
      config: { access: "holder" },
      schema: {
        tags: ["Box reservations"],
        summary: "QR code of the pickup code",
        params: idParams,
        response: { 200: contentOf("image/svg+xml", "A square of black and white"), ...problems },
      },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "boxes:read", countTicketRead);
      const { pickupCode } = await service.reservation(orgId, request.params.id);
      if (pickupCode === null) throw refuse("NOT_FOUND", "Without a box there is no code");
      const options = { type: "svg", margin: 1, errorCorrectionLevel: "M" } as const;
      const { default: QRCode } = await import("qrcode");
      const svg = await QRCode.toString(pickupCode, options);
      reply.type("image/svg+xml").header("cache-control", "no-store");
      return reply.serializer(String).send(svg);
    },
  );
}
