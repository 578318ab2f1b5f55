// All addresses of the console. Pages behind `signedIn` need somebody; whoever is not signed in is
// sent to sign in and comes back to where they wanted to go.

import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { api } from "./api.ts";
import { Frame } from "./frame.tsx";
import { NotFoundPage, TroublePage } from "./pages/trouble-page.tsx";
import { whoIsSignedIn } from "./session.ts";

export interface RouterContext {
  client: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: TroublePage,
});

const start = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/queues", replace: true });
  },
});

const setup = createRoute({
  getParentRoute: () => root,
  path: "/setup",
  beforeLoad: async () => {
    if (!(await api.setupNeeded())) throw redirect({ to: "/sign-in", replace: true });
  },
  component: lazyRouteComponent(() => import("./pages/setup-page.tsx"), "SetupPage"),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search["next"] === "string" && /^\/(?!\/)/.test(search["next"])
      ? { next: search["next"] }
      : {},
  component: lazyRouteComponent(() => import("./pages/sign-in-page.tsx"), "SignInPage"),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: "/invite/$token",
  component: lazyRouteComponent(() => import("./pages/invite-page.tsx"), "InvitePage"),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: async ({ context, location }) => {
    const me = await whoIsSignedIn(context.client);
    if (me) return { me };
    if (await api.setupNeeded()) throw redirect({ to: "/setup", replace: true });
    const next = location.pathname === "/queues" ? undefined : location.href;
    throw redirect({ to: "/sign-in", search: next ? { next } : {}, replace: true });
  },
  component: Frame,
  errorComponent: TroublePage,
});

const queues = createRoute({
  getParentRoute: () => signedIn,
  path: "/queues",
  component: lazyRouteComponent(() => import("./pages/queues-page.tsx"), "QueuesPage"),
});

const desk = createRoute({
  getParentRoute: () => signedIn,
  path: "/queues/$queueId",
  component: lazyRouteComponent(() => import("./desk/desk-page.tsx"), "DeskPage"),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: "/queues/$queueId/settings",
  component: lazyRouteComponent(() => import("./pages/settings-page.tsx"), "SettingsPage"),
});

const poster = createRoute({
  getParentRoute: () => signedIn,
  path: "/queues/$queueId/poster",
  component: lazyRouteComponent(() => import("./pages/poster-page.tsx"), "PosterPage"),
});

const members = createRoute({
  getParentRoute: () => signedIn,
  path: "/members",
  component: lazyRouteComponent(() => import("./pages/members-page.tsx"), "MembersPage"),
});

const keys = createRoute({
  getParentRoute: () => signedIn,
  path: "/keys",
  component: lazyRouteComponent(() => import("./pages/keys-page.tsx"), "KeysPage"),
});

const tree = root.addChildren([
  start,
  setup,
  signIn,
  invite,
  signedIn.addChildren([queues, desk, settings, poster, members, keys]),
]);

export function makeRouter(client: QueryClient) {
  return createRouter({ routeTree: tree, context: { client }, defaultPreload: "intent" });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
