// The family of a patient: who else comes, one tap away.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Patient } from "../../wire/opd.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { FormProblem } from "../ui/states.tsx";
import { ChoosePatient } from "./choose-patient.tsx";
import { page as text } from "./messages.ts";
import { patientsApi } from "./patients-api.ts";
import { Section } from "./section.tsx";
import { PatientRows } from "./patient-rows.tsx";

export function Family({ patient }: { patient: Patient }) {
  const operates = useMay("opd:operate");
  const client = useQueryClient();
  const [choosing, setChoosing] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const family = useQuery({
    queryKey: ["patient", patient.id, "family"],
    queryFn: () => patientsApi.family(patient.id),
  });
  const changed = { onSuccess: () => client.invalidateQueries({ queryKey: ["patient"] }) };
  const join = useMutation({
    mutationFn: (otherId: string) => patientsApi.joinFamily(patient.id, otherId),
    ...changed,
  });
  const leave = useMutation({ mutationFn: () => patientsApi.leaveFamily(patient.id), ...changed });
  const items = family.data?.items ?? [];
  return (
    <Section title={text.family}>
      {items.length === 0 && (
        <p className="text-soft">{family.isSuccess ? text.familyNone : text.familyText}</p>
      )}
      {items.length > 0 && <PatientRows patients={items} />}
      <FormProblem error={family.error ?? join.error ?? leave.error} />
      {operates && (
        <div className="flex flex-wrap gap-3">
          <Button onPress={() => setChoosing(true)}>{text.familyAdd}</Button>
          {items.length > 0 && (
            <Button look="quiet" onPress={() => setLeaving(true)}>
              {text.familyLeave}
            </Button>
          )}
        </div>
      )}
      <ChoosePatient
        title={text.familyAddTitle(patient.name)}
        isOpen={choosing}
        but={[patient.id, ...items.map(({ id }) => id)]}
        onClose={() => setChoosing(false)}
        onChoose={({ id }) => {
          setChoosing(false);
          join.mutate(id);
        }}
      />
      <ConfirmDialog
        title={text.familyLeaveTitle(patient.name)}
        text={text.familyLeaveText}
        action={text.familyLeave}
        isOpen={leaving}
        onClose={() => setLeaving(false)}
        onConfirm={() => {
          setLeaving(false);
          leave.mutate();
        }}
      />
    </Section>
  );
}
