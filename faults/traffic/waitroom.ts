// A waiting room: visitors join, ask until they are let in, go in, are done. Each keeps the signed place
// they were given and shows it again, as a browser does with its cookie.

import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "../client.ts";
import { made, type Traffic } from "./traffic.ts";

export interface Position {
  id: string;
  secret: string;
  status: string;
  place: string;
  pass: string | null;
}

export const roomPlaces = 5;
const maxLooks = 400;

export const waitroom: Traffic<string> = {
  product: "waitroom",
  people: 12,
  async open(client) {
    const room = {
      name: client.mark(),
      targetUrl: "https://shop.example/",
      maxActive: roomPlaces,
      admitPerSecond: 100,
      heartbeatSeconds: 30,
    };
    return (await made<{ id: string }>(client, "/v1/rooms", room)).id;
  },
  async visit(client, roomId) {
    const sessionId = `${client.mark()}-0123456789abcdef`;
    const path = `/v1/rooms/${roomId}/positions`;
    const joined = await client.done<Position>("join", {
      path,
      body: { sessionId },
      subject: sessionId,
    });
    if (!joined) return;
    const { id, secret } = joined;
    const own = { subject: id, secret };
    let { place } = joined;
    for (let looks = 0; looks < maxLooks && !client.stopping.aborted; looks++) {
      const beat = { path: `/v1/positions/${id}/heartbeat`, body: { place }, ...own };
      const now = await client.done<Position>("beat", beat);
      if (!now) return;
      place = now.place;
      if (now.status === "ADMITTED") return goIn(client, roomId, own, { place, pass: now.pass });
      if (now.status !== "WAITING") return;
      await pause(client.chance.between(50, 200));
    }
    await client.done("cancel", { path: `/v1/positions/${id}/cancel`, body: { place }, ...own });
  },
};

/** With the pass, as a site's gate does, or with the secret alone. */
async function goIn(
  client: Client,
  roomId: string,
  own: { subject: string; secret: string },
  { place, pass }: { place: string; pass: string | null | undefined },
): Promise<void> {
  const act = (verb: string) =>
    client.done<Position>(verb, {
      path: `/v1/positions/${own.subject}/${verb}`,
      body: { place },
      ...own,
    });
  const redeem = () =>
    client.done("redeem", {
      path: `/v1/rooms/${roomId}/redeem`,
      body: { pass },
      subject: own.subject,
    });
  const started = await (pass && client.chance.below(2) === 0 ? redeem() : act("start"));
  await client.think(150);
  if (started) await act("complete");
}
