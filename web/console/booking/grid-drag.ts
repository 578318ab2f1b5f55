// Drawing, moving and stretching with a mouse or pen. A finger scrolls: a tap opens the form instead,
// which has fields for all of it.

import { useRef, type MouseEvent, type PointerEvent, type RefObject } from "react";
import { bookingOf, type Block } from "./columns.ts";
import { dayMinutes, snapped } from "./day-time.ts";
import {
  isMovable,
  rowMinutes,
  rowOf,
  stepMinutes,
  type Draft,
  type GridProps,
} from "./grid-model.ts";

interface DragOptions extends GridProps {
  body: RefObject<HTMLDivElement | null>;
  draft: Draft | null;
  setDraft(draft: Draft | null): void;
  onFinish(draft: Draft): void;
}

interface Grip {
  how: Draft["how"];
  of: Block | null;
  from: Spot;
  x: number;
  y: number;
}

interface Spot {
  column: number;
  minute: number;
}

/** A hand is never quite still: less than this is a click. */
const stillPx = 4;

export function useGridDrag(options: DragOptions) {
  const { body, columns, sight, newMinutes, isReadOnly, draft, setDraft, onFinish, onOpen } =
    options;
  const grip = useRef<Grip | null>(null);
  const hasDragged = useRef(false);

  function spotOf(event: MouseEvent): Spot {
    // The times stay in sight when the columns are scrolled: only their width counts.
    const box = body.current!.getBoundingClientRect();
    const times = body.current!.querySelector(".cal-time")!.getBoundingClientRect().width;
    const isRtl = getComputedStyle(body.current!).direction === "rtl";
    const width = box.width - times;
    const across = (isRtl ? box.right - event.clientX : event.clientX - box.left) - times;
    const column = Math.floor((across / width) * columns.length);
    const down = (event.clientY - box.top) / box.height;
    return {
      column: Math.min(columns.length - 1, Math.max(0, column)),
      minute: sight.start + down * (sight.end - sight.start),
    };
  }

  function blockAt(event: MouseEvent): Block | null {
    const element = (event.target as HTMLElement).closest<HTMLElement>("[data-block]");
    if (!element) return null;
    const column = columns[Number(element.dataset["column"])];
    return column?.blocks.find(({ key }) => key === element.dataset["block"]) ?? null;
  }

  function begin(event: PointerEvent) {
    hasDragged.current = false;
    if (isReadOnly || event.button !== 0 || event.pointerType === "touch") return;
    const of = blockAt(event);
    if (of && !isMovable(of, options)) return;
    const edge = (event.target as HTMLElement).dataset["edge"] as "start" | "end" | undefined;
    const how = of ? (edge ?? "move") : "draw";
    grip.current = { how, of, from: spotOf(event), x: event.clientX, y: event.clientY };
  }

  function pull(event: PointerEvent) {
    const held = grip.current;
    if (!held) return;
    if (event.buttons === 0) return stop();
    if (!draft) {
      const far = Math.abs(event.clientX - held.x) + Math.abs(event.clientY - held.y);
      if (far < stillPx) return;
      // Only now: a press that stays a click has to reach what was pressed.
      body.current!.setPointerCapture(event.pointerId);
      hasDragged.current = true;
    }
    event.preventDefault();
    scrollAtEdges(event, body.current!.closest<HTMLElement>(".cal")!);
    setDraft(drafted(held, spotOf(event)));
  }

  function drafted({ how, of, from }: Grip, to: Spot): Draft {
    if (!of) {
      const start = snapped(Math.min(from.minute, to.minute) - stepMinutes / 2, stepMinutes);
      const end = snapped(Math.max(from.minute, to.minute) + stepMinutes / 2, stepMinutes);
      const span = {
        start: Math.max(0, start),
        end: Math.min(dayMinutes, Math.max(end, start + stepMinutes)),
      };
      return { how, of, from: from.column, column: from.column, span };
    }
    if (how === "move") {
      const length = of.end - of.start;
      const start = snapped(of.start + to.minute - from.minute, stepMinutes);
      const kept = Math.min(dayMinutes - length, Math.max(0, start));
      const span = { start: kept, end: kept + length };
      return { how, of, from: from.column, column: to.column, span };
    }
    const at = snapped(to.minute, stepMinutes);
    const span =
      how === "end"
        ? { start: of.start, end: Math.min(dayMinutes, Math.max(of.start + stepMinutes, at)) }
        : { start: Math.max(0, Math.min(of.end - stepMinutes, at)), end: of.end };
    return { how, of, from: from.column, column: from.column, span };
  }

  function stop() {
    grip.current = null;
    setDraft(null);
  }

  function drop() {
    const last = draft;
    grip.current = null;
    if (last) onFinish(last);
  }

  function click(event: MouseEvent) {
    // What a drag leaves behind, and what Enter on a booking sends, are handled elsewhere.
    if (hasDragged.current || event.detail === 0) return;
    const of = blockAt(event);
    if (of) return bookingOf(of) && onOpen(of);
    if (isReadOnly) return;
    const { column, minute } = spotOf(event);
    const start = rowOf(minute);
    const end = Math.min(dayMinutes, start + Math.max(newMinutes, rowMinutes));
    onFinish({ how: "draw", of: null, from: column, column, span: { start, end } });
  }

  return {
    onPointerDown: begin,
    onPointerMove: pull,
    onPointerUp: drop,
    onPointerCancel: stop,
    onClick: click,
  };
}

/** Towards what is out of sight, a little with every move near an edge. */
function scrollAtEdges(event: PointerEvent, frame: HTMLElement): void {
  const box = frame.getBoundingClientRect();
  const near = 36;
  if (event.clientY > box.bottom - near) frame.scrollTop += 12;
  if (event.clientY < box.top + 2 * near) frame.scrollTop -= 12;
  if (event.clientX > box.right - near) frame.scrollLeft += 12;
  if (event.clientX < box.left + 2 * near) frame.scrollLeft -= 12;
}
