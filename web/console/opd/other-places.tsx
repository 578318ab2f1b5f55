// Those whom an absent doctor leaves without a place: which colleagues and how many days ahead they are offered.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dateText, timeIn } from "../../look/zone-time.ts";
import type { Doctor } from "../../wire/opd.ts";
import type { Schemas } from "../../wire/types.ts";
import { Check } from "../ui/check.tsx";
import { Dropdown } from "../ui/choice.tsx";
import { Field, labelClass } from "../ui/field.tsx";
import { otherPlaces as text } from "./messages.ts";
import { opdApi } from "./opd-api.ts";

export type FoundPlaces = Schemas["FoundPlaces"];

export interface Offer {
  doctorIds: string[];
  days: number;
}

const spans = ["0", "1", "3", "7", "14"] as const;
const maxDoctors = 20;
const fewDoctors = 8;

interface OtherPlacesProps {
  doctor: Doctor;
  offer: Offer;
  onChange(offer: Offer): void;
}

export function OtherPlaces({ doctor, offer, onChange }: OtherPlacesProps) {
  const doctors = useDoctors();
  const [words, setWords] = useState("");
  const isChosen = (id: string) => offer.doctorIds.includes(id);
  // The doctor's own later days come first, then colleagues in the order in which they were chosen.
  const toggle = (id: string, on: boolean) =>
    onChange({
      ...offer,
      doctorIds: on ? [...offer.doctorIds, id] : offer.doctorIds.filter((one) => one !== id),
    });
  const colleagues = doctors.filter(({ id, active }) => active && id !== doctor.id);
  const matching = colleagues.filter(
    ({ id, name }) => isChosen(id) || name.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return (
    <fieldset className="grid gap-4 rounded-xl border border-edge p-4">
      <legend className="px-1 text-lg font-semibold">{text.title}</legend>
      <Dropdown
        label={text.days}
        options={spans.map((id) => ({ id, name: text.span[id] }))}
        value={String(offer.days) as (typeof spans)[number]}
        onChange={(days) => onChange({ ...offer, days: Number(days) })}
      />
      {colleagues.length > fewDoctors && (
        <Field label={text.search} value={words} onChange={setWords} autoComplete="off" />
      )}
      {colleagues.length > 0 && (
        <div role="group" aria-labelledby="colleagues">
          <p id="colleagues" className={labelClass}>
            {text.colleagues}
          </p>
          <div className="grid max-h-56 overflow-auto sm:grid-cols-2">
            {matching.map(({ id, name }) => (
              <Check
                key={id}
                isSelected={isChosen(id)}
                isDisabled={!isChosen(id) && offer.doctorIds.length >= maxDoctors}
                onChange={(on) => toggle(id, on)}
              >
                <bdi>{name}</bdi>
              </Check>
            ))}
          </div>
        </div>
      )}
    </fieldset>
  );
}

function useDoctors(): Doctor[] {
  const doctors = useQuery({ queryKey: ["doctors"], queryFn: opdApi.doctors });
  return doctors.data?.items ?? [];
}

/** Who would go where, or went: one sentence for each token. */
export function usePlacesInWords(
  found: FoundPlaces | undefined,
  away: Doctor,
): Map<string, string> {
  const doctors = new Map(useDoctors().map((doctor) => [doctor.id, doctor]));
  return new Map(
    found?.items.map(({ token, to, outcome }) => {
      if (outcome !== "moved" || !to) return [token.id, text.nowhere];
      const doctor = doctors.get(to.doctorId);
      const time = timeIn(to.slotStart, doctor?.timezone ?? away.timezone);
      const day = dateText(to.date, { weekday: "short", day: "numeric", month: "short" });
      const when = to.date === token.date ? time : `${day}, ${time}`;
      return [token.id, to.doctorId === away.id ? when : text.with(when, doctor?.name ?? "")];
    }),
  );
}
