// A delegation as it is answered.

import { z } from "zod";
import { id, instant } from "../http/schemas.ts";
import { permissions } from "./rights.ts";

export const permission = z.enum(permissions);
export const person = { userId: id, name: z.string(), email: z.string() };

export const delegationSchema = z
  .strictObject({
    id,
    resourceId: id,
    ...person,
    permissions: z.array(permission),
    inForce: z.array(permission).meta({
      description: "What of it counts now: never more than its giver has",
    }),
    until: instant.nullable(),
    grantedBy: z
      .strictObject({ userId: id.nullable(), name: z.string().nullable() })
      .meta({ description: "Nulls: somebody whose role has the right on every resource" }),
    createdAt: instant,
    revokedAt: instant.nullable(),
    status: z
      .enum(["active", "expired", "revoked", "void"])
      .meta({ description: "void: its giver has lost what it stems from" }),
  })
  .meta({ id: "Delegation" });
