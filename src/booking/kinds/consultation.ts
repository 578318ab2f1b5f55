import { usualSettings, type Kind } from "./kinds.ts";

/** A doctor's time for one patient: once approved, a token in the doctor's slot. */
export const consultation: Kind = {
  name: "consultation",
  title: "Consultation",
  needs: [
    {
      role: "doctor",
      types: ["doctor"],
      least: 1,
      most: 1,
      throughout: true,
      whole: false,
      beforeMinutes: 0,
      afterMinutes: 0,
    },
    {
      role: "room",
      types: ["consultation_room"],
      least: 0,
      most: 1,
      throughout: false,
      whole: false,
      beforeMinutes: 0,
      afterMinutes: 0,
    },
  ],
  minutes: { least: 5, most: 240 },
  needsPatient: true,
  takesToken: true,
  settings: { ...usualSettings, publicRequests: true },
};
