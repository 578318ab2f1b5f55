// The use cases of the waitlist, and what happens when holds and offers run out.

import type { RequestContext } from "../../http/request-context.ts";
import type { CommandContext } from "../../engine/command-context.ts";
import type pg from "pg";
import type { Line } from "../../kernel/line.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { newId } from "../../infra/ids.ts";
import type { Secrets } from "../../infra/secrets.ts";
import { invalid, type Refusal } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import type { Draft, Window } from "../core/batch-state.ts";
import { statusNow, waitTransitions, type Contact, type Wait } from "../core/booking.ts";
import * as decisions from "../core/decisions.ts";
import type { BookingCommands } from "../core/commands.ts";
import { endDue, isOver } from "../core/due.ts";
import { faultsOfTime, type Kinds } from "../kinds/kinds.ts";
import { windowsOf } from "../core/parts.ts";
import type { BookingReports } from "../reports.ts";
import { aboutOf, prepareTokens, shown, type BookingService, type Done } from "../core/service.ts";
import * as store from "../core/store.ts";
import type { PublicPerson, TokenPort } from "../core/token-port.ts";
import { bookingView, heldWait, waitView, type BookingView, type WaitView } from "../core/view.ts";
import * as waitlist from "./waitlist.ts";

export interface WaitsDeps {
  pool: pg.Pool;
  clock: Clock;
  commands: BookingCommands;
  kinds: Kinds;
  tokens: TokenPort;
  secrets: Secrets;
  reports: BookingReports;
  bookings: BookingService;
  patientNames(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  publicUrl: string;
}

export interface WaitWish {
  kind: string;
  patientId?: string | null | undefined;
  title?: string | null | undefined;
  contact?: Contact | null | undefined;
  resources: readonly { resourceId: string }[];
  earliest: number;
  latest: number;
  minutes: number;
  /** Somebody from the public, in place of a patient. */
  person?: PublicPerson | undefined;
}

export class Waits {
  readonly #deps: WaitsDeps;

  constructor(deps: WaitsDeps) {
    this.#deps = deps;
  }

  async join(by: RequestContext, wish: WaitWish): Promise<Done<WaitView & { secret: string }>> {
    const { commands, kinds, secrets, reports, clock, bookings } = this.#deps;
    const kind = kinds.get(wish.kind);
    const { earliest, latest, minutes } = wish;
    const now = approximateNow(clock);
    const wrong = faultsOfTime(earliest, latest, now);
    if (wrong) throw wrong;
    const resourceIds = wish.resources.map(({ resourceId }) => resourceId);
    if (new Set(resourceIds).size < resourceIds.length) {
      throw invalid([{ field: "resources", message: "names a resource twice" }]);
    }
    await bookings.checkPatient(by.orgId, wish.patientId ?? null);
    const entry: waitlist.NewWait = {
      ...aboutOf(wish),
      orgId: by.orgId,
      id: newId(),
      kind: kind.name,
      wishedBy: by.actor,
      resourceIds,
      earliest,
      latest,
      minutes,
    };
    const windows = bookings.windowsFor(kind.name, earliest, latest, wish.resources);
    const { answer, replayed } = await commands.submit({
      by,
      windows,
      person: wish.person,
      decide: (draft, found) =>
        this.#shown(
          draft,
          waitlist.join(draft, kind, { ...entry, patientId: found ?? entry.patientId }),
        ),
    });
    const made = answer as WaitView;
    if (replayed) reports.replayed(by);
    else reports.wait(by, made);
    return { answer: { ...made, secret: secrets.ticketSecret(by.orgId, made.id) }, replayed };
  }

  /** The offer becomes a booking. */
  async accept(
    by: RequestContext,
    id: string,
  ): Promise<Done<{ wait: WaitView; booking: BookingView }>> {
    const started = performance.now();
    const { commands, kinds, tokens, reports } = this.#deps;
    const found = await this.#find(by.orgId, id);
    this.#checkMine(by, found);
    const kind = kinds.get(found.kind);
    const ids = { bookingId: newId(), tokenId: newId() };
    if (found.offer) {
      await prepareTokens(tokens, by.orgId, kind, found.offer.start, found.resourceIds);
    }
    const { answer, replayed } = await commands.submit({
      by,
      windows: this.#windowsOf(found),
      waitIds: [id],
      withToken: kind.takesToken,
      decide: (draft) => {
        const wait = draft.wait(id);
        if (!wait) return noSuchEntry();
        return shown(decisions.accept(draft, kind, wait, ids), (made) => ({
          wait: waitView(made.wait, draft.now),
          booking: bookingView(made.booking),
        }));
      },
    });
    const made = answer as { wait: WaitView; booking: BookingView };
    if (replayed) reports.replayed(by);
    else {
      reports.wait(by, made.wait);
      reports.booking(by, "approved", made.booking, performance.now() - started);
    }
    return { answer: made, replayed };
  }

  /** Not wanted, or not any more: the next in line may have what was offered. */
  async leave(by: RequestContext, id: string, verb: "decline" | "cancel"): Promise<Done<WaitView>> {
    const { commands, reports } = this.#deps;
    const found = await this.#find(by.orgId, id);
    this.#checkMine(by, found);
    const { answer, replayed } = await commands.submit({
      by,
      windows: this.#windowsOf(found),
      waitIds: [id],
      decide: (draft) => this.#shown(draft, left(draft, id, verb)),
    });
    const made = answer as WaitView;
    if (replayed) reports.replayed(by);
    else reports.wait(by, made);
    return { answer: made, replayed };
  }

  /** For the holder of its secret, who gets that of the booking with it. */
  held(orgId: string, wait: WaitView): WaitView {
    const { publicUrl, secrets } = this.#deps;
    const { bookingId } = wait;
    const secret = bookingId && secrets.ticketSecret(orgId, bookingId);
    return heldWait(wait, secret && `${publicUrl}/booking/${bookingId}#${secret}`);
  }

  async get(orgId: string, id: string): Promise<WaitView> {
    return waitView(await this.#find(orgId, id), approximateNow(this.#deps.clock));
  }

  async list(
    orgId: string,
    filter: store.WaitFilter,
    after: { createdAt: number; id: string } | null,
    limit: number,
    seesPatients: boolean,
  ): Promise<(WaitView & { patientName: string | null })[]> {
    const { pool, clock, patientNames } = this.#deps;
    const found = await store.listWaits(pool, orgId, filter, after, limit);
    const ids = new Set(seesPatients ? found.flatMap(({ patientId }) => patientId ?? []) : []);
    const names = await patientNames(orgId, [...ids]);
    return found.map((wait) => ({
      ...waitView(wait, approximateNow(clock)),
      patientName: names.get(wait.patientId ?? "") ?? null,
    }));
  }

  /** A hold or an offer on the resource has run out, or those who wait for it have to be looked at. */
  async due({ orgId, id: resourceId }: Pick<Line, "orgId" | "id">): Promise<void> {
    const { pool, clock, commands, bookings } = this.#deps;
    const by: CommandContext = { orgId, actor: "system", requestId: "deadline" };
    const now = approximateNow(clock);
    for (;;) {
      const found = await store.dueOn(pool, orgId, resourceId, clock.fixed());
      const { holds, offered, waiting, more } = found;
      const ending = [...offered, ...waiting.filter((wait) => isOver(wait, now))];
      await commands.submit({
        by,
        // All at once: one after another they would ask for more as often as there are holds.
        windows: [
          { resourceId, from: now, to: now },
          ...holds.flatMap(({ parts }) => windowsOf(parts)),
          ...ending.flatMap(waitlist.windowsToEnd),
        ],
        holdIds: holds.map(({ id }) => id),
        waitIds: [...offered, ...waiting].map(({ id }) => id),
        endingIds: [...holds, ...offered].map(({ id }) => id),
        decide: (draft) => endDue(draft, resourceId, found),
      });
      await bookings.freed(
        orgId,
        holds.flatMap(({ parts }) => windowsOf(parts)),
      );
      if (!more) return;
    }
  }

  #shown(draft: Draft, result: Wait | Refusal): object | Refusal {
    return shown(result, (wait) => waitView(wait, draft.now));
  }

  #windowsOf(wait: Wait): Window[] {
    const { bookings } = this.#deps;
    const parts = wait.resourceIds.map((resourceId) => ({ resourceId }));
    return bookings.windowsFor(wait.kind, wait.earliest, wait.latest, parts);
  }

  /** Staff act for everybody; a holder for themselves, which the route has seen to. */
  #checkMine(by: RequestContext, wait: Wait): void {
    if (by.caller.kind === "ticket" && by.caller.ticketId !== wait.id) throw noSuchEntry();
  }

  async #find(orgId: string, id: string): Promise<Wait> {
    const wait = await store.findWait(this.#deps.pool, orgId, id);
    if (!wait) throw noSuchEntry();
    return wait;
  }
}

function left(draft: Draft, id: string, verb: "decline" | "cancel"): Wait | Refusal {
  const wait = draft.wait(id);
  if (!wait) return noSuchEntry();
  const status = statusNow(wait, draft.now);
  const becomes = waitTransitions[verb][status];
  if (!becomes) {
    if (verb === "decline") return refuse("NOT_OFFERED", `This entry is ${status}`);
    return refuse("WRONG_STATE", `An entry that is ${status} cannot be canceled`);
  }
  return waitlist.leave(draft, wait, becomes as "declined" | "canceled");
}

const noSuchEntry = () => refuse("NOT_FOUND", "There is no such entry of the waitlist");
