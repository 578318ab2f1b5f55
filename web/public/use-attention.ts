// Somebody is called while they do something else: the phone rings once for each call, and the page's title
// flashes until it is answered.

import { useEffect, useRef } from "preact/hooks";
import { flashTitle, ring, stopFlashing } from "./attention.ts";

interface Attention {
  /** The page's title while nothing happens; null while nothing is known. */
  quiet: string | null;
  /** Its title while somebody is called. */
  loud: string;
  /** Grows with each call; null when there is none. */
  call: string | number | null;
  /** Colours the whole page, also around the card. */
  status?: string | undefined;
}

export function useAttention({ quiet, loud, call, status }: Attention): void {
  const rung = useRef<string | number | null>(null);
  useEffect(() => {
    if (quiet === null) return;
    if (status) document.documentElement.dataset["status"] = call === null ? status : "CALLED";
    const before = rung.current;
    rung.current = call;
    if (call === null) {
      stopFlashing(quiet);
      return;
    }
    flashTitle(loud, quiet);
    if (before === null || call > before) ring();
    return () => stopFlashing(quiet);
  }, [quiet, loud, call, status]);
}
