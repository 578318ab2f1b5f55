// What the person at the counter has to do now, in one look.

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { moneyText } from "../../look/money.ts";
import { timeIn } from "../../look/zone-time.ts";
import type { Reservation } from "../../wire/boxes.ts";
import { asProblem } from "../../../client/transport/problem.ts";
import { serverNow } from "../../wire/request.ts";
import { Remaining } from "../desk/clock.tsx";
import { common } from "../messages.ts";
import { sayProblem } from "../problem-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { useNotices } from "../ui/notices.tsx";
import { boxesApi } from "./boxes-api.ts";
import { spokenCode } from "./code-text.ts";
import { pickup as text } from "./messages.ts";

/** A minute, less what an answer takes. */
const undoMs = 59_000;

interface GivenProps {
  reservation: Reservation;
  onDone(): void;
}

export function Given({ reservation, onDone }: GivenProps) {
  const { say, complain } = useNotices();
  const { quantity, title, amount, currency, pickupCode, endedAt } = reservation;
  const undo = useMutation({
    mutationFn: () => boxesApi.undoPickUp(reservation.id),
    onSuccess: () => {
      say(text.undone(spokenCode(pickupCode ?? "")));
      onDone();
    },
    onError: complain,
  });
  // The clocks of this device and the server are never quite the same: never more than a minute.
  const [shownAt] = useState(serverNow);
  const until = new Date(Math.min(Date.parse(endedAt ?? ""), shownAt) + undoMs).toISOString();
  return (
    <div className="appear grid gap-3 rounded-2xl bg-accent p-5 text-on-accent">
      <div className="flex items-start gap-3">
        <Icon name="check" className="mt-1 size-8 shrink-0" />
        <div className="min-w-0">
          <p className="text-3xl font-bold leading-tight">{text.give(quantity, title)}</p>
          <p className="text-2xl">
            {reservation.paidOnline ? text.paid : text.take(moneyText(amount ?? 0, currency))}
          </p>
          <p className="font-mono tracking-widest opacity-90">{spokenCode(pickupCode ?? "")}</p>
        </div>
      </div>
      <div className="flex gap-3">
        <Button
          className="flex-1 border-transparent bg-on-accent text-accent hover:bg-on-accent"
          onPress={onDone}
        >
          {text.next}
        </Button>
        <Button
          className="border-on-accent bg-transparent text-on-accent hover:bg-transparent"
          isDisabled={undo.isPending}
          onPress={() => undo.mutate()}
        >
          <Remaining until={until} late={text.undo}>
            {text.undoFor}
          </Remaining>
        </Button>
      </div>
    </div>
  );
}

interface RefusedProps {
  error: unknown;
  code: string;
  timezone: string;
  onDone(): void;
}

export function Refused({ error, code, timezone, onDone }: RefusedProps) {
  const [title, words] = whyNot(error, timezone);
  return (
    <div className="appear grid gap-1 rounded-2xl border-2 border-danger bg-danger-wash p-5">
      <div className="flex items-start justify-between gap-3">
        <p className="text-3xl font-bold leading-tight text-danger">{title}</p>
        <IconButton label={common.close} onPress={onDone} className="-me-2 -mt-2">
          <Icon name="close" />
        </IconButton>
      </div>
      <p>{words}</p>
      <p className="font-mono tracking-widest text-soft">{spokenCode(code)}</p>
    </div>
  );
}

function whyNot(error: unknown, timezone: string): [title: string, words: string] {
  const { code, problem } = asProblem(error);
  const { opensAt, closesAt, ticketStatus, endedAt } = problem as Record<string, string>;
  const time = (instant: string | undefined) => (instant ? timeIn(instant, timezone) : "");
  switch (code) {
    case "NOT_FOUND":
    case "PICKUP_CODE_UNKNOWN":
      return [text.unknown, text.unknownText];
    case "PICKUP_WINDOW_CLOSED":
      return opensAt && Date.parse(opensAt) > Date.now()
        ? [text.early, text.earlyText(time(opensAt))]
        : [text.late, text.lateText(time(closesAt))];
    case "PAYMENT_REQUIRED":
      return [text.unpaid, text.unpaidText];
    case "HOLD_EXPIRED":
      return [text.expired, text.expiredText];
    case "RATE_LIMITED":
      return [text.tooOften, text.tooOftenText];
    case "WRONG_STATE":
      return wrongState(ticketStatus, time(endedAt));
    default:
      return [text.failed, sayProblem(error)];
  }
}

function wrongState(status: string | undefined, time: string): [title: string, words: string] {
  switch (status) {
    case "PICKED_UP":
      return [text.already, time ? text.alreadyText(time) : text.alreadySome];
    case "CANCELLED":
      return [text.cancelled, text.cancelledText];
    case "WAITLISTED":
    case "OFFERED":
      return [text.waiting, text.waitingText];
    default:
      return [text.expired, text.expiredText];
  }
}
