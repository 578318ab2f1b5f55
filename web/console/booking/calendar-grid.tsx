// The calendar itself: a grid of rows of half an hour, with bookings in the cells where they start.
// Mouse and keyboard make the same drafts; whether a draft fits is asked with every step of it.

import "./calendar.css";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { timeOf } from "../../look/zone-time.ts";
import type { Span } from "./day-time.ts";
import { useGridDrag } from "./grid-drag.ts";
import { useGridKeys } from "./grid-keys.ts";
import { rowMinutes, type Draft, type GridProps } from "./grid-model.ts";
import { GridRow } from "./grid-row.tsx";
import { calendar as text } from "./messages.ts";

export function CalendarGrid(props: GridProps) {
  const { label, columns, sight, nowMinute, isReadOnly, judge } = props;
  const root = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [said, setSaid] = useState("");
  const problem = draft && judge(draft);

  /** What fits is done, what does not is said, and nothing has changed. */
  function finish(last: Draft) {
    const why = judge(last);
    setDraft(null);
    if (why) setSaid(text.notThere(why));
    else if (last.of) props.onDrop(last);
    else props.onDraw(last);
  }

  const drag = useGridDrag({ ...props, body, draft, setDraft, onFinish: finish });
  const { cursor, onFocusAt, onKeyDown } = useGridKeys({
    ...props,
    root,
    draft,
    setDraft,
    onFinish: finish,
    say: setSaid,
  });
  useScrollToNow(root, sight, nowMinute);

  const rows = useMemo(() => rowsOf(sight), [sight]);
  const share = (minute: number) =>
    `${((minute - sight.start) / (sight.end - sight.start)) * 100}%`;
  const place = (span: Span) => {
    const start = Math.max(span.start, sight.start);
    const end = Math.min(span.end, sight.end);
    return { top: share(start), height: `calc(${share(end)} - ${share(start)})` };
  };
  const inSight = (span: Span) => span.start < sight.end && span.end > sight.start;

  return (
    <div className="cal">
      <p id="calendar-keys" className="sr-only">
        {isReadOnly ? text.keysToRead : text.keysToWork}
      </p>
      <div
        ref={root}
        role="grid"
        aria-label={label}
        aria-describedby="calendar-keys"
        aria-readonly={isReadOnly}
        className="cal-grid"
        style={{ "--columns": columns.length } as object}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <div role="row" className="cal-head">
          <span role="columnheader" className="cal-corner">
            <span className="sr-only">{text.time}</span>
          </span>
          {columns.map((column) => (
            <div
              key={column.key}
              role="columnheader"
              className="cal-title"
              {...(column.marksToday && { "aria-current": "date" as const })}
            >
              <bdi>{column.title}</bdi>
              {column.note && <small>{column.note}</small>}
            </div>
          ))}
        </div>
        <div
          ref={body}
          role="rowgroup"
          className="cal-body"
          data-dragging={draft !== null}
          data-readonly={isReadOnly}
          {...drag}
        >
          <Layer>
            {columns.map((column) => (
              <div key={column.key}>
                {column.closed.filter(inSight).map((span) => (
                  <i key={span.start} className="cal-closed" style={place(span)} />
                ))}
                {column.buffers.filter(inSight).map((span) => (
                  <i key={span.start} className="cal-buffer" style={place(span)} />
                ))}
                {column.tokens.filter(inSight).map((span) => (
                  <i key={span.start} className="cal-tokens" style={place(span)}>
                    {text.tokens(span.taken)}
                  </i>
                ))}
              </div>
            ))}
          </Layer>
          {rows.map((minute) => (
            <GridRow
              key={minute}
              minute={minute}
              sight={sight}
              columns={columns}
              cursor={cursor}
              lifted={draft?.of ? draft.of.key : null}
              onFocusAt={onFocusAt}
            />
          ))}
          <Layer isFront>
            {columns.map((column, index) => (
              <div key={column.key}>
                {column.isToday && inSight({ start: nowMinute, end: nowMinute + 1 }) && (
                  <i className="cal-now" style={{ top: share(nowMinute) }} />
                )}
                {draft?.column === index && (
                  <div
                    className="cal-draft"
                    data-wrong={problem !== null}
                    style={place(draft.span)}
                  >
                    <strong>
                      {timeOf(draft.span.start)} – {timeOf(draft.span.end)}
                    </strong>
                    {problem && <span>{problem}</span>}
                  </div>
                )}
              </div>
            ))}
          </Layer>
        </div>
      </div>
      <p role="status" aria-live="assertive" className="sr-only">
        {said}
      </p>
    </div>
  );
}

function Layer({ isFront = false, children }: { isFront?: boolean; children: ReactNode }) {
  return (
    <div aria-hidden="true" className="cal-layer" data-front={isFront}>
      {children}
    </div>
  );
}

function rowsOf(sight: Span): number[] {
  const count = Math.ceil((sight.end - sight.start) / rowMinutes);
  return Array.from({ length: count }, (_, index) => sight.start + index * rowMinutes);
}

/** Once, when a day is opened: an hour before now stands at the top. */
function useScrollToNow(
  root: { current: HTMLElement | null },
  sight: Span,
  nowMinute: number,
): void {
  const hasScrolled = useRef(false);
  useEffect(() => {
    const frame = root.current?.parentElement;
    if (!frame || hasScrolled.current) return;
    hasScrolled.current = true;
    const share = (nowMinute - 60 - sight.start) / (sight.end - sight.start);
    if (share > 0 && share < 1) frame.scrollTo({ top: share * frame.scrollHeight });
  }, [root, sight, nowMinute]);
}
