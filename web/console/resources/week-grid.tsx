// The week to draw on: press and pull for new hours, pull an end to stretch them, the middle to take
// them elsewhere. It is for a mouse; the list below it does all the same with fields.

import "./hours.css";
import { useRef, useState, type PointerEvent } from "react";
import { minutesOf, timeOf } from "../../look/zone-time.ts";
import { hours as text, weekdays } from "./messages.ts";
import {
  changed,
  drawn,
  hoursInSight,
  isComplete,
  overlapping,
  shifted,
  stretched,
  type EditedWindow,
} from "./week.ts";

interface WeekGridProps {
  windows: EditedWindow[];
  slotMinutes: number;
  onChange(windows: EditedWindow[]): void;
}

interface Spot {
  day: number;
  minute: number;
}

/** What is being pulled; each move is worked out from how it was at the start. */
type Drag = { before: EditedWindow[]; from: Spot; key: number } & (
  | { kind: "draw" | "shift" }
  | { kind: "stretch"; edge: "start" | "end" }
);

export function WeekGrid({ windows, slotMinutes, onChange }: WeekGridProps) {
  const area = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [isWhole, setWhole] = useState(false);
  const sight = isWhole ? { from: 0, to: 24 } : hoursInSight(drag?.before ?? windows);
  const minutesInSight = (sight.to - sight.from) * 60;
  const crossing = overlapping(windows);

  function spotOf(event: PointerEvent): Spot {
    const box = area.current!.getBoundingClientRect();
    const isRtl = getComputedStyle(area.current!).direction === "rtl";
    const across = (event.clientX - box.left) / box.width;
    const day = Math.floor((isRtl ? 1 - across : across) * 7);
    const down = (event.clientY - box.top) / box.height;
    return { day: Math.min(6, Math.max(0, day)), minute: sight.from * 60 + down * minutesInSight };
  }

  function begin(event: PointerEvent, how: "draw" | "shift" | "start" | "end", key?: number) {
    // A finger scrolls; the list is there for it.
    if (event.button !== 0 || event.pointerType === "touch") return;
    event.preventDefault();
    event.stopPropagation();
    area.current!.setPointerCapture(event.pointerId);
    const from = spotOf(event);
    const newKey = Math.max(-1, ...windows.map((window) => window.key)) + 1;
    const common = { before: windows, from, key: key ?? newKey };
    const isEdge = how === "start" || how === "end";
    setDrag(isEdge ? { ...common, kind: "stretch", edge: how } : { ...common, kind: how });
  }

  function pull(event: PointerEvent) {
    if (!drag) return;
    const { before, from, key } = drag;
    const to = spotOf(event);
    if (drag.kind === "draw") {
      const times = drawn(from.minute, to.minute, slotMinutes);
      return onChange([...before, { key, day: from.day, ...times }]);
    }
    const window = before.find((one) => one.key === key)!;
    onChange(
      changed(
        before,
        key,
        drag.kind === "stretch"
          ? stretched(window, drag.edge, to.minute, slotMinutes)
          : shifted(window, window.day + to.day - from.day, to.minute - from.minute),
      ),
    );
  }

  const hoursShown = Array.from({ length: sight.to - sight.from }, (_, i) => sight.from + i);
  return (
    <div className="week" aria-hidden="true">
      <div className="week-days">
        {weekdays.map((day) => (
          <span key={day}>{day}</span>
        ))}
      </div>
      <div className="week-times">
        {hoursShown.map((hour) => (
          <span key={hour}>{timeOf(hour * 60)}</span>
        ))}
      </div>
      <div
        ref={area}
        className="week-area"
        style={{ height: `${hoursShown.length * 2.4}rem`, backgroundSize: "100% 2.4rem" }}
        onPointerDown={(event) => begin(event, "draw")}
        onPointerMove={pull}
        onPointerUp={() => setDrag(null)}
        onPointerCancel={() => setDrag(null)}
      >
        {weekdays.map((day, index) => (
          <div key={day} className="week-day">
            {windows
              .filter((window) => window.day === index && isComplete([window]))
              .map((window) => (
                <Block
                  key={window.key}
                  window={window}
                  top={(minutesOf(window.start) - sight.from * 60) / minutesInSight}
                  share={(minutesOf(window.end) - minutesOf(window.start)) / minutesInSight}
                  slots={(minutesOf(window.end) - minutesOf(window.start)) / slotMinutes}
                  isWrong={crossing.has(window.key)}
                  onGrab={begin}
                />
              ))}
          </div>
        ))}
      </div>
      {!(sight.from === 0 && sight.to === 24) && (
        <button type="button" tabIndex={-1} className="week-more" onClick={() => setWhole(true)}>
          {text.wholeDay}
        </button>
      )}
    </div>
  );
}

interface BlockProps {
  window: EditedWindow;
  /** Shares of what is in sight. */
  top: number;
  share: number;
  slots: number;
  isWrong: boolean;
  onGrab(event: PointerEvent, how: "shift" | "start" | "end", key: number): void;
}

function Block({ window, top, share, slots, isWrong, onGrab }: BlockProps) {
  return (
    <div
      className="week-block"
      data-wrong={isWrong || share <= 0 || !Number.isInteger(slots)}
      style={{
        top: `${top * 100}%`,
        height: `${Math.max(share, 0.01) * 100}%`,
        backgroundSize: `100% ${100 / Math.max(1, slots)}%`,
      }}
      onPointerDown={(event) => onGrab(event, "shift", window.key)}
    >
      <i data-edge="start" onPointerDown={(event) => onGrab(event, "start", window.key)} />
      <span>
        {window.start} – {window.end}
      </span>
      <i data-edge="end" onPointerDown={(event) => onGrab(event, "end", window.key)} />
    </div>
  );
}
