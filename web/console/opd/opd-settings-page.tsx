import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import type { Doctor, OpdRules } from "../../wire/opd.ts";
import { common } from "../messages.ts";
import { usePageTitle } from "../page-title.ts";
import { fieldProblems } from "../problem-text.ts";
import { Button } from "../ui/button.tsx";
import { Stacked } from "../ui/choice.tsx";
import { Count } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { Part } from "../ui/part.tsx";
import { Failure, FormProblem, Loading } from "../ui/states.tsx";
import { opdSettings as text } from "./messages.ts";
import { opdApi } from "./opd-api.ts";

type Limits = Pick<Doctor, "capacity" | "emergencyReserve">;

export function OpdSettingsPage() {
  usePageTitle(text.title);
  const rules = useQuery({ queryKey: ["opd-rules"], queryFn: opdApi.rules });
  const doctors = useQuery({ queryKey: ["doctors"], queryFn: opdApi.doctors });
  const error = rules.error ?? doctors.error;
  if (error) {
    const retry = () => void Promise.all([rules.refetch(), doctors.refetch()]);
    return <Failure error={error} onRetry={retry} />;
  }
  if (!rules.data || !doctors.data) return <Loading />;
  return <SettingsForm rules={rules.data} doctors={doctors.data.items} />;
}

const numberings = (["shifting", "stable"] as const).map((id) => ({ id, ...text.numberings[id] }));
const duplicates = (["per_date", "per_doctor"] as const).map((id) => ({
  id,
  ...text.duplicatesOptions[id],
}));

function SettingsForm({ rules, doctors }: { rules: OpdRules; doctors: Doctor[] }) {
  const client = useQueryClient();
  const { say } = useNotices();
  const [form, setForm] = useState(rules);
  const [limits, setLimits] = useState<Record<string, Limits>>({});
  const set =
    <F extends keyof OpdRules>(field: F) =>
    (value: OpdRules[F]) =>
      setForm((now) => ({ ...now, [field]: value }));
  const changes = Object.fromEntries(
    Object.entries(form).filter(([field, value]) => value !== rules[field as keyof OpdRules]),
  ) as Partial<OpdRules>;
  const changedDoctors = doctors.filter(
    (doctor) => limits[doctor.id] && !sameLimits(doctor, limits[doctor.id]!),
  );
  const isChanged = Object.keys(changes).length > 0 || changedDoctors.length > 0;

  const save = useMutation({
    async mutationFn() {
      if (Object.keys(changes).length > 0) {
        client.setQueryData(["opd-rules"], await opdApi.changeRules(changes));
      }
      for (const doctor of changedDoctors) {
        await opdApi.setLimits(doctor.id, limits[doctor.id]!);
      }
    },
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ["doctors"] });
      setLimits({});
      say(common.saved);
    },
  });
  const wrong = fieldProblems(save.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending && isChanged) save.mutate();
  }

  return (
    <form onSubmit={submit} className="mx-auto grid w-full max-w-3xl gap-8">
      <div className="grid gap-1">
        <Link
          to="/opd"
          className="justify-self-start text-soft underline underline-offset-4 hover:text-ink"
        >
          {text.back}
        </Link>
        <h1 className="text-4xl font-bold">{text.title}</h1>
      </div>
      <Part title={text.rules}>
        <Stacked
          label={text.numbering}
          options={numberings}
          value={form.numbering}
          onChange={set("numbering")}
        />
        <Stacked
          label={text.duplicates}
          options={duplicates}
          value={form.duplicates}
          onChange={set("duplicates")}
        />
        <Count
          label={text.grace}
          hint={text.graceHint}
          unit={common.minutes}
          value={form.graceMinutes}
          onChange={(value) => set("graceMinutes")(value ?? rules.graceMinutes)}
          max={240}
          error={wrong["graceMinutes"]}
        />
        <Count
          label={text.release}
          hint={text.releaseHint}
          unit={text.releaseUnit}
          value={form.bufferReleaseMinutes}
          onChange={(value) => set("bufferReleaseMinutes")(value ?? 0)}
          min={0}
          max={1_440}
          error={wrong["bufferReleaseMinutes"]}
        />
      </Part>
      <Part title={text.doctors} about={text.doctorsText}>
        <ul className="grid gap-4">
          {doctors.map((doctor) => (
            <DoctorLimits
              key={doctor.id}
              doctor={doctor}
              limits={limits[doctor.id] ?? doctor}
              onChange={(next) => setLimits((now) => ({ ...now, [doctor.id]: next }))}
            />
          ))}
        </ul>
      </Part>
      <div className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-t border-rule bg-paper px-4 py-4">
        <FormProblem error={save.error} />
        <div className="flex flex-wrap items-center justify-end gap-4">
          <p className="text-soft" aria-live="polite">
            {isChanged && text.unsaved}
          </p>
          <Button type="submit" look="main" isDisabled={!isChanged}>
            {save.isPending ? common.saving : common.save}
          </Button>
        </div>
      </div>
    </form>
  );
}

const sameLimits = (a: Limits, b: Limits) =>
  a.capacity === b.capacity && a.emergencyReserve === b.emergencyReserve;

interface DoctorLimitsProps {
  doctor: Doctor;
  limits: Limits;
  onChange(limits: Limits): void;
}

function DoctorLimits({ doctor, limits, onChange }: DoctorLimitsProps) {
  const { capacity, emergencyReserve } = limits;
  return (
    <li className="grid items-end gap-x-4 gap-y-2 border-t border-rule pt-4 first:border-0 first:pt-0 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <span className="text-lg font-semibold sm:pb-2">
        <bdi>{doctor.name}</bdi>
      </span>
      <Count
        label={text.capacity}
        of={doctor.name}
        value={capacity}
        onChange={(value) => onChange({ capacity: value, emergencyReserve })}
        min={0}
        max={1_000}
      />
      <Count
        label={text.reserve}
        of={doctor.name}
        value={emergencyReserve}
        onChange={(value) => onChange({ capacity, emergencyReserve: value })}
        min={0}
        max={1_000}
      />
    </li>
  );
}
