// What is held of one person, over HTTP.

import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { actorOf, staffOf } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { id, opaque, problems, text } from "../http/schemas.ts";
import { identifiers, type Ending } from "./person.ts";
import type { People, Wanted } from "./people.ts";

const identifier = {
  patientId: id.optional(),
  phone: z
    .string()
    .trim()
    .regex(/^(?=(\D*\d){5})\+?[\d ()./-]{5,24}$/, "must be a phone number")
    .optional(),
  email: z.email().max(254).optional(),
  userId: text(1, 100).optional().meta({ description: "The shop's own id of somebody" }),
};

const isOne = (given: object) =>
  identifiers.filter((name) => (given as Record<string, unknown>)[name] !== undefined).length === 1;
const one = `needs exactly one of ${identifiers.join(", ")}`;

const counts = z.record(z.string(), z.int()).meta({ description: "How many of each kind" });
const open = z.array(z.strictObject({ kind: z.string(), id, status: z.string() }));

const erasure = z
  .strictObject({
    dryRun: z.boolean(),
    erased: counts,
    open: open.meta({ description: "What is not over, of a dry run" }),
  })
  .meta({ id: "Erasure" });

const exported = z
  .record(z.string(), z.array(z.record(z.string(), z.unknown())))
  .meta({ id: "PersonalData", description: "What is held of the person, by kind" });

export function peopleRoutes(app: App, people: People): void {
  const tags = ["People"];
  app.post(
    "/v1/people/erase",
    {
      config: { access: "org:own" },
      schema: {
        tags,
        summary: "Erase who somebody is",
        description:
          "Names, phone numbers, e-mail addresses, notes and addresses of the person who is found by exactly " +
          "one of these are taken out; rows and events stay, so that counts stay right. All of it in " +
          "one transaction. What is not over is refused (`PERSON_ACTIVE`, with what is `open`), or " +
          "ended first with `endActive`; members are removed by hand. Doing it again changes nothing.",
        body: z
          .strictObject({
            ...identifier,
            endActive: z.boolean().default(false),
            dryRun: z.boolean().default(false),
          })
          .refine(isOne, one),
        response: { 200: erasure, ...problems },
      },
    },
    async (request) => {
      const { endActive, dryRun, ...given } = request.body;
      const by = endingBy(request);
      if (dryRun) return { dryRun, ...(await people.look(by.orgId, wantedOf(given))) };
      return { dryRun, erased: await people.erase(by, wantedOf(given), endActive), open: [] };
    },
  );

  const exporting = {
    tags,
    summary: "What is held of somebody, over all products",
    response: { 200: exported, ...problems },
  };
  app.post(
    "/v1/people/export",
    {
      config: { access: "org:own" },
      schema: {
        ...exporting,
        description: "Found by exactly one of these, which no address or log shows.",
        body: z.strictObject(identifier).refine(isOne, one),
      },
    },
    (request) => people.export(endingBy(request), wantedOf(request.body)),
  );
  app.get(
    "/v1/people/export",
    {
      config: { access: "org:own" },
      schema: {
        ...exporting,
        description: "The same. Proxies may log addresses: prefer POST for phones and e-mail.",
        querystring: z
          .strictObject({ ...identifier, patientId: opaque(40).optional() })
          .refine(isOne, one),
      },
    },
    (request) => people.export(endingBy(request), wantedOf(request.query)),
  );
}

function endingBy(request: FastifyRequest): Ending {
  const caller = staffOf(request);
  return { orgId: caller.orgId, actor: actorOf(caller), requestId: request.id, caller };
}

function wantedOf(given: { [K in keyof typeof identifier]?: string | undefined }): Wanted {
  const by = identifiers.find((name) => given[name] !== undefined)!;
  return { by, value: given[by]! };
}
