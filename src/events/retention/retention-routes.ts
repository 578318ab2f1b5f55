// How long data is kept, over HTTP.

import type pg from "pg";
import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { staffContext } from "../../http/request-context.ts";
import { instant, problems, text } from "../../http/schemas.ts";
import { classes, classNames, maxDays, type ClassName } from "./classes.ts";
import { changeDays, readRetention, setHold, type Retention } from "./settings.ts";
import type { Preview, Sweeper } from "./sweeper.ts";

const daysOf = (name: ClassName) =>
  z
    .int()
    .min(classes[name].least)
    .max(maxDays)
    .nullable()
    .meta({ description: `Of ${classes[name].about}; null: for ever` });

const days = z
  .strictObject(
    Object.fromEntries(classNames.map((name) => [name, daysOf(name)])) as Record<
      ClassName,
      ReturnType<typeof daysOf>
    >,
  )
  .meta({ id: "RetentionDays", description: "How many days each class of data is kept" });

const patch = days.partial().meta({ id: "RetentionPatch" });

const retentionSchema = z
  .strictObject({
    days,
    hold: z
      .strictObject({ reason: z.string(), since: instant, by: z.string() })
      .nullable()
      .meta({ description: "A legal hold: nothing is deleted or erased" }),
  })
  .meta({ id: "Retention" });

const previewSchema = z
  .strictObject({
    hold: z.boolean().meta({ description: "Nothing goes while there is a legal hold" }),
    items: z.array(
      z.strictObject({
        class: z.enum(classNames as [ClassName, ...ClassName[]]),
        days: z.int().nullable(),
        before: instant.nullable().meta({ description: "What ended before then goes" }),
        rows: z.int(),
        events: z.int(),
        oldest: instant.nullable(),
      }),
    ),
  })
  .meta({ id: "RetentionPreview" });

export interface RetentionRouteDeps {
  pool: pg.Pool;
  sweeper: Pick<Sweeper, "preview">;
}

export function retentionRoutes(app: App, { pool, sweeper }: RetentionRouteDeps): void {
  const tags = ["Retention"];
  app.get(
    "/v1/organisation/retention",
    {
      config: { access: "org:manage" },
      schema: {
        tags,
        summary: "How long the organisation keeps its data",
        response: { 200: retentionSchema, ...problems },
      },
    },
    async (request) => retentionView(await readRetention(pool, staffOf(request).orgId)),
  );

  app.patch(
    "/v1/organisation/retention",
    {
      config: { access: "org:own" },
      schema: {
        tags,
        summary: "Change how long data is kept",
        description: "Classes that are not named stay as they are.",
        body: patch.refine((given) => Object.keys(given).length > 0, "names nothing to change"),
        response: { 200: retentionSchema, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "changeRetention");
      const { answer, replayed } = await changeDays(pool, by, request.body);
      markReplayed(reply, replayed);
      return retentionView(answer);
    },
  );

  app.put(
    "/v1/organisation/retention/hold",
    {
      config: { access: "org:own" },
      schema: {
        tags,
        summary: "Set or lift a legal hold",
        description:
          "While it is on, nothing is deleted because of its age, and nobody is erased (`LEGAL_HOLD`).",
        body: z.strictObject({ on: z.boolean(), reason: text(1, 500) }),
        response: { 200: retentionSchema, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "setLegalHold");
      const { answer, replayed } = await setHold(pool, by, request.body);
      markReplayed(reply, replayed);
      return retentionView(answer);
    },
  );

  app.post(
    "/v1/organisation/retention/preview",
    {
      config: { access: "org:manage" },
      schema: {
        tags,
        summary: "What would be deleted now",
        description: "With `days`, as if that were set. Nothing is deleted.",
        body: z.strictObject({ days: patch.optional() }).nullish(),
        response: { 200: previewSchema, ...problems },
      },
    },
    async (request) => {
      const { orgId } = staffOf(request);
      const found = await sweeper.preview(orgId, request.body?.days ?? {});
      const { hold } = await readRetention(pool, orgId);
      return { hold: hold !== null, items: found.map(previewView) };
    },
  );
}

function retentionView({ days: kept, hold }: Retention) {
  return { days: kept, hold: hold && { ...hold, since: new Date(hold.since).toISOString() } };
}

function previewView({ before, oldest, ...rest }: Preview) {
  return {
    ...rest,
    before: before?.toISOString() ?? null,
    oldest: oldest?.toISOString() ?? null,
  };
}
