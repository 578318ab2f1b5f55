// The waiting hall's screen as it is now: one part per doctor. A new day is a new stream: the screen is
// started once and runs for weeks.

import { useEffect, useRef, useState } from "preact/hooks";
import { asProblem } from "../../client/transport/problem.ts";
import { request, serverNow } from "../wire/request.ts";
import { openStream, type LinkState } from "../wire/stream.ts";
import type { Hall, HallPart } from "../wire/opd.ts";

export interface LiveHall {
  /** In the order of the address. */
  parts: HallPart[] | null;
  link: LinkState;
  gone: boolean;
}

const lookForMidnightMs = 20_000;

export function useLiveHall(doctorIds: string[]): LiveHall {
  const query = `doctors=${doctorIds.join(",")}`;
  const [parts, setParts] = useState<HallPart[] | null>(null);
  const [link, setLink] = useState<LinkState>("connecting");
  const [gone, setGone] = useState(false);
  const [midnights, setMidnights] = useState(0);
  const dates = useRef<string | null>(null);

  useEffect(() => {
    // A part that came by the stream while the whole was on its way is newer.
    let newer = new Map<string, HallPart>();
    const stream = openStream({
      url: `/v1/opd/board/events?${query}`,
      onState: setLink,
      onRefused: ({ status }) => status === 404 && setGone(true),
      onOpen: () => {
        newer = new Map();
        request<Hall>(`/v1/opd/board?${query}`).then(
          (now) => now && setParts(now.doctors.map((one) => newer.get(one.doctor.id) ?? one)),
          (error: unknown) => asProblem(error).status === 404 && setGone(true),
        );
      },
      onEvent: ({ event, data }) => {
        if (event !== "doctor") return;
        const part = JSON.parse(data) as HallPart;
        newer.set(part.doctor.id, part);
        setParts((now) => now && now.map((one) => (one.doctor.id === part.doctor.id ? part : one)));
      },
    });
    return () => stream.close();
  }, [query, midnights]);

  useEffect(() => {
    if (!parts) return;
    const look = () => {
      const now = parts.map(({ doctor }) => dateThere(doctor.timezone)).join();
      if (dates.current !== null && dates.current !== now) setMidnights((count) => count + 1);
      dates.current = now;
    };
    look();
    const timer = setInterval(look, lookForMidnightMs);
    return () => clearInterval(timer);
  }, [parts]);

  return { parts, link, gone };
}

function dateThere(timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(serverNow());
}
