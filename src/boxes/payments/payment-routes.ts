// Paying online, over HTTP, and what Stripe tells us.

import { z } from "zod";
import type { App } from "../../http/app.ts";
import { holderRead, organisationOf } from "../../http/holder.ts";
import { keyOf } from "../../http/idempotency.ts";
import { idParams, problems } from "../../http/schemas.ts";
import { refuse } from "../refusals.ts";
import { payment } from "../schemas.ts";
import type { BoxRouteDeps } from "../routes.ts";
import { NotGenuine } from "./stripe-gateway.ts";

const about = { tags: ["Box payments"] };

const received = z.strictObject({ received: z.literal(true) });
const maxBytes = 262_144;

export async function paymentRoutes(
  app: App,
  { payments, countTicketRead }: BoxRouteDeps,
): Promise<void> {
  app.post(
    "/v1/reservations/:id/pay",
    {
      config: { access: "holder" },
      schema: {
        ...about,
        summary: "Pay online",
        description:
          "Where to pay for an ACTIVE reservation. The same answer each time; the hold runs on meanwhile.",
        params: idParams,
        response: { 200: payment, ...problems },
      },
    },
    async (request) => {
      keyOf(request, "boxes.pay"); // repeating it changes nothing, with a key or without
      const orgId = organisationOf(request, "boxes:operate");
      return payments.begin(orgId, request.params.id);
    },
  );
  app.get(
    "/v1/reservations/:id/payment",
    {
      config: { access: "holder" },
      schema: {
        ...about,
        summary: "How a payment stands",
        params: idParams,
        response: { 200: payment, ...problems },
      },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "boxes:read", countTicketRead);
      return payments.find(orgId, request.params.id);
    },
  );
  // The signature is over the bytes as they were sent. Waited for, so that routes are always in one order.
  await app.register(async (raw: App) => {
    raw.removeContentTypeParser("application/json");
    raw.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    raw.post(
      "/v1/payments/stripe/webhook",
      {
        config: { access: "public", signed: true },
        bodyLimit: maxBytes,
        schema: {
          ...about,
          summary: "For Stripe: events of payments",
          description: "Believed with a fresh Stripe-Signature only.",
          response: { 200: received, ...problems },
        },
      },
      async (request): Promise<z.infer<typeof received>> => {
        const signature = request.headers["stripe-signature"];
        if (typeof signature !== "string" || !Buffer.isBuffer(request.body)) throw notGenuine();
        try {
          await payments.onStripeEvent(request.body, signature);
        } catch (error) {
          throw error instanceof NotGenuine ? notGenuine() : error;
        }
        return { received: true };
      },
    );
  });
}

const notGenuine = () => refuse("WEBHOOK_NOT_GENUINE");
