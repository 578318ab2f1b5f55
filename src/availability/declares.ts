// What resources and their hours add to the server's lists: codes of refusals, scopes and types of events.

import type { Declares } from "../http/catalogue.ts";
import { availabilityCodes } from "./refusals.ts";

export const availabilityDeclares = {
  title: "Resources and their hours",
  codes: availabilityCodes,
  scopes: [
    { scope: "availability:read", from: "viewer" },
    { scope: "availability:manage", from: "admin" },
  ],
  events: [
    {
      word: "availability",
      scope: "availability:read",
      types: {
        resource_created: "a resource was made",
        resources_imported: "resources were made from a table",
        resource_changed: "a resource was changed",
        department_created: "a department was made",
        department_changed: "a department was renamed",
        department_removed: "a department was removed",
        configured: "a resource has other hours",
        exception_added: "an exception to the hours was added",
        exception_removed: "an exception was removed",
        calendar_added: "an outside calendar was added",
        calendar_read: "an outside calendar was read",
        calendar_removed: "an outside calendar was removed",
      },
    },
  ],
} as const satisfies Declares;
