// Nothing is ever given to more than it has places for: not in the end, and not at any moment between,
// by the order in which it was committed.

import type { Facts } from "./facts.ts";
import { streamsOf } from "./lines.ts";

interface Held {
  where: string;
  regular: boolean;
}

/** Tokens in slots: never more than places, and the reserve for emergencies alone. */
export function slotsAreNeverOver(facts: Facts): string[] {
  const places = new Map(facts.resources.map((resource) => [resource.id, resource.places]));
  // All slots of as many places are alike: nobody sets single ones.
  const reserves = new Map(
    facts.lines
      .filter(({ product }) => product === "opd")
      .map(({ capacity, reserve }) => [capacity, reserve]),
  );
  const problems: string[] = [];
  for (const events of streamsOf(facts, "opd.").values()) {
    const held = new Map<string, Held>();
    for (const { ticketId, after } of events) {
      if (!ticketId || !after) continue;
      const has = ["ALLOCATED", "IN_PROGRESS", "COMPLETED"].includes(String(after.status));
      if (!has) {
        held.delete(ticketId);
        continue;
      }
      const doctorId = String(after.doctorId);
      const where = `${doctorId} at ${String(after.slotStart)}`;
      const capacity = places.get(doctorId) ?? 0;
      const reserve = reserves.get(capacity) ?? 0;
      held.set(ticketId, { where, regular: after.source !== "emergency" });
      const here = [...held.values()].filter((one) => one.where === where);
      const regular = here.filter((one) => one.regular).length;
      if (here.length > capacity) problems.push(`slot ${where}: ${here.length} of ${capacity}`);
      if (regular > capacity - reserve) problems.push(`slot ${where}: the reserve was given away`);
    }
  }
  return [...new Set(problems)];
}

/** Boxes of an inventory: held, offered and picked up together. */
export function boxesAreNeverOver(facts: Facts): string[] {
  const capacities = new Map(facts.lines.map(({ id, capacity }) => [id, capacity]));
  const problems: string[] = [];
  for (const [lineId, events] of streamsOf(facts, "boxes.")) {
    const capacity = capacities.get(lineId) ?? null;
    if (capacity === null) continue;
    const held = new Map<string, number>();
    for (const { ticketId, after } of events) {
      if (!ticketId || !after) continue;
      const has = ["ACTIVE", "OFFERED", "PICKED_UP"].includes(String(after.status));
      if (has) held.set(ticketId, Number(after.quantity));
      else held.delete(ticketId);
      const given = [...held.values()].reduce((sum, quantity) => sum + quantity, 0);
      if (given > capacity) problems.push(`inventory ${lineId}: ${given} boxes of ${capacity}`);
    }
  }
  return [...new Set(problems)];
}

interface Part {
  resourceId: string;
  start: string;
  end: string;
}

/**
 * Bookings of a resource: at no moment of the run more at one time than it has places. Those with a token
 * are left to the rule about slots: the place is the token's, and the booking follows it a moment later.
 */
export function resourcesAreNeverOver(facts: Facts): string[] {
  const withToken = new Set(facts.bookings.filter((each) => each.tokenId).map(({ id }) => id));
  const places = new Map(facts.resources.map((resource) => [resource.id, resource.places]));
  const problems: string[] = [];
  for (const { resourceId, most } of facts.busiest) {
    const has = places.get(resourceId) ?? 1;
    if (most > has)
      problems.push(`resource ${resourceId} is used ${most} times, for ${has} places`);
  }
  for (const [resourceId, events] of streamsOf(facts, "booking.")) {
    const has = places.get(resourceId) ?? 1;
    const booked = new Map<string, Part[]>();
    for (const { ticketId, type, after } of events) {
      if (!ticketId || !after || !isBooking.test(type) || withToken.has(ticketId)) continue;
      const parts = (after.resources ?? []) as Part[];
      const own = parts.filter((part) => part.resourceId === resourceId);
      if (after.status === "approved" && own.length > 0) booked.set(ticketId, own);
      else booked.delete(ticketId);
      const all = [...booked.values()].flat();
      for (const { start } of own) {
        const at = all.filter((part) => part.start <= start && start < part.end).length;
        if (at > has) problems.push(`resource ${resourceId}: ${at} at ${start}, for ${has} places`);
      }
    }
  }
  return [...new Set(problems)];
}

const isBooking = /^booking\.(approved|canceled|denied|requested|rescheduled)$/;

/** A booking has all of its resources, or none. */
export function bookingsAreWhole(facts: Facts): string[] {
  return facts.bookings.flatMap(({ id, status, named, used }) => {
    const wanted = status === "approved" ? named : 0;
    return used === wanted ? [] : [`booking ${id} (${status}) has ${used} of ${named} resources`];
  });
}

/** A consultation and its token live and end together. */
export function tokensAndBookingsAgree(facts: Facts): string[] {
  return facts.bookings.flatMap(({ id, status, tokenId, tokenStatus }) => {
    if (tokenId === null) return [];
    const tokenLives = tokenStatus !== null && tokenStatus !== "CANCELLED";
    return tokenLives === (status === "approved")
      ? []
      : [`booking ${id} is ${status}, its token ${tokenId} ${tokenStatus}`];
  });
}
