// How one signs in oneself: the second factor and passkeys.

import type { FastifyRequest } from "fastify";
import { staffOf } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { keyOf, markReplayed } from "../http/idempotency.ts";
import { idParams, nothing, problems } from "../http/schemas.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
} from "./passkeys.ts";
import { checkSameOrigin } from "./same-origin.ts";
import * as schemas from "./schemas.ts";
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from "./second-factor.ts";
import { describe, recordSignIn } from "./sessions.ts";
import { callerOf, letIn, setCookies, visitorOf } from "./visiting.ts";
import type { PlatformRouteDeps } from "./visiting.ts";

const tags = ["Session"];

export function ownAccountRoutes(app: App, deps: PlatformRouteDeps): void {
  secondFactorRoutes(app, deps);
  passkeyRoutes(app, deps);
  passkeySignInRoutes(app, deps);
}

const personOf = (request: FastifyRequest) => ({
  caller: staffOf(request),
  cookie: request.headers.cookie,
});

function secondFactorRoutes(app: App, deps: PlatformRouteDeps): void {
  const { platform } = deps;
  app.post(
    "/v1/session/second-factor",
    {
      config: { access: "org:read" },
      schema: {
        tags,
        summary: "Begin to set up a second factor",
        description: "It is asked for once it is confirmed with a code. Takes the password.",
        body: schemas.ownPasswordBody,
        response: { 201: schemas.secondFactorSchema, ...problems },
      },
    },
    async (request, reply) => {
      const visitor = visitorOf(request, deps);
      const { password } = request.body;
      const made = await beginSecondFactor(platform, visitor, personOf(request), password);
      return reply.code(201).send(made);
    },
  );

  app.post(
    "/v1/session/second-factor/confirm",
    {
      config: { access: "org:read" },
      schema: {
        tags,
        summary: "Confirm the second factor with a code: from then on signing in takes one",
        body: schemas.codeBody,
        response: { 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      setCookies(reply, await confirmSecondFactor(platform, personOf(request), request.body.code));
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/v1/session/second-factor/remove",
    {
      config: { access: "org:read" },
      schema: {
        tags,
        summary: "Remove the second factor",
        description: "Takes the password.",
        body: schemas.ownPasswordBody,
        response: { 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      const visitor = visitorOf(request, deps);
      await removeSecondFactor(platform, visitor, personOf(request), request.body.password);
      return reply.code(204).send(null);
    },
  );
}

function passkeyRoutes(app: App, deps: PlatformRouteDeps): void {
  const { platform } = deps;
  app.get(
    "/v1/session/passkeys",
    {
      config: { access: "org:read" },
      schema: {
        tags,
        summary: "One's own passkeys",
        response: { 200: schemas.passkeyList, ...problems },
      },
    },
    async (request) => ({ items: await listPasskeys(platform, personOf(request)) }),
  );

  app.post(
    "/v1/session/passkeys/begin",
    {
      config: { access: "org:read" },
      schema: {
        tags,
        summary: "Begin to add a passkey",
        description:
          "What the browser's navigator.credentials.create takes, with a challenge that counts for " +
          "five minutes in this browser. Takes the password.",
        body: schemas.ownPasswordBody,
        response: { 201: schemas.passkeyCreation, ...problems },
      },
    },
    async (request, reply) => {
      const visitor = visitorOf(request, deps);
      const { password } = request.body;
      const begun = await beginPasskey(platform, visitor, personOf(request), password);
      setCookies(reply, begun.cookies);
      return reply.code(201).send(begun.options);
    },
  );

  app.post(
    "/v1/session/passkeys",
    {
      config: { access: "org:read" },
      schema: {
        tags,
        summary: "Add the passkey that the browser made",
        body: schemas.newPasskeyBody,
        response: { 201: schemas.passkeySchema, ...problems },
      },
    },
    async (request, reply) => {
      const { name, ...made } = request.body;
      return reply.code(201).send(await addPasskey(platform, personOf(request), name, made));
    },
  );

  app.post(
    "/v1/session/passkeys/:id/remove",
    {
      config: { access: "org:read" },
      schema: {
        tags,
        summary: "Remove a passkey of one's own",
        description: "Takes the password.",
        params: idParams,
        body: schemas.ownPasswordBody,
        response: { 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      const visitor = visitorOf(request, deps);
      const { password } = request.body;
      await removePasskey(platform, visitor, personOf(request), request.params.id, password);
      return reply.code(204).send(null);
    },
  );
}

function passkeySignInRoutes(app: App, deps: PlatformRouteDeps): void {
  const { platform, publicWrites, scoped } = deps;
  app.post(
    "/v1/session/passkey/begin",
    {
      config: { access: "public", ownLimit: true },
      schema: {
        tags,
        summary: "Begin to sign in with a passkey",
        description:
          "What the browser's navigator.credentials.get takes, with a challenge that counts for " +
          "five minutes in this browser.",
        response: { 201: schemas.passkeyRequest, ...problems },
      },
    },
    async (request, reply) => {
      checkSameOrigin(request, platform.publicUrl);
      await publicWrites.checkApart(request, reply, "passkey challenges");
      const { options, cookies } = await beginPasskeySignIn(platform);
      setCookies(reply, cookies);
      return reply.code(201).send(options);
    },
  );

  app.post(
    "/v1/session/passkey",
    {
      config: { access: "public", ownLimit: true },
      schema: {
        tags,
        summary: "Sign in to the console with a passkey",
        description: "It stands for password and second factor: the device asks who is there.",
        body: schemas.passkeySignInBody,
        response: { 200: scoped.meSchema, ...problems },
      },
    },
    async (request, reply) => {
      checkSameOrigin(request, platform.publicUrl);
      const visitor = visitorOf(request, deps);
      const { cookie } = request.headers;
      const signedIn = await signInWithPasskey(platform, visitor, cookie, request.body);
      const attempt = keyOf(request, "signIn");
      markReplayed(reply, (await recordSignIn(platform, signedIn, attempt)).replayed);
      letIn(reply, signedIn, platform);
      return describe(platform, await callerOf(platform, signedIn));
    },
  );
}
