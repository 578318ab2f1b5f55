// Bookings in the live queue of a resource's day. A booking counts like a paid token that came when it was
// booked: behind emergencies of the same time, ahead of those who came later.

import { Temporal } from "temporal-polyfill";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { compareScores, type Score } from "../../kernel/score.ts";
import { refuse } from "../../kernel/refusal.ts";
import type { KnownResource } from "../kinds/kinds.ts";
import type { BookingService } from "../core/service.ts";

const priority = 1;
const maxInQueue = 1_000;

export interface QueuedBooking {
  type: "booking";
  id: string;
  score: Score;
  kind: string;
  title: string | null;
  start: string;
  end: string;
  patientId: string | null;
  patientName: string | null;
}

export interface QueueDeps {
  clock: Clock;
  service: BookingService;
  resources: { find(orgId: string, ids: readonly string[]): Promise<KnownResource[]> };
  patientNames(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export class BookingQueue {
  readonly #deps: QueueDeps;

  constructor(deps: QueueDeps) {
    this.#deps = deps;
  }

  /** Approved ones that begin on the day and have no token: that stands in the queue by itself. */
  async between(
    orgId: string,
    resourceId: string,
    from: number,
    to: number,
    seesPatients: boolean,
  ): Promise<QueuedBooking[]> {
    const { service, patientNames } = this.#deps;
    const filter = { resourceIds: [resourceId], from, to, status: ["approved"] as const };
    const found = await service.list(orgId, filter, null, maxInQueue);
    const ids = found.flatMap(({ patientId }) => patientId ?? []);
    const names = seesPatients ? await patientNames(orgId, ids) : new Map<string, string>();
    return found
      .filter(({ tokenId }) => tokenId === null)
      .flatMap((booking) =>
        booking.resources
          .filter((part) => part.resourceId === resourceId)
          .filter(({ start }) => Date.parse(start) >= from && Date.parse(start) < to)
          .map(({ start, end }) => ({
            type: "booking" as const,
            id: booking.id,
            score: [Date.parse(start), priority, Date.parse(booking.createdAt) * 1_000] as const,
            kind: booking.kind,
            title: seesPatients ? booking.title : null,
            start,
            end,
            patientId: booking.patientId,
            patientName: names.get(booking.patientId ?? "") ?? null,
          })),
      )
      .toSorted((a, b) => compareScores(a.score, b.score));
  }

  async ofDay(orgId: string, resourceId: string, asked: string | undefined, names: boolean) {
    const [resource] = await this.#deps.resources.find(orgId, [resourceId]);
    if (!resource) throw refuse("NOT_FOUND", "There is no such resource");
    const now = Temporal.Instant.fromEpochMilliseconds(approximateNow(this.#deps.clock));
    const today = now.toZonedDateTimeISO(resource.timezone).toPlainDate();
    const date = asked === undefined ? today : Temporal.PlainDate.from(asked);
    const startOf = (day: Temporal.PlainDate) =>
      day.toZonedDateTime(resource.timezone).epochMilliseconds;
    const [from, to] = [startOf(date), startOf(date.add({ days: 1 }))];
    const items = await this.between(orgId, resourceId, from, to, names);
    return { resource, date: date.toString(), items };
  }
}
