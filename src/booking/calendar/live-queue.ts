// Bookings in the live queue of a resource's day, in the order that docs/guides/order.md explains.

import { Temporal } from "temporal-polyfill";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { compareCallable, compareScores, type Score, type Source } from "../../kernel/score.ts";
import { refuse } from "../../kernel/refusal.ts";
import type { KnownResource } from "../kinds/kinds.ts";
import type { BookingService } from "../core/service.ts";
import type { BookingView } from "../core/view.ts";
import { scoreOf } from "../visits/steps.ts";
import type { Stage } from "../visits/visit.ts";

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
  source: Source | null;
  emergency: boolean;
  stage: Stage;
  checkedInAt: string | null;
  calledAt: string | null;
  startedAt: string | null;
  endedAt: string | null;
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

  /** Those of a doctor's day who are still to be seen, and have no token: that stands in the queue by itself. */
  async between(
    orgId: string,
    resourceId: string,
    from: number,
    to: number,
    seesPatients: boolean,
  ): Promise<QueuedBooking[]> {
    const found = await this.#approved(orgId, resourceId, from, to);
    const queued = await this.#queued(orgId, resourceId, found, seesPatients);
    return queued.filter(isToBeSeen);
  }

  async ofDay(orgId: string, resourceId: string, asked: string | undefined, names: boolean) {
    const day = await this.day(orgId, resourceId, asked);
    const found = await this.#approved(orgId, resourceId, day.from, day.to);
    const all = await this.#queued(orgId, resourceId, found, names);
    const items = all.filter(isToBeSeen);
    const compare = compareCallable(approximateNow(this.#deps.clock));
    const [next] = items
      .filter(({ stage }) => stage === "booked" || stage === "checked_in")
      .map((one) => ({ ...one, isHere: one.checkedInAt !== null }))
      .toSorted(compare);
    return { ...day, items, over: all.filter((one) => !isToBeSeen(one)), next: next?.id ?? null };
  }

  /** All approved ones that begin on the day at the resource. */
  async bookingsOf(orgId: string, resourceId: string, asked: string | undefined) {
    const { from, to } = await this.day(orgId, resourceId, asked);
    return { bookings: await this.#approved(orgId, resourceId, from, to), from, to };
  }

  /** A day by the clock of the resource; today unless one is named. */
  async day(orgId: string, resourceId: string, asked: string | undefined) {
    const [resource] = await this.#deps.resources.find(orgId, [resourceId]);
    if (!resource) throw refuse("NOT_FOUND", "There is no such resource");
    const now = Temporal.Instant.fromEpochMilliseconds(approximateNow(this.#deps.clock));
    const today = now.toZonedDateTimeISO(resource.timezone).toPlainDate();
    const date = asked === undefined ? today : Temporal.PlainDate.from(asked);
    const startOf = (day: Temporal.PlainDate) =>
      day.toZonedDateTime(resource.timezone).epochMilliseconds;
    const [from, to] = [startOf(date), startOf(date.add({ days: 1 }))];
    return { resource, date: date.toString(), from, to };
  }

  async #approved(
    orgId: string,
    resourceId: string,
    from: number,
    to: number,
  ): Promise<BookingView[]> {
    const filter = { resourceIds: [resourceId], from, to, status: ["approved"] as const };
    const found = await this.#deps.service.list(orgId, filter, null, maxInQueue);
    return found.filter(
      (booking) => booking.tokenId === null && partsOn(booking, resourceId, from, to).length > 0,
    );
  }

  async #queued(
    orgId: string,
    resourceId: string,
    found: readonly BookingView[],
    seesPatients: boolean,
  ): Promise<QueuedBooking[]> {
    const ids = new Set(seesPatients ? found.flatMap(({ patientId }) => patientId ?? []) : []);
    const names = await this.#deps.patientNames(orgId, [...ids]);
    return found
      .map((booking) => {
        const { id, kind, source, emergency, stage } = booking;
        const { checkedInAt, calledAt, startedAt, endedAt } = booking;
        const parts = booking.resources.filter((part) => part.resourceId === resourceId);
        const { start, end } = parts[0]!;
        const createdAt = Date.parse(booking.createdAt);
        // Who asked without an account has no record as a patient.
        const askedBy = seesPatients ? booking.contact?.name : undefined;
        return {
          type: "booking" as const,
          id,
          score: scoreOf({ source, emergency, createdAt }, Date.parse(start)),
          kind,
          title: seesPatients ? booking.title : null,
          start,
          end,
          patientId: booking.patientId,
          patientName: names.get(booking.patientId ?? "") ?? askedBy ?? null,
          source,
          emergency,
          stage,
          checkedInAt,
          calledAt,
          startedAt,
          endedAt,
        };
      })
      .toSorted((a, b) => compareScores(a.score, b.score));
  }
}

const isToBeSeen = ({ endedAt }: QueuedBooking) => endedAt === null;

function partsOn({ resources }: BookingView, resourceId: string, from: number, to: number) {
  return resources.filter(
    (part) =>
      part.resourceId === resourceId &&
      Date.parse(part.start) >= from &&
      Date.parse(part.start) < to,
  );
}
