// Who is signed in. Asked once, then known until somebody signs in, out or over.

import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { asProblem } from "../wire/request.ts";
import type { Me } from "../wire/types.ts";
import { api } from "./api.ts";

export const meQuery = queryOptions({
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

export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error("This page is for people who are signed in");
  return data;
}

export type Scope = "org:manage" | "org:own" | "counter:operate" | "counter:manage";

export function useMay(scope: Scope): boolean {
  return useMe().scopes.includes(scope);
}
