// Half an hour across all columns. A booking stands in the cell where it starts and hangs down from it
// as long as it lasts, so that it is read where it belongs.

import { memo } from "react";
import { timeOf } from "../../look/zone-time.ts";
import { bookingOf, type Block, type Column } from "./columns.ts";
import type { Span } from "./day-time.ts";
import { rowMinutes, rowOf, type Cursor } from "./grid-model.ts";
import { calendar as text, nameOf, procedureOf, statusNames } from "./messages.ts";

interface RowProps {
  minute: number;
  sight: Span;
  columns: Column[];
  cursor: Cursor;
  /** What is being moved: it stays as a shadow where it was. */
  lifted: string | null;
  onFocusAt(cursor: Cursor): void;
}

export const GridRow = memo(function GridRow(props: RowProps) {
  const { minute, sight, columns, cursor, lifted, onFocusAt } = props;
  const isHour = minute % 60 === 0;
  return (
    <div role="row" className="cal-row" data-hour={isHour} data-first={minute === sight.start}>
      <span role="rowheader" className="cal-time">
        <span className={isHour ? "" : "sr-only"}>{timeOf(minute)}</span>
      </span>
      {columns.map((column, index) => {
        const blocks = column.blocks.filter(({ start }) => startRow(start, sight) === minute);
        const isHere =
          cursor.column === index && cursor.block === null && rowOf(cursor.minute) === minute;
        return (
          <div
            key={column.key}
            role="gridcell"
            className="cal-cell"
            tabIndex={isHere ? 0 : -1}
            data-stop={`${index} ${minute}`}
            onFocus={(event) =>
              event.target === event.currentTarget &&
              !isHere &&
              onFocusAt({ column: index, minute, block: null })
            }
          >
            <span className="sr-only">
              {text.cell(column.title, timeOf(minute), stateOf(column, minute))}
            </span>
            {blocks.map((block) => (
              <BlockButton
                key={block.key}
                block={block}
                minute={minute}
                column={index}
                title={column.title}
                isHere={cursor.column === index && cursor.block === block.key}
                isLifted={lifted === block.key}
                sight={sight}
                onFocusAt={onFocusAt}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
});

const startRow = (start: number, sight: Span) => Math.max(rowOf(start), sight.start);

function stateOf({ closed, blocks, buffers, tokens }: Column, minute: number): string {
  const covers = ({ start, end }: Span) => start <= minute && end > minute;
  const slot = tokens.find(covers);
  const state = blocks.some(covers)
    ? text.taken
    : closed.some(covers)
      ? text.closed
      : buffers.some(covers)
        ? text.keptFree
        : text.free;
  return slot ? `${state}, ${text.tokens(slot.taken)}` : state;
}

interface BlockProps {
  block: Block;
  minute: number;
  column: number;
  title: string;
  sight: Span;
  isHere: boolean;
  isLifted: boolean;
  onFocusAt(cursor: Cursor): void;
}

function BlockButton(props: BlockProps) {
  const { block, minute, column, title, sight, isHere, isLifted, onFocusAt } = props;
  const booking = bookingOf(block);
  const start = Math.max(block.start, sight.start);
  const length = Math.min(block.end, sight.end) - start;
  const when = text.fromTo(timeOf(block.start), timeOf(block.end));
  const isOffer = "hold" in block.what && block.what.hold.of === "offer";
  const keeper = isOffer ? text.offered : text.held;
  const procedure = booking && procedureOf(booking);
  return (
    <button
      type="button"
      className="cal-block"
      data-status={booking?.status ?? (isOffer ? "offered" : "held")}
      data-lifted={isLifted}
      data-small={length < 45}
      data-stop={`${column} ${block.key}`}
      data-block={block.key}
      data-column={column}
      tabIndex={isHere ? 0 : -1}
      style={{
        top: `${((start - minute) / rowMinutes) * 100}%`,
        height: `calc(${(length / rowMinutes) * 100}% - 2px)`,
        insetInlineStart: `${(block.lane / block.lanes) * 100}%`,
        width: `calc(${100 / block.lanes}% - 3px)`,
      }}
      onFocus={() => !isHere && onFocusAt({ column, minute: start, block: block.key })}
    >
      <span className="sr-only">
        {booking ? text.bookingInWords(booking) : keeper}, {title}, {when}
      </span>
      {booking && !block.isCut.start && <i data-edge="start" />}
      <span aria-hidden="true" className="cal-when">
        {timeOf(block.start)} – {timeOf(block.end)}
      </span>
      <span aria-hidden="true" className="cal-who">
        {booking ? nameOf(booking) : keeper}
      </span>
      {procedure && (
        <span aria-hidden="true" className="cal-what">
          {procedure}
        </span>
      )}
      {booking?.status === "requested" && (
        <span aria-hidden="true" className="cal-status">
          {statusNames.requested}
        </span>
      )}
      {booking && !block.isCut.end && <i data-edge="end" />}
    </button>
  );
}
