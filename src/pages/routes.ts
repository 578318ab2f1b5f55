// The pages: public ones, rendered here, and the console, one shell for all its paths.
// A strict Content-Security-Policy forbids every script that is not one of our files.

import { randomBytes } from "node:crypto";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  readBuiltPages,
  type EntryFiles,
  type PublicBookingPage,
  type PublicQueue,
  type RenderedPage,
} from "./built-pages.ts";
import { onError, toRefusal } from "../http/problem.ts";
import { favicon } from "./favicon.ts";
import { connectorRoutes, roomOfConnector } from "./connector-routes.ts";
import { roomRoutes, type RoomVisits } from "./room-routes.ts";
import { renderShell, type Shell } from "./shell.ts";

export interface PageDeps {
  /** dist/web, as built by `vite build`. */
  distDir: string;
  publicUrl: string;
  now(): number;
  queuePublic(id: string): Promise<PublicQueue | null>;
  /** What the boxes' shop page of an organisation shows. */
  shopPublic(organisationId: string, town: string | null): Promise<object | null>;
  /** To the waiting rooms. */
  visitorPage: RoomVisits;
  bookingPublic(id: string): Promise<PublicBookingPage | null>;
}

const consolePaths = [
  "/",
  "/sign-in",
  "/setup",
  "/invite/:token",
  "/queues",
  "/queues/:id",
  "/queues/:id/settings",
  "/queues/:id/poster",
  "/opd",
  "/opd/doctor/:id",
  "/opd/settings",
  "/patients",
  "/patients/:id",
  "/calendar",
  "/calendar/requests",
  "/calendar/waitlist",
  "/calendar/pages",
  "/resources",
  "/resources/:id",
  "/resources/:id/queue",
  "/boxes",
  "/boxes/:id",
  "/boxes/:id/templates",
  "/boxes/:id/history",
  "/boxes/:id/settings",
  "/rooms",
  "/rooms/:id",
  "/rooms/:id/settings",
  "/members",
  "/account",
  "/keys",
];

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Who asks makes no difference, so nobody is looked up: files and shells come without the database. */
const route = { config: { access: "public" as const, ownKey: true }, schema: { hide: true } };
const maxOnHallBoard = 60;
/** Spread, so that a database that comes back is not met by everybody at once. */
const reloadSeconds = { least: 3, spread: 5 };
const oneYearMs = 365 * 24 * 60 * 60 * 1_000;

export async function pageRoutes(app: FastifyInstance, deps: PageDeps): Promise<void> {
  // Of their own, since errors are told to people here.
  await app.register((pages) => routes(pages, deps));
}

async function routes(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const built = await readBuiltPages(deps.distDir);
  const { views, filesOf } = built;
  const files = {
    console: filesOf("web/console/main.tsx"),
    join: filesOf("web/public/join.tsx"),
    ticket: filesOf("web/public/ticket.tsx"),
    board: filesOf("web/public/board.tsx"),
    token: filesOf("web/public/token.tsx"),
    hall: filesOf("web/public/hall.tsx"),
    shop: filesOf("web/public/shop.tsx"),
    reservation: filesOf("web/public/reservation.tsx"),
    booking: filesOf("web/public/booking.tsx"),
    request: filesOf("web/public/request.tsx"),
    wait: filesOf("web/public/wait.tsx"),
    page: filesOf("web/public/page.css"),
  };

  app.setErrorHandler((error, request, reply) => {
    const isAway = toRefusal(error)?.code === "DATABASE_AWAY";
    return isAway && isForPeople(request)
      ? unreachable(request, reply)
      : onError(error, request, reply);
  });

  // `serve: false`: the plugin's own routes would carry no access rule.
  await app.register(staticFiles, { root: join(deps.distDir, "assets"), serve: false });
  app.get("/assets/*", route, (request, reply) => {
    const { "*": file } = request.params as { "*": string };
    return reply.sendFile(file, { maxAge: oneYearMs, immutable: true });
  });
  app.get("/favicon.svg", route, (_request, reply) =>
    reply.type("image/svg+xml").header("cache-control", "public, max-age=86400").send(favicon),
  );
  app.get("/favicon.ico", route, (_request, reply) => reply.redirect("/favicon.svg", 301));

  async function findQueue(request: FastifyRequest): Promise<PublicQueue | null> {
    const { id } = request.params as { id: string };
    return uuid.test(id) ? deps.queuePublic(id) : null;
  }

  app.get("/q/:id", route, async (request, reply) => {
    const queue = await findQueue(request);
    if (!queue) return notFound(reply);
    return sendPublic(reply, views.renderJoin(queue), files.join, { data: { queue } });
  });

  app.get("/board/:id", route, async (request, reply) => {
    const queue = await findQueue(request);
    if (!queue) return notFound(reply);
    return sendPublic(reply, views.renderBoard(queue), files.board, {
      data: { queue },
      theme: themeOf(request),
    });
  });

  app.get("/opd/board", route, (request, reply) => {
    const { doctors } = request.query as { doctors?: unknown };
    const doctorIds = typeof doctors === "string" ? doctors.split(",") : [];
    const isRight = doctorIds.length > 0 && doctorIds.length <= maxOnHallBoard;
    if (!isRight || !doctorIds.every((id) => uuid.test(id))) return notFound(reply);
    return sendPublic(reply, views.renderHall(doctorIds), files.hall, {
      data: { doctorIds },
      theme: themeOf(request),
    });
  });

  app.get("/t/:id", route, (request, reply) => {
    const { id } = request.params as { id: string };
    if (!uuid.test(id)) return notFound(reply);
    return sendPublic(reply, views.renderTicket(), files.ticket, { data: { ticketId: id } });
  });

  app.get("/k/:id", route, (request, reply) => {
    const { id } = request.params as { id: string };
    if (!uuid.test(id)) return notFound(reply);
    return sendPublic(reply, views.renderToken(), files.token, { data: { tokenId: id } });
  });

  app.get("/shop/:id", route, async (request, reply) => {
    const { id } = request.params as { id: string };
    const { town } = request.query as { town?: unknown };
    const shop = uuid.test(id)
      ? await deps.shopPublic(id, typeof town === "string" ? town : null)
      : null;
    if (!shop) return notFound(reply);
    const data = { shop, now: deps.now(), locale: localeOf(request) };
    return sendPublic(reply, views.renderShop(data), files.shop, { data });
  });

  // Under /r/, since a worker may only keep what lies beside it.
  const worker = filesOf("web/public/offline.ts").scripts[0]!.replace("/assets/", "");
  app.get("/r/offline.js", route, (_request, reply) =>
    reply.sendFile(worker, { cacheControl: false, maxAge: 0 }),
  );

  app.get("/r/:id", route, (request, reply) => {
    const { id } = request.params as { id: string };
    if (!uuid.test(id)) return notFound(reply);
    return sendPublic(reply, views.renderReservation(), files.reservation, {
      data: { reservationId: id },
    });
  });

  const askToLeave = roomRoutes(app, {
    visitorPage: deps.visitorPage,
    built,
    secureCookies: deps.publicUrl.startsWith("https:"),
    notFound,
    // Leaving and joining again can end on the site, and browsers check forms to their end.
    send: (reply, nonce, shell, siteUrl) => send(reply, 200, nonce, shell, new URL(siteUrl).origin),
  });

  app.get("/book/:id", route, async (request, reply) => {
    const { id } = request.params as { id: string };
    const page = uuid.test(id) ? await deps.bookingPublic(id) : null;
    if (!page) return notFound(reply);
    return sendPublic(reply, views.renderBooking(page), files.booking, { data: { page } });
  });

  app.get("/booking/:id", route, (request, reply) => {
    const { id } = request.params as { id: string };
    if (!uuid.test(id)) return notFound(reply);
    return sendPublic(reply, views.renderRequest(), files.request, { data: { bookingId: id } });
  });

  app.get("/waitlist/:id", route, (request, reply) => {
    const { id } = request.params as { id: string };
    if (!uuid.test(id)) return notFound(reply);
    return sendPublic(reply, views.renderWait(), files.wait, { data: { waitId: id } });
  });

  for (const path of consolePaths) {
    app.get(path, route, async (request, reply) => {
      if (path === "/") {
        const room = await roomOfConnector(request, deps.visitorPage);
        if (room) return reply.redirect(room);
      }
      const nonce = randomBytes(16).toString("base64");
      return send(reply, 200, nonce, {
        lang: "en",
        title: "Turnkeeper",
        body: "",
        noScript: "The console needs JavaScript.",
        nonce,
        publicUrl: deps.publicUrl,
        ...files.console,
      });
    });
  }

  connectorRoutes(app, { visitorPage: deps.visitorPage, askToLeave, notFound });

  // Any other address: a page for people, the API's own answer for programs.
  app.get("/*", route, (request, reply) => {
    if (!isForPeople(request) || /^\/v1(\/|$)/.test(request.url)) return reply.callNotFound();
    return notFound(reply);
  });

  function notFound(reply: FastifyReply) {
    const page = views.renderNotFound();
    return send(reply, 404, null, { ...page, ...files.page });
  }

  function unreachable(request: FastifyRequest, reply: FastifyReply) {
    const path = request.url.split("?", 1)[0]!;
    const page = views.renderUnreachable(
      path.startsWith("/room/"),
      request.headers["accept-language"],
    );
    const seconds = reloadSeconds.least + Math.floor(Math.random() * reloadSeconds.spread);
    reply.header("retry-after", String(seconds));
    return send(reply, 503, null, {
      ...page,
      ...files.page,
      reloadSeconds: seconds,
      // A form that was sent is not sent again without its sender: the page it stood on comes back.
      ...(request.method === "GET" ? {} : { reloadFrom: path.replace(/\/leave$/, "") }),
    });
  }

  function sendPublic(
    reply: FastifyReply,
    page: RenderedPage,
    entry: EntryFiles,
    more: Pick<Shell, "data" | "theme">,
  ) {
    return send(reply, 200, null, { ...page, ...entry, ...more });
  }
}

function isForPeople(request: FastifyRequest): boolean {
  return request.headers.accept?.includes("text/html") ?? false;
}

/** A screen on a wall is set once, by its address. */
function themeOf(request: FastifyRequest): "light" | "dark" | undefined {
  const { theme } = request.query as { theme?: unknown };
  return theme === "light" || theme === "dark" ? theme : undefined;
}

/** How the visitor's language writes prices and times, so that the first drawing has it right. */
function localeOf(request: FastifyRequest): string {
  const [first = ""] = (request.headers["accept-language"] ?? "").split(/[,;]/);
  try {
    return Intl.getCanonicalLocales(first.trim())[0] ?? "en";
  } catch {
    return "en";
  }
}

function send(
  reply: FastifyReply,
  status: number,
  nonce: string | null,
  shell: Shell,
  formsTo?: string,
) {
  return reply
    .code(status)
    .type("text/html; charset=utf-8")
    .header("content-security-policy", policy(nonce, formsTo))
    .header("referrer-policy", "no-referrer")
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "no-cache")
    .send(renderShell(shell));
}

/** The nonce is for the few style elements that the console's dialogs add; scripts get none. */
function policy(nonce: string | null, formsTo = ""): string {
  const styles = nonce ? `'self' 'nonce-${nonce}'` : "'self'";
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `form-action 'self' ${formsTo}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
