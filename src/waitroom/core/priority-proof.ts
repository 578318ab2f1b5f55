// Who may skip ahead: staff say so, or the site does, in a JWT signed with a secret that it shares with
// the room.

import { jwtVerify } from "jose";
import type { Secrets } from "../../infra/secrets.ts";
import { refuse } from "../../kernel/refusal.ts";
import type { Room } from "./rooms.ts";

export function claimSecretOf(secrets: Pick<Secrets, "derive">, room: Room): string {
  return secrets.derive("room claim", room.id);
}

/** The priority that a claim gives to this session; refused when it is not for it. */
export async function claimedPriority(
  secrets: Pick<Secrets, "derive">,
  room: Room,
  sessionId: string | undefined,
  claim: string,
  now: number,
): Promise<number> {
  try {
    const secret = new TextEncoder().encode(claimSecretOf(secrets, room));
    const { payload } = await jwtVerify(claim, secret, {
      algorithms: ["HS256"],
      audience: room.id,
      subject: sessionId ?? "",
      requiredClaims: ["exp"],
      currentDate: new Date(now),
    });
    const { priority } = payload;
    if (typeof priority === "number" && [0, 1, 2, 3].includes(priority)) return priority;
  } catch {
    // Said below: why exactly is of use to nobody but a forger.
  }
  const errors = [{ field: "claim", message: "is not a valid claim of this session" }];
  throw refuse("INVALID", "The claim on a priority is not valid", { errors });
}
