// What can be done at an address, for whoever tried something else there. Only asked when nothing was
// found, so the route table is simply gone through.

import type { AccessRule } from "./access.ts";

export function methodsAt(rules: readonly AccessRule[], path: string): string[] {
  const methods = rules.filter(({ url }) => leadsTo(url, path)).map(({ method }) => method);
  return [...new Set(methods)].toSorted();
}

/** `:id` stands for anything; a `*`, behind which files lie, promises nothing about a path. */
function leadsTo(url: string, path: string): boolean {
  const [names, parts] = [url.split("/"), path.split("/")];
  return (
    names.length === parts.length &&
    names.every((name, i) => (name.startsWith(":") ? parts[i] !== "" : name === parts[i]))
  );
}
