// More doctors than can be read at once take turns on the screen. A call brings its page up and keeps it there
// for a while: whoever looks up at the bell sees the number.

import { useEffect, useRef, useState } from "preact/hooks";
import type { HallPart } from "../wire/opd.ts";

const turnMs = 12_000;
const callMs = 20_000;

/** The same number on each, so that no page is nearly empty. */
export function pagesOf<T>(all: readonly T[], most: number): T[][] {
  const pages = Math.max(1, Math.ceil(all.length / most));
  const each = Math.ceil(all.length / pages);
  return Array.from({ length: pages }, (_, i) => all.slice(i * each, (i + 1) * each));
}

const lastCall = ({ now }: HallPart) =>
  now.reduce((last, { calledAt }) => (calledAt !== null && calledAt > last ? calledAt : last), "");

export function useTurningPages(parts: HallPart[] | null, most: number) {
  const [page, setPage] = useState(0);
  const before = useRef(new Map<string, string>());
  const pages = pagesOf(parts ?? [], most);
  const count = pages.length;
  const current = Math.min(page, count - 1);
  const [called, setCalled] = useState(0);
  const turned = useRef(0);

  useEffect(() => {
    const known = before.current;
    const fresh = pages.findIndex((ofPage) =>
      ofPage.some((part) => lastCall(part) > (known.get(part.doctor.id) ?? lastCall(part))),
    );
    before.current = new Map(parts?.map((part) => [part.doctor.id, lastCall(part)]));
    if (fresh < 0) return;
    setPage(fresh);
    setCalled((calls) => calls + 1);
    // oxlint-disable-next-line react/exhaustive-deps -- pages follow from parts
  }, [parts]);

  useEffect(() => {
    if (count < 2) return;
    const isCall = called > turned.current;
    turned.current = called;
    const timer = setTimeout(() => setPage((current + 1) % count), isCall ? callMs : turnMs);
    return () => clearTimeout(timer);
  }, [count, current, called]);

  return { shown: parts && pages[current]!, page: current, pages: count };
}
