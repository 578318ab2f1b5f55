// Bookings that recur: every second Tuesday, ten times. The clock on the wall stays the same when clocks
// are changed. All of them are decided in one commit: all, or those that fit.

import type { RequestContext } from "../../http/request-context.ts";
import type pg from "pg";
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { newId } from "../../infra/ids.ts";
import { invalid, Refusal } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import type { Draft } from "../core/batch-state.ts";
import type { Booking } from "../core/booking.ts";
import * as decisions from "../core/decisions.ts";
import type { conflictView, WishedPart } from "../core/conflicts.ts";
import { TokensRefused, type BookingCommands, type Resources } from "../core/commands.ts";
import { faultsOfTime, partsOutside, type Kind, type Kinds } from "../kinds/kinds.ts";
import { iso, windowsOf } from "../core/parts.ts";
import type { BookingReports } from "../reports.ts";
import { limits } from "../core/rules.ts";
import { aboutOf, idsOf, prepareTokens, type BookingService, type Done } from "../core/service.ts";
import * as store from "../core/store.ts";
import type { TokenPort } from "../core/token-port.ts";
import { bookingView, type BookingView } from "../core/view.ts";
import { nothingYet, stageOf } from "../visits/visit.ts";

export interface Rule {
  every: "day" | "week" | "month";
  interval: number;
  /** 0 = Monday. */
  days?: number[] | undefined;
  count?: number | undefined;
  until?: number | undefined;
}

export interface SeriesWish {
  kind: string;
  patientId?: string | null | undefined;
  title?: string | null | undefined;
  start: number;
  end: number;
  resources: readonly WishedPart[];
  rule: Rule;
  timezone?: string | undefined;
}

export interface SeriesDeps {
  pool: pg.Pool;
  clock: Clock;
  commands: BookingCommands;
  kinds: Kinds;
  tokens: TokenPort;
  resources: Resources;
  reports: BookingReports;
  bookings: BookingService;
}

export interface Occurrence {
  start: string;
  end: string;
  fits: boolean;
  code: string | null;
  conflicts: ReturnType<typeof conflictView>[];
}

type Take = "all" | "fitting" | "preview";

interface Found {
  bookings: BookingView[];
  occurrences: Occurrence[];
}

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const often = { day: "DAILY", week: "WEEKLY", month: "MONTHLY" } as const;

/** When it takes place, as starts. */
export function startsOf(start: number, rule: Rule, timezone: string): number[] {
  const first = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timezone);
  const recurring = new RRuleTemporal({
    freq: often[rule.every],
    interval: rule.interval,
    dtstart: first,
    tzid: timezone,
    ...(rule.days && rule.every === "week"
      ? { byDay: rule.days.map((day) => weekdays[day]!) }
      : {}),
    ...(rule.count === undefined ? {} : { count: rule.count }),
    ...(rule.until === undefined
      ? {}
      : {
          until: Temporal.Instant.fromEpochMilliseconds(rule.until).toZonedDateTimeISO(timezone),
        }),
  });
  return recurring.all((_, i) => i <= limits.occurrences).map((moment) => moment.epochMilliseconds);
}

export class SeriesService {
  readonly #deps: SeriesDeps;

  constructor(deps: SeriesDeps) {
    this.#deps = deps;
  }

  /** What would become of each; nothing is written. */
  async preview(
    by: RequestContext,
    wish: SeriesWish,
  ): Promise<{ occurrences: Occurrence[]; fitting: number }> {
    // Which slot has a place left is looked at here: a preview takes no tokens.
    const { answer } = await this.#decide(by, wish, newId(), "preview");
    const { occurrences } = answer;
    return { occurrences, fitting: occurrences.filter(({ fits }) => fits).length };
  }

  async create(by: RequestContext, wish: SeriesWish, take: "all" | "fitting") {
    const started = performance.now();
    const { reports } = this.#deps;
    const id = newId();
    const { answer, replayed } = await this.#decide(by, wish, id, take);
    const { bookings, occurrences } = answer;
    if (!replayed) {
      const ms = (performance.now() - started) / Math.max(1, bookings.length);
      for (const booking of bookings) reports.booking(by, booking.status, booking, ms);
    }
    const skipped = occurrences.filter(({ fits }) => !fits);
    return { series: { id: bookings[0]?.seriesId ?? id, bookings, skipped }, replayed };
  }

  /** Those that have not begun, in one commit; what was is history. */
  async cancel(
    by: RequestContext,
    seriesId: string,
    statusMessage: string | null,
  ): Promise<Done<{ id: string; bookings: BookingView[] }>> {
    const started = performance.now();
    const { pool, commands, kinds, bookings, reports } = this.#deps;
    const filter = { seriesId };
    const all = await store.listBookings(pool, by.orgId, filter, null, limits.occurrences);
    if (all.length === 0) throw refuse("NOT_FOUND", "There is no such series");
    const ours = all.every(({ bookedBy }) => bookedBy === by.actor);
    if (!ours) await bookings.require(by, "book", all.flatMap(idsOf));
    const { answer, replayed } = await commands.submit({
      by,
      windows: all.flatMap(({ parts }) => windowsOf(parts)),
      bookingIds: all.map(({ id }) => id),
      withToken: all.some(({ tokenId }) => tokenId !== null),
      decide(draft) {
        const ended = all
          .filter(({ id }) => isToCome(draft.booking(id), draft.now))
          .map(({ id, kind }) =>
            decisions.end(draft, kinds.get(kind), id, "cancel", statusMessage),
          );
        const refusal = ended.find((one) => one instanceof Refusal);
        if (refusal) return refusal;
        return { id: seriesId, bookings: (ended as Booking[]).map(bookingView) };
      },
    });
    const made = answer as { id: string; bookings: BookingView[] };
    if (replayed) reports.replayed(by);
    else {
      const ms = (performance.now() - started) / Math.max(1, made.bookings.length);
      for (const booking of made.bookings) reports.booking(by, "canceled", booking, ms);
      await bookings.freed(
        by.orgId,
        all.flatMap(({ parts }) => windowsOf(parts)),
      );
    }
    return { answer: made, replayed };
  }

  async #decide(
    by: RequestContext,
    wish: SeriesWish,
    seriesId: string,
    take: Take,
  ): Promise<Done<Found>> {
    const dryRun = take === "preview";
    const { commands, kinds, tokens, bookings } = this.#deps;
    const kind = kinds.get(wish.kind);
    const times = await this.#times(by.orgId, wish);
    await bookings.checkPatient(by.orgId, wish.patientId ?? null);
    const ids = wish.resources.map(({ resourceId }) => resourceId);
    const approved = await bookings.may(by, "book", ids);
    const withToken = kind.takesToken && approved && !dryRun;
    if (withToken) {
      for (const { start } of times) await prepareTokens(tokens, by.orgId, kind, start, ids);
    }
    const wished: Kind = dryRun ? { ...kind, takesToken: false } : kind;
    const wishes = times.map((time): decisions.Wish => ({
      ...aboutOf(wish),
      ...time,
      id: newId(),
      kind: wished,
      holdId: null,
      seriesId,
      statusMessage: null,
      tokenId: newId(),
      source: null,
      emergency: false,
      approved,
    }));
    const asked = {
      by,
      windows: times.flatMap(({ start, end, parts }) =>
        bookings.windowsFor(kind.name, start, end, parts),
      ),
      withToken,
      perToken: true,
      dryRun,
    };
    // Whether a slot has a place shows when its token is asked for. Those without are left out, and the
    // others decided again: each time they are fewer.
    const withoutToken = new Map<string, Refusal>();
    for (;;) {
      try {
        const decide = (draft: Draft) => decideSeries(draft, wishes, take, withoutToken);
        const { answer, replayed } = await commands.submit({ ...asked, decide });
        return { answer: answer as Found, replayed };
      } catch (error) {
        if (!(error instanceof TokensRefused)) throw error;
        for (const [tokenId, refusal] of error.refusals) withoutToken.set(tokenId, refusal);
      }
    }
  }

  async #times(orgId: string, wish: SeriesWish) {
    const { clock, resources } = this.#deps;
    const { start, end, resources: parts, rule } = wish;
    const [...faults] = partsOutside(start, end, parts);
    if (faults.length > 0) throw invalid(faults);
    const [first] = await resources.find(orgId, [parts[0]!.resourceId]);
    if (!first) {
      const { resourceId } = parts[0]!;
      throw refuse("NOT_FOUND", "There is no such resource", { resourceId });
    }
    const timezone = wish.timezone ?? first.timezone;
    const starts = startsOf(start, rule, timezone);
    if (starts.length > limits.occurrences) {
      const message = `gives more than ${limits.occurrences} bookings`;
      throw invalid([{ field: "rule.until", message }]);
    }
    if (starts.length === 0) {
      throw invalid([{ field: "rule", message: "gives no booking at all" }]);
    }
    const last = starts.at(-1)!;
    const wrong = faultsOfTime(last, last + (end - start), approximateNow(clock));
    if (wrong) throw wrong;
    return starts.map((at) => {
      const shift = at - start;
      const moved = parts.map((part) => ({
        resourceId: part.resourceId,
        start: (part.start ?? start) + shift,
        end: (part.end ?? end) + shift,
      }));
      return { start: at, end: end + shift, parts: moved };
    });
  }
}

/** Still to be had, and not begun by the clock or by somebody at the desk. */
function isToCome(booking: Booking | undefined, now: number): boolean {
  if (!booking || booking.start <= now) return false;
  const isOpen = booking.status === "requested" || booking.status === "approved";
  const stage = stageOf(booking.visit ?? nothingYet);
  return isOpen && (stage === "booked" || stage === "checked_in" || stage === "called");
}

function decideSeries(
  draft: Draft,
  wishes: readonly decisions.Wish[],
  take: Take,
  withoutToken: ReadonlyMap<string, Refusal>,
): Found | Refusal {
  const made: Booking[] = [];
  const occurrences: Occurrence[] = [];
  for (const wish of wishes) {
    const result = withoutToken.get(wish.tokenId) ?? decisions.create(draft, wish);
    const refused = result instanceof Refusal;
    // What is wrong with all of them is no conflict.
    if (refused && result.code === "INVALID") return result;
    if (!refused) made.push(result);
    occurrences.push({
      start: iso(wish.start),
      end: iso(wish.end),
      fits: !refused,
      code: refused ? result.code : null,
      conflicts: refused ? conflictsIn(result) : [],
    });
  }
  const tooFew = take === "all" ? made.length < wishes.length : made.length === 0;
  if (tooFew && take !== "preview") {
    const misfits = occurrences.filter(({ fits }) => !fits);
    const detail = `${misfits.length} of ${wishes.length} do not fit, the first at ${misfits[0]!.start}`;
    return refuse("SERIES_CONFLICTS", detail, { occurrences: misfits });
  }
  return { bookings: made.map(bookingView), occurrences };
}

const conflictsIn = ({ extra }: Refusal) => (extra.conflicts ?? []) as Occurrence["conflicts"];
