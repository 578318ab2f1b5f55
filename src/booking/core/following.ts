// A consumer of the log: when a token was moved or has ended, the booking that took it follows. The token's
// present state is what counts, so this may run again, and once for several changes.

import type { Consumer } from "../../events/consumers.ts";
import type { BookingService } from "./service.ts";
import type { TokenPort } from "./token-port.ts";

export function followsTokens(
  service: Pick<BookingService, "followTokens">,
  tokens: Pick<TokenPort, "leavingEvents">,
): Consumer {
  return {
    name: "bookings follow tokens",
    types: tokens.leavingEvents,
    from: "now",
    async act(events) {
      const ofOrganisations = Map.groupBy(events, ({ orgId }) => orgId);
      for (const [orgId, changes] of ofOrganisations) {
        const tokenIds = new Set(changes.flatMap(({ ticketId }) => ticketId ?? []));
        await service.followTokens(orgId, [...tokenIds]);
      }
    },
  };
}
