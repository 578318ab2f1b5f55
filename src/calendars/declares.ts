// What outside calendars add to the server's lists: codes of refusals.

import type { Declares } from "../http/catalogue.ts";
import { calendarCodes } from "./refusals.ts";

export const calendarDeclares = {
  title: "Outside calendars",
  codes: calendarCodes,
} as const satisfies Declares;
