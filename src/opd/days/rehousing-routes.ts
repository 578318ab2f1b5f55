// Patients of an absent doctor move to colleagues and other days, over HTTP.

import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { staffContext } from "../../http/request-context.ts";
import { id, instant, moment, problems } from "../../http/schemas.ts";
import { instant as instantOf, tokenView } from "../core/view.ts";
import type { OpdRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";

const body = z
  .strictObject({
    tokenIds: z.array(id).min(1).max(500),
    doctorIds: z
      .array(id)
      .min(1)
      .max(20)
      .meta({ description: "Whose places, in this order where two are equally near" }),
    days: z
      .int()
      .min(0)
      .max(30)
      .default(0)
      .meta({ description: "How many days ahead, after the day of the token" }),
    away: z
      .strictObject({ doctorId: id, start: moment, end: moment })
      .refine(({ start, end }) => start < end, {
        path: ["end"],
        message: "must be after the start",
      })
      .optional()
      .meta({ description: "With dryRun: as if this doctor were away then" }),
    dryRun: z.boolean().default(false),
  })
  .refine(({ away, dryRun }) => dryRun || away === undefined, {
    path: ["away"],
    message: "is for a dry run: close the hours before anybody is moved",
  })
  .meta({ id: "FindPlaces" });

const response = z
  .strictObject({
    dryRun: z.boolean(),
    moved: z.int(),
    nowhere: z.int(),
    items: z.array(
      z.strictObject({
        token: schemas.token,
        outcome: z.enum(["moved", "nowhere", "unchanged"]),
        to: z
          .strictObject({ doctorId: id, date: z.string(), slotStart: instant, slotEnd: instant })
          .nullable(),
      }),
    ),
  })
  .meta({ id: "FoundPlaces" });

export function rehousingRoutes(app: App, { rehousings }: OpdRouteDeps): void {
  app.post(
    "/v1/opd/tokens/find-places",
    {
      config: { access: "opd:operate" },
      schema: {
        tags: ["OPD tokens"],
        summary: "Find places for those whose doctor is away",
        description:
          "For tokens that wait, or whose slot is no longer in the hours: the nearest free place of the same day with " +
          "one of the doctors, else on the next days. Each is moved in a commit of its own; those who have nowhere " +
          "to go stay as they are, and asking again moves nobody twice. `dryRun` says who would go where. `token` " +
          "is as it was before.",
        body,
        response: { 200: response, ...problems },
      },
    },
    async (request) => {
      const { dryRun, ...wanted } = request.body;
      const found = dryRun
        ? await rehousings.preview(staffOf(request), wanted)
        : await rehousings.move(staffContext(request, "opd.findPlaces"), wanted);
      const count = (outcome: string) => found.filter((one) => one.outcome === outcome).length;
      return {
        dryRun,
        moved: count("moved"),
        nowhere: count("nowhere"),
        items: found.map(({ token, outcome, to }) => ({
          token: tokenView(token, null),
          outcome,
          to: to && {
            doctorId: to.doctorId,
            date: to.date,
            slotStart: instantOf(to.start),
            slotEnd: instantOf(to.end),
          },
        })),
      };
    },
  );
}
