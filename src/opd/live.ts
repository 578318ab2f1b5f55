// Live views of a doctor's day: events for the reception, a token for its holder, a part of the board
// for screens. Each change is read once, however many watch.

import type pg from "pg";
import { eventsAfter, lastSeqOf } from "../engine/events.ts";
import type { Feed } from "../engine/feed.ts";
import { Live } from "../engine/live.ts";
import type { Sink } from "../http/stream.ts";
import type { Logger } from "../infra/log.ts";
import { dayLineId } from "./ids.ts";
import { compareScore, isUncalled, type Token } from "./rules.ts";
import type { Doctor } from "./service.ts";
import * as store from "./store.ts";
import { positionsOf, tokenView } from "./view.ts";

type DayWatcher =
  | { kind: "reception"; sink: Sink; orgId: string; seq: number }
  | { kind: "token"; sink: Sink; orgId: string; tokenId: string; sent?: string }
  | { kind: "board"; sink: Sink; orgId: string; doctor: Doctor; date: string; sent?: string };

const mostMissed = 1_000;
const onBoard = 6;

export class LiveDays {
  readonly #pool: pg.Pool;
  readonly #live: Live<DayWatcher>;

  constructor(pool: pg.Pool, feed: Feed, log: Logger) {
    this.#pool = pool;
    this.#live = new Live(feed, log, (dayId, watchers) => this.#tell(dayId, watchers));
  }

  async watchReception(
    orgId: string,
    doctorId: string,
    date: string,
    from: number | null,
  ): Promise<(sink: Sink) => () => void> {
    const dayId = dayLineId(doctorId, date);
    const seq = from ?? (await lastSeqOf(this.#pool, orgId, dayId));
    return (sink) => {
      if (from === null) sink.mark(seq);
      return this.#live.watch(dayId, { kind: "reception", sink, orgId, seq });
    };
  }

  watchToken(
    orgId: string,
    token: { id: string; doctorId: string; date: string },
    sink: Sink,
  ): () => void {
    const watcher: DayWatcher = { kind: "token", sink, orgId, tokenId: token.id };
    return this.#live.watch(dayLineId(token.doctorId, token.date), watcher);
  }

  watchBoard(
    doctors: readonly { doctor: Doctor; date: string; orgId: string }[],
    sink: Sink,
  ): () => void {
    const stops = doctors.map(({ doctor, date, orgId }) =>
      this.#live.watch(dayLineId(doctor.id, date), { kind: "board", sink, orgId, doctor, date }),
    );
    return () => stops.forEach((stop) => stop());
  }

  async boardPart(doctor: Doctor, date: string) {
    const tokens = await store.activeTokens(this.#pool, [dayLineId(doctor.id, date)]);
    return boardPart(doctor, date, tokens);
  }

  async #tell(dayId: string, watchers: readonly DayWatcher[]): Promise<void> {
    const orgId = watchers[0]?.orgId;
    if (!orgId) return;
    const seq = await lastSeqOf(this.#pool, orgId, dayId);
    const tokens = await store.activeTokens(this.#pool, [dayId]);
    await this.#tellReceptions(
      orgId,
      dayId,
      seq,
      watchers.filter((one) => one.kind === "reception"),
    );
    await this.#tellHolders(
      dayId,
      seq,
      tokens,
      watchers.filter((one) => one.kind === "token"),
    );
    for (const watcher of watchers) {
      if (watcher.kind === "board")
        sendIfNew(watcher, "doctor", seq, boardPart(watcher.doctor, watcher.date, tokens));
    }
  }

  async #tellReceptions(
    orgId: string,
    dayId: string,
    seq: number,
    receptions: Extract<DayWatcher, { kind: "reception" }>[],
  ) {
    if (receptions.length === 0) return;
    for (const watcher of receptions) {
      if (watcher.seq <= seq && seq - watcher.seq <= mostMissed) continue;
      watcher.seq = seq;
      watcher.sink.reset(seq);
    }
    const from = Math.min(...receptions.map((watcher) => watcher.seq));
    const events = await eventsAfter(this.#pool, orgId, dayId, from, mostMissed + 1);
    for (const watcher of receptions) {
      for (const { seq: number, type, at, actor, ticketId, before, after } of events) {
        if (number <= watcher.seq) continue;
        watcher.sink.send("change", number, {
          seq: number,
          type,
          at: at.toISOString(),
          actor,
          tokenId: ticketId,
          before,
          after,
        });
        watcher.seq = number;
      }
    }
  }

  async #tellHolders(
    dayId: string,
    seq: number,
    active: readonly Token[],
    holders: Extract<DayWatcher, { kind: "token" }>[],
  ) {
    const positions = positionsOf(active);
    const known = new Map(active.map((token) => [token.id, token]));
    for (const watcher of holders) {
      const token =
        known.get(watcher.tokenId) ??
        (await store.findToken(this.#pool, watcher.orgId, watcher.tokenId));
      // Moved to another day: this stream ends, the next one is opened there.
      if (!token || dayLineId(token.data.doctorId, token.data.date) !== dayId) watcher.sink.close();
      else sendIfNew(watcher, "token", seq, tokenView(token, positions.get(token.id) ?? null));
    }
  }
}

function boardPart(doctor: Doctor, date: string, tokens: readonly Token[]) {
  const ordered = tokens.toSorted(compareScore);
  const called = ordered.filter((token) => token.state !== "waiting" && !isUncalled(token));
  return {
    doctor: { id: doctor.id, name: doctor.name },
    date,
    now: called
      .toSorted((a, b) => (b.data.calledAt ?? 0) - (a.data.calledAt ?? 0))
      .slice(0, onBoard)
      .map((token) => tokenView(token, null))
      .map(({ number, status, calledAt }) => ({ number, status, calledAt })),
    next: ordered
      .filter(isUncalled)
      .slice(0, onBoard)
      .map((token) => tokenView(token, null).number!),
    waiting: tokens.filter((token) => token.state === "waiting").length,
  };
}

function sendIfNew(
  watcher: { sink: Sink; sent?: string },
  event: string,
  seq: number,
  view: object,
): void {
  const text = JSON.stringify(view);
  if (watcher.sent === text) return;
  watcher.sent = text;
  watcher.sink.send(event, seq, view);
}
