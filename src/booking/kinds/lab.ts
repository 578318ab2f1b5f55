import { usualSettings, type Kind } from "./kinds.ts";

/** A laboratory, with ten minutes to get it ready for the next one. */
export const lab: Kind = {
  name: "lab",
  title: "Laboratory",
  needs: [
    {
      role: "laboratory",
      types: ["lab"],
      least: 1,
      most: 1,
      throughout: true,
      whole: false,
      beforeMinutes: 0,
      afterMinutes: 10,
    },
    {
      role: "staff",
      types: ["doctor", "other"],
      least: 0,
      most: 5,
      throughout: false,
      whole: true,
      beforeMinutes: 0,
      afterMinutes: 0,
    },
  ],
  minutes: { least: 5, most: 8 * 60 },
  needsPatient: false,
  takesToken: false,
  settings: { ...usualSettings, publicRequests: true, requestsHold: true },
};
