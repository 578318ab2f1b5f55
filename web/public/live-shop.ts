// What is out now. The stream brings every box that changes; what is put out anew is found by looking
// again now and then, after each return of the connection, and when the phone wakes.

import { useEffect, useState } from "preact/hooks";
import { request } from "../wire/request.ts";
import type { Box, Shop } from "../wire/boxes.ts";
import { openStream, type LinkState } from "../wire/stream.ts";

export interface LiveShop {
  shop: Shop;
  link: LinkState;
  seenAt: number;
}

const lookAgainMs = 20_000;

export function useLiveShop(first: Shop, firstSeenAt: number): LiveShop {
  const [boxes, setBoxes] = useState(first.boxes);
  const [seenAt, setSeenAt] = useState(firstSeenAt);
  const [link, setLink] = useState<LinkState>("connecting");
  const { town } = first;
  const { id } = first.organisation;
  const ids = boxes.map((box) => box.id);
  // oxlint-disable-next-line unicorn/no-array-sort -- phones of 2021 lack toSorted
  const inventories = ids.sort().join(",");

  useEffect(() => {
    const asked = `organisation=${id}${town ? `&town=${encodeURIComponent(town)}` : ""}`;
    let arrivals = 0;
    let isCurrent = true;
    const show = (now: (before: Box[]) => Box[]) => {
      if (!isCurrent) return;
      setBoxes(now);
      setSeenAt(Date.now());
    };
    const look = () => {
      if (document.visibilityState === "hidden") return;
      const before = arrivals;
      const path = `/v1/boxes?${asked}`;
      request<{ items: Box[] }>(path, { attempts: 1, withCookies: false }).then(
        // A box that changed while this was on its way is newer.
        (now) => now && arrivals === before && show(() => now.items),
        () => undefined,
      );
    };
    const stream =
      inventories !== "" &&
      openStream({
        url: `/v1/boxes/events?inventories=${inventories}`,
        restsWhenHidden: true,
        onOpen: look,
        onState: setLink,
        onRefused: look,
        onEvent: ({ event, data }) => {
          if (event !== "inventory") return;
          arrivals += 1;
          const box = JSON.parse(data) as Box;
          show((before) => before.map((one) => (one.id === box.id ? box : one)));
        },
      });
    const timer = setInterval(look, lookAgainMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      isCurrent = false;
      if (stream) stream.close();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [id, town, inventories]);

  return { shop: { ...first, boxes }, link, seenAt };
}
