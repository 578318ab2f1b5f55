// All rules by what they promise. Each has a negative control in rules.test.ts.

import { roomPlaces } from "../traffic/waitroom.ts";
import * as aftermath from "./aftermath.ts";
import * as capacity from "./capacity.ts";
import type { Facts } from "./facts.ts";
import * as lines from "./lines.ts";
import * as promises from "./promises.ts";
import * as room from "./room.ts";

export type Rule = (facts: Facts) => string[];

/** What must be true however fast the machine is. */
export const rules: Record<string, Rule> = {
  "every acknowledged change is there": promises.acknowledgedAreThere,
  "nothing is done twice for one key": promises.nothingIsDoneTwice,
  "one key, one answer": promises.oneKeyOneAnswer,
  "numbers are unique and without gaps": lines.numbersAreUniqueAndGapless,
  "every change has its event": lines.changesHaveEvents,
  "calls follow arrival": lines.callsFollowArrival,
  "every place is given back once": lines.placesAreGivenBackOnce,
  "what has ended stays ended": lines.endingsAreFinal,
  "no slot is ever over its capacity": capacity.slotsAreNeverOver,
  "no box is ever given twice": capacity.boxesAreNeverOver,
  "no resource is ever booked over its places": capacity.resourcesAreNeverOver,
  "bookings have all of their resources": capacity.bookingsAreWhole,
  "tokens and bookings agree": capacity.tokensAndBookingsAgree,
  "no room is ever over its cap": (facts) => room.roomsAreNeverOver(facts, roomPlaces),
  "rooms keep the order": room.roomsKeepTheOrder,
  "rooms forget nobody who is done": room.roomsForgetNobody,
  "nothing is overdue": aftermath.nothingIsOverdue,
  "nothing is left locked": aftermath.nothingIsLocked,
  "servers are alive, with the configured connections": aftermath.serversAreAlive,
  "answers are honest": aftermath.answersAreHonest,
  "everybody has an answer": aftermath.everybodyHasAnAnswer,
};

/** What also depends on how fast the machine is: for a machine that has little else to do. */
export const timedRules: Record<string, Rule> = {
  "everybody is served again within five seconds": aftermath.everybodyIsServedAgain,
};

export interface Verdict {
  rule: string;
  problems: string[];
}

export function judge(facts: Facts, all: Record<string, Rule>): Verdict[] {
  return Object.entries(all).map(([rule, check]) => ({ rule, problems: check(facts) }));
}
