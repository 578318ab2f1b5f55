// The calendar by keys alone: arrows go through times and bookings, Enter books or opens, M takes a
// booking in hand, Delete cancels it. What happens is said with every step.

import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { timeOf } from "../../look/zone-time.ts";
import { bookingOf, type Block, type Column } from "./columns.ts";
import { dayMinutes, type Span } from "./day-time.ts";
import {
  isMovable,
  rowMinutes,
  rowOf,
  stepMinutes,
  type Cursor,
  type Draft,
  type GridProps,
} from "./grid-model.ts";
import { calendar as text } from "./messages.ts";
import { stopBeside, stopNear, stopsOf } from "./stops.ts";

interface KeyOptions extends GridProps {
  root: RefObject<HTMLDivElement | null>;
  draft: Draft | null;
  setDraft(draft: Draft | null): void;
  onFinish(draft: Draft): void;
  say(text: string): void;
}

export function useGridKeys(options: KeyOptions) {
  const { root, columns, sight, draft, isReadOnly, newMinutes } = options;
  const [wanted, setCursor] = useState<Cursor>({ column: 0, minute: sight.start, block: null });
  const cursor = useMemo(() => present(wanted, columns, sight), [wanted, columns, sight]);
  const follows = useRef(false);

  // The focus goes where the cursor went by keys, once that is drawn.
  useEffect(() => {
    if (!follows.current) return;
    follows.current = false;
    const stop = cursor.block ?? rowOf(cursor.minute);
    root.current?.querySelector<HTMLElement>(`[data-stop="${cursor.column} ${stop}"]`)?.focus();
  });

  function go(to: Cursor) {
    follows.current = true;
    setCursor(to);
  }

  function show(next: Draft) {
    options.setDraft(next);
    const why = options.judge(next);
    const where = inWords(columns[next.column]!, null, next.span);
    options.say(why ? text.doesNotFit(where, why) : text.fits(where));
  }

  const stops = (column: number) => stopsOf(sight, rowMinutes, columns[column]?.blocks ?? []);
  const atColumn = (column: number) => Math.min(columns.length - 1, Math.max(0, column));

  function walk(event: KeyboardEvent): boolean {
    const { column } = cursor;
    const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const aside = (by: number) => {
      const to = atColumn(column + (isRtl ? -by : by));
      go({ column: to, ...stopNear(stops(to), cursor.minute) });
    };
    switch (event.key) {
      case "ArrowDown":
        go({ column, ...stopBeside(stops(column), cursor, 1) });
        return true;
      case "ArrowUp":
        go({ column, ...stopBeside(stops(column), cursor, -1) });
        return true;
      case "ArrowRight":
        aside(1);
        return true;
      case "ArrowLeft":
        aside(-1);
        return true;
      case "Home":
        go({ column, ...stops(column)[0]! });
        return true;
      case "End":
        go({ column, ...stops(column).at(-1)! });
        return true;
      case "PageDown":
        options.onTurn(1);
        return true;
      case "PageUp":
        options.onTurn(-1);
        return true;
      default:
        return false;
    }
  }

  /** New time, longer or shorter with Shift and the arrows. */
  function draw(event: KeyboardEvent): boolean {
    const { column, minute } = cursor;
    const span = draft && !draft.of ? draft.span : null;
    const shown = (end: number): Draft => ({
      how: "draw",
      of: null,
      from: column,
      column,
      span: { start: minute, end: Math.min(dayMinutes, Math.max(minute + stepMinutes, end)) },
    });
    if (event.key === "Enter" || event.key === " ") {
      options.onFinish(span ? draft! : shown(minute + newMinutes));
      return true;
    }
    if (!event.shiftKey) return false;
    const by = event.key === "ArrowDown" ? stepMinutes : event.key === "ArrowUp" ? -stepMinutes : 0;
    if (by === 0) return false;
    show(shown(span ? span.end + by : minute + newMinutes));
    return true;
  }

  function take(event: KeyboardEvent, block: Block): boolean {
    const booking = bookingOf(block);
    if (!booking) return false;
    if (event.key === "Enter" || event.key === " ") {
      options.onOpen(block);
      return true;
    }
    if (isReadOnly || !isMovable(block, options)) return false;
    if (event.key === "Delete" || event.key === "Backspace") {
      options.onCancel(block);
      return true;
    }
    if (event.key.toLowerCase() === "m" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const { column } = cursor;
      const span = { start: block.start, end: block.end };
      options.setDraft({ how: "move", of: block, from: column, column, span });
      options.say(text.taking(inWords(columns[column]!, block, span)));
      return true;
    }
    return false;
  }

  function steer(event: KeyboardEvent, held: Draft & { of: Block }): boolean {
    const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const { span, column, of } = held;
    if (event.key === "Enter") {
      follows.current = true;
      options.onFinish(held);
      return true;
    }
    if (event.shiftKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const by = event.key === "ArrowDown" ? stepMinutes : -stepMinutes;
      const end = Math.min(dayMinutes, Math.max(span.start + stepMinutes, span.end + by));
      // Both cannot be had in one step: stretching starts from where it was.
      if (held.how === "move" && (column !== held.from || span.start !== of.start)) {
        options.say(text.dropFirst);
        return true;
      }
      show({ ...held, how: "end", span: { start: span.start, end } });
      return true;
    }
    const shift = (by: number): Draft => {
      const length = of.end - of.start;
      const start = Math.min(dayMinutes - length, Math.max(0, span.start + by));
      return { ...held, how: "move", span: { start, end: start + length } };
    };
    switch (event.key) {
      case "ArrowDown":
        show(shift(stepMinutes));
        return true;
      case "ArrowUp":
        show(shift(-stepMinutes));
        return true;
      case "ArrowRight":
      case "ArrowLeft": {
        const by = (event.key === "ArrowRight") === isRtl ? -1 : 1;
        show({ ...shift(0), column: atColumn(column + by) });
        return true;
      }
      default:
        return event.key !== "Tab";
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented) return;
    const isMine = (event.target as HTMLElement).closest("[data-stop]") !== null;
    if (!isMine) return;
    if (event.key === "Escape" && draft) {
      options.setDraft(null);
      options.say(text.letGo);
      event.preventDefault();
      return;
    }
    const block = columns[cursor.column]?.blocks.find(({ key }) => key === cursor.block) ?? null;
    const isDone = draft?.of
      ? steer(event, draft as Draft & { of: Block })
      : block
        ? take(event, block) || walk(event)
        : (!isReadOnly && draw(event)) || leaveDraft(event);
    if (isDone) event.preventDefault();
  }

  /** Going on with the arrows gives up what was drawn. */
  function leaveDraft(event: KeyboardEvent): boolean {
    if (draft && event.key !== "Shift") options.setDraft(null);
    return walk(event);
  }

  return { onKeyDown, cursor, onFocusAt: setCursor };
}

/** What a colleague has just taken, or taken away, is no place to be. */
function present(cursor: Cursor, columns: readonly Column[], sight: Span): Cursor {
  const column = Math.min(Math.max(0, columns.length - 1), cursor.column);
  const minute = Math.min(Math.max(cursor.minute, sight.start), sight.end - 1);
  const stops = stopsOf(sight, rowMinutes, columns[column]?.blocks ?? []);
  const isThere = stops.some(
    (stop) =>
      stop.block === cursor.block && (stop.block !== null || rowOf(stop.minute) === rowOf(minute)),
  );
  return isThere ? { column, minute, block: cursor.block } : { column, ...stopNear(stops, minute) };
}

/** What a screen reader says of a place in the calendar. */
function inWords(column: Column, block: Block | null, span: Span): string {
  const where = `${column.title}, ${text.fromTo(timeOf(span.start), timeOf(span.end))}`;
  const booking = block && bookingOf(block);
  return booking ? `${text.bookingInWords(booking)}, ${where}` : where;
}
