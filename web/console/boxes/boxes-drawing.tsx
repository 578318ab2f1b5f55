// Where the boxes are, at a glance; the same is written beside it.

import type { DayBox } from "../../wire/boxes.ts";

/** More than these are drawn as parts of a bar. */
export function BoxesDrawing({ box: { boxes, quantity } }: { box: DayBox }) {
  const parts: [count: number, look: string][] = [
    [boxes.pickedUp, "bg-accent"],
    [boxes.confirmed, "bg-accent/55"],
    [boxes.held + boxes.offered, "bg-accent/25"],
    [boxes.notCollected, "bg-danger/60"],
  ];
  return (
    <div aria-hidden="true" className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunk">
      {parts.map(([count, look]) => (
        <Share key={look} share={count / Math.max(1, quantity)} look={look} />
      ))}
    </div>
  );
}

/** A width is the one thing that has to be given as a style: the policy allows it through the DOM. */
function Share({ share, look }: { share: number; look: string }) {
  if (share === 0) return null;
  return <div className={look} style={{ width: `${share * 100}%` }} />;
}
