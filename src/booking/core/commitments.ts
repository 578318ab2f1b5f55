// Bookings as availability sees them: commitments of a resource's time that a change of hours must respect,
// and the time that is used. A change of hours holds the lock of the resource's line, under which its
// bookings are decided.

import type pg from "pg";
import type {
  Commitment,
  CommitmentPort,
  NewHours,
  Settled,
  Taken,
} from "../../availability/commitments.ts";
import { allSent } from "../../engine/connection.ts";
import { senderOf } from "../../engine/decide-in-transaction.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Draft, Window } from "./batch-state.ts";
import { decideAll, load, sendWrites, type BatchDeps } from "./batch.ts";
import type { Booking } from "./booking.ts";
import { windowsOf } from "./parts.ts";
import { findPlace, followToken, giveUpTime, isWithToken } from "./rehousing.ts";
import { dayMs } from "./rules.ts";
import { touching } from "./statements.ts";
import * as store from "./store.ts";
import { bookingView } from "./view.ts";
import { widening } from "./widening.ts";
import { hasBegun } from "../visits/visit.ts";

/** How far a booking is moved when its resource is no longer there. */
const reachMs = 14 * dayMs;

export function bookingCommitments(pool: pg.Pool, clock: Clock, deps: BatchDeps): CommitmentPort {
  return {
    async lockAndList(tx, orgId, resourceId, from, to) {
      // Index: booking_use_by_time. What has a token is the token's commitment.
      const { rows } = await tx.query<{
        id: string;
        kind: string;
        status: string;
        start: Date;
        end: Date;
      }>(
        `select b.id, b.kind, b.status, u.start_at as start, u.end_at as end
           from booking_use u join booking b on b.org_id = u.org_id and b.id = u.owner_id
          where u.org_id is not distinct from $1 and u.resource_id = $2 and u.occupies and u.owner = 'booking'
            and ${touching("u", "$3::timestamptz", "coalesce($4::timestamptz, 'infinity')")}
          order by b.created_at, b.id`,
        [orgId, resourceId, from, to],
      );
      return rows.map(({ id, kind, status, start, end }): Commitment => {
        const label = status === "approved" ? kind : `${kind}, ${status}`;
        return { kind: "booking", id, start, end, label };
      });
    },

    async taken(orgId, resourceId, from, to) {
      const { rows } = await pool.query<{ start: Date; end: Date; whole: boolean }>({
        name: "booking_taken",
        text: `select u.busy_from as start, u.busy_till as end, u.sole as whole from booking_use u
          where u.org_id is not distinct from $1 and u.resource_id = $2 and u.occupies
            and ${touching("u", "$3::timestamptz", "$4::timestamptz")}
            and (u.expires_at is null or u.expires_at > $5)`,
        values: [orgId, resourceId, from, to, new Date(approximateNow(clock))],
      });
      return rows.map(({ start, end, whole }): Taken => ({
        start,
        end,
        places: 1,
        exclusive: whole,
        throughout: true,
      }));
    },

    async settle(tx, change) {
      const { orgId, actor, conflicts } = change;
      const outside = change.outside.filter(({ kind }) => kind === "booking");
      if (conflicts === "keep")
        return outside.map((commitment) => ({ commitment, outcome: "kept" }));
      const settled: Settled[] = [];
      const done = new Map<string, Booking>();
      for (const commitment of outside) {
        const booking = done.get(commitment.id) ?? (await rehouse(tx, orgId, actor, commitment.id));
        done.set(commitment.id, booking);
        if (hasBegun(booking.visit)) {
          settled.push({ commitment, outcome: "kept" });
          continue;
        }
        const start = new Date(booking.start);
        settled.push({
          commitment,
          start,
          outcome: booking.status === "requested" ? "waiting" : "moved",
        });
      }
      return settled;
    },

    /** Those who wait for the resource are looked at again. */
    async follow(tx, hours) {
      const { orgId, resourceId } = hours;
      await followTokens(tx, hours);
      await tx.query(
        `update line set deadline_at = coalesce($3, now())
          where org_id = $1 and id = $2 and exists (select 1 from booking_wait
            where resource_ids && array[$2::uuid] and status = 'waiting')`,
        [orgId, resourceId, clock.fixed()],
      );
    },
  };

  /** The nearest time at which all of its resources are free; without one it has to be decided anew. */
  async function rehouse(tx: pg.ClientBase, orgId: string, actor: string, id: string) {
    const found = (await store.findBooking(tx, orgId, id))!;
    const windows = found.parts.map(({ resourceId, busyFrom, busyTill }): Window => ({
      resourceId,
      from: busyFrom - reachMs,
      to: busyTill + reachMs,
    }));
    let moved: Booking | Refusal | undefined;
    await decideIn(tx, { orgId, actor }, id, windows, (draft) => {
      const booking = draft.booking(id)!;
      // Nobody leaves the theatre because its hours have changed.
      moved = hasBegun(booking.visit)
        ? booking
        : (findPlace(draft, id, reachMs) ?? giveUpTime(draft, id));
      return moved instanceof Refusal ? moved : bookingView(moved);
    });
    return moved as Booking;
  }

  /** Tokens have been moved by the change: their bookings go along. */
  async function followTokens(tx: pg.ClientBase, hours: NewHours): Promise<void> {
    const { orgId, resourceId, from, to, actor } = hours;
    const bookings = await store.withTokens(tx, orgId, resourceId, from, to);
    const tokenIds = bookings.map(({ tokenId }) => tokenId!);
    const places = await deps.tokens.placesOf(tx, orgId, tokenIds);
    for (const booking of bookings) {
      const place = places.get(booking.tokenId!);
      if (!place || isWithToken(booking, place)) continue;
      const there = { resourceId: place.doctorId, from: place.start, to: place.end };
      const windows = [...windowsOf(booking.parts), there];
      await decideIn(tx, { orgId, actor }, booking.id, windows, (draft) => {
        const after = followToken(draft, booking.id, place);
        return after ? bookingView(after) : {};
      });
    }
  }

  /** In the transaction that changes the hours. */
  async function decideIn(
    tx: pg.ClientBase,
    by: { orgId: string; actor: string },
    id: string,
    given: readonly Window[],
    decide: (draft: Draft) => object | Refusal,
  ): Promise<void> {
    const sender = senderOf(tx);
    const options = { fixedNow: clock.fixed(), contended: new Set<string>() };
    await widening(given, async (windows) => {
      const order = { ...by, ...lookingAt(windows), bookingIds: [id], decide };
      const ready = await load(sender, [order], options, deps);
      const decided = decideAll([order], ready);
      const [verdict] = decided.verdicts;
      if (verdict!.kind === "refused") throw verdict!.refusal;
      if (verdict!.kind === "failed") throw verdict!.error;
      if (verdict!.kind !== "done") throw new Error(verdict!.kind);
      await allSent(sendWrites(sender, decided, ready.state.now));
    });
  }
}

function lookingAt(windows: readonly Window[]) {
  const resourceIds = [...new Set(windows.map(({ resourceId }) => resourceId))];
  const lineIds = resourceIds as unknown as [string, ...string[]];
  return { lineIds, dayIds: [], windows, shared: windows, holdIds: [], waitIds: [], endingIds: [] };
}
