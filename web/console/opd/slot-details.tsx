// Everybody in one slot: those with a number in the order of being seen, then those who wait.

import { useState } from "react";
import { timeIn } from "../../look/zone-time.ts";
import type { Doctor, OpdSlot, Token } from "../../wire/opd.ts";
import { Button } from "../ui/button.tsx";
import { seenIn } from "./day.ts";
import { reception as text } from "./messages.ts";
import { SlotLimitsDialog } from "./slot-limits-dialog.tsx";
import type { TokenActions } from "./token-actions.tsx";
import { TokenRow, type TokenDialogs } from "./token-row.tsx";

interface SlotDetailsProps {
  doctor: Doctor;
  slot: OpdSlot;
  actions: TokenActions | null;
  dialogs: TokenDialogs;
  /** The one that somebody looks for. */
  marked: string | null;
}

export function SlotDetails({ doctor, slot, actions, dialogs, marked }: SlotDetailsProps) {
  const [setting, setSetting] = useState(false);
  const { timezone } = doctor;
  const from = timeIn(slot.start, timezone);
  const until = timeIn(slot.end, timezone);
  const seen = seenIn(slot);
  return (
    <section aria-labelledby="slot-title" className="grid content-start gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="slot-title" className="text-2xl font-bold tabular-nums">
          {from} – {until}
        </h2>
        <p className="text-soft">
          {text.places(slot.taken, slot.capacity)}
          {seen > 0 && ` · ${text.seen(seen)}`}
        </p>
        {actions && (
          <Button className="ms-auto" onPress={() => setSetting(true)}>
            {text.changePlaces}
          </Button>
        )}
      </div>
      <Tokens
        tokens={slot.allocated}
        label={text.list}
        timezone={timezone}
        actions={actions}
        dialogs={dialogs}
        marked={marked}
      />
      {slot.allocated.length === 0 && (
        <p className="rounded-2xl border-2 border-dashed border-rule px-6 py-5 text-soft">
          {text.nobodyYet}
        </p>
      )}
      {slot.waiting.length > 0 && (
        <div className="mt-2 grid gap-2">
          <h3 className="text-lg font-bold">
            {text.waitingList} <span className="text-soft">{slot.waiting.length}</span>
          </h3>
          <p className="text-soft">{text.waitingText}</p>
          <Tokens
            tokens={slot.waiting}
            label={text.waitingList}
            timezone={timezone}
            actions={actions}
            dialogs={dialogs}
            marked={marked}
          />
        </div>
      )}
      <SlotLimitsDialog
        doctor={doctor}
        slot={slot}
        isOpen={setting}
        onClose={() => setSetting(false)}
      />
    </section>
  );
}

interface TokensProps extends Pick<SlotDetailsProps, "actions" | "dialogs" | "marked"> {
  tokens: Token[];
  label: string;
  timezone: string;
}

function Tokens({ tokens, label, timezone, actions, dialogs, marked }: TokensProps) {
  if (tokens.length === 0) return null;
  return (
    <ol
      aria-label={label}
      className="divide-y divide-rule overflow-hidden rounded-2xl border border-rule bg-card"
    >
      {tokens.map((token) => (
        <TokenRow
          key={token.id}
          token={token}
          timezone={timezone}
          actions={actions}
          dialogs={dialogs}
          isMarked={token.id === marked}
        />
      ))}
    </ol>
  );
}
