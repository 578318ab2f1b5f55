// A room live for its operator: how it stands whenever that has changed, and what happened, once and in
// order. However many watch, each change is read once per instance.

import type pg from "pg";
import { lastSeqOf, type StoredEvent } from "../../events/stored-events.ts";
import type { Feed } from "../../events/feed.ts";
import { Live, sendIfNew, tellFollowers } from "../../events/live.ts";
import type { Sink } from "../../http/stream.ts";
import type { Logger } from "../../infra/log.ts";
import type { Room, Rooms } from "../core/rooms.ts";
import type { WaitroomService } from "../core/service.ts";
import { statsView } from "../core/view.ts";

interface Operator {
  sink: Sink;
  seq: number;
  sent?: string;
}

export interface LiveRoomsDeps {
  pool: pg.Pool;
  feed: Feed;
  log: Logger;
  rooms: Rooms;
  service: WaitroomService;
}

export class LiveRooms {
  readonly #deps: LiveRoomsDeps;
  readonly #live: Live<Operator>;

  constructor(deps: LiveRoomsDeps) {
    this.#deps = deps;
    this.#live = new Live(deps.feed, deps.log, (roomId, operators) =>
      this.#tell(roomId, operators),
    );
  }

  async lastSeq(room: Room): Promise<number> {
    return lastSeqOf(this.#deps.pool, room.orgId, room.id);
  }

  watch(room: Room, from: number, sink: Sink): () => void {
    return this.#live.watch(room.id, { sink, seq: from });
  }

  async #tell(roomId: string, operators: readonly Operator[]): Promise<void> {
    const { pool, rooms, service } = this.#deps;
    const room = await rooms.anyRoom(roomId);
    const lastSeq = await this.lastSeq(room);
    const line = { orgId: room.orgId, id: roomId, lastSeq };
    await tellFollowers(pool, line, operators, (events) => Promise.resolve(events.map(message)));
    const stats = statsView(await service.now(room));
    // With the number of what they heard last, which may be newer than what was read above: whoever comes
    // back with an older one would hear it again.
    for (const operator of operators) sendIfNew(operator, "stats", operator.seq, stats);
  }
}

function message({ seq, type, at, actor, ticketId, before, after }: StoredEvent) {
  return { seq, type, at: at.toISOString(), actor, positionId: ticketId, before, after };
}
