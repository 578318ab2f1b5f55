// Who may act for a resource, and its calendars.

import type { AnswerOf, Schemas } from "./types.ts";

export type ResourceRights = Schemas["ResourceRights"];
export type Delegation = Schemas["Delegation"];
export type Permission = Delegation["permissions"][number];
export const permissions = [
  "book",
  "approve",
  "manage_availability",
] as const satisfies readonly Permission[];

/** What somebody may do for one resource beyond their role. */
export type OwnRight = AnswerOf<"/v1/me/rights", "get">["items"][number];

export type CalendarFeed = Schemas["CalendarFeed"];
/** A calendar from outside whose busy times count as closed. */
export type OutsideCalendar = Schemas["OutsideCalendar"];
