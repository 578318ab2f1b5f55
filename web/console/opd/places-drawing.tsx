import type { OpdSlot } from "../../wire/opd.ts";
import { keptIn, placesOf, type Place } from "./day.ts";
import { reception as text } from "./messages.ts";

const maxDrawn = 24;

/** Decoration: the words beside it say the same. */
export function PlacesDrawing({ slot }: { slot: OpdSlot }) {
  const places = placesOf(slot);
  if (places.length > maxDrawn) return <PlacesBar slot={slot} />;
  return (
    <span className="places" aria-hidden="true">
      {places.map((place, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a place is nothing but its order
        <span key={index} className="place" data-place={place} />
      ))}
    </span>
  );
}

function PlacesBar({ slot }: { slot: OpdSlot }) {
  const parts: [Place, number][] = [
    ["taken", slot.taken],
    ["free", slot.open],
    ["reserve", keptIn(slot)],
  ];
  return (
    <span className="places-bar" aria-hidden="true">
      {parts.map(([place, count]) => (
        <i key={place} data-place={place} style={{ flexGrow: count }} />
      ))}
    </span>
  );
}

export function PlacesLegend() {
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft" aria-hidden="true">
      {(["taken", "free", "reserve"] as const).map((place) => (
        <span key={place} className="inline-flex items-center gap-1.5">
          <span className="place" data-place={place} />
          {text.legend[place]}
        </span>
      ))}
    </p>
  );
}
