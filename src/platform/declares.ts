// What organisations and people add to the server's lists: codes of refusals, scopes and types of events.

import type { Declares } from "../http/catalogue.ts";
import { platformCodes } from "./refusals.ts";

export const platformDeclares = {
  title: "Organisations and people",
  codes: platformCodes,
  scopes: [
    { scope: "org:read", from: "viewer" },
    { scope: "org:manage", from: "admin" },
    { scope: "org:own", from: "owner" },
  ],
  events: [
    {
      word: "organisation",
      scope: "org:manage",
      types: {
        set_up: "the first owner was made",
        organisation_created: "an organisation was made",
        created: "an organisation was made",
        renamed: "it has another name",
        member_invited: "somebody was invited",
        invitation_withdrawn: "an invitation was taken back",
        member_joined: "somebody accepted an invitation",
        member_changed: "a member's role was changed",
        member_removed: "a member was removed, or left",
        key_created: "an API key was made",
        key_revoked: "an API key was revoked",
        signed_in: "somebody signed in",
        sign_in_failed: "a sign-in failed",
        password_changed: "a password was changed",
        second_factor_added: "a second factor was added",
        second_factor_removed: "a second factor was removed",
        passkey_added: "a passkey was added",
        passkey_removed: "a passkey was removed",
        retention_changed: "how long data is kept was changed",
        person_exported: "what is held of a person was handed over",
        person_erased: "who a person was is erased",
        legal_hold_set: "a legal hold keeps all data",
        legal_hold_lifted: "the legal hold is over",
      },
    },
    {
      word: "resource",
      scope: "availability:read",
      types: {
        owner_changed: "a resource has another owner",
        delegated: "somebody may act for its owner",
        delegation_revoked: "they may no longer",
      },
    },
  ],
} as const satisfies Declares;
