/** @jsxImportSource preact */
import { clockTime, ticket as text } from "./messages.ts";

export function Connection({ lost, seenAt }: { lost: boolean; seenAt: number }) {
  return (
    <div class="connection" role="status">
      {lost && (
        <p>
          {text.lost} {seenAt > 0 && text.lostSince(clockTime(seenAt))}
        </p>
      )}
    </div>
  );
}
