// Tokens of a day that ended without a visit: who did not come, who cancelled, who was never called. Whoever
// turns up late is found here and put back.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { timeIn } from "../../look/zone-time.ts";
import type { Doctor, EndedToken } from "../../wire/opd.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { slotsKey } from "./live-day.ts";
import { endedTokens as text, whoIs } from "./messages.ts";
import { opdApi } from "./opd-api.ts";
import type { TokenActions } from "./token-actions.tsx";

interface EndedProps {
  doctor: Doctor;
  date: string;
  /** null: only to be looked at, as is a day that is over. */
  actions: TokenActions | null;
}

/** More than are seen at a glance. */
const searchedFrom = 6;

export function EndedTokens({ doctor, date, actions }: EndedProps) {
  const ended = useQuery({
    // Read again with the slots.
    queryKey: [...slotsKey(doctor.id, date), "ended"],
    queryFn: ({ signal }) => opdApi.ended(doctor.id, date, signal),
  });
  const [words, setWords] = useState("");
  const items = ended.data?.items ?? [];
  if (items.length === 0) return null;
  const found = items.filter((token) => isFound(token, words));
  return (
    <details className="rounded-2xl border border-rule bg-card px-5 py-3">
      <summary className="cursor-pointer text-lg font-bold">
        {text.title} <span className="text-soft tabular-nums">{items.length}</span>
      </summary>
      <div className="mt-3 grid gap-3">
        <p className="text-soft">{text.text}</p>
        {items.length >= searchedFrom && (
          <Field label={text.search} value={words} onChange={setWords} type="search" />
        )}
        {found.length === 0 && <p>{text.nobody}</p>}
        <ol aria-label={text.title} className="divide-y divide-rule">
          {found.map((token) => (
            <Row key={token.id} token={token} timezone={doctor.timezone} actions={actions} />
          ))}
        </ol>
      </div>
    </details>
  );
}

function isFound({ patientName, number }: EndedToken, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  return patientName.toLowerCase().includes(wanted) || String(number ?? "") === wanted;
}

interface RowProps {
  token: EndedToken;
  timezone: string;
  actions: TokenActions | null;
}

function Row({ token, timezone, actions }: RowProps) {
  const when = token.endedAt ? timeIn(token.endedAt, timezone) : "";
  return (
    <li className="grid min-h-14 grid-cols-[3.25rem_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5">
      <span className="text-2xl font-extrabold tabular-nums text-soft">{token.number ?? "–"}</span>
      <span className="grid min-w-0">
        <span className="text-lg font-semibold leading-tight wrap-anywhere">
          <bdi>{token.patientName}</bdi>
        </span>
        <span className="text-[0.95rem] text-soft">
          {timeIn(token.slotStart, timezone)} · {whyOf(token)} {when}
          {token.note && (
            <>
              {" · "}
              <bdi>{token.note}</bdi>
            </>
          )}
        </span>
      </span>
      {actions && (
        <Button
          className="px-3"
          aria-label={`${text.putBack}: ${whoIs(token)}`}
          aria-disabled={actions.isBusy(token)}
          onPress={() => void actions.act(token, "put-back")}
        >
          {text.putBack}
        </Button>
      )}
    </li>
  );
}

function whyOf({ status, reason }: EndedToken): string {
  if (status === "CANCELLED") return text.cancelled;
  if (reason === "SLOT_ENDED") return text.slotEnded;
  return reason === "DAY_ENDED" ? text.dayEnded : text.noShow;
}
