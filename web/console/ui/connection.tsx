import { useEffect, useState } from "react";
import type { LinkState } from "../../wire/stream.ts";
import { common } from "../messages.ts";

const words = {
  lost: [common.lost, common.lostText],
  away: [common.away, common.awayText],
};

/** Shown only when it lasts: a server that restarts must not make every desk flicker. */
export function Connection({ link }: { link: LinkState }) {
  const [isLong, setLong] = useState(false);
  const trouble = link === "lost" || link === "away" ? link : null;
  const isTroubled = trouble !== null;
  useEffect(() => {
    if (!isTroubled) return;
    const timer = setTimeout(() => setLong(true), 800);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isTroubled]);
  return (
    <div role="status" className="empty:hidden">
      {trouble && isLong && (
        <p className="rounded-xl bg-warn px-5 py-3 text-on-warn">
          <strong>{words[trouble][0]}</strong> {words[trouble][1]}
        </p>
      )}
    </div>
  );
}
