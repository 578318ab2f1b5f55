/** @jsxImportSource preact */
import type { LinkState } from "../wire/stream.ts";

interface ConnectionProps {
  link: LinkState;
  /** When what is shown was true; null while nothing is. */
  since: string | null;
  /** `away`: the records cannot be reached, and nothing is lost. */
  words: { lost: string; away: string; lostSince(time: string): string };
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
