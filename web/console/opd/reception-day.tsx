// One doctor's day at the desk: the slots, who is in the chosen one, and the form for the next patient.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { addDays, timeIn } from "../../look/zone-time.ts";
import type { Doctor, GivenToken, OpdSlot, Token } from "../../wire/opd.ts";
import { useMinutes } from "../desk/clock.tsx";
import { HelpDialog } from "../desk/desk-dialogs.tsx";
import { useShortcuts } from "../desk/shortcuts.ts";
import { useMay } from "../session.ts";
import { buttonClass } from "../ui/button.tsx";
import { Connection } from "../ui/connection.tsx";
import { useNotices } from "../ui/notices.tsx";
import { Empty, Failure, Loading } from "../ui/states.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { isOver, suggestedSlot } from "./day.ts";
import { EndedTokens } from "./ended-tokens.tsx";
import { GiveToken } from "./give-token.tsx";
import { GivenTokenCard } from "./given-token.tsx";
import { slotsKey, useDayStream, useSlots } from "./live-day.ts";
import { reception as text, tokens as tokenText, whoIs } from "./messages.ts";
import { MovingBanner } from "./moving-banner.tsx";
import { opdApi } from "./opd-api.ts";
import { SlipDialog } from "./slip-dialog.tsx";
import { SlotDetails } from "./slot-details.tsx";
import { SlotGrid } from "./slot-grid.tsx";
import { useTokenActions } from "./token-actions.tsx";
import { TokenQuestion } from "./token-question.tsx";

interface ReceptionDayProps {
  doctor: Doctor;
  doctors: Doctor[];
  date: string;
  today: string;
  /** The start of the chosen slot. */
  chosen: string | null;
  marked: string | null;
  onSlot(start: string, token?: string): void;
  onGoTo(place: { doctor: string; date: string; slot: string; token: string }): void;
  onDate(date: string): void;
}

export function ReceptionDay(props: ReceptionDayProps) {
  const { doctor, doctors, date, today, chosen, marked, onSlot, onGoTo, onDate } = props;
  const operates = useMay("opd:operate");
  const { say, complain } = useNotices();
  const client = useQueryClient();
  const now = useMinutes();
  const slots = useSlots(doctor.id, date);
  const link = useDayStream(doctor.id, date, slotsKey(doctor.id, date));
  const actions = useTokenActions();
  const [given, setGiven] = useState<GivenToken | null>(null);
  const [moving, setMoving] = useState<Token | null>(null);
  const [cancelling, setCancelling] = useState<Token | null>(null);
  const [slipOf, setSlipOf] = useState<Token | null>(null);
  const [helping, setHelping] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLDivElement>(null);

  const move = useMutation({
    mutationFn: ({ token, slot }: { token: Token; slot: OpdSlot }) =>
      opdApi.move(token.id, { doctorId: doctor.id, slotStart: slot.start }),
    onSuccess: (token) => {
      setMoving(null);
      say(tokenText.moved(whoIs(token), timeIn(token.slotStart, doctor.timezone)));
      onSlot(token.slotStart, token.id);
    },
    onError: complain,
    onSettled: () => client.invalidateQueries({ queryKey: ["opd"] }),
  });

  /** Somebody may have a token with another doctor: it is shown where it is. */
  async function showToken(tokenId: string) {
    try {
      const token = await opdApi.token(tokenId);
      onGoTo({ doctor: token.doctorId, date: token.date, slot: token.slotStart, token: token.id });
    } catch (error) {
      complain(error);
    }
  }

  useShortcuts({
    "/": () => {
      setGiven(null);
      setTimeout(() => search.current?.focus());
    },
    s: () => focusOn(grid.current),
    t: () => onDate(today),
    "[": () => onDate(addDays(date, -1)),
    "]": () => onDate(addDays(date, 1)),
    "?": () => setHelping(true),
    Escape: () => setMoving(null),
  });

  if (slots.isPending) return <Loading />;
  if (slots.isError && !slots.data) {
    return <Failure error={slots.error} onRetry={() => void slots.refetch()} />;
  }
  const list = slots.data;
  const slot =
    list.find(({ start }) => sameInstant(start, chosen)) ?? suggestedSlot(list, now) ?? null;
  const usable = slot && !isOver(slot, now) && !slot.closed && doctor.active;
  return (
    <div className="grid gap-5">
      <Connection link={link} />
      {moving && (
        <MovingBanner
          token={moving}
          doctor={doctor}
          target={slot}
          isBusy={move.isPending}
          onMove={() => slot && move.mutate({ token: moving, slot })}
          onStop={() => setMoving(null)}
        />
      )}
      {list.length === 0 ? (
        <Empty title={text.noSlots} text={text.noSlotsText(doctor.name)}>
          <Link
            to="/resources/$resourceId"
            params={{ resourceId: doctor.id }}
            className={buttonClass("second")}
          >
            {text.openHours}
          </Link>
        </Empty>
      ) : (
        <div className="grid items-start gap-x-8 gap-y-6 lg:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1fr)_24rem] xl:grid-cols-[minmax(0,1fr)_27rem]">
          <SlotGrid
            slots={list}
            timezone={doctor.timezone}
            now={now}
            chosen={slot?.start ?? null}
            onChoose={(start) => {
              onSlot(start);
              if (!moving && isNarrow()) form.current?.scrollIntoView();
            }}
            gridRef={grid}
          />
          <div
            ref={form}
            className="grid gap-5 max-lg:row-start-2 lg:sticky lg:top-5 lg:row-span-2"
          >
            {given ? (
              <GivenTokenCard
                key={given.id}
                token={given}
                doctor={doctors.find(({ id }) => id === given.doctorId) ?? doctor}
                onNext={() => {
                  setGiven(null);
                  setTimeout(() => search.current?.focus());
                }}
              />
            ) : operates && usable ? (
              <GiveToken
                doctor={doctor}
                date={date}
                slot={slot}
                searchRef={search}
                onGiven={(token) => {
                  setGiven(token);
                  actions.refresh();
                  onSlot(token.slotStart, token.id);
                }}
                onShow={(tokenId) => void showToken(tokenId)}
              />
            ) : (
              <p className="rounded-2xl border-2 border-dashed border-rule p-6 text-soft">
                {whyNot(operates, doctor, slot)}
              </p>
            )}
          </div>
          {slot && (
            <SlotDetails
              doctor={doctor}
              slot={slot}
              actions={operates ? actions : null}
              dialogs={{ move: setMoving, cancel: setCancelling, slip: setSlipOf }}
              marked={marked}
            />
          )}
        </div>
      )}
      <EndedTokens
        doctor={doctor}
        date={date}
        actions={operates && date >= today ? actions : null}
      />
      <TokenQuestion actions={actions} timezone={doctor.timezone} />
      <CancelDialog
        token={cancelling}
        onClose={() => setCancelling(null)}
        onCancel={(token) => void actions.act(token, "cancel")}
      />
      <SlipDialog token={slipOf} doctor={doctor} onClose={() => setSlipOf(null)} />
      <HelpDialog isOpen={helping} onClose={() => setHelping(false)} keys={text.keys} />
    </div>
  );
}

/** The form is below the grid then, not beside it. */
const isNarrow = () => matchMedia("(max-width: 63.99rem)").matches;

function whyNot(operates: boolean, doctor: Doctor, slot: OpdSlot | null): string {
  if (!operates) return text.viewOnly;
  if (!doctor.active) return text.doctorInactive;
  return slot?.closed ? text.slotClosed : text.slotOver;
}

const sameInstant = (a: string, b: string | null) => b !== null && Date.parse(a) === Date.parse(b);

/** To the chosen slot, else to the first. */
function focusOn(grid: HTMLElement | null): void {
  const row =
    grid?.querySelector<HTMLElement>('[role="row"][aria-selected="true"]') ??
    grid?.querySelector<HTMLElement>('[role="row"]');
  row?.focus();
}
