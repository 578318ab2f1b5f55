// What one person's data add to the server's lists: codes of refusals.

import type { Declares } from "../http/catalogue.ts";
import { peopleCodes } from "./refusals.ts";

export const peopleDeclares = {
  title: "A person's data",
  codes: peopleCodes,
} as const satisfies Declares;
