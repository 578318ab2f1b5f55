// Two records side by side: somebody chooses what is right, sees what follows, and makes them one.

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Patient } from "../../wire/opd.ts";
import { common } from "../messages.ts";
import { Button } from "../ui/button.tsx";
import { Radios } from "../ui/choice.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { FormProblem } from "../ui/states.tsx";
import { form, merging as text, sexes } from "./messages.ts";
import { patientsApi, type FieldName } from "./patients-api.ts";

const chosen = ["name", "phone", "externalId", "birthDate", "sex", "email", "language"] as const;

interface MergeProps {
  patient: Patient;
  other: Patient;
  onClose(): void;
  onDone(message: string): void;
}

export function MergeDialog(props: MergeProps) {
  return (
    <Dialog wide title={text.title} isOpen onClose={props.onClose}>
      <Merge {...props} />
    </Dialog>
  );
}

function Merge({ patient, other, onClose, onDone }: MergeProps) {
  const [take, setTake] = useState<FieldName[]>([]);
  // It changes nothing: it is asked anew whenever somebody looks.
  const look = useQuery({
    queryKey: ["merge", patient.id, other.id],
    queryFn: () => patientsApi.merge(patient.id, other.id, [], true),
    gcTime: 0,
    retry: false,
  });
  const merge = useMutation({
    mutationFn: () => patientsApi.merge(patient.id, other.id, take, false),
    onSuccess: (merged) => onDone(text.done(merged.patient.name)),
  });
  const differing = chosen.filter(
    (name) => patient[name] !== null && other[name] !== null && patient[name] !== other[name],
  );
  const choose = (name: FieldName, from: "this" | "other") =>
    setTake((now) => [...now.filter((one) => one !== name), ...(from === "other" ? [name] : [])]);
  return (
    <div className="grid gap-5">
      <p>{text.text}</p>
      {differing.map((name) => (
        <Radios
          key={name}
          label={form[name]}
          options={[
            { id: "this" as const, name: shown(name, patient) },
            { id: "other" as const, name: shown(name, other) },
          ]}
          value={take.includes(name) ? "other" : "this"}
          onChange={(from) => choose(name, from)}
        />
      ))}
      {patient.notes && other.notes && <p className="text-soft">{text.notes}</p>}
      {look.isPending && <p role="status">{text.looking}</p>}
      {look.data && (
        <p>
          {text.follow(look.data.moved)} <strong>{text.final}</strong>
        </p>
      )}
      <FormProblem error={look.error ?? merge.error} />
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button
          look="danger"
          isDisabled={!look.isSuccess}
          onPress={() => {
            if (!merge.isPending && !merge.isSuccess) merge.mutate();
          }}
        >
          {merge.isPending ? text.doing : text.confirm}
        </Button>
      </DialogButtons>
    </div>
  );
}

const shown = (name: FieldName, patient: Patient) =>
  name === "sex" && patient.sex ? sexes[patient.sex] : (patient[name] ?? "");
