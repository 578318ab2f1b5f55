// A booking of a kind that takes tokens: it has its place in the doctor's slot, and no time of its own there.

import { slotsIn } from "../../availability/schedule.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import type { Kind } from "../kinds/kinds.ts";
import { refuse } from "../refusals.ts";
import type { Draft } from "./batch-state.ts";
import type { Booking, UsedPart } from "./booking.ts";
import { conflictView } from "./conflicts.ts";
import { iso } from "./parts.ts";
import { dayMs } from "./rules.ts";

/** Takes the token, or moves the one it has. */
export function withToken(
  draft: Draft,
  kind: Kind,
  booking: Booking,
  before: Booking | null,
  tokenId: string,
): Booking | Refusal {
  if (!kind.takesToken) return booking;
  const doctor = doctorPart(booking)!;
  const { resourceId: doctorId, start, end: till } = doctor;
  const { hours } = draft.calendar({ resourceId: doctorId, from: start, to: till });
  const slot = slotsIn(hours, start - dayMs, till + dayMs).find(
    (each) => each.start <= start && till <= each.end,
  );
  if (!slot) {
    return refuse(
      "INVALID_SLOT",
      `${iso(start)} to ${iso(till)} lies in no slot of ${doctor.name}`,
      {
        conflicts: [
          conflictView({
            resourceId: doctorId,
            name: doctor.name,
            kind: "outside_hours",
            start,
            end: till,
          }),
        ],
      },
    );
  }
  const at = { doctorId, slotStart: slot.start };
  const old = before?.tokenId ? doctorPart(before)! : null;
  if (!old) {
    const { source, emergency } = booking;
    const urgency = { source: source ?? "online", emergency: emergency ?? false } as const;
    draft.tokens.push({ do: "take", tokenId, patientId: booking.patientId!, ...urgency, ...at });
    return { ...booking, tokenId };
  }
  const sameSlot = old.resourceId === doctorId && slot.start <= old.start && old.end <= slot.end;
  if (!sameSlot) draft.tokens.push({ do: "move", tokenId: booking.tokenId!, ...at });
  return booking;
}

/** What the token stands for, in place of time of its own. */
export function tokenPart(kind: Kind, booking: Pick<Booking, "parts">): UsedPart | undefined {
  return kind.takesToken ? doctorPart(booking) : undefined;
}

export function doctorPart({ parts }: Pick<Booking, "parts">): UsedPart | undefined {
  return parts.find(({ role }) => role === "doctor");
}
