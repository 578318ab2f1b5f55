// What the platform's routes take and answer.

import { z } from "zod";
import { id, instant, opaque, text, writtenInstant } from "../http/schemas.ts";
import { passwordLength } from "./auth.ts";
import { roles, type Scopes } from "../http/scopes.ts";

const email = z.email().max(254).meta({ description: "Upper and lower case make no difference" });

/** Not trimmed: a space may be part of it. */
const newPassword = z
  .string()
  .min(passwordLength.min, `needs at least ${passwordLength.min} characters`)
  .max(passwordLength.max, `has at most ${passwordLength.max} characters`);

const role = z.enum(roles).meta({
  id: "Role",
  description: "From the least to the most; each may do what those before it may",
});

const organisation = z.strictObject({ id, name: z.string() });

export const organisationSchema = organisation.meta({ id: "Organisation" });

const budget = z.strictObject({ used: z.int(), most: z.int() });

export const organisationWithUsage = organisation
  .extend({
    usage: z
      .strictObject({
        queues: budget,
        rooms: budget,
        resources: budget,
        merchants: budget,
        boxTypes: budget,
        calendars: budget,
        bookingPages: budget,
        members: budget.meta({ description: "Invitations that are still open count, too" }),
        apiKeys: budget,
      })
      .meta({ description: "What it has made, and how much the operator allows" }),
  })
  .meta({ id: "OrganisationWithUsage" });

const user = z.strictObject({ id, name: z.string(), email: z.string() }).meta({ id: "User" });

export const setupState = z.strictObject({
  needed: z.boolean().meta({ description: "Whether the first owner is still to be made" }),
});

export const setupBody = z.strictObject({
  organisation: text(1, 100),
  name: text(1, 100),
  email,
  password: newPassword,
});

export const setupAnswer = z.strictObject({ organisation: organisationSchema, user });

const code = opaque(64).meta({ description: "Of the second factor, or one of its backup codes" });

export const signInBody = z.strictObject({
  email: opaque(254),
  password: z.string().max(passwordLength.max),
  code: code.optional(),
});

export const ownPasswordBody = z.strictObject({ password: z.string().max(passwordLength.max) });

export const secondFactorSchema = z
  .strictObject({
    uri: z.string().meta({ description: "otpauth://…, for the QR code that an app reads" }),
    backupCodes: z.array(z.string()).meta({ description: "Each signs in once; shown this once" }),
  })
  .meta({ id: "SecondFactor" });

export const passkeySchema = z
  .strictObject({
    id,
    name: z.string(),
    createdAt: instant,
    lastUsedAt: instant.nullable(),
  })
  .meta({ id: "Passkey" });

export const passkeyList = z.strictObject({ items: z.array(passkeySchema) });

const base64url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/, "must be base64url")
    .meta({ description: "base64url" });

const credentials = z.array(z.strictObject({ id: z.string(), type: z.literal("public-key") }));

/** PublicKeyCredentialCreationOptionsJSON, as WebAuthn writes it. */
export const passkeyCreation = z
  .strictObject({
    challenge: z.string(),
    rp: z.strictObject({ id: z.string(), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: z.literal("public-key") })),
    timeout: z.int(),
    attestation: z.literal("none"),
    excludeCredentials: credentials,
    authenticatorSelection: z.strictObject({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
  })
  .meta({ id: "PasskeyCreation" });

/** PublicKeyCredentialRequestOptionsJSON. */
export const passkeyRequest = z
  .strictObject({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal("required"),
  })
  .meta({ id: "PasskeyRequest" });

const credentialId = base64url(1_400).meta({ description: "The credential's id, in base64url" });

export const newPasskeyBody = z.strictObject({
  name: text(1, 100).meta({ description: "To tell it from others: “My phone”" }),
  id: credentialId,
  clientDataJSON: base64url(8_000),
  attestationObject: base64url(24_000),
  transports: z.array(opaque(32)).max(10),
});

export const passkeySignInBody = z.strictObject({
  id: credentialId,
  clientDataJSON: base64url(8_000),
  authenticatorData: base64url(8_000),
  signature: base64url(4_000),
});

export const codeBody = z.strictObject({ code });

export const passwordBody = z.strictObject({
  currentPassword: z.string().max(passwordLength.max),
  newPassword,
});

export const switchBody = z.strictObject({ organisationId: id });

export const nameBody = z.strictObject({ name: text(1, 100) });

export const memberSchema = z
  .strictObject({
    id,
    userId: id.nullable().meta({ description: "null until the invitation is accepted" }),
    name: z.string().nullable(),
    email: z.string(),
    emailVerified: z.boolean().meta({
      description: "false: only the person who invited them vouches for the address",
    }),
    role,
    status: z.enum(["active", "invited"]),
  })
  .meta({ id: "Member" });

export const inviteBody = z.strictObject({ email, name: text(1, 100).optional(), role });

export const invitedSchema = memberSchema
  .extend({
    inviteUrl: z.string().meta({ description: "For the invited alone; works for 7 days" }),
  })
  .meta({ id: "InvitedMember" });

export const roleBody = z.strictObject({ role });

export const tokenParams = z.strictObject({ token: opaque(200) });

export const invitationSchema = z
  .strictObject({
    organisation: organisationSchema,
    email: z.string(),
    name: z.string().nullable(),
    role,
    expiresAt: instant,
  })
  .meta({ id: "Invitation" });

export const acceptBody = z.strictObject({
  name: text(1, 100).meta({ description: "Ignored for someone who has an account already" }),
  password: newPassword.meta({
    description: "A new one; or, for someone who has an account already, the password of that one",
  }),
});

export const newOrganisationSchema = organisation
  .extend({
    apiKey: z.string().meta({ description: "An owner key of it; shown now and never again" }),
  })
  .meta({ id: "NewOrganisation" });

export const auditEventSchema = z
  .strictObject({
    seq: z.int(),
    type: z.string(),
    at: instant,
    actor: z.string().meta({ description: "user:…, key:…, public or system" }),
    before: z.unknown(),
    after: z.unknown(),
  })
  .meta({ id: "AuditEvent" });

/** What says which scopes there are. */
export function scopedSchemas({ all }: Scopes) {
  const scope = z.enum(all).meta({ id: "Scope" });

  const meSchema = z
    .strictObject({
      kind: z.enum(["user", "key"]),
      user: user
        .extend({ secondFactor: z.boolean().meta({ description: "Signing in takes a code" }) })
        .meta({ id: "SignedInUser" })
        .optional(),
      organisation: organisationSchema.meta({ description: "The one these rights are in" }),
      role,
      scopes: z.array(scope),
      organisations: z.array(organisation.extend({ role })),
    })
    .meta({ id: "Me" });

  const apiKeySchema = z
    .strictObject({
      id,
      name: z.string(),
      role,
      scopes: z.array(scope),
      prefix: z.string().meta({ description: "How the key begins, to tell one from another" }),
      expiresAt: instant.nullable(),
      lastUsedAt: instant.nullable(),
      createdAt: instant,
    })
    .meta({ id: "ApiKey" });

  const apiKeyBody = z.strictObject({
    name: text(1, 100),
    role: role.optional().meta({ description: "Without role and scopes: staff" }),
    scopes: z.array(scope).min(1).max(all.length).optional().meta({
      description: "Some of the role's; without a role, of the least role that has them",
    }),
    expiresAt: writtenInstant.nullish(),
  });

  const newApiKeySchema = apiKeySchema
    .extend({ key: z.string().meta({ description: "Shown now and never again" }) })
    .meta({ id: "NewApiKey" });

  return { meSchema, apiKeySchema, apiKeyBody, newApiKeySchema };
}

export type ScopedSchemas = ReturnType<typeof scopedSchemas>;
