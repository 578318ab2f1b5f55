// Who is signed in. Asked once, then known until somebody signs in, out or over.

import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { asProblem } from "../../client/transport/problem.ts";
import type { Me } from "../wire/types.ts";
import { api } from "./api.ts";

const signedInRoute = getRouteApi("/signed-in");

const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: api.me,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** null: nobody is signed in. */
export async function whoIsSignedIn(client: QueryClient): Promise<Me | null> {
  try {
    return await client.ensureQueryData(meQuery);
  } catch (error) {
    if (asProblem(error).status === 401) return null;
    throw error;
  }
}

/** From the route that let this page in: it stays until the router has left for sign-in. */
export function useMe(): Me {
  return signedInRoute.useRouteContext().me;
}

export type Scope =
  | "org:manage"
  | "org:own"
  | "counter:operate"
  | "counter:manage"
  | "opd:read"
  | "opd:operate"
  | "opd:manage"
  | "boxes:read"
  | "boxes:operate"
  | "boxes:manage"
  | "waitroom:read"
  | "waitroom:operate"
  | "waitroom:manage"
  | "availability:read"
  | "availability:manage"
  | "bookings:read"
  | "bookings:request"
  | "bookings:operate"
  | "bookings:approve"
  | "bookings:manage";

export function useMay(scope: Scope): boolean {
  return useMe().scopes.includes(scope);
}
