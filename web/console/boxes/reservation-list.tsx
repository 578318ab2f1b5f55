// Who has one, opened when somebody asks.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { moneyText } from "../../look/money.ts";
import { timeIn } from "../../look/zone-time.ts";
import type { DayBox, Reservation } from "../../wire/boxes.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { useNotices } from "../ui/notices.tsx";
import { Failure, Loading } from "../ui/states.tsx";
import { boxesApi } from "./boxes-api.ts";
import { spokenCode } from "./code-text.ts";
import { useReservations } from "./live-merchant.ts";
import { counter as text, templates } from "./messages.ts";

interface ListProps {
  box: DayBox;
  operates: boolean;
}

export function ReservationList({ box, operates }: ListProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="border-t border-rule"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-11 px-5 py-2.5 font-medium text-soft hover:text-ink">
        {text.reservations}
        <span className="sr-only">: {box.title}</span>
      </summary>
      {isOpen && <Rows box={box} operates={operates} />}
    </details>
  );
}

function Rows({ box, operates }: ListProps) {
  const list = useReservations(box.merchantId, box.date);
  const [cancelling, setCancelling] = useState<Reservation | null>(null);
  if (list.isPending) return <Loading />;
  if (list.isError) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  const items = list.data.items.filter(({ inventoryId }) => inventoryId === box.id);
  if (items.length === 0) {
    return <p className="px-5 pb-4 text-soft">{text.noReservations}</p>;
  }
  return (
    <>
      <ul className="divide-y divide-rule px-5 pb-3">
        {items.map((reservation) => (
          <Row
            key={reservation.id}
            reservation={reservation}
            onCancel={operates ? () => setCancelling(reservation) : null}
          />
        ))}
      </ul>
      <CancelDialog reservation={cancelling} onClose={() => setCancelling(null)} />
    </>
  );
}

const running = new Set(["ACTIVE", "OFFERED", "WAITLISTED"]);

function Row({
  reservation,
  onCancel,
}: {
  reservation: Reservation;
  onCancel: (() => void) | null;
}) {
  const { status, pickupCode, quantity, amount, currency, expiresAt, timezone } = reservation;
  const isKept = status === "ACTIVE" && reservation.confirmedAt !== null;
  const state = isKept
    ? reservation.paidOnline
      ? text.paid
      : text.confirmed
    : text.states[status];
  const isRunning = running.has(status);
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <span className="min-w-20 font-mono font-semibold tracking-widest">
        {pickupCode ? spokenCode(pickupCode) : "–"}
      </span>
      <span className="tabular-nums">
        {quantity > 1 && `${templates.boxes(quantity)}, `}
        {amount !== null && moneyText(amount, currency)}
      </span>
      <span className={isRunning ? "" : "text-soft"}>
        {state}
        {isRunning && !isKept && expiresAt && ` ${text.until(timeIn(expiresAt, timezone))}`}
      </span>
      {onCancel && isRunning && (
        <Button look="quiet" className="ms-auto -me-3 text-soft" onPress={onCancel}>
          {text.cancel}
          <span className="sr-only"> {pickupCode}</span>
        </Button>
      )}
    </li>
  );
}

interface CancelProps {
  reservation: Reservation | null;
  onClose(): void;
}

function CancelDialog({ reservation, onClose }: CancelProps) {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const name = reservation?.pickupCode ? spokenCode(reservation.pickupCode) : "";
  const cancel = useMutation({
    mutationFn: (id: string) => boxesApi.cancel(id),
    onSuccess: ({ merchantId }) => {
      void client.invalidateQueries({ queryKey: ["boxes", "live", merchantId] });
      say(text.cancelled(name));
    },
    onError: complain,
    onSettled: onClose,
  });
  return (
    <Dialog alert title={text.cancelTitle(name)} isOpen={reservation !== null} onClose={onClose}>
      <p>{text.cancelText}</p>
      <DialogButtons>
        <Button onPress={onClose}>{text.keep}</Button>
        <Button
          look="danger"
          isDisabled={cancel.isPending}
          onPress={() => reservation && cancel.mutate(reservation.id)}
        >
          {text.cancelConfirm}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
