// The waiting room's page. Opening it is joining: two hundred thousand people who come at once should
// not need a second request each. Everything is in the page; its script only asks, every few seconds,
// what has changed, and without a script the page loads itself again.

import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { BuiltPages, RoomState } from "./built-pages.ts";
import type { Shell } from "./shell.ts";

export interface RoomVisit {
  roomId: string;
  /** Where on the site the visitor wants to go. */
  returnTo: string | null;
  /** What ties the pass to the visitor's browser at the site. */
  bind: string | null;
  /** The signed place that this browser holds in its cookie. */
  place: string | null;
  address: string;
  userAgent: string | null;
  solution: { seed: string; nonce: string } | undefined;
  /** False: only look. */
  mayJoin: boolean;
  /** Wants to be in line again, after leaving or having been sent away. */
  again: boolean;
}

export interface RoomSight {
  state: Omit<RoomState, "language">;
  languages: readonly string[];
  /** To be kept by the browser. */
  place: string | null;
}

/** What the pages need of waiting rooms. */
export interface RoomVisits {
  /** How it stands for this visitor, who joins when they have no place yet; null without such a room. */
  enter(visit: RoomVisit): Promise<RoomSight | null>;
  /** Gives the place back; where on the site to go then, or null without such a room. */
  leave(visit: Pick<RoomVisit, "roomId" | "place" | "returnTo">): Promise<string | null>;
  /** The room that Queue-it's connectors name so. */
  ofConnector(customerId: string, eventId: string): Promise<string | null>;
}

export interface RoomPageDeps {
  visitorPage: RoomVisits;
  built: BuiltPages;
  secureCookies: boolean;
  notFound(reply: FastifyReply): FastifyReply;
  send(reply: FastifyReply, nonce: string, shell: Shell, siteUrl: string): FastifyReply;
}

type OnRoom = FastifyRequest<{
  Params: { id: string };
  Querystring: Record<string, unknown>;
}>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const route = {
  config: { access: "public" as const, ownLimit: true },
  schema: { hide: true },
  exposeHeadRoute: false, // nobody joins by asking whether the page is there
};
const placeSeconds = 7 * 24 * 60 * 60;
/** Says that this browser keeps cookies, before it has a place. */
const noPlaceYet = "none";

/** Answers with a page that asks whether to leave, and sends the answer to `action`. */
export type AskToLeave = (
  request: FastifyRequest,
  reply: FastifyReply,
  leaving: { roomId: string; returnTo: string | null; action: string },
) => Promise<FastifyReply>;

export function roomRoutes(app: FastifyInstance, deps: RoomPageDeps): AskToLeave {
  const { visitorPage, built } = deps;
  const files = built.filesOf("web/public/room.ts");

  app.get("/room/:id", route, async (request: OnRoom, reply) => {
    if (isPrefetch(request)) return reply.code(204).header("cache-control", "no-store").send();
    const sight = await enter(request, reply);
    if (!sight) return deps.notFound(reply);
    // Also for those without a script: whose turn it is goes on at once.
    const { goTo } = sight.state;
    if (goTo) return reply.header("cache-control", "no-store").redirect(goTo);
    // Asked for once: a page that is loaded again must not queue again.
    if ("again" in request.query)
      return reply.redirect(`/room/${request.params.id}${queryOf(request)}`);
    return show(request, reply, sight);
  });

  app.get("/room/:id/now", route, async (request: OnRoom, reply) => {
    reply.header("cache-control", "no-store");
    // Without its cookie every look would be another place in the line.
    const sight = await enter(request, reply, cookieOf(request) !== undefined);
    if (!sight) return deps.notFound(reply);
    return built.views.roomMoment(stateOf(request, sight));
  });

  withForms(app, (forms) => {
    forms.post("/room/:id/leave", route, async (request: OnRoom, reply) => {
      const { id } = request.params;
      const left = uuid.test(id) ? await visitorPage.leave(visitOf(request, false)) : null;
      if (left === null) return deps.notFound(reply);
      forgetPlace(reply, id);
      return reply.redirect(`/room/${id}/left${queryOf(request)}`, 303);
    });
  });

  // A page to stay on: the room's own would join again at once.
  app.get("/room/:id/left", route, async (request: OnRoom, reply) => {
    const sight = await visitorPage.enter(visitOf(request, false));
    if (!sight) return deps.notFound(reply);
    const state = { ...sight.state, kind: "left", pollSeconds: 0, goTo: null, challenge: null };
    return show(request, reply, { ...sight, state });
  });

  function show(
    request: OnRoom,
    reply: FastifyReply,
    sight: RoomSight,
    { id, leave }: { id: string; leave?: string } = request.params,
  ): FastifyReply {
    const state = stateOf(request, sight);
    const [path, query] = [`/room/${id}`, queryOf(request)];
    const paths = {
      leave: leave ?? `${path}/leave${query}`,
      again: `${path}${query || "?"}&again`,
    };
    const { moment, style, ...page } = built.views.renderRoom(state, paths);
    const nonce = randomBytes(16).toString("base64");
    const shell: Shell = {
      ...page,
      ...files,
      style,
      nonce,
      reloadSeconds: state.pollSeconds,
      data: { nowUrl: `${path}/now${query || "?"}`, moment },
    };
    return deps.send(reply, nonce, shell, state.siteUrl);
  }

  async function enter(
    request: OnRoom,
    reply: FastifyReply,
    mayJoin = true,
  ): Promise<RoomSight | null> {
    if (!uuid.test(request.params.id)) return null;
    const visit = visitOf(request, mayJoin);
    const sight = await visitorPage.enter(visit);
    if (!sight) return null;
    const held = cookieOf(request);
    const place = sight.place ?? (held === undefined ? noPlaceYet : null);
    if (place !== null && place !== held) {
      reply.setCookie(cookieName(visit.roomId), place, {
        path: "/",
        httpOnly: true,
        sameSite: "lax",
        secure: deps.secureCookies,
        maxAge: placeSeconds,
      });
    }
    return sight;
  }

  function stateOf(request: OnRoom, { state, languages }: RoomSight): RoomState {
    const wished = request.query["lang"];
    const accepted = typeof wished === "string" ? wished : request.headers["accept-language"];
    return { ...state, language: built.views.chooseRoomLanguage(accepted, languages) };
  }

  return async (request, reply, { roomId, returnTo, action }) => {
    const onRoom = request as OnRoom;
    const place = placeIn(request, roomId);
    const sight = await visitorPage.enter({ ...visitOf(onRoom, false), roomId, place, returnTo });
    if (!sight) return deps.notFound(reply);
    const state = { ...sight.state, kind: "leaving", pollSeconds: 0, goTo: null, challenge: null };
    reply.header("cache-control", "no-store");
    return show(onRoom, reply, { ...sight, state }, { id: roomId, leave: action });
  };
}

/** Forms without a field, which a page without scripts can send. */
export function withForms(app: FastifyInstance, routes: (forms: FastifyInstance) => void): void {
  void app.register(async (forms) => {
    const plain = "application/x-www-form-urlencoded";
    forms.addContentTypeParser(plain, { parseAs: "string" }, (_request, _body, done) => done(null));
    routes(forms);
  });
}

const cookieName = (roomId: string) => `tk_place_${roomId}`;
const cookieOf = (request: OnRoom) => request.cookies[cookieName(request.params.id)];

/** The signed place that this browser holds in a room. */
export function placeIn(request: FastifyRequest, roomId: string): string | null {
  const place = request.cookies[cookieName(roomId)];
  return place === undefined || place === noPlaceYet ? null : place;
}

export function forgetPlace(reply: FastifyReply, roomId: string): void {
  reply.clearCookie(cookieName(roomId), { path: "/" });
}

function visitOf(request: OnRoom, mayJoin: boolean): RoomVisit {
  const { query } = request;
  const text = (name: string) => {
    const value = query[name];
    return typeof value === "string" && value.length <= 2_000 ? value : null;
  };
  const [seed, nonce, bind] = [text("seed"), text("nonce"), text("bind")];
  return {
    roomId: request.params.id,
    returnTo: text("returnTo"),
    bind: bind !== null && /^[\w-]{43}$/.test(bind) ? bind : null,
    place: placeIn(request, request.params.id),
    address: request.network,
    userAgent: request.headers["user-agent"] ?? null,
    solution: seed !== null && nonce !== null ? { seed, nonce } : undefined,
    mayJoin,
    again: "again" in query,
  };
}

/** What goes along from page to page. */
function queryOf(request: OnRoom): string {
  const query = new URLSearchParams();
  for (const name of ["returnTo", "bind", "lang"]) {
    const value = request.query[name];
    if (typeof value === "string") query.set(name, value);
  }
  return query.size === 0 ? "" : `?${query.toString()}`;
}

function isPrefetch({ headers }: OnRoom): boolean {
  return /prefetch|prerender/.test(String(headers["sec-purpose"] ?? headers["purpose"] ?? ""));
}
