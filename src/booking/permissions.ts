// Who may do what with which resource: by role for all of an organisation's, or by being its owner or
// having been let act for it. The platform fills it in.

import type { StaffCaller } from "../http/access.ts";

/** Book at once; decide on requests. */
export type Right = "book" | "approve";

export interface Permissions {
  /** Whether the caller has the right on every one of the resources, now. */
  may(caller: StaffCaller, right: Right, resourceIds: readonly string[]): Promise<boolean>;
}
