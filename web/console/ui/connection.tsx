import { useEffect, useState } from "react";
import type { LinkState } from "../../wire/stream.ts";
import { common } from "../messages.ts";

/** Shown only when it lasts: a server that restarts must not make every desk flicker. */
export function Connection({ link }: { link: LinkState }) {
  const [isLong, setLong] = useState(false);
  const isLost = link === "lost";
  useEffect(() => {
    if (!isLost) return;
    const timer = setTimeout(() => setLong(true), 800);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isLost]);
  return (
    <div role="status" className="empty:hidden">
      {isLost && isLong && (
        <p className="rounded-xl bg-warn px-5 py-3 text-on-warn">
          <strong>{common.lost}</strong> {common.lostText}
        </p>
      )}
    </div>
  );
}
