// One patient: who it is, what is planned, what was, the family, and records that may be the same person's.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { asProblem } from "../../../client/transport/problem.ts";
import type { Patient } from "../../wire/opd.ts";
import { usePageTitle } from "../page-title.ts";
import { useMay } from "../session.ts";
import { backClass, Button, buttonClass } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useNotices } from "../ui/notices.tsx";
import { Empty, Failure, Loading } from "../ui/states.tsx";
import { birthText } from "./details.ts";
import { Family } from "./family.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { form, page as text, sexes } from "./messages.ts";
import { ChoosePatient } from "./choose-patient.tsx";
import { PatientForm } from "./patient-form.tsx";
import { patientsApi } from "./patients-api.ts";
import { PatientRows } from "./patient-rows.tsx";
import { Section } from "./section.tsx";
import { Visits } from "./visits.tsx";

const route = getRouteApi("/signed-in/patients/$patientId");

export function PatientPage() {
  const { patientId } = route.useParams();
  const patient = useQuery({
    queryKey: ["patient", patientId],
    queryFn: () => patientsApi.patient(patientId),
  });
  usePageTitle(patient.data?.name ?? "");
  if (patient.isError) {
    if (asProblem(patient.error).status !== 404)
      return <Failure error={patient.error} onRetry={() => void patient.refetch()} />;
    return (
      <Empty title={text.notFound} text={text.notFoundText}>
        <Link to="/patients" className={buttonClass("second")}>
          {text.back}
        </Link>
      </Empty>
    );
  }
  if (!patient.data) return <Loading />;
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] content-start gap-6">
      <Head patient={patient.data} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Visits key={patient.data.id} patientId={patient.data.id} />
        <div className="grid gap-6">
          <Details patient={patient.data} />
          <Family key={patient.data.id} patient={patient.data} />
          <Duplicates key={`alike ${patient.data.id}`} patient={patient.data} />
        </div>
      </div>
    </div>
  );
}

function Head({ patient }: { patient: Patient }) {
  const operates = useMay("opd:operate");
  const client = useQueryClient();
  const [changing, setChanging] = useState(false);
  const close = () => setChanging(false);
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="grid gap-1">
        <Link to="/patients" className={backClass}>
          {text.back}
        </Link>
        <h1 className="text-4xl font-bold">
          <bdi>{patient.name}</bdi>
        </h1>
        {patient.birthDate && <p className="text-lg text-soft">{birthText(patient.birthDate)}</p>}
      </div>
      {operates && <Button onPress={() => setChanging(true)}>{text.change}</Button>}
      <Dialog wide title={form.changeTitle} isOpen={changing} onClose={close}>
        <PatientForm
          patient={patient}
          onClose={close}
          onDone={(changed) => {
            client.setQueryData(["patient", patient.id], changed);
            void client.invalidateQueries({ queryKey: ["patients"] });
            void client.invalidateQueries({ queryKey: ["opd"] });
            close();
          }}
        />
      </Dialog>
    </div>
  );
}

function Details({ patient }: { patient: Patient }) {
  const { phone, email, externalId, sex, language, notes } = patient;
  return (
    <Section title={text.details}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <Detail label={form.phone}>
          {phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>{phone}</a>}
        </Detail>
        <Detail label={form.email}>{email && <a href={`mailto:${email}`}>{email}</a>}</Detail>
        <Detail label={form.externalId}>{externalId}</Detail>
        <Detail label={form.sex}>{sex && sexes[sex]}</Detail>
        <Detail label={form.language}>{language}</Detail>
        <Detail label={form.notes}>
          {notes && <span className="whitespace-pre-line">{notes}</span>}
        </Detail>
      </dl>
    </Section>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="break-words">{children ?? text.none}</dd>
    </>
  );
}

function Duplicates({ patient }: { patient: Patient }) {
  const operates = useMay("opd:operate");
  const client = useQueryClient();
  const { say } = useNotices();
  const [other, setOther] = useState<Patient | null>(null);
  const [choosing, setChoosing] = useState(false);
  const alike = useQuery({
    queryKey: ["patient", patient.id, "alike", patient],
    queryFn: () => patientsApi.duplicates(patient.id),
  });
  const items = alike.data?.items ?? [];
  if (!operates) return null;
  return (
    <>
      {items.length > 0 && (
        <Section title={text.duplicates}>
          <p className="text-soft">{text.duplicatesText}</p>
          <PatientRows patients={items} />
          {items.map((one) => (
            <Button
              key={one.id}
              aria-label={`${text.merge} ${one.name}`}
              onPress={() => setOther(one)}
            >
              {text.merge}
            </Button>
          ))}
        </Section>
      )}
      <Button className="justify-self-start" onPress={() => setChoosing(true)}>
        {text.mergeOther}
      </Button>
      <ChoosePatient
        title={text.mergeOtherTitle(patient.name)}
        isOpen={choosing}
        but={[patient.id]}
        onClose={() => setChoosing(false)}
        onChoose={(one) => {
          setChoosing(false);
          setOther(one);
        }}
      />
      {other && (
        <MergeDialog
          patient={patient}
          other={other}
          onClose={() => setOther(null)}
          onDone={(name) => {
            setOther(null);
            say(name);
            void client.invalidateQueries({ queryKey: ["patient"] });
            void client.invalidateQueries({ queryKey: ["patients"] });
            void client.invalidateQueries({ queryKey: ["opd"] });
          }}
        />
      )}
    </>
  );
}
