// The fields of a patient, the same wherever somebody is added or corrected; and a question when the person may
// be known already.

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "../../../client/transport/problem.ts";
import type { Patient } from "../../wire/opd.ts";
import { Button } from "../ui/button.tsx";
import { Dropdown } from "../ui/choice.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { DateField, Field } from "../ui/field.tsx";
import { detailsOf } from "./details.ts";
import { form as text, sexes } from "./messages.ts";
import { patientsApi, type FieldName } from "./patients-api.ts";

type Values = Record<FieldName, string>;

const fieldNames: FieldName[] = [
  "name",
  "phone",
  "externalId",
  "birthDate",
  "sex",
  "email",
  "language",
  "notes",
];

const unknown = "unknown";
const sexOptions = [
  { id: unknown, name: text.sexUnknown },
  ...Object.entries(sexes).map(([id, name]) => ({ id, name })),
];

function valuesOf(patient: Partial<Patient>): Values {
  return Object.fromEntries(fieldNames.map((name) => [name, patient[name] ?? ""])) as Values;
}

function patientIn(values: Values): Omit<Patient, "id"> {
  const orNull = fieldNames.map((name) => [name, values[name].trim() || null]);
  return { ...Object.fromEntries(orNull), name: values.name.trim() } as Omit<Patient, "id">;
}

interface PatientFormProps {
  /** Whose details are changed; without it somebody is added. */
  patient?: Patient;
  onDone(patient: Patient): void;
  onClose(): void;
}

export function PatientForm({ patient, onDone, onClose }: PatientFormProps) {
  const [values, setValues] = useState(() => valuesOf(patient ?? {}));
  const save = useMutation({
    mutationFn: (allowDuplicate: boolean) =>
      patient
        ? patientsApi.change(patient.id, patientIn(values))
        : patientsApi.add({ ...patientIn(values), allowDuplicate }),
    onSuccess: onDone,
  });
  const { alike, error } = alikeIn(save.error);
  const field = (name: FieldName) => ({
    label: text[name],
    value: values[name],
    onChange: (value: string) => setValues((was) => ({ ...was, [name]: value })),
  });
  return (
    <DialogForm
      work={{ ...save, error, mutate: () => save.mutate(false) }}
      {...(!patient && { action: text.add, doing: text.adding })}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <Field
            {...field("name")}
            isRequired
            autoFocus
            maxLength={100}
            autoComplete="off"
            error={wrong["name"]}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              {...field("phone")}
              optional
              type="tel"
              maxLength={24}
              autoComplete="off"
              error={wrong["phone"]}
            />
            <Field
              {...field("externalId")}
              optional
              maxLength={64}
              autoComplete="off"
              error={wrong["externalId"]}
            />
            <DateField {...field("birthDate")} optional error={wrong["birthDate"]} />
            <Dropdown
              label={text.sex}
              options={sexOptions}
              value={values.sex || unknown}
              onChange={(sex) => field("sex").onChange(sex === unknown ? "" : sex)}
            />
            <Field
              {...field("email")}
              optional
              type="email"
              maxLength={254}
              autoComplete="off"
              error={wrong["email"]}
            />
            <Field
              {...field("language")}
              optional
              hint={text.languageHint}
              maxLength={35}
              autoComplete="off"
              error={wrong["language"]}
            />
          </div>
          <Field
            {...field("notes")}
            optional
            multiline
            hint={text.notesHint}
            maxLength={2_000}
            error={wrong["notes"]}
          />
          <Alike patients={alike} onUse={onDone} onAnyway={() => save.mutate(true)} />
        </>
      )}
    </DialogForm>
  );
}

/** Those whom the server takes for the same person, instead of a problem. */
export function alikeIn(error: unknown): { alike: Patient[]; error: unknown } {
  if (!error) return { alike: [], error };
  const { code, problem } = asProblem(error);
  if (code !== "POSSIBLE_DUPLICATE") return { alike: [], error };
  return { alike: (problem["patients"] as Patient[] | undefined) ?? [], error: null };
}

interface AlikeProps {
  patients: Patient[];
  onUse(patient: Patient): void;
  onAnyway(): void;
}

export function Alike({ patients, onUse, onAnyway }: AlikeProps) {
  if (patients.length === 0) return <div role="alert" className="hidden" />;
  return (
    <div role="alert" className="grid gap-3 rounded-xl bg-warn p-4 text-on-warn">
      <p className="font-semibold">{text.alike(patients.length)}</p>
      <ul className="grid gap-2">
        {patients.map((patient) => (
          <li key={patient.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="grid">
              <bdi className="text-lg font-semibold">{patient.name}</bdi>
              <span>{detailsOf(patient)}</span>
            </span>
            <Button aria-label={`${text.use}: ${patient.name}`} onPress={() => onUse(patient)}>
              {text.use}
            </Button>
          </li>
        ))}
      </ul>
      <Button className="justify-self-start" onPress={onAnyway}>
        {text.addAnyway}
      </Button>
    </div>
  );
}
