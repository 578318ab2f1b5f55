// The cable between a browser and the server, for pulling: everything goes through it, and a test
// can cut it, let it go silent without a word, and mend it.

import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Link {
  url: string;
  /** Every connection breaks, and none can be made. */
  cut(): void;
  /** Nothing breaks, nothing arrives: a Wi-Fi that is gone without saying so. */
  silence(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function makeLink(serverUrl: string): Promise<Link> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let state: "whole" | "cut" | "silent" = "whole";

  const door = createServer((near) => {
    if (state === "cut") {
      near.destroy();
      return;
    }
    const far = connect({ host: hostname, port: Number(port) });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined);
      from.on("data", (data) => state === "whole" && to.write(data));
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  const { port: nearPort } = door.address() as { port: number };
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    url: `http://127.0.0.1:${nearPort}`,
    cut() {
      state = "cut";
      breakAll();
    },
    silence() {
      state = "silent";
    },
    mend() {
      // What was silent stays dead, as it would: only new connections work.
      if (state === "silent") breakAll();
      state = "whole";
    },
    async close() {
      breakAll();
      door.close();
      await once(door, "close");
    },
  };
}
