// The platform over HTTP: first run, signing in, people, keys, organisations, audit trail.

import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { fingerprintOf } from "../engine/audited-write.ts";
import { staffOf } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { keyOf, markReplayed } from "../http/idempotency.ts";
import { pageOf, type Order } from "../http/paging.ts";
import { idParams, listOf, nothing, page, problems } from "../http/schemas.ts";
import { listAudit } from "./audit.ts";
import { acceptInvitation, invite, readInvitation } from "./invitations.ts";
import { createKey, listKeys, revokeKey } from "./keys.ts";
import { changeRole, listMembers, removeMember } from "./members.ts";
import { createOrganisation, organisationWithUsage, renameOrganisation } from "./organisations.ts";
import { ownAccountRoutes } from "./own-account-routes.ts";
import { changePassword } from "./passwords.ts";
import type { Attempt } from "./platform.ts";
import { checkSameOrigin } from "./same-origin.ts";
import * as schemas from "./schemas.ts";
import {
  describe,
  recordSignIn,
  renewSession,
  signIn,
  signOut,
  switchOrganisation,
} from "./sessions.ts";
import { checkMaySetUp, setUp, setupNeeded } from "./setup.ts";
import { callerOf, letIn, setCookies, visitorOf } from "./visiting.ts";
import type { PlatformRouteDeps } from "./visiting.ts";

const bySeq: Order<{ seq: number }, number> = {
  place: z.int().positive(),
  placeOf: ({ seq }) => seq,
};

export function platformRoutes(app: App, given: Omit<PlatformRouteDeps, "scoped">): void {
  const deps = { ...given, scoped: schemas.scopedSchemas(given.platform.scopes) };
  setupRoutes(app, deps);
  sessionRoutes(app, deps);
  invitationRoutes(app, deps);
  memberRoutes(app, deps);
  keyRoutes(app, deps);
  organisationRoutes(app, deps);
}

function setupRoutes(app: App, deps: PlatformRouteDeps): void {
  const { platform } = deps;
  const tags = ["First run"];
  app.get(
    "/v1/setup",
    {
      config: { access: "public" },
      schema: {
        tags,
        summary: "Is the first owner still to be made?",
        response: { 200: schemas.setupState, ...problems },
      },
    },
    async () => ({ needed: await setupNeeded(platform) }),
  );

  app.post(
    "/v1/setup",
    {
      config: { access: "public" },
      schema: {
        tags,
        summary: "Name the first organisation and make its owner",
        description:
          "Only while nobody has an account and the server made its first key itself. It needs that " +
          "key as the bearer, except on the server's own machine while PUBLIC_URL is a loopback " +
          "address and TRUST_PROXY is off. Signs the owner in.",
        body: schemas.setupBody,
        response: { 201: schemas.setupAnswer, ...problems },
      },
    },
    async (request, reply) => {
      checkMaySetUp(request, platform);
      const attempt = attemptWithPassword(request, "setUp");
      const { answer, replayed } = await setUp(platform, request.caller, request.body, attempt);
      const visitor = visitorOf(request, deps);
      letIn(reply, await signIn(platform, visitor, request.body), platform);
      markReplayed(reply, replayed);
      return reply.code(201).send(answer);
    },
  );
}

function sessionRoutes(app: App, deps: PlatformRouteDeps): void {
  const { platform, scoped } = deps;
  const tags = ["Session"];
  app.post(
    "/v1/session",
    {
      config: { access: "public", ownLimit: true },
      schema: {
        tags,
        summary: "Sign in to the console",
        body: schemas.signInBody,
        response: { 200: scoped.meSchema, ...problems },
      },
    },
    async (request, reply) => {
      checkSameOrigin(request, platform.publicUrl);
      const visitor = visitorOf(request, deps);
      const signedIn = await signIn(platform, visitor, request.body);
      const attempt = attemptWithPassword(request, "signIn");
      markReplayed(reply, (await recordSignIn(platform, signedIn, attempt)).replayed);
      letIn(reply, signedIn, platform);
      return describe(platform, await callerOf(platform, signedIn));
    },
  );

  app.delete(
    "/v1/session",
    {
      config: { access: "public", ownLimit: true },
      schema: { tags, summary: "Sign out", response: { 204: nothing, ...problems } },
    },
    async (request, reply) => {
      setCookies(reply, await signOut(platform, request.headers.cookie));
      return reply.code(204).send(null);
    },
  );

  app.put(
    "/v1/session/organisation",
    {
      config: { access: "org:read" },
      schema: {
        tags,
        summary: "Go on in another of one's organisations",
        body: schemas.switchBody,
        response: { 200: scoped.meSchema, ...problems },
      },
    },
    async (request) => {
      const { organisationId } = request.body;
      const { cookie } = request.headers;
      const caller = await switchOrganisation(platform, staffOf(request), cookie, organisationId);
      return describe(platform, caller);
    },
  );

  app.post(
    "/v1/session/password",
    {
      config: { access: "org:read" },
      schema: {
        tags,
        summary: "Change one's own password",
        description: "Takes the current one. Ends every other session of this person.",
        body: schemas.passwordBody,
        response: { 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      const caller = staffOf(request);
      const { cookie } = request.headers;
      const visitor = visitorOf(request, deps);
      const { key } = keyOf(request, "changePassword");
      const who = { caller, cookie };
      const done = await changePassword(platform, visitor, who, request.body, key);
      markReplayed(reply, done.replayed);
      return reply.code(204).send(null);
    },
  );

  ownAccountRoutes(app, deps);

  app.get(
    "/v1/me",
    {
      // Anybody with a key or a session may ask, whatever its scopes.
      config: { access: "public" },
      schema: {
        tags,
        summary: "Who is calling, in which organisation, with which rights",
        response: { 200: scoped.meSchema, ...problems },
      },
    },
    async (request, reply) => {
      const caller = staffOf(request);
      if (caller.kind === "user") {
        setCookies(reply, await renewSession(platform, request.headers.cookie));
      }
      return describe(platform, caller);
    },
  );
}

function invitationRoutes(app: App, deps: PlatformRouteDeps): void {
  const { platform, scoped } = deps;
  const tags = ["Members"];
  app.get(
    "/v1/invitations/:token",
    {
      config: { access: "public" },
      schema: {
        tags,
        summary: "What one is invited to",
        params: schemas.tokenParams,
        response: { 200: schemas.invitationSchema, ...problems },
      },
    },
    (request) => readInvitation(platform, request.params.token),
  );

  app.post(
    "/v1/invitations/:token/accept",
    {
      config: { access: "public", ownLimit: true },
      schema: {
        tags,
        summary: "Become a member, and sign in",
        description:
          "With a new password, or with the one of the account that the address has here already. " +
          "Refused while somebody else is signed in.",
        params: schemas.tokenParams,
        body: schemas.acceptBody,
        response: { 200: scoped.meSchema, ...problems },
      },
    },
    async (request, reply) => {
      checkSameOrigin(request, platform.publicUrl);
      const { body, params } = request;
      const visitor = visitorOf(request, deps);
      const attempt = attemptWithPassword(request, "acceptInvitation");
      const accepted = await acceptInvitation(
        platform,
        visitor,
        request.caller,
        params.token,
        body,
        attempt,
      );
      const { email, orgId } = accepted.answer;
      const person = { email, password: body.password };
      const signedIn = await signIn(platform, visitor, person, orgId);
      letIn(reply, signedIn, platform);
      markReplayed(reply, accepted.replayed);
      return describe(platform, await callerOf(platform, signedIn));
    },
  );
}

function memberRoutes(app: App, { platform }: PlatformRouteDeps): void {
  const tags = ["Members"];
  app.get(
    "/v1/members",
    {
      config: { access: "org:read" },
      schema: {
        tags,
        summary: "Members, and those invited",
        querystring: page,
        response: { 200: listOf(schemas.memberSchema), ...problems },
      },
    },
    async (request) => {
      return listMembers(platform, staffOf(request), request.query);
    },
  );

  app.post(
    "/v1/members",
    {
      config: { access: "org:manage" },
      schema: {
        tags,
        summary: "Invite someone",
        description: "The answer's inviteUrl is for them; the server sends no mail.",
        body: schemas.inviteBody,
        response: { 201: schemas.invitedSchema, ...problems },
      },
    },
    async (request, reply) => {
      const attempt = keyOf(request, "inviteMember");
      const { answer, replayed } = await invite(platform, staffOf(request), request.body, attempt);
      markReplayed(reply, replayed);
      return reply.code(201).send(answer);
    },
  );

  app.patch(
    "/v1/members/:id",
    {
      config: { access: "org:manage" },
      schema: {
        tags,
        summary: "Give someone another role",
        description: "API keys they made that can do more than the new role are revoked.",
        params: idParams,
        body: schemas.roleBody,
        response: { 200: schemas.memberSchema, ...problems },
      },
    },
    (request) => changeRole(platform, staffOf(request), request.params.id, request.body.role),
  );

  app.delete(
    "/v1/members/:id",
    {
      // Anybody may leave; the service asks for org:manage when it is about someone else.
      config: { access: "org:read" },
      schema: {
        tags,
        summary: "Remove a member, withdraw an invitation, or leave",
        description:
          "Their sessions in this organisation end at once, the API keys they made are revoked, and " +
          "calendar feeds they made lead nowhere. An account that is left without any organisation " +
          "is deleted.",
        params: idParams,
        response: { 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      await removeMember(platform, staffOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}

function keyRoutes(app: App, { platform, scoped }: PlatformRouteDeps): void {
  const tags = ["API keys"];
  app.get(
    "/v1/api-keys",
    {
      config: { access: "org:manage" },
      schema: {
        tags,
        summary: "The organisation's keys, without the keys themselves",
        querystring: page,
        response: { 200: listOf(scoped.apiKeySchema), ...problems },
      },
    },
    async (request) => {
      return listKeys(platform, staffOf(request), request.query);
    },
  );

  app.post(
    "/v1/api-keys",
    {
      config: { access: "org:manage" },
      schema: {
        tags,
        summary: "Make a key",
        description:
          "With at most the rights of its creator. It is revoked when its creator leaves.",
        body: scoped.apiKeyBody,
        response: { 201: scoped.newApiKeySchema, ...problems },
      },
    },
    async (request, reply) => {
      const { expiresAt, ...body } = request.body;
      const input = { ...body, expiresAt: expiresAt ? new Date(expiresAt) : null };
      const attempt = keyOf(request, "createApiKey");
      const { answer, replayed } = await createKey(platform, staffOf(request), input, attempt);
      markReplayed(reply, replayed);
      return reply.code(201).send(answer);
    },
  );

  app.delete(
    "/v1/api-keys/:id",
    {
      config: { access: "org:manage" },
      schema: {
        tags,
        summary: "Revoke a key",
        description: "At once on this server, within five seconds on every other instance.",
        params: idParams,
        response: { 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      await revokeKey(platform, staffOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}

function organisationRoutes(app: App, { platform }: PlatformRouteDeps): void {
  const tags = ["Organisation"];
  app.get(
    "/v1/organisation",
    {
      config: { access: "org:read" },
      schema: {
        tags,
        summary: "The organisation, and how much it has of what it may have",
        response: { 200: schemas.organisationWithUsage, ...problems },
      },
    },
    (request) => organisationWithUsage(platform, staffOf(request).orgId),
  );

  app.patch(
    "/v1/organisation",
    {
      config: { access: "org:manage" },
      schema: {
        tags,
        summary: "Rename the organisation",
        body: schemas.nameBody,
        response: { 200: schemas.organisationSchema, ...problems },
      },
    },
    (request) => renameOrganisation(platform, staffOf(request), request.body.name),
  );

  app.post(
    "/v1/organisations",
    {
      config: { access: "org:read" },
      schema: {
        tags,
        summary: "Make one more organisation",
        description:
          "For owners of the first organisation, unless the operator set WHO_MAKES_ORGANISATIONS " +
          "otherwise. Someone who is signed in becomes its owner.",
        body: schemas.nameBody,
        response: { 201: schemas.newOrganisationSchema, ...problems },
      },
    },
    async (request, reply) => {
      const attempt = keyOf(request, "createOrganisation");
      const caller = staffOf(request);
      const { answer, replayed } = await createOrganisation(
        platform,
        caller,
        request.body,
        attempt,
      );
      markReplayed(reply, replayed);
      return reply.code(201).send(answer);
    },
  );

  app.get(
    "/v1/audit",
    {
      config: { access: "org:manage" },
      schema: {
        tags,
        summary: "Who changed what in the organisation, newest first",
        querystring: page,
        response: { 200: listOf(schemas.auditEventSchema), ...problems },
      },
    },
    async (request) => {
      return pageOf(request.query, bySeq, (before, limit) =>
        listAudit(platform, staffOf(request), before, limit),
      );
    },
  );
}

/** A password leaves no trace, not even in a fingerprint; it is checked again when one signs in. */
function attemptWithPassword(
  request: FastifyRequest<{ Body: { password: string; code?: string | undefined } }>,
  operation: string,
): Attempt {
  const { key } = keyOf(request, operation);
  if (key === undefined) return {};
  const { password: _, code: _code, ...rest } = request.body;
  return { key, fingerprint: fingerprintOf([request.url.split("?", 1)[0], rest]) };
}
