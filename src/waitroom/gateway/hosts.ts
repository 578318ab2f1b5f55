// Which host names lead to which rooms. Every request asks, so the answer is cached: it is read every few
// seconds, and at once when a room of this process changes.

import type { Logger } from "../../infra/log.ts";
import type { HostNames } from "./host-names.ts";
import type { Room, Rooms } from "../core/rooms.ts";

const everyMs = 5_000;

export interface RoomHostsDeps {
  rooms: Rooms;
  names: Pick<HostNames, "isListed">;
  log: Logger;
}

export class RoomHosts {
  readonly #deps: RoomHostsDeps;
  readonly #timer: NodeJS.Timeout;
  #hosts = new Map<string, string>();

  constructor(deps: RoomHostsDeps) {
    this.#deps = deps;
    const read = () =>
      void this.read().catch((error: Error) =>
        deps.log.warn({ reason: error }, "rooms.hosts_unread"),
      );
    this.#timer = setInterval(read, everyMs);
    read();
  }

  async read(): Promise<void> {
    const { rooms, names } = this.#deps;
    const all = await rooms.hosts();
    const led = all.filter(({ host, isProven }) => isProven || names.isListed(host));
    this.#hosts = new Map(led.map(({ host, id }) => [host, id]));
  }

  has(host: string): boolean {
    return this.#hosts.has(host);
  }

  async room(host: string): Promise<Room | null> {
    const id = this.#hosts.get(host);
    if (id === undefined) return null;
    const room = await this.#deps.rooms.anyRoom(id);
    // It may have given the name up since.
    return room.settings.hostName === host ? room : null;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
