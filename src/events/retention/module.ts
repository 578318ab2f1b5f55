// Retention, put together: what the parts of the server call history, and what the log itself holds.

import type { App } from "../../http/app.ts";
import { answers } from "./answers.ts";
import { auditOf } from "./audit.ts";
import type { DataClass } from "./classes.ts";
import { retentionRoutes } from "./retention-routes.ts";
import { Sweeper, type SweeperDeps } from "./sweeper.ts";

export function retentionModule(on: Omit<SweeperDeps, "classes">, histories: readonly DataClass[]) {
  const classes = [...histories, answers, auditOf(["opd", "boxes"])];
  const sweeper = new Sweeper({ ...on, classes });
  return {
    name: "retention",
    sweeper,
    routes: (app: App) => retentionRoutes(app, { pool: on.pool, sweeper }),
    services: [{ name: "retention", start: () => sweeper.start(), stop: () => sweeper.close() }],
  };
}
