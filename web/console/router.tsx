// All addresses of the console. Pages behind `signedIn` need somebody; a visitor who is not signed in is
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

interface ReceptionSearch {
  doctor?: string;
  date?: string;
  slot?: string;
  token?: string;
}

const reception = createRoute({
  getParentRoute: () => signedIn,
  path: "/opd",
  validateSearch: (search: Record<string, unknown>): ReceptionSearch => {
    const text = (name: keyof ReceptionSearch, shape: RegExp) => {
      const value = search[name];
      return typeof value === "string" && shape.test(value) ? { [name]: value } : {};
    };
    return {
      ...text("doctor", /^[\da-f-]{36}$/),
      ...text("date", /^\d{4}-\d\d-\d\d$/),
      ...text("slot", /^[\dT:.Z-]+$/),
      ...text("token", /^[\da-f-]{36}$/),
    };
  },
  component: lazyRouteComponent(() => import("./opd/reception-page.tsx"), "ReceptionPage"),
});

const doctor = createRoute({
  getParentRoute: () => signedIn,
  path: "/opd/doctor/$doctorId",
  component: lazyRouteComponent(() => import("./opd/doctor-page.tsx"), "DoctorPage"),
});

const opdSettings = createRoute({
  getParentRoute: () => signedIn,
  path: "/opd/settings",
  component: lazyRouteComponent(() => import("./opd/opd-settings-page.tsx"), "OpdSettingsPage"),
});

const patients = createRoute({
  getParentRoute: () => signedIn,
  path: "/patients",
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    typeof q === "string" && q !== "" && q.length <= 100 ? { q } : {},
  component: lazyRouteComponent(() => import("./patients/patients-page.tsx"), "PatientsPage"),
});

const patient = createRoute({
  getParentRoute: () => signedIn,
  path: "/patients/$patientId",
  component: lazyRouteComponent(() => import("./patients/patient-page.tsx"), "PatientPage"),
});

interface CalendarSearch {
  view?: "week" | "list" | undefined;
  date?: string | undefined;
  /** Which resources, with commas between; all unless said. */
  show?: string | undefined;
  /** Whose week. */
  of?: string | undefined;
}

const calendar = createRoute({
  getParentRoute: () => signedIn,
  path: "/calendar",
  validateSearch: (search: Record<string, unknown>): CalendarSearch => {
    const { view, date, show, of } = search;
    const isText = (value: unknown, shape: RegExp): value is string =>
      typeof value === "string" && shape.test(value);
    return {
      ...((view === "week" || view === "list") && { view }),
      ...(isText(date, /^\d{4}-\d\d-\d\d$/) && { date }),
      ...(isText(show, /^[\da-f,-]+$/) && { show }),
      ...(isText(of, /^[\da-f-]{36}$/) && { of }),
    };
  },
  component: lazyRouteComponent(() => import("./booking/calendar-page.tsx"), "CalendarPage"),
});

const requests = createRoute({
  getParentRoute: () => signedIn,
  path: "/calendar/requests",
  component: lazyRouteComponent(() => import("./booking/inbox-page.tsx"), "InboxPage"),
});

const waitlist = createRoute({
  getParentRoute: () => signedIn,
  path: "/calendar/waitlist",
  component: lazyRouteComponent(() => import("./booking/waitlist-page.tsx"), "WaitlistPage"),
});

const bookingPages = createRoute({
  getParentRoute: () => signedIn,
  path: "/calendar/pages",
  component: lazyRouteComponent(() => import("./booking/pages-page.tsx"), "BookingPagesPage"),
});

const resources = createRoute({
  getParentRoute: () => signedIn,
  path: "/resources",
  validateSearch: (search: Record<string, unknown>): { new?: "doctor" } =>
    search["new"] === "doctor" ? { new: "doctor" } : {},
  component: lazyRouteComponent(() => import("./resources/resources-page.tsx"), "ResourcesPage"),
});

const resource = createRoute({
  getParentRoute: () => signedIn,
  path: "/resources/$resourceId",
  component: lazyRouteComponent(() => import("./resources/resource-page.tsx"), "ResourcePage"),
});

const resourceQueue = createRoute({
  getParentRoute: () => signedIn,
  path: "/resources/$resourceId/queue",
  component: lazyRouteComponent(() => import("./booking/queue-page.tsx"), "QueuePage"),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: "/account",
  component: lazyRouteComponent(() => import("./pages/account-page.tsx"), "AccountPage"),
});

const boxes = createRoute({
  getParentRoute: () => signedIn,
  path: "/boxes",
  validateSearch: (search: Record<string, unknown>): { all?: true } =>
    search["all"] === true ? { all: true } : {},
  component: lazyRouteComponent(() => import("./boxes/merchants-page.tsx"), "MerchantsPage"),
});

const boxCounter = createRoute({
  getParentRoute: () => signedIn,
  path: "/boxes/$merchantId",
  component: lazyRouteComponent(() => import("./boxes/counter-page.tsx"), "CounterPage"),
});

const boxTemplates = createRoute({
  getParentRoute: () => signedIn,
  path: "/boxes/$merchantId/templates",
  component: lazyRouteComponent(() => import("./boxes/templates-page.tsx"), "TemplatesPage"),
});

const boxHistory = createRoute({
  getParentRoute: () => signedIn,
  path: "/boxes/$merchantId/history",
  validateSearch: (search: Record<string, unknown>): { to?: string } => {
    const { to } = search;
    return typeof to === "string" && /^\d{4}-\d\d-\d\d$/.test(to) ? { to } : {};
  },
  component: lazyRouteComponent(() => import("./boxes/history-page.tsx"), "HistoryPage"),
});

const boxSettings = createRoute({
  getParentRoute: () => signedIn,
  path: "/boxes/$merchantId/settings",
  component: lazyRouteComponent(
    () => import("./boxes/merchant-settings-page.tsx"),
    "MerchantSettingsPage",
  ),
});

const rooms = createRoute({
  getParentRoute: () => signedIn,
  path: "/rooms",
  component: lazyRouteComponent(() => import("./rooms/rooms-page.tsx"), "RoomsPage"),
});

const room = createRoute({
  getParentRoute: () => signedIn,
  path: "/rooms/$roomId",
  component: lazyRouteComponent(() => import("./rooms/room-page.tsx"), "RoomPage"),
});

const roomSettings = createRoute({
  getParentRoute: () => signedIn,
  path: "/rooms/$roomId/settings",
  component: lazyRouteComponent(() => import("./rooms/room-settings-page.tsx"), "RoomSettingsPage"),
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
  signedIn.addChildren([
    queues,
    desk,
    settings,
    poster,
    reception,
    doctor,
    opdSettings,
    patients,
    patient,
    calendar,
    requests,
    waitlist,
    bookingPages,
    resources,
    resource,
    resourceQueue,
    account,
    boxes,
    boxCounter,
    boxTemplates,
    boxHistory,
    boxSettings,
    rooms,
    room,
    roomSettings,
    members,
    keys,
  ]),
]);

export function makeRouter(client: QueryClient) {
  return createRouter({ routeTree: tree, context: { client }, defaultPreload: "intent" });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
