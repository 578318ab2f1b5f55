// Live views of a doctor's day: events for the reception, a token for its holder, a part of the board
// for screens. Each change is read once, however many watch.

import type pg from "pg";
import { lastSeqOf, type StoredEvent } from "../../events/stored-events.ts";
import type { Feed } from "../../events/feed.ts";
import { Live, sendIfNew, tellFollowers } from "../../events/live.ts";
import type { Sink, Watch } from "../../http/stream.ts";
import type { Secrets } from "../../infra/secrets.ts";
import type { Logger } from "../../infra/log.ts";
import { dayOf, type Days, type Doctor } from "../days/days.ts";
import { dayLineId } from "../days/ids.ts";
import type { DoctorRooms } from "../days/rooms.ts";
import type { Token } from "../core/rules.ts";
import * as store from "../core/store.ts";
import { asHolder } from "../core/stations.ts";
import { boardView, positionsOf, tokenView, type BoardView, type TokenView } from "../core/view.ts";

interface Watching {
  sink: Sink;
  orgId: string;
}

type Reception = Watching & { kind: "reception"; seq: number };
type Holder = Watching & {
  kind: "holder";
  tokenId: string;
  doctorId: string;
  date: string;
  isOwn: boolean;
  sent?: string;
};
type Screen = Watching & { kind: "screen"; doctor: Doctor; date: string; sent?: string };
type Watcher = Reception | Holder | Screen;

export interface OnBoard {
  doctor: Doctor;
  date: string;
  orgId: string;
}

export interface LiveDeps {
  pool: pg.Pool;
  feed: Feed;
  log: Logger;
  days: Days;
  rooms: DoctorRooms;
  secrets: Secrets;
}

export class LiveDays {
  readonly #pool: pg.Pool;
  readonly #days: Days;
  readonly #rooms: DoctorRooms;
  readonly #secrets: Secrets;
  readonly #live: Live<Watcher>;

  constructor({ pool, feed, log, days, rooms, secrets }: LiveDeps) {
    this.#pool = pool;
    this.#days = days;
    this.#rooms = rooms;
    this.#secrets = secrets;
    this.#live = new Live(feed, log, (dayId, watchers) => this.#tell(dayId, watchers));
  }

  /** Every event from after `from` on; without a place to resume, from now on. */
  async watchReception({ orgId, doctor, date }: OnBoard, from: number | null): Promise<Watch> {
    const dayId = dayLineId(doctor.id, date);
    const seq = from ?? (await lastSeqOf(this.#pool, orgId, dayId));
    return (sink) => {
      // Told at once, so that a stream that breaks before its first event can be resumed too.
      if (from === null) sink.mark(seq);
      return this.#live.watch(dayId, { kind: "reception", sink, orgId, seq });
    };
  }

  /** `isOwn`: by the one whose token it is. */
  watchToken(
    orgId: string,
    { id: tokenId, doctorId, date }: Pick<TokenView, "id" | "doctorId" | "date">,
    isOwn: boolean,
  ): Watch {
    const watcher = { kind: "holder" as const, orgId, tokenId, doctorId, date, isOwn };
    return (sink) => this.#live.watch(dayLineId(doctorId, date), { ...watcher, sink });
  }

  watchBoard(doctors: readonly OnBoard[]): Watch {
    return (sink) => {
      const stops = doctors.map(({ doctor, date, orgId }) =>
        this.#live.watch(dayLineId(doctor.id, date), { kind: "screen", sink, orgId, doctor, date }),
      );
      return () => stops.forEach((stop) => stop());
    };
  }

  async board({ doctor, date, orgId }: OnBoard): Promise<BoardView> {
    const [tokens, room] = await Promise.all([
      store.activeTokens(this.#pool, [dayLineId(doctor.id, date)]),
      this.#room(orgId, doctor.id, date),
    ]);
    return boardView({ ...doctor, room }, date, tokens);
  }

  async #room(orgId: string, doctorId: string, date: string): Promise<string | null> {
    return (await this.#rooms.ofDay(orgId, { doctorId, date })).room?.name ?? null;
  }

  async #tell(dayId: string, watchers: readonly Watcher[]): Promise<void> {
    const orgId = watchers[0]?.orgId;
    if (!orgId) return;
    const lastSeq = await lastSeqOf(this.#pool, orgId, dayId);
    const receptions = watchers.filter((one) => one.kind === "reception");
    if (receptions.length > 0) {
      const line = { orgId, id: dayId, lastSeq };
      await tellFollowers(this.#pool, line, receptions, async (events) => events.map(message));
    }
    if (receptions.length === watchers.length) return;
    const tokens = await store.activeTokens(this.#pool, [dayId]);
    const screens = watchers.filter((one) => one.kind === "screen");
    const [first] = screens;
    const room = first ? await this.#room(orgId, first.doctor.id, first.date) : null;
    for (const screen of screens) {
      const part = boardView({ ...screen.doctor, room }, screen.date, tokens);
      sendIfNew(screen, "doctor", lastSeq, part);
    }
    const holders = watchers.filter((one) => one.kind === "holder");
    await this.#tellHolders(dayId, lastSeq, tokens, holders);
  }

  async #tellHolders(
    dayId: string,
    seq: number,
    active: readonly Token[],
    holders: readonly Holder[],
  ): Promise<void> {
    const [first] = holders;
    if (!first) return;
    const open = await this.#days.openSlots(first.orgId, first.doctorId, first.date);
    const positions = positionsOf(active, open);
    const known = new Map(active.map((token) => [token.id, token]));
    for (const watcher of holders) {
      const { orgId, tokenId, isOwn } = watcher;
      const token = known.get(tokenId) ?? (await store.findToken(this.#pool, orgId, tokenId));
      // Moved to another day: this stream ends, the next one is opened there.
      if (!token || dayOf(token) !== dayId) {
        watcher.sink.close();
        continue;
      }
      const view = tokenView(token, positions.get(tokenId) ?? null);
      sendIfNew(watcher, "token", seq, isOwn ? asHolder(this.#secrets, orgId, view) : view);
    }
  }
}

function message({ seq, type, at, actor, ticketId: tokenId, before, after }: StoredEvent) {
  return { seq, type, at: at.toISOString(), actor, tokenId, before, after };
}
