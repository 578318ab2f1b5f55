/** @jsxImportSource preact */
import type { LinkState } from "../wire/stream.ts";

export interface ConnectionWords {
  lost: string;
  /** The records cannot be reached, and nothing is lost. */
  away: string;
  lostSince(time: string): string;
}

interface ConnectionProps {
  link: LinkState;
  /** When what is shown was true; null while nothing is. */
  since: string | null;
  words: ConnectionWords;
}

export function Connection({ link, since, words }: ConnectionProps) {
  return (
    <div class="connection" role="status">
      {(link === "lost" || link === "away") && (
        <p>
          {words[link]} {since && words.lostSince(since)}
        </p>
      )}
    </div>
  );
}
