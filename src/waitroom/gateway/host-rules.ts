// When a host name that was proven is looked at again, and what follows from what is found.

import type { ProofKind } from "./host-proofs.ts";

const dayMs = 86_400_000;
const graceMs = 3 * dayMs;

export interface HostStanding {
  hostName: string;
  proof: ProofKind;
  isProven: boolean;
  missingSince: Date | null;
}

export interface AfterLook extends Omit<HostStanding, "hostName"> {
  at: Date;
  event: { type: string; before?: object; after: object } | null;
}

export const nextHostCheck = (now: Date) => new Date(now.getTime() + dayMs);

export const hostServedUntil = (missingSince: Date) => new Date(missingSince.getTime() + graceMs);

/** How the name stands after a look at it, and what there is to tell. */
export function afterLook(
  standing: HostStanding,
  found: ProofKind | "gone" | "unclear",
  at: Date,
): AfterLook {
  const { hostName, proof, isProven, missingSince } = standing;
  const same = { at, proof, isProven, missingSince, event: null };
  if (found === "unclear") return same;
  if (found !== "gone") {
    const after = { hostName, proof: found };
    const event = { type: "waitroom.host_proof_found", before: { missingSince }, after };
    const isNews = missingSince !== null;
    return { at, proof: found, isProven: true, missingSince: null, event: isNews ? event : null };
  }
  if (missingSince === null) {
    const after = { hostName, proof, servedUntil: hostServedUntil(at) };
    return { ...same, missingSince: at, event: { type: "waitroom.host_proof_missing", after } };
  }
  if (!isProven || at < hostServedUntil(missingSince)) return same;
  const after = { hostName, missingSince };
  return { ...same, isProven: false, event: { type: "waitroom.host_no_longer_served", after } };
}
