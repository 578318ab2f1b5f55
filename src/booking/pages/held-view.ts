// What the holder of its secret sees of a booking: what has become of it and why, and what they can do now.

import type pg from "pg";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import type { Secrets } from "../../infra/secrets.ts";
import { noLongerOpen } from "../core/booking.ts";
import type { TokenPort } from "../core/token-port.ts";
import type { BookingView } from "../core/view.ts";
import type { Kinds, KnownResource } from "../kinds/kinds.ts";
import { isMovable } from "./asking.ts";
import { minuteMs } from "./free-times.ts";
import { organisationName } from "./page-store.ts";
import type { BookingPages } from "./pages.ts";

export interface HeldViewDeps {
  pool: pg.Pool;
  clock: Clock;
  secrets: Secrets;
  kinds: Kinds;
  tokens: Pick<TokenPort, "placesOf">;
  pages: BookingPages;
  resources: { find(orgId: string, ids: readonly string[]): Promise<KnownResource[]> };
  publicUrl: string;
}

/** Why it is not what its holder was told: who ended it, or what happened on the day. */
export const whys = [
  "by_you",
  "by_organisation",
  "no_show",
  "slot_ended",
  "no_longer_open",
] as const;
export type Why = (typeof whys)[number];

export class HeldView {
  readonly #deps: HeldViewDeps;

  constructor(deps: HeldViewDeps) {
    this.#deps = deps;
  }

  async of(orgId: string, booking: BookingView) {
    const { pool, clock, pages, resources, kinds } = this.#deps;
    const pageId = booking.contact?.pageId ?? null;
    const [open, organisation, known, why] = await Promise.all([
      pageId === null ? null : pages.find(orgId, pageId),
      organisationName(pool, orgId),
      resources.find(
        orgId,
        booking.resources.map(({ resourceId }) => resourceId),
      ),
      this.#whyOf(orgId, booking),
    ]);
    const { id, status, start, end, decidedBy } = booking;
    const isAhead = Date.parse(start) > approximateNow(clock);
    return {
      id,
      status,
      why,
      // What the server notes for staff is said by `why`.
      statusMessage:
        decidedBy === "system" || why === "no_longer_open" ? null : booking.statusMessage,
      start,
      end,
      minutes: (Date.parse(end) - Date.parse(start)) / minuteMs,
      title: open?.page.title ?? kinds.get(booking.kind).title,
      organisation,
      timezone: known[0]?.timezone ?? "UTC",
      resources: booking.resources.map(({ name }) => ({ name })),
      pageId: open?.page.id ?? null,
      canMove: isAhead && open !== null && open.open && isMovable(booking, open),
      visitUrl: this.#visitUrl(orgId, booking),
    };
  }

  async #whyOf(orgId: string, booking: BookingView): Promise<Why | null> {
    const { status, decidedBy, tokenId, statusMessage } = booking;
    if (status === "requested") return statusMessage === noLongerOpen ? "no_longer_open" : null;
    if (status !== "canceled") return null;
    if (decidedBy?.startsWith("ticket:")) return "by_you";
    if (decidedBy !== "system") return "by_organisation";
    if (tokenId === null) return null;
    const places = await this.#deps.tokens.placesOf(this.#deps.pool, orgId, [tokenId]);
    switch (places.get(tokenId)?.ended) {
      case "NO_SHOW":
        return "no_show";
      case "SLOT_ENDED":
        return "slot_ended";
      default:
        return null;
    }
  }

  /** With its number, and when it is called. */
  #visitUrl(orgId: string, { status, tokenId }: BookingView): string | null {
    if (status !== "approved" || tokenId === null) return null;
    const { publicUrl, secrets } = this.#deps;
    return `${publicUrl}/k/${tokenId}#${secrets.ticketSecret(orgId, tokenId)}`;
  }
}
