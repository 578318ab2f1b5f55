/** @jsxImportSource preact */

interface ConnectionProps {
  lost: boolean;
  /** When what is shown was true; null while nothing is. */
  since: string | null;
  words: { lost: string; lostSince(time: string): string };
}

export function Connection({ lost, since, words }: ConnectionProps) {
  return (
    <div class="connection" role="status">
      {lost && (
        <p>
          {words.lost} {since && words.lostSince(since)}
        </p>
      )}
    </div>
  );
}
