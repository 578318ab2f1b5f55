// The free times of a week, read again while the page is open: others look at the same ones.

import { useEffect, useState } from "preact/hooks";
import { addDays, dateIn, instantOf } from "../look/zone-time.ts";
import type { FreeTime } from "../wire/booking.ts";
import { asProblem } from "../../client/transport/problem.ts";
import { request, serverNow } from "../wire/request.ts";
import { daysOf, daysShown, type DayOfTimes } from "./free-times.ts";

const lookAgainMs = 60_000;
const afterFailureMs = 5_000;
/** How far the page looks by itself when a week has nothing. */
const weeksAhead = 8;

export interface FreeTimes {
  /** null while they are looked for. */
  days: DayOfTimes[] | null;
  isFirst: boolean;
  isHopeless: boolean;
  /** Why they could not be read: the code of the refusal. */
  problem: string | null;
  go(weeks: 1 | -1): void;
  lookAhead(): void;
  lookAgain(): void;
}

export function useFreeTimes(pageId: string, resourceId: string, zone: string | null): FreeTimes {
  const [first, setFirst] = useState("");
  // Of one doctor: another one's times are never shown as theirs.
  const [free, setFree] = useState<{ of: string; items: FreeTime[] } | null>(null);
  const [hopeless, setHopeless] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (document.visibilityState === "hidden") return;
      clearTimeout(timer);
      read(from).then(
        (items) => {
          if (!isCurrent) return;
          setFree({ of: resourceId, items });
          setProblem(null);
          timer = setTimeout(look, lookAgainMs);
        },
        (error: unknown) => {
          if (!isCurrent) return;
          setProblem(asProblem(error).code);
          timer = setTimeout(look, afterFailureMs);
        },
      );
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
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
        setFree({ of: resourceId, items });
        setFirst(date);
        return;
      }
      setHopeless(resourceId);
    } catch (error) {
      setProblem(asProblem(error).code);
    }
  }

  return {
    days: free?.of === resourceId && zone ? daysOf(free.items, from, zone) : null,
    isFirst: from <= today,
    isHopeless: hopeless === resourceId,
    problem,
    go(weeks) {
      setFree(null);
      setHopeless(null);
      const to = addDays(from, weeks * daysShown);
      setFirst(to < today ? today : to);
    },
    lookAhead: () => void lookAhead(),
    lookAgain: () => setTurn((now) => now + 1),
  };
}
