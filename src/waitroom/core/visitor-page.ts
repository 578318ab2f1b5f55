// The room's own page: opening it is joining, and coming back finds one's place. This file collects what the
// page needs to know; how it looks and what it says is up to the page.

import { approximateNow, type Clock } from "../../infra/clock.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Challenge, Solution } from "./challenge.ts";
import type { JoinGuard } from "./join-guard.ts";
import { knownUserParameter, knownUserToken } from "../passes/known-user.ts";
import { returnAddress, siteOf, withParameter } from "../passes/return-address.ts";
import type { Room, Rooms } from "./rooms.ts";
import { passSeconds } from "./rules.ts";
import type { WaitroomService } from "./service.ts";
import { drawView, type PositionView } from "./view.ts";

export interface DoorDeps {
  rooms: Rooms;
  service: WaitroomService;
  guard: JoinGuard;
  clock: Clock;
  publicUrl: string;
}

export interface DoorVisit {
  roomId: string;
  returnTo: string | null;
  bind: string | null;
  place: string | null;
  address: string;
  solution: Solution | undefined;
  mayJoin: boolean;
  /** Wants to be in line again, after leaving or having been sent away. */
  again: boolean;
}

/** What keeps somebody out of the line for now, and what the page says of it. */
const hindrances: Partial<Record<string, string>> = {
  ROOM_CLOSED: "closed",
  ROOM_FULL: "full",
  RATE_LIMITED: "busy",
  CHALLENGE_NEEDED: "challenge",
};
const lookAgainSeconds = 10;
/** Somebody who was sent away or left does not join again by a page that is still open. */
const staysOut = new Set(["TERMINATED", "CANCELLED"]);

export class VisitorPage {
  readonly #deps: DoorDeps;

  constructor(deps: DoorDeps) {
    this.#deps = deps;
  }

  async enter(visit: DoorVisit) {
    const room = await this.#room(visit.roomId);
    if (!room) return null;
    const outside = (kind: string, challenge: Challenge | null = null) =>
      this.#sight(room, visit, null, { kind, challenge });
    try {
      const view = await this.#stand(room, visit);
      return view ? await this.#seen(room, visit, view) : outside("cookies");
    } catch (error) {
      const kind = error instanceof Refusal ? hindrances[error.code] : undefined;
      if (!kind) throw error;
      return outside(
        kind,
        ((error as Refusal).extra["challenge"] as Challenge | undefined) ?? null,
      );
    }
  }

  /** Gives the place back; where on the site to go then, or null without such a room. */
  async leave({
    roomId,
    place,
    returnTo,
  }: Pick<DoorVisit, "roomId" | "place" | "returnTo">): Promise<string | null> {
    const room = await this.#room(roomId);
    if (!room) return null;
    const id = this.#deps.service.positionOf(room, place);
    if (id !== null) {
      const { service } = this.#deps;
      const held = await service.look(room, id, { beat: false, place: place! }).catch(nullIfGone);
      const act = held?.status === "ACTIVE" ? "complete" : "cancel";
      await service.act(room, id, act, `ticket:${id}`, place!).catch(nullIfGone);
    }
    return returnAddress(this.#site(room), returnTo);
  }

  ofConnector(customerId: string, eventId: string): Promise<string | null> {
    return this.#deps.rooms.ofConnector(customerId, eventId);
  }

  /** The place that this browser has, or a new one at the end. */
  async #stand(room: Room, visit: DoorVisit): Promise<PositionView | null> {
    const { service, guard } = this.#deps;
    const { place, address, solution } = visit;
    const going = goingOf(visit);
    const id = service.positionOf(room, place);
    if (id !== null) {
      const beat = { beat: true, place: place! };
      const held = await service.look(room, id, beat, going).catch(nullIfGone);
      const isOut = staysOut.has(held?.reason ?? "") && !visit.again;
      if (held && (held.endedAt === null || isOut)) return held;
    }
    if (!visit.mayJoin) return null;
    await guard.check(room, address, solution);
    const visitor = { priority: 0, address, ...(place ? { place } : {}) };
    return (await service.join(room, visitor, going)).view;
  }

  async #seen(room: Room, visit: DoorVisit, view: PositionView) {
    const { knownUser } = room.settings;
    if (knownUser && (view.status === "ADMITTED" || view.status === "ACTIVE")) {
      const goTo = await this.#connectorAddress(room, visit, view);
      return this.#sight(room, visit, view, { kind: goTo === null ? "active" : "admitted", goTo });
    }
    const goTo = view.redirectUrl;
    return this.#sight(room, visit, view, { kind: kindOf(room, view, this.#now()), goTo });
  }

  /**
   * The connector never tells us that somebody arrived: the place counts as taken from here on. One token
   * for a session, however often it is asked for; null when it has run out.
   */
  async #connectorAddress(
    room: Room,
    visit: DoorVisit,
    view: PositionView,
  ): Promise<string | null> {
    const { service } = this.#deps;
    const { startedAt } =
      view.status === "ADMITTED"
        ? await service.act(room, view.id, "start", `ticket:${view.id}`, view.place ?? undefined)
        : view;
    const expiresAt = new Date(Date.parse(startedAt!) + passSeconds * 1_000);
    if (expiresAt.getTime() <= this.#now()) return null;
    const token = knownUserToken(room.settings.knownUser!, {
      positionId: view.id,
      expiresAt,
      cookieMinutes: Math.max(1, Math.floor(room.settings.sessionMinutes)),
    });
    const to = returnAddress(this.#site(room), visit.returnTo);
    return withParameter(to, knownUserParameter, token);
  }

  #sight(
    room: Room,
    visit: DoorVisit,
    view: PositionView | null,
    more: { kind: string; goTo?: string | null; challenge?: Challenge | null },
  ) {
    const { settings } = room;
    const isOver = more.kind === "left";
    return {
      languages: settings.page.languages,
      place: view?.place ?? null,
      state: {
        kind: more.kind,
        roomName: settings.name,
        page: settings.page,
        opensAt: settings.opensAt,
        message: settings.message,
        position: view?.position ?? null,
        ahead: view?.ahead ?? null,
        estimatedWait: view?.estimatedWait ?? null,
        joinedAt: view?.joinedAt ?? null,
        now: new Date(this.#now()).toISOString(),
        draw: settings.opensAt === null ? null : drawView(room, this.#now()),
        pollSeconds: isOver ? 0 : (view?.pollSeconds ?? lookAgainSeconds),
        goTo: more.goTo ?? null,
        siteUrl: returnAddress(this.#site(room), visit.returnTo),
        challenge: more.challenge ?? null,
      },
    };
  }

  async #room(id: string): Promise<Room | null> {
    return this.#deps.rooms.anyRoom(id).catch(nullIfGone);
  }

  #site({ settings }: Room): string {
    return siteOf(settings, this.#deps.publicUrl);
  }

  #now(): number {
    return approximateNow(this.#deps.clock);
  }
}

function kindOf(room: Room, { status }: PositionView, now: number): string {
  const { state, opensAt } = room.settings;
  switch (status) {
    case "WAITING":
      if (opensAt !== null && Date.parse(opensAt) > now) return "before";
      return state === "paused" ? "paused" : "waiting";
    case "ADMITTED":
      return "admitted";
    case "ACTIVE":
      return "active";
    case "COMPLETED":
    case "EXPIRED":
      return "left";
  }
}

function goingOf({ returnTo, bind }: DoorVisit) {
  return { ...(returnTo === null ? {} : { returnTo }), ...(bind === null ? {} : { bind }) };
}

function nullIfGone(error: unknown): null {
  if (error instanceof Refusal && (error.code === "NOT_FOUND" || error.code === "WRONG_STATE")) {
    return null;
  }
  throw error;
}
