// The pages, put together: built by vite, and absent in a server that only answers the API.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { App } from "../http/app.ts";
import { approximateNow, type Clock } from "../infra/clock.ts";
import { Refusal } from "../kernel/refusal.ts";
import { pageRoutes, type PageDeps } from "./routes.ts";

const distDir = fileURLToPath(new URL("../../dist/web", import.meta.url));

/** What somebody without an account may see; null or a refusal where there is nothing. */
export type PagePorts = Pick<
  PageDeps,
  "queuePublic" | "shopPublic" | "bookingPublic" | "visitorPage"
>;

export function pagesModule(on: { publicUrl: string; clock: Clock }, ports: PagePorts) {
  const { queuePublic, bookingPublic, ...others } = ports;
  return {
    name: "pages",
    routes: (app: App) =>
      existsSync(distDir)
        ? pageRoutes(app, {
            ...others,
            distDir,
            publicUrl: on.publicUrl,
            now: () => approximateNow(on.clock),
            queuePublic: (id) => queuePublic(id).catch(nullIfRefused),
            bookingPublic: (id) => bookingPublic(id).catch(nullIfRefused),
          })
        : undefined,
  };
}

function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
