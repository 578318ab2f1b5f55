// What every part of the server declares, in the order in which the documents show it.

import { availabilityDeclares } from "./availability/declares.ts";
import { bookingDeclares } from "./booking/declares.ts";
import { boxDeclares } from "./boxes/declares.ts";
import { calendarDeclares } from "./calendars/declares.ts";
import type { Declares } from "./http/catalogue.ts";
import { opdDeclares } from "./opd/declares.ts";
import { peopleDeclares } from "./people/declares.ts";
import { platformDeclares } from "./platform/declares.ts";
import { waitroomDeclares } from "./waitroom/declares.ts";
import { walkinDeclares } from "./walkin/declares.ts";

export const declared: readonly Declares[] = [
  platformDeclares,
  peopleDeclares,
  walkinDeclares,
  opdDeclares,
  bookingDeclares,
  availabilityDeclares,
  calendarDeclares,
  boxDeclares,
  waitroomDeclares,
];
