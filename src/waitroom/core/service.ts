// What visitors and sites do with a room: join it, ask how it goes, go in, stay in, leave.

import type { z } from "zod";
import { createHash, randomUUID } from "node:crypto";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import { Batches } from "../stores/batches.ts";
import { roomNumberOf } from "./position-ids.ts";
import { returnAddress, siteOf, withParameter } from "../passes/return-address.ts";
import type { Room, Rooms } from "./rooms.ts";
import { measured, type Act, type SignedPlace, type Position } from "./rules.ts";
import type {
  Acting,
  Joined,
  Joining,
  Listing,
  RoomNow,
  RoomStore,
  Standing,
  Touching,
} from "../stores/store.ts";
import { drawValueOf, type Tokens } from "../passes/tokens.ts";
import { positionView, type PositionView } from "./view.ts";
import type * as schemas from "../schemas.ts";

export const passParameter = "tk_pass";

export interface WaitroomDeps {
  rooms: Rooms;
  store: RoomStore;
  tokens: Tokens;
  clock: Clock;
  publicUrl: string;
  /** Something has changed that may let somebody in. */
  poke(roomId: string): void;
}

export interface Visitor {
  sessionId?: string | undefined;
  /** Their signed place, from a cookie or as they sent it. */
  place?: string | undefined;
  priority: number;
  metadata?: unknown;
  address: string | null;
}

/** Where they want to go, and what their pass is tied to. */
export interface Going {
  returnTo?: string | undefined;
  bind?: string | undefined;
}

export type SessionView = z.infer<typeof schemas.session>;

export class WaitroomService {
  readonly #deps: WaitroomDeps;
  readonly #joins: Batches<Room, Joining, Joined>;
  readonly #touches: Batches<Room, Touching, Standing | null>;

  constructor(deps: WaitroomDeps) {
    this.#deps = deps;
    const { store } = deps;
    this.#joins = new Batches((room, list) => store.join(room, list));
    this.#touches = new Batches((room, list) => store.touch(room, list));
  }

  async join(room: Room, visitor: Visitor, going: Going = {}) {
    const { tokens, poke } = this.#deps;
    const signedPlace = this.#signedPlaceOf(room, visitor.place);
    const id =
      visitor.sessionId === undefined && signedPlace
        ? signedPlace.position.id
        : tokens.positionId(room, visitor.sessionId ?? randomUUID());
    const joined = await reachable(
      this.#joins.add(room, {
        id,
        priority: visitor.priority,
        address: visitor.address,
        metadata: visitor.metadata ?? null,
        drawValue: room.rules.opensAtMs === null ? null : drawValueOf(room.seed, id),
        signedPlace: signedPlace?.position.id === id ? signedPlace : null,
      }),
    );
    if (joined.outcome === "refused") throw refuse(joined.code);
    await this.#settled(room, joined);
    poke(room.id);
    const isNew = joined.outcome === "joined";
    return {
      isNew,
      knewPlace: signedPlace?.position.id === id,
      view: await this.#view(room, joined, going),
    };
  }

  /** How it stands with somebody. `beat`: they ask themselves, so they are still there. */
  async look(
    room: Room,
    id: string,
    { beat, place }: { beat: boolean; place?: string | undefined },
    going: Going = {},
  ): Promise<PositionView> {
    const signedPlace = this.#signedPlaceOf(room, place);
    const item = { id, beat, signedPlace: signedPlace?.position.id === id ? signedPlace : null };
    const standing = await reachable(this.#touches.add(room, item));
    if (!standing) throw notThere();
    await this.#settled(room, standing);
    return this.#view(room, standing, going);
  }

  async act(
    room: Room,
    id: string,
    act: Act,
    actor: string,
    place?: string,
  ): Promise<PositionView> {
    const signedPlace = this.#signedPlaceOf(room, place);
    const own = signedPlace?.position.id === id ? signedPlace : null;
    return this.#view(room, await this.#act(room, { id, act, actor, signedPlace: own }));
  }

  /** A pass is good for one session, once; asked again with the same key, the answer was lost. */
  async redeem(room: Room, pass: string, key?: string): Promise<SessionView> {
    const signedPlace = await this.readPass(room, pass);
    const { id, admittedAt } = signedPlace.position;
    const redeemKey = key === undefined ? null : hashOf(key);
    const acted = await reachable(
      this.#deps.store.act(room, {
        id,
        act: "start",
        actor: `ticket:${id}`,
        admittedAt: admittedAt!,
        withCookie: true,
        redeemKey,
        signedPlace,
      }),
    );
    const isAgain =
      acted.outcome === "already" && redeemKey !== null && acted.position.redeemKey === redeemKey;
    if (acted.outcome !== "done" && !isAgain) throw refuse("PASS_USED");
    return this.#session(room, acted.position);
  }

  /** What a pass says; refused when it is not one of this room's, or too old. */
  async readPass(room: Room, pass: string): Promise<SignedPlace> {
    const { tokens, clock } = this.#deps;
    const signedPlace = await tokens.readPass(room, pass, approximateNow(clock));
    if (!signedPlace) throw refuse("PASS_INVALID");
    return signedPlace;
  }

  async renew(room: Room, session: string): Promise<SessionView> {
    const { store } = this.#deps;
    const read = await this.readSession(room, session);
    if (!read) throw refuse("SESSION_ENDED", "This session belongs to another room");
    const { signedPlace } = read;
    const standing = await reachable(store.renew(room, signedPlace.position.id, signedPlace));
    if (!standing) throw refuse("SESSION_ENDED");
    return this.#session(room, standing.position);
  }

  /** What a session says, also when its minute is over; null when it is not one of this room's. */
  readSession(room: Room, session: string) {
    const { tokens, clock } = this.#deps;
    return tokens.readSession(room, session, approximateNow(clock));
  }

  /** Whose place this is; null for one that is forged or of another room. */
  positionOf(room: Room, place: string | null): string | null {
    return this.#signedPlaceOf(room, place ?? undefined)?.position.id ?? null;
  }

  async now(room: Room): Promise<RoomNow> {
    return upToDate(await reachable(this.#deps.store.now(room)));
  }

  async waiting(room: Room, after: Listing["after"], limit: number): Promise<Position[]> {
    return reachable(this.#deps.store.waiting(room, { after, limit }));
  }

  metadataOf(room: Room, id: string): Promise<unknown> {
    return reachable(this.#deps.store.metadataOf(room, id));
  }

  /** How many are present from each address, most first. */
  async addresses(room: Room, limit: number): Promise<{ address: string; positions: number }[]> {
    const counts = new Map<string, number>();
    for await (const { address } of this.#deps.store.present(room)) {
      if (address !== null) counts.set(address, (counts.get(address) ?? 0) + 1);
    }
    return [...counts]
      .map(([address, positions]) => ({ address, positions }))
      .toSorted((a, b) => b.positions - a.positions)
      .slice(0, limit);
  }

  /** Sends everybody from an address away; says how many they were. */
  async revokeAddress(room: Room, address: string, actor: string): Promise<number> {
    const theirs: string[] = [];
    for await (const position of this.#deps.store.present(room)) {
      if (position.address === address) theirs.push(position.id);
    }
    let terminated = 0;
    for (const id of theirs) {
      const acted = await reachable(this.#deps.store.act(room, { id, act: "terminate", actor }));
      if (acted.outcome === "done") terminated += 1;
    }
    this.#deps.poke(room.id);
    return terminated;
  }

  async #act(room: Room, acting: Acting): Promise<Standing> {
    const acted = await reachable(this.#deps.store.act(room, acting));
    if (acted.outcome === "unknown") throw notThere();
    if (acted.outcome === "refused") {
      const { status, reason } = acted;
      throw refuse("WRONG_STATE", `The position is ${status}${reason ? ` (${reason})` : ""}`);
    }
    this.#deps.poke(room.id);
    return acted;
  }

  #settled(room: Room, standing: Standing): Promise<void> {
    return reachable(this.#deps.store.settled(room, standing));
  }

  async #view(room: Room, found: Standing, going: Going = {}): Promise<PositionView> {
    const { tokens } = this.#deps;
    const { position } = found;
    const standing = { ...found, room: upToDate(found.room) };
    const view = positionView(room, standing, tokens.place(position, standing.room.now));
    if (position.status !== "ADMITTED") return view;
    const pass = await tokens.pass(room, position, going.bind);
    const target = returnAddress(siteOf(room.settings, this.#deps.publicUrl), going.returnTo);
    return { ...view, pass, redirectUrl: withParameter(target, passParameter, pass) };
  }

  async #session(room: Room, position: Position): Promise<SessionView> {
    const { cookieUntil, endsAt, id } = position;
    const seconds = (ms: number) => new Date(Math.floor(ms / 1_000) * 1_000).toISOString();
    return {
      positionId: id,
      session: await this.#deps.tokens.session(room, position),
      sessionExpiresAt: seconds(cookieUntil!),
      sessionEndsAt: seconds(endsAt!),
    };
  }

  #signedPlaceOf(room: Room, place: string | undefined): SignedPlace | null {
    const signedPlace = place ? this.#deps.tokens.readPlace(place) : null;
    const isOurs = signedPlace && roomNumberOf(signedPlace.position.id) === room.number;
    return isOurs ? signedPlace : null;
  }
}

/** With the time since anything happened worked in: stores write nothing while nothing happens. */
function upToDate(room: RoomNow): RoomNow {
  const { state, rules, waiting, now } = room;
  return { ...room, state: measured(state, rules, waiting, now) };
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

const notThere = () => refuse("NOT_FOUND", "There is no such position");

/** A store that cannot be asked is a reason to ask again soon, not a mistake of anybody's. */
async function reachable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refusal || !isUnreachable(error)) throw error;
    throw refuse("BUSY", "The waiting room does not answer", { retryAfterSeconds: 2 });
  }
}

/** What ioredis says when there is no Redis; PostgreSQL's own trouble is reported by the app. */
function isUnreachable(error: unknown): boolean {
  const { name, message } = error as Error;
  return (
    name === "MaxRetriesPerRequestError" ||
    /Command timed out|Connection is closed|Stream isn't writeable|CLUSTERDOWN|LOADING|Cluster isn't ready|Failed to refresh slots|ECONN|Socket timeout|None of startup nodes/i.test(
      message,
    )
  );
}
