import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Doctor, OpdRules } from "../../wire/opd.ts";
import { common } from "../messages.ts";
import { usePageTitle } from "../page-title.ts";
import { Stacked } from "../ui/choice.tsx";
import { Count, Field } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { Part } from "../ui/part.tsx";
import { backClass } from "../ui/button.tsx";
import { changesOf, SettingsForm, SettingsHead, useFields } from "../ui/settings-form.tsx";
import { Failure, Loading } from "../ui/states.tsx";
import { opdSettings as text } from "./messages.ts";
import { opdApi, type DoctorSettings } from "./opd-api.ts";

type Limits = DoctorSettings;

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
  return <OpdSettingsForm rules={rules.data} doctors={doctors.data.items} />;
}

const numberings = (["stable", "shifting"] as const).map((id) => ({ id, ...text.numberings[id] }));
const ranges = (["day", "slot"] as const).map((id) => ({ id, ...text.numbersPerOptions[id] }));
const reserves = (["two", "fifth"] as const).map((id) => ({ id, ...text.usualReserves[id] }));
const duplicates = (["per_date", "per_doctor"] as const).map((id) => ({
  id,
  ...text.duplicatesOptions[id],
}));

function OpdSettingsForm({ rules, doctors }: { rules: OpdRules; doctors: Doctor[] }) {
  const client = useQueryClient();
  const { say } = useNotices();
  const { form, set } = useFields(rules);
  const [limits, setLimits] = useState<Record<string, Limits>>({});
  const changes = changesOf(rules, form);
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

  return (
    <SettingsForm
      needs="opd:manage"
      head={
        <SettingsHead
          back={
            <Link to="/opd" className={backClass}>
              {text.back}
            </Link>
          }
          title={text.title}
        />
      }
      save={save}
      isChanged={isChanged}
      unsaved={text.unsaved}
    >
      {(wrong) => (
        <>
          <Part title={text.rules}>
            <Stacked
              label={text.numbering}
              options={numberings}
              value={form.numbering}
              onChange={set("numbering")}
            />
            {form.numbering === "stable" && (
              <Stacked
                label={text.numbersPer}
                options={ranges}
                value={form.numbersPer}
                onChange={set("numbersPer")}
              />
            )}
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
            <Stacked
              label={text.usualReserve}
              options={reserves}
              value={form.usualReserve}
              onChange={set("usualReserve")}
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
        </>
      )}
    </SettingsForm>
  );
}

const sameLimits = (a: Limits, b: Limits) =>
  a.capacity === b.capacity &&
  a.emergencyReserve === b.emergencyReserve &&
  (b.code || a.code) === a.code;

interface DoctorLimitsProps {
  doctor: Doctor;
  limits: Limits;
  onChange(limits: Limits): void;
}

function DoctorLimits({ doctor, limits, onChange }: DoctorLimitsProps) {
  const { capacity, emergencyReserve, code } = limits;
  return (
    <li className="grid items-end gap-x-4 gap-y-2 border-t border-rule pt-4 first:border-0 first:pt-0 sm:grid-cols-[minmax(0,1fr)_5rem_auto_auto]">
      <span className="text-lg font-semibold sm:pb-2">
        <bdi>{doctor.name}</bdi>
      </span>
      <Field
        label={text.code}
        of={doctor.name}
        maxLength={3}
        autoComplete="off"
        value={code ?? ""}
        onChange={(value) => onChange({ ...limits, code: value.toUpperCase().trim() })}
      />
      <Count
        label={text.capacity}
        of={doctor.name}
        value={capacity}
        onChange={(value) => onChange({ ...limits, capacity: value })}
        min={0}
        max={1_000}
      />
      <Count
        label={text.reserve}
        of={doctor.name}
        value={emergencyReserve}
        onChange={(value) => onChange({ ...limits, emergencyReserve: value })}
        min={0}
        max={1_000}
      />
    </li>
  );
}
