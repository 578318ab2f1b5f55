// Every doctor with what is left of the day. The chosen one is live; the others are looked at now and
// then, since a browser has only six connections to a server.

import { useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { dateIn } from "../../look/zone-time.ts";
import type { Doctor } from "../../wire/opd.ts";
import { useMinutes } from "../desk/clock.tsx";
import { useDepartments } from "../resources/departments.tsx";
import { list } from "../resources/messages.ts";
import { Dropdown } from "../ui/choice.tsx";
import { Combo } from "../ui/combo.tsx";
import { summaryOf, type DaySummary } from "./day.ts";
import { useSlots } from "./live-day.ts";
import { reception as text } from "./messages.ts";

const othersEveryMs = 20_000;
/** More than these do not fit beside each other: those of a department do, and anybody can be searched for. */
const maxInSight = 12;

interface DoctorPickerProps {
  doctors: Doctor[];
  chosen: Doctor;
  /** null: today, wherever each doctor is. */
  date: string | null;
  onChoose(doctorId: string): void;
}

export function DoctorPicker(props: DoctorPickerProps) {
  return props.doctors.length > maxInSight ? <Many {...props} /> : <InSight {...props} />;
}

const anywhere = "any";

function Many({ doctors, chosen, onChoose, ...rest }: DoctorPickerProps) {
  const departments = useDepartments();
  const [department, setDepartment] = useState(chosen.departmentId ?? anywhere);
  const shown = doctors.filter(
    ({ departmentId }) => department === anywhere || departmentId === department,
  );
  const choose = (id: string) => {
    const doctor = doctors.find((one) => one.id === id);
    if (department !== anywhere) setDepartment(doctor?.departmentId ?? anywhere);
    onChoose(id);
  };
  const used = departments.filter(({ id }) => doctors.some((one) => one.departmentId === id));
  return (
    <div className="grid gap-3">
      <div className="grid max-w-3xl gap-x-4 gap-y-3 sm:grid-cols-2">
        <Combo
          key={chosen.id}
          label={text.findDoctor}
          items={doctors.map(({ id, name, active, departmentId }) => ({
            id,
            name,
            text: active ? departments.find((one) => one.id === departmentId)?.name : text.inactive,
          }))}
          value={chosen.id}
          onChange={choose}
        />
        {used.length > 0 && (
          <Dropdown
            label={list.department}
            options={[{ id: anywhere, name: list.anyDepartment }, ...used]}
            value={department}
            onChange={setDepartment}
          />
        )}
      </div>
      {shown.length <= maxInSight && (
        <InSight {...rest} doctors={shown} chosen={chosen} onChoose={onChoose} />
      )}
    </div>
  );
}

function InSight({ doctors, chosen, date, onChoose }: DoctorPickerProps) {
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
