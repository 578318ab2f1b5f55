// The one place where kinds of bookings are registered.

import type { Kind } from "./kinds.ts";
import { consultation } from "./consultation.ts";
import { lab } from "./lab.ts";
import { room } from "./room.ts";
import { surgery } from "./surgery.ts";

export const ourKinds: readonly Kind[] = [consultation, surgery, lab, room];
