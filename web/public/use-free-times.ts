// The free times of a week, read again while the page is open: others look at the same ones.

import { useEffect, useState } from "preact/hooks";
import { addDays, dateIn, instantOf } from "../look/zone-time.ts";
import type { FreeTime } from "../wire/booking.ts";
import { request, serverNow } from "../wire/request.ts";
import { daysOf, daysShown, type DayOfTimes } from "./free-times.ts";

const lookAgainMs = 60_000;
/** How far the page looks by itself when a week has nothing. */
const weeksAhead = 8;

export interface FreeTimes {
  /** null while they are looked for. */
  days: DayOfTimes[] | null;
  isFirst: boolean;
  isHopeless: boolean;
  hasFailed: boolean;
  go(weeks: 1 | -1): void;
  lookAhead(): void;
  lookAgain(): void;
}

export function useFreeTimes(pageId: string, resourceId: string, zone: string | null): FreeTimes {
  const [first, setFirst] = useState("");
  const [free, setFree] = useState<FreeTime[] | null>(null);
  const [isHopeless, setHopeless] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const today = zone ? dateIn(serverNow(), zone) : "";
  const from = first || today;

  const read = async (date: string): Promise<FreeTime[]> => {
    const start = Date.parse(instantOf(date, "00:00", zone!));
    const end = instantOf(addDays(date, daysShown), "00:00", zone!);
    const path = `/v1/public/booking-pages/${pageId}/free?from=${new Date(Math.max(start, serverNow())).toISOString()}&to=${end}`;
    const one = resourceId ? `&resourceId=${resourceId}` : "";
    const answer = await request<{ items: FreeTime[] }>(path + one, { withCookies: false });
    return answer?.items ?? [];
  };

  useEffect(() => {
    if (!zone) return;
    let isCurrent = true;
    const look = () => {
      if (document.visibilityState === "hidden") return;
      read(from).then(
        (items) => {
          if (!isCurrent) return;
          setFree(items);
          setFailed(false);
        },
        () => isCurrent && setFailed(true),
      );
    };
    look();
    const timer = setInterval(look, lookAgainMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `read` is made of the others
  }, [zone, from, pageId, resourceId, turn]);

  async function lookAhead() {
    try {
      for (let week = 1; week <= weeksAhead; week += 1) {
        const date = addDays(from, week * daysShown);
        const items = await read(date);
        if (items.length === 0) continue;
        setFree(items);
        setFirst(date);
        return;
      }
      setHopeless(true);
    } catch {
      setFailed(true);
    }
  }

  return {
    days: free && zone ? daysOf(free, from, zone) : null,
    isFirst: from <= today,
    isHopeless,
    hasFailed,
    go(weeks) {
      setFree(null);
      setHopeless(false);
      const to = addDays(from, weeks * daysShown);
      setFirst(to < today ? today : to);
    },
    lookAhead: () => void lookAhead(),
    lookAgain: () => setTurn((now) => now + 1),
  };
}
