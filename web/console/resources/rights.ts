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

/** Whether the signed-in user may do it for some resource. */
export function useMayAnywhere(permission: Permission): boolean {
  const me = useMe();
  const own = useOwnRights();
  return me.scopes.includes(scopes[permission]) || Boolean(own?.some(hasRight(permission)));
}

const hasRight =
  (permission: Permission) =>
  ({ permissions }: { permissions: readonly Permission[] }) =>
    permissions.includes(permission);

function useOwnRights() {
  const me = useMe();
  const own = useQuery({
    queryKey: ["rights"],
    queryFn: rightsApi.own,
    enabled: me.kind === "user",
  });
  return own.data?.items;
}

/** Whether the signed-in user may do it for all of these resources. */
export function useRights(): (permission: Permission, resourceIds: readonly string[]) => boolean {
  const me = useMe();
  const own = useOwnRights();
  return (permission, resourceIds) =>
    me.scopes.includes(scopes[permission]) ||
    resourceIds.every((id) =>
      own?.some((right) => right.resourceId === id && hasRight(permission)(right)),
    );
}
