// Rooms as their operators set them up.

import { staffContext } from "../../http/request-context.ts";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { byId, pageOf } from "../../http/paging.ts";
import { withoutUndefined } from "../../http/patch.ts";
import { idParams, listOf, page, problems } from "../../http/schemas.ts";
import { approximateNow } from "../../infra/clock.ts";
import { checkLiteral } from "../../infra/outbound.ts";
import { invalid } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import { claimSecretOf } from "./priority-proof.ts";
import { bareHost } from "../gateway/host-names.ts";
import type { ProofKind } from "../gateway/host-proofs.ts";
import { hostServedUntil } from "../gateway/host-rules.ts";
import type { Room } from "./rooms.ts";
import type { WaitroomRouteDeps } from "../routes.ts";
import type { RoomSettings } from "./rules.ts";
import * as schemas from "../schemas.ts";
import { roomView } from "./view.ts";

const tags = ["Waiting rooms"];
/** Longer than sites keep the keys they have read, and than most sessions without a sign of life. */
const defaultOverlapSeconds = 3_600;

export function roomRoutes(app: App, deps: WaitroomRouteDeps): void {
  const { rooms, clock, publicUrl, secrets, hostNames } = deps;
  const view = (room: Room) => {
    const { hostName } = room.settings;
    const isListed = hostName !== null && hostNames.isListed(hostName);
    const hostServed = deps.mayProxy && hostName !== null && (room.hostProven || isListed);
    const hostProofMissing = isListed ? null : missingProof(room);
    return roomView(room, {
      publicUrl,
      hostServed,
      hostProofMissing,
      now: approximateNow(clock),
    });
  };

  /** In words for those who can put it back. */
  function missingProof({ orgId, settings, hostMissingSince: since, hostProven }: Room) {
    const { hostName } = settings;
    if (hostName === null || since === null) return null;
    const { advice, ...where } = hostNames.proofOf(orgId, hostName);
    const until = hostServedUntil(since).toISOString();
    const detail =
      `The proof that ${hostName} is yours is gone since ${since.toISOString()}. ` +
      (hostProven
        ? `Unless it is back by ${until}, requests for the name are no longer passed on. `
        : `Requests for the name are no longer passed on. `) +
      `${advice}; it is looked for once a day, and when the host name is set again`;
    return { since: since.toISOString(), servedUntil: until, detail, ...where };
  }

  /**
   * A server that passes requests on reaches what its neighbours do: its operator has to want that. Says
   * by what the organisation has just shown that the name is theirs.
   */
  async function checkHost(
    { orgId }: { orgId: string },
    { hostName, targetUrl }: Pick<RoomSettings, "hostName" | "targetUrl">,
    had: Room | null = null,
  ): Promise<ProofKind | null> {
    if (!hostName) return null;
    if (!deps.mayProxy) throw refuse("PROXY_OFF", "ROOM_PROXY is not set to true");
    checkTarget(new URL(targetUrl), hostName);
    if (!had?.hostProven || had.settings.hostName !== hostName)
      return hostNames.check(orgId, hostName);
    return had.hostMissingSince === null ? null : hostNames.find(orgId, hostName);
  }

  /** One that can never work is told at once; what a name leads to is checked with every connection. */
  function checkTarget(target: URL, hostName: string): void {
    const wrong = (message: string) => invalid([{ field: "targetUrl", message }]);
    try {
      checkLiteral(target, deps.mayConnect);
    } catch {
      throw wrong("does not lead to a public server");
    }
    if (bareHost(target.host) === hostName) throw wrong("leads back to the room's own host name");
    if (target.origin === publicUrl) throw wrong("leads back to this server");
  }

  app.post(
    "/v1/rooms",
    {
      config: { access: "waitroom:manage" },
      schema: {
        tags,
        summary: "Create a waiting room",
        body: schemas.newRoom,
        response: { 201: schemas.room, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "waitroom.createRoom");
      const proof = await checkHost(by, request.body);
      const { room, replayed } = await rooms.create(by, request.body, proof);
      markReplayed(reply, replayed);
      return reply.code(201).send(view(room));
    },
  );

  app.get(
    "/v1/rooms",
    {
      config: { access: "waitroom:read" },
      schema: {
        tags,
        summary: "Waiting rooms of the organisation",
        querystring: page,
        response: { 200: listOf(schemas.room), ...problems },
      },
    },
    async (request) => {
      const { orgId } = staffOf(request);
      const { items, nextCursor } = await pageOf(request.query, byId, (after, limit) =>
        rooms.list(orgId, after, limit),
      );
      return { items: items.map(view), nextCursor };
    },
  );

  app.get(
    "/v1/rooms/:id",
    {
      config: { access: "waitroom:read" },
      schema: {
        tags,
        summary: "One waiting room",
        params: idParams,
        response: { 200: schemas.room, ...problems },
      },
    },
    async (request) => view(await rooms.room(staffOf(request).orgId, request.params.id)),
  );

  app.patch(
    "/v1/rooms/:id",
    {
      config: { access: "waitroom:manage" },
      schema: {
        tags,
        summary: "Change settings",
        description: "Takes effect at once, on every instance. People who wait keep their place.",
        params: idParams,
        body: schemas.roomPatch,
        response: { 200: schemas.room, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "waitroom.changeRoom");
      const patch = withoutUndefined(request.body);
      const had = await rooms.room(by.orgId, request.params.id);
      const isElsewhere = patch.hostName !== undefined || patch.targetUrl !== undefined;
      const proof = isElsewhere ? await checkHost(by, { ...had.settings, ...patch }, had) : null;
      const { room, replayed } = await rooms.change(by, request.params.id, patch, proof);
      markReplayed(reply, replayed);
      return view(room);
    },
  );

  app.post(
    "/v1/rooms/:id/keys",
    {
      config: { access: "waitroom:manage" },
      schema: {
        tags,
        summary: "Sign passes with a new key",
        description:
          "What the old key signed is believed for an hour, unless `overlapSeconds` says otherwise: 0 for a " +
          "key that somebody else knows. Sites with a gate keep public keys for up to 5 minutes.",
        params: idParams,
        body: schemas.rotating,
        response: { 201: schemas.rotated, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "waitroom.rotateRoomKey");
      const { overlapSeconds = defaultOverlapSeconds } = request.body ?? {};
      const { kid, replayed } = await rooms.rotate(by, request.params.id, overlapSeconds);
      markReplayed(reply, replayed);
      return reply.code(201).send({ kid });
    },
  );

  app.get(
    "/v1/rooms/:id/claim-key",
    {
      config: { access: "waitroom:manage" },
      schema: {
        tags,
        summary: "The secret under which a site signs priorities",
        description:
          "A JWT (HS256) with `aud` the room's id, `sub` the sessionId, `priority` 0–3 and `exp`, sent as " +
          "`claim` when joining.",
        params: idParams,
        response: { 200: schemas.claimKey, ...problems },
      },
    },
    async (request) => {
      const room = await rooms.room(staffOf(request).orgId, request.params.id);
      return { secret: claimSecretOf(secrets, room) };
    },
  );
}
