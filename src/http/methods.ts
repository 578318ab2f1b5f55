// Which methods an address supports, for a caller who tried another one. It is only asked when nothing
// was found, so it simply walks through the route table.

import type { AccessRule } from "./access.ts";

export function methodsAt(rules: readonly AccessRule[], path: string): string[] {
  const parts = path.split("/");
  const methods = rules.filter(({ url }) => leadsTo(url, parts)).map(({ method }) => method);
  return [...new Set(methods)].toSorted();
}

/** `:id` stands for anything; a `*`, behind which files lie, promises nothing about a path. */
function leadsTo(url: string, parts: readonly string[]): boolean {
  const names = url.split("/");
  return (
    names.length === parts.length &&
    names.every((name, i) => name.startsWith(":") || name === parts[i])
  );
}
