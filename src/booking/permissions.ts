// Who may do what with which resource: by role for all of an organisation's resources, or as its owner or by a
// delegation. The platform fills this port.

import type { StaffCaller } from "../http/access.ts";

/** Book at once; decide on requests. */
export type Right = "book" | "approve";

export interface Permissions {
  /** Whether the caller has the right on every one of the resources, now. */
  may(caller: StaffCaller, right: Right, resourceIds: readonly string[]): Promise<boolean>;
}
