// The slots of one day. Arrow keys move over the grid as the eye does.

import "./opd.css";
import { useState, type Ref } from "react";
import { GridList, GridListItem } from "react-aria-components";
import { timeIn } from "../../look/zone-time.ts";
import type { OpdSlot } from "../../wire/opd.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { isNow, isOver, keptIn, lookOf, type SlotLook } from "./day.ts";
import { reception as text } from "./messages.ts";
import { PlacesDrawing, PlacesLegend } from "./places-drawing.tsx";

const looks: Record<SlotLook, string> = {
  free: "border-edge bg-card",
  reserveOnly: "border-edge bg-warn text-on-warn",
  full: "border-edge bg-sunk",
  closed: "border-dashed border-danger bg-danger-wash text-danger",
  over: "border-rule bg-transparent text-soft",
};

interface SlotGridProps {
  slots: OpdSlot[];
  timezone: string;
  now: number;
  chosen: string | null;
  onChoose(start: string): void;
  gridRef?: Ref<HTMLDivElement>;
}

export function SlotGrid({ slots, timezone, now, chosen, onChoose, gridRef }: SlotGridProps) {
  const [showsAll, setShowsAll] = useState(false);
  const over = slots.filter((slot) => isOver(slot, now) && slot.start !== chosen);
  // What is over would push what is to come out of sight.
  const isTooMuch = over.length > 1 && over.length < slots.length && !showsAll;
  const shown = isTooMuch ? slots.filter((slot) => !over.includes(slot)) : slots;
  return (
    <div className="grid gap-3">
      {isTooMuch && (
        <Button
          look="quiet"
          className="justify-self-start px-3 text-soft"
          onPress={() => setShowsAll(true)}
        >
          {text.earlier(over.length)}
          <Icon name="chevron" />
        </Button>
      )}
      <GridList
        ref={gridRef ?? null}
        aria-label={text.slots}
        layout="grid"
        items={shown.map((slot) => ({ id: slot.start, slot }))}
        dependencies={[now, timezone]}
        selectionMode="single"
        disallowEmptySelection
        escapeKeyBehavior="none"
        selectedKeys={chosen ? [chosen] : []}
        onSelectionChange={(keys) => {
          const [start] = keys === "all" ? [] : [...keys];
          if (start !== undefined) onChoose(String(start));
        }}
        className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2"
      >
        {({ id, slot }) => (
          <GridListItem
            id={id}
            textValue={`${timeIn(slot.start, timezone)} ${wordsOf(slot, now)}`}
            className={`cursor-pointer rounded-xl border-[1.5px] px-3 py-2 hover:border-ink selected:border-accent selected:shadow-[inset_0_0_0_2px_var(--accent)] ringed:outline-3 ringed:outline-offset-2 ringed:outline-accent ${looks[lookOf(slot, now)]}`}
          >
            <SlotCell slot={slot} timezone={timezone} now={now} />
          </GridListItem>
        )}
      </GridList>
      <PlacesLegend />
    </div>
  );
}

function SlotCell({ slot, timezone, now }: { slot: OpdSlot; timezone: string; now: number }) {
  const look = lookOf(slot, now);
  return (
    <span className="grid gap-1.5">
      <span className="flex items-baseline justify-between gap-2">
        <span className="text-xl font-bold tabular-nums">{timeIn(slot.start, timezone)}</span>
        {isNow(slot, now) && (
          <span className="rounded-full bg-accent px-2 text-sm font-semibold text-on-accent">
            {text.state.now}
          </span>
        )}
      </span>
      <PlacesDrawing slot={slot} />
      <span className="grid text-[0.95rem] leading-snug">
        <span className={look === "over" ? "" : "font-semibold"}>{wordOf(slot, look)}</span>
        {look === "reserveOnly" && <span>{text.forEmergencies(keptIn(slot))}</span>}
        {slot.waiting.length > 0 && (
          <span className="font-semibold">{text.waiting(slot.waiting.length)}</span>
        )}
      </span>
    </span>
  );
}

function wordOf(slot: OpdSlot, look: SlotLook): string {
  if (look === "over") return text.state.over;
  if (look === "closed") return text.state.closed;
  if (look === "free") return text.state.free(slot.open);
  return text.state.full;
}

function wordsOf(slot: OpdSlot, now: number): string {
  const look = lookOf(slot, now);
  const words = [wordOf(slot, look)];
  if (look === "reserveOnly") words.push(text.forEmergencies(keptIn(slot)));
  if (slot.waiting.length > 0) words.push(text.waiting(slot.waiting.length));
  return words.join(", ");
}
