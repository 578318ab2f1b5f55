// What somebody may do, by their role or because a resource's owner lets them.

import { useQuery } from "@tanstack/react-query";
import type { Permission } from "../../wire/rights.ts";
import { useMe, type Scope } from "../session.ts";
import { rightsApi } from "./rights-api.ts";

const scopes: Record<Permission, Scope> = {
  book: "bookings:operate",
  approve: "bookings:approve",
  manage_availability: "availability:manage",
};

/** Whether the signed-in user may do it for all of these resources. */
export function useRights(): (permission: Permission, resourceIds: readonly string[]) => boolean {
  const me = useMe();
  const own = useQuery({
    queryKey: ["rights"],
    queryFn: rightsApi.own,
    enabled: me.kind === "user",
  });
  return (permission, resourceIds) =>
    me.scopes.includes(scopes[permission]) ||
    resourceIds.every((id) =>
      own.data?.items.some(
        (right) => right.resourceId === id && right.permissions.includes(permission),
      ),
    );
}
