// What waiting rooms add to the server's lists: codes of refusals, scopes and types of events.

import type { Declares } from "../http/catalogue.ts";
import { waitroomCodes } from "./refusals.ts";

export const waitroomDeclares = {
  title: "Waiting rooms",
  codes: waitroomCodes,
  scopes: [
    { scope: "waitroom:read", from: "viewer" },
    { scope: "waitroom:operate", from: "staff" },
    { scope: "waitroom:manage", from: "admin" },
  ],
  events: [
    {
      word: "waitroom",
      scope: "waitroom:read",
      types: {
        room_created: "a room was made",
        room_changed: "a room was changed",
        key_rotated: "a room's keys were renewed",
        host_proof_found: "a host name is proven",
        host_proof_missing: "the proof of a host name is gone",
        host_no_longer_served: "requests for a host name are refused again",
        joined: "a visitor joined",
        admitted: "a visitor may go in",
        started: "a visitor is in",
        completed: "a visitor is done",
        expired: "a visitor left, did not come back or was sent away",
        restored: "a visitor has their place again",
      },
    },
  ],
} as const satisfies Declares;
