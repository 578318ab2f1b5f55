// Organisations, accounts, keys and delegations, put together.

import type { Foundation } from "./foundation.ts";
import { trustsProxy } from "../http/app.ts";
import { Recurring } from "../infra/recurring.ts";
import type { Module } from "./plugin.ts";
import { makeAuth, type Passwords } from "./auth.ts";
import { makeAuthenticator } from "./authenticator.ts";
import { delegationRoutes } from "./delegation-routes.ts";
import { Delegations } from "./delegations.ts";
import { firstStart } from "./first-start.ts";
import { KeyCache } from "./key-cache.ts";
import { removeMember } from "./members.ts";
import { invitationsOfPeople, membersOfPeople } from "./people.ts";
import type { Platform } from "./platform.ts";
import { platformRoutes } from "./routes.ts";
import { sweepSessions } from "./sessions.ts";
import { SignInGuard } from "./sign-in-guard.ts";

export interface PlatformOptions {
  endReading: Platform["endReading"];
  /** How passwords are stored, for tests. */
  passwords?: Passwords | undefined;
}

const sweepEveryMs = 60_000;

export async function platformModule(on: Foundation, options: PlatformOptions) {
  const { config, log } = on;
  const auth = makeAuth({ ...on, passwords: options.passwords });
  const guard = new SignInGuard({ ...on, free: config.limits.wrongPasswords });
  const platform: Platform = {
    ...on,
    scopes: on.catalogue.scopes,
    auth,
    guard,
    keyCache: new KeyCache(),
    proxyTrusted: trustsProxy(config.trustProxy),
    organisationMakers: config.organisationMakers,
    endReading: options.endReading,
  };
  const { createdKey } = await firstStart({ ...platform, apiKey: config.apiKey });
  const delegations = new Delegations(on.pool, on.clock);
  const sweep = new Recurring(
    () => Promise.all([on.limits.sweep(), sweepSessions(platform), guard.sweep()]),
    sweepEveryMs,
    (error) => log.warn({ reason: error }, "limits.sweep_failed"),
  );
  return {
    name: "platform",
    platform,
    delegations,
    createdKey,
    authenticator: makeAuthenticator(platform),
    people: [
      invitationsOfPeople(({ caller }, { id }) => removeMember(platform, caller, id)),
      membersOfPeople,
    ],
    routes(app) {
      platformRoutes(app, { platform, publicWrites: on.publicWrites });
      delegationRoutes(app, delegations);
    },
    services: [{ name: "sweep of limits", start: () => sweep.start(), stop: () => sweep.close() }],
  } satisfies Module & Record<string, unknown>;
}
