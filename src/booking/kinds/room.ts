import { limits, minuteMs } from "../core/rules.ts";
import { usualSettings, type Kind } from "./kinds.ts";

/** Any resources, for any time: a place in each. */
export const room: Kind = {
  name: "room",
  title: "Room",
  needs: [
    {
      role: "resource",
      types: ["consultation_room", "ot", "lab", "doctor", "other"],
      least: 1,
      most: limits.resources,
      throughout: false,
      whole: false,
      beforeMinutes: 0,
      afterMinutes: 0,
    },
  ],
  minutes: { least: 1, most: limits.longestMs / minuteMs },
  needsPatient: false,
  takesToken: false,
  settings: { ...usualSettings, publicRequests: true },
};
