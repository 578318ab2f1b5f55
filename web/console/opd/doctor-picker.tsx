// Every doctor with what is left of the day. The chosen one is live; the others are looked at now and
// then, since a browser has only six connections to a server.

import { Radio, RadioGroup } from "react-aria-components";
import { dateIn } from "../../look/zone-time.ts";
import type { Doctor } from "../../wire/opd.ts";
import { useMinutes } from "../desk/clock.tsx";
import { Dropdown } from "../ui/choice.tsx";
import { summaryOf, type DaySummary } from "./day.ts";
import { useSlots } from "./live-day.ts";
import { reception as text } from "./messages.ts";

const othersEveryMs = 20_000;
/** More than these do not fit beside each other: they are chosen from a list. */
const maxInSight = 12;

interface DoctorPickerProps {
  doctors: Doctor[];
  chosen: Doctor;
  /** null: today, wherever each doctor is. */
  date: string | null;
  onChoose(doctorId: string): void;
}

export function DoctorPicker({ doctors, chosen, date, onChoose }: DoctorPickerProps) {
  if (doctors.length > maxInSight) {
    return (
      <div className="max-w-md">
        <Dropdown
          label={text.doctor}
          options={doctors.map(({ id, name, active }) => ({
            id,
            name,
            ...(!active && { text: text.inactive }),
          }))}
          value={chosen.id}
          onChange={onChoose}
        />
      </div>
    );
  }
  return (
    <RadioGroup
      aria-label={text.doctors}
      value={chosen.id}
      onChange={onChoose}
      className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-2 sm:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]"
    >
      {doctors.map((doctor) => (
        <Radio
          key={doctor.id}
          value={doctor.id}
          className="grid cursor-pointer content-start rounded-xl border-[1.5px] border-edge bg-card px-3.5 py-2 hover:bg-sunk selected:border-accent selected:bg-wash selected:text-on-wash selected:shadow-[inset_0_0_0_1px_var(--accent)] ringed:outline-3 ringed:outline-offset-2 ringed:outline-accent"
        >
          <span className="truncate font-bold">
            <bdi>{doctor.name}</bdi>
          </span>
          <Summary doctor={doctor} date={date} />
        </Radio>
      ))}
    </RadioGroup>
  );
}

function Summary({ doctor, date }: { doctor: Doctor; date: string | null }) {
  const now = useMinutes();
  const slots = useSlots(doctor.id, date ?? dateIn(now, doctor.timezone), othersEveryMs);
  const words = !doctor.active
    ? text.inactive
    : slots.data
      ? inWords(summaryOf(slots.data, now))
      : " ";
  return <span className="min-h-6 text-[0.95rem]">{words}</span>;
}

function inWords({ slots, left, closed, free, reserve, waiting }: DaySummary): string {
  const { summary } = text;
  if (slots === 0) return summary.none;
  if (left === 0) return closed > 0 ? summary.away : summary.over;
  const places = free > 0 ? summary.free(free) : reserve > 0 ? summary.emergencies : summary.full;
  return waiting > 0 ? `${places} · ${summary.waiting(waiting)}` : places;
}
