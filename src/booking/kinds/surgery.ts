import { usualSettings, type Kind } from "./kinds.ts";

/** A theatre and a surgeon all the time, an anaesthetist for a part; then the theatre is cleaned. */
export const surgery: Kind = {
  name: "surgery",
  title: "Surgery",
  needs: [
    {
      role: "theatre",
      types: ["ot"],
      least: 1,
      most: 1,
      throughout: true,
      whole: true,
      beforeMinutes: 0,
      afterMinutes: 30,
    },
    {
      role: "surgeon",
      types: ["doctor"],
      least: 1,
      most: 1,
      throughout: true,
      whole: true,
      beforeMinutes: 0,
      afterMinutes: 0,
    },
    {
      role: "anaesthetist",
      types: ["doctor"],
      least: 0,
      most: 1,
      throughout: false,
      whole: true,
      beforeMinutes: 0,
      afterMinutes: 0,
    },
    {
      role: "team",
      types: ["doctor", "other"],
      least: 0,
      most: 17,
      throughout: false,
      whole: true,
      beforeMinutes: 0,
      afterMinutes: 0,
    },
  ],
  minutes: { least: 15, most: 24 * 60 },
  needsPatient: false,
  takesToken: false,
  settings: { ...usualSettings, requestsHold: true, offerMinutes: 60 },
};
