import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { moneyText } from "../../look/money.ts";
import type { BoxCounts, BoxStatus, DayBox } from "../../wire/boxes.ts";
import { Button } from "../ui/button.tsx";
import { useNotices } from "../ui/notices.tsx";
import { boxesApi } from "./boxes-api.ts";
import { BoxesDrawing } from "./boxes-drawing.tsx";
import { counter as text, counts, statuses } from "./messages.ts";
import { PriceDialog } from "./price-dialog.tsx";
import { QuantityStepper } from "./quantity-stepper.tsx";
import { ReservationList } from "./reservation-list.tsx";

const shown: (keyof BoxCounts)[] = [
  "held",
  "confirmed",
  "offered",
  "pickedUp",
  "waitlisted",
  "notCollected",
];

export function DayBoxCard({ box, operates }: { box: DayBox; operates: boolean }) {
  const isOver = box.status === "CLOSED";
  return (
    <li className="grid content-start overflow-hidden rounded-2xl border border-rule bg-card shadow-card">
      <div className="grid gap-4 p-5">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h3 className="text-xl font-bold leading-tight">
              <bdi>{box.title}</bdi>
            </h3>
            <p className="text-soft tabular-nums">
              {box.pickupStart}–{box.pickupEnd} · {moneyText(box.price, box.currency)}
            </p>
          </div>
          <Badge status={box.status} />
        </div>
        <p className="flex items-baseline gap-2" aria-live="polite">
          <span className="text-5xl font-bold leading-none tabular-nums">{box.remaining}</span>
          <span className="text-soft">
            {counts.left} {text.of(box.quantity)}
          </span>
        </p>
        <BoxesDrawing box={box} />
        <dl className="flex flex-wrap gap-x-5 gap-y-1 empty:hidden">
          {shown
            .filter((where) => box.boxes[where] > 0)
            .map((where) => (
              <div key={where} className="flex items-baseline gap-1.5">
                <dd className="font-bold tabular-nums">{box.boxes[where]}</dd>
                <dt className="order-last text-soft">{counts[where]}</dt>
              </div>
            ))}
        </dl>
        {operates && !isOver && <Controls box={box} />}
      </div>
      <ReservationList box={box} operates={operates} />
    </li>
  );
}

function Badge({ status }: { status: BoxStatus }) {
  const look: Record<BoxStatus, string> = {
    ACTIVE: "bg-wash text-on-wash",
    PAUSED: "bg-warn text-on-warn",
    SOLD_OUT: "bg-ink text-paper",
    CLOSED: "bg-sunk text-soft",
  };
  return (
    <span className={`shrink-0 rounded-full px-3 py-0.5 text-sm font-semibold ${look[status]}`}>
      {statuses[status]}
    </span>
  );
}

function Controls({ box }: { box: DayBox }) {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const [pricing, setPricing] = useState(false);
  const pause = useMutation({
    mutationFn: () => boxesApi.changeBox(box.id, { paused: !box.paused }),
    onSuccess: (now) => {
      void client.invalidateQueries({ queryKey: ["boxes", "live", box.merchantId] });
      say(now.paused ? text.paused(box.title) : text.resumed(box.title));
    },
    onError: complain,
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <QuantityStepper box={box} />
      <Button className="max-sm:px-2.5" isDisabled={pause.isPending} onPress={() => pause.mutate()}>
        {box.paused ? text.resume : text.pause}
      </Button>
      <Button className="max-sm:px-2.5" onPress={() => setPricing(true)}>
        {text.change}
      </Button>
      <PriceDialog box={box} isOpen={pricing} onClose={() => setPricing(false)} />
    </div>
  );
}
